//! One row per program, with the reader of its words.

mod cloud;
mod generic;
mod git;
mod languages;
mod packages;
mod system;
mod versioning;

use cloud::{aws, docker, gcloud, gh, kubectl, rclone, terraform};
use generic::{
    both, columns, everywhere, flat, long, manual, modular, one_dash, page, runner, short, synopsis, tree,
};
use git::git;
use languages::{cmake, gcc, go, java, node, python, ruby, tsc};
use packages::{apt, bundle, cargo, composer, gem, npm, pip, pnpm, poetry, yarn};
use system::{certbot, curl, diff, find, gpg, ip, jq, make, openssl, ps, pyenv, systemctl, tmux, ufw, unzip};
use versioning::{hg, svn};

use super::machine::Machine;
use super::table::Table;

pub struct Tool {
    pub name: &'static str,
    /// Other names of the same program.
    pub also: &'static [&'static str],
    /// Arguments that print the version, or a whole command if a program's name comes first.
    pub version: &'static [&'static str],
    pub read: fn(&Machine, &str) -> Table,
}

const fn tool(name: &'static str, read: fn(&Machine, &str) -> Table) -> Tool {
    Tool { name, also: &[], version: &["--version"], read }
}

impl Tool {
    const fn also(mut self, also: &'static [&'static str]) -> Self {
        self.also = also;
        self
    }

    const fn version(mut self, version: &'static [&'static str]) -> Self {
        self.version = version;
        self
    }
}

#[rustfmt::skip]
pub const ALL: &[Tool] = &[
    tool("git", git),
    tool("apt", apt),
    tool("apt-get", apt),
    tool("apt-cache", apt),
    tool("pip", pip).also(&["pip3"]),
    tool("npm", npm),
    tool("cargo", cargo),
    tool("docker", docker),
    tool("systemctl", systemctl),
    tool("journalctl", flat),
    tool("hostnamectl", everywhere),
    tool("timedatectl", everywhere),
    tool("loginctl", everywhere),
    tool("tar", flat),
    tool("make", make).also(&["gmake"]),
    tool("python3", python).also(&["python"]),
    tool("kubectl", kubectl).version(&["version", "--client"]),
    tool("gh", gh),
    tool("go", go).version(&["version"]),
    tool("rustup", tree),
    tool("terraform", terraform),
    tool("uv", tree),
    tool("ruff", tree),
    tool("poetry", poetry),
    tool("pytest", flat).also(&["py.test"]),
    tool("black", flat),
    tool("mypy", flat),
    tool("flake8", flat),
    tool("pre-commit", tree),
    tool("tox", tree),
    tool("http", flat).also(&["https"]),
    tool("node", node).also(&["nodejs"]),
    tool("yarn", yarn),
    tool("pnpm", pnpm),
    tool("tsc", tsc),
    tool("eslint", flat),
    tool("prettier", flat),
    tool("gem", gem),
    tool("tmux", tmux).version(&["-V"]),
    tool("ip", ip).version(&["-V"]),
    tool("openssl", openssl).version(&["version"]),
    tool("ssh", synopsis).version(&["-V"]),
    tool("scp", synopsis).version(&["ssh", "-V"]),
    tool("find", find),
    tool("ps", ps),
    tool("curl", curl),
    tool("jq", jq),
    tool("zip", manual),
    tool("unzip", unzip),
    tool("podman", tree), tool("aws", aws), tool("gcloud", gcloud), tool("restic", tree).version(&["version"]),
    tool("rclone", rclone), tool("meson", runner), tool("deno", runner), tool("bun", runner), tool("vite", runner), tool("composer", composer),
    tool("bundle", bundle).also(&["bundler"]), tool("hg", hg), tool("svn", svn),
    tool("apt-mark", apt), tool("ufw", ufw), tool("certbot", certbot), tool("pyenv", pyenv), tool("gpg", gpg), tool("perf", tree),
    tool("ssh-keygen", manual).version(&["ssh", "-V"]), tool("ssh-add", page).version(&["ssh", "-V"]), tool("sftp", page).version(&["ssh", "-V"]),
    tool("sqlite3", one_dash), tool("ffmpeg", manual).version(&["-version"]), tool("ping", short).version(&["-V"]), tool("nginx", short).version(&["-v"]),
    tool("crontab", short).version(&["dpkg-query", "-W", "cron"]), tool("lsof", page).version(&["-v"]), tool("screen", one_dash),
    tool("pandoc", manual),
    // GNU and similar programs: one flat list of options.
    tool("ls", flat), tool("cp", flat), tool("mv", flat), tool("rm", flat), tool("mkdir", flat), tool("rmdir", flat),
    tool("chmod", flat), tool("chown", flat), tool("chgrp", flat), tool("ln", flat), tool("touch", flat), tool("stat", flat),
    tool("cat", flat), tool("head", flat), tool("tail", flat), tool("sort", flat), tool("uniq", flat), tool("wc", flat),
    tool("cut", flat), tool("tr", flat), tool("tee", flat), tool("paste", flat), tool("join", flat), tool("comm", flat),
    tool("split", flat), tool("seq", flat), tool("du", flat), tool("df", flat), tool("date", flat), tool("env", flat),
    tool("timeout", flat), tool("uname", flat), tool("readlink", flat), tool("realpath", flat), tool("mktemp", flat),
    tool("base64", flat), tool("md5sum", flat), tool("sha256sum", flat).also(&["sha1sum", "sha512sum"]),
    tool("grep", flat).also(&["egrep", "fgrep"]), tool("rg", flat), tool("sed", flat), tool("diff", diff), tool("cmp", flat),
    tool("patch", flat), tool("xargs", flat), tool("tree", flat), tool("less", flat), tool("man", flat), tool("watch", flat),
    tool("free", flat), tool("htop", flat), tool("strace", flat).version(&["-V"]), tool("sudo", flat).version(&["-V"]),
    tool("mount", flat), tool("rsync", flat), tool("wget", flat), tool("gzip", flat).also(&["gunzip"]), tool("xz", long),
    tool("zstd", flat), tool("dpkg", both), tool("cmake", cmake), tool("ninja", flat), tool("psql", flat),
    tool("gradle", flat).version(&["dpkg-query", "-W", "gradle"]).also(&["gradlew"]), tool("php", manual), tool("ruby", ruby),
    tool("mysql", flat).also(&["mariadb"]),
    tool("mysqldump", flat).also(&["mariadb-dump"]), tool("pg_dump", flat), tool("pg_restore", flat), tool("createdb", flat), tool("gawk", columns),
    tool("iptables", modular).also(&["ip6tables"]), tool("umount", flat), tool("useradd", flat).version(&["dpkg-query", "-W", "passwd"]),
    tool("usermod", flat).version(&["dpkg-query", "-W", "passwd"]), tool("passwd", flat).version(&["dpkg-query", "-W", "passwd"]), tool("su", flat),
    tool("lsblk", flat), tool("blkid", flat),
    tool("fdisk", flat), tool("fdfind", flat).also(&["fd"]), tool("batcat", flat).also(&["bat"]), tool("fzf", flat), tool("ansible", flat),
    tool("ansible-playbook", flat), tool("jest", flat), tool("webpack", flat), tool("npx", flat), tool("just", flat), tool("gdb", flat), tool("valgrind", manual),
    tool("dpkg-query", flat), tool("findmnt", flat), tool("pgrep", flat).also(&["pkill"]), tool("dmesg", flat), tool("file", flat),
    tool("redis-cli", flat), tool("ss", flat).version(&["-V"]), tool("rustc", flat), tool("mvn", flat), tool("vim", flat),
    tool("id", flat), tool("who", flat), tool("nano", columns), tool("shuf", flat), tool("nproc", flat), tool("nl", flat), tool("od", flat),
    tool("fold", flat), tool("fmt", flat), tool("tac", flat), tool("truncate", flat), tool("install", flat), tool("numfmt", flat),
    tool("column", flat), tool("hexdump", flat), tool("pstree", flat), tool("top", flat), tool("vmstat", flat), tool("sysctl", flat),
    tool("bzip2", flat), tool("perl", flat), tool("ctest", flat), tool("strings", flat), tool("nm", flat), tool("objdump", flat),
    tool("readelf", flat), tool("ld", flat), tool("pkg-config", flat), tool("lscpu", flat), tool("whereis", flat), tool("logger", flat),
    tool("script", flat), tool("losetup", flat), tool("swapon", flat), tool("ionice", flat), tool("taskset", flat), tool("flock", flat),
    tool("setsid", flat), tool("nsenter", flat), tool("unshare", flat), tool("getent", flat), tool("iconv", flat), tool("locale", flat),
    tool("basename", flat), tool("dirname", flat), tool("cksum", flat), tool("csplit", flat), tool("expand", flat), tool("mkfifo", flat),
    tool("nice", flat), tool("pr", flat), tool("printenv", flat), tool("shred", flat), tool("stdbuf", flat), tool("stty", flat), tool("sum", flat),
    tool("sync", flat), tool("tty", flat), tool("unexpand", flat), tool("lz4", manual), tool("dpkg-deb", flat), tool("update-alternatives", flat),
    tool("systemd-run", flat), tool("hyperfine", flat), tool("java", java), tool("javac", flat), tool("ed", flat), tool("bc", flat),
    tool("groupadd", flat).version(&["dpkg-query", "-W", "passwd"]), tool("userdel", flat).version(&["dpkg-query", "-W", "passwd"]),
    tool("chsh", flat).version(&["dpkg-query", "-W", "passwd"]), tool("networkctl", everywhere), tool("systemd-analyze", everywhere),
    tool("hostname", short).version(&["--version"]), tool("gcc", gcc).also(&["g++", "cc", "c++"]), tool("killall", short),
];
