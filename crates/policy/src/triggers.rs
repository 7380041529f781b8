//! Trigger words: every command line that is not simply allowed contains at least one. A shell looks for them
//! before it starts a process. Too many are harmless (an unneeded process), too few are not.
//!
//! (The filters handle `.`, which is everywhere, by its position.)
//!
//! A test runs the shells' filters over all lines of the project's tests and data, and compares them with the
//! policy: it fails if a new check has words that are missing here.

use std::collections::BTreeSet;

use super::{Policy, catalogue};

/// One word, and what else must be in the line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trigger {
    /// A whole word or part of a path, quotes and backslashes taken away. Letters, digits, `_ . + -`;
    /// at its end `*` for any more of these.
    pub word: String,
    /// One of these texts is somewhere in the line, or one of the next; none of both: the word alone
    /// is enough.
    pub with: Vec<String>,
    /// Whole words, of the same characters.
    pub beside: Vec<String>,
}

impl Trigger {
    fn alone(word: impl Into<String>) -> Self {
        Self { word: word.into(), with: Vec::new(), beside: Vec::new() }
    }
}

/// What makes an interpreter run something else than a file of its own.
const TEXT: &[&str] = &[" -", "|", "<"];
/// What makes a program read what another printed.
const INPUT: &[&str] = &["|", "<", "$"];
/// What a file can be that is worth a look.
const PLACES: &[&str] = &["/", "~", " .", "*", "?", "[", "$", " -"];

/// Words of the checks in Rust; each row has texts, and one of them must be there too. A program started by a
/// wrapper or an option appears in the line with a word of its own.
const CHECKS: &[(&[&str], &str)] = &[
    // deleted, written over
    (
        &[],
        "rm grm rmdir unlink truncate shred srm wipe scrub sdelete rimraf del del-cli rip deltree trash erase",
    ),
    (&["delete", "exec", "-ok", "-fprint", "-fls", " -x", " -X"], "find gfind bfs fd fdfind"),
    (
        PLACES,
        "mv gmv cp gcp ln gln link install ginstall tee sponge rsync dd gdd dcfldd dc3dd ddrescue patch split",
    ),
    // devices
    (
        &[],
        "mkfs* newfs* mke2fs mkswap mkdosfs mkntfs fdisk sfdisk cfdisk gdisk sgdisk cgdisk parted gpart wipefs blkdiscard hdparm badblocks nvme sg_format fdformat",
    ),
    // processes, power, permissions
    (&[], "kill killall killall5 pkill skill xkill slay fuser shutdown reboot halt poweroff init telinit"),
    (&[], "chmod gchmod chown gchown chgrp setfacl chattr chflags"),
    (&["&"], "while until for repeat loop"),
    // texts that become commands
    (&[], "eval exec source trap function crontab at batch hash schtasks"),
    (&["history", "PATH", "LD_"], "set"),
    (
        TEXT,
        "sh dash ash ksh ksh93 mksh yash posh hush csh tcsh oksh bash rbash git-bash zsh rzsh fish busybox toybox python python2 python3 python3.* python2.* pypy pypy3 ipython perl perl5 ruby node nodejs deno bun tsx php php5 php7 php8 lua lua5.1 lua5.2 lua5.3 lua5.4 luajit tclsh expect Rscript julia groovy scala elixir erl ghci guile racket sbcl awk gawk mawk nawk original-awk sed gsed osascript pwsh powershell cmd nu gdb ed ex m4 bc dc",
    ),
    (
        INPUT,
        "sudo doas su ssh slogin docker podman kubectl nsenter chroot parallel xargs env make gmake at tmux screen script watch vim vi nvim emacs systemd-run",
    ),
    (&["-S", "-s"], "env genv sudo doas"),
    (&["|", "&", ";", ">"], "base64 base32 openssl xxd uudecode gunzip zcat rev tr"),
    (
        &[],
        "psql mysql mariadb sqlite sqlite3 mongo mongosh redis-cli valkey-cli cqlsh sqlcmd sqlplus clickhouse-client influx duckdb",
    ),
    // to and from other machines
    (
        &[],
        "nc ncat netcat nc.openbsd nc.traditional telnet socat cryptcat pwncat tcp udp rsh rexec mail mailx mutt sendmail msmtp swaks croc wormhole magic-wormhole ffsend transfer dropbox_uploader scp pscp sftp ftp tftp certutil bitsadmin",
    ),
    (
        &["|", "<", ">", " -", "@", "$", "&"],
        "curl wget wget2 aria2c axel fetch lwp-download lwp-request curlie xhs",
    ),
    (&["DELETE", "PUT", "POST", "PATCH", "@", "<", "|", "$"], "http https xh"),
    (INPUT, "dig nslookup host ping whois finger drill kdig getent"),
    (&["/inet/"], "awk gawk mawk nawk"),
    (&["put", "mirror", "send", "append", "<", "|"], "lftp ncftp ncftpput smbclient cadaver"),
    (
        &[" -", "|", "<"],
        "pastebinit wgetpaste azcopy qrcp onionshare-cli mpack sendemail neomutt s-nail logger",
    ),
    (
        PLACES,
        "pastebinit wgetpaste azcopy qrcp onionshare-cli httpd serve http-server darkhttpd miniserve live-server updog caddy webfsd",
    ),
    (&["-R"], "ssh autossh slogin"),
    (&["tcp", "ssh", "R:"], "ngrok bore frpc chisel cloudflared"),
    (&["169.254", "100.100", "metadata.google"], "curl wget http xh"),
    (&[" git push", "&git push", ";git push", "\tgit push"], "git"),
    (&["%d", "$d", "%delete"], "vim vi nvim view gvim"),
    (&["--in"], "update-alternatives alternatives"),
    (&["-s"], "chsh"),
    (&["insteadOf", "insteadof", "helper"], "git"),
    (
        &["cp", "mv", "sync", "copy", "put", "upload", "send", "create", "move", "rm", "delete"],
        "aws gsutil rclone s3cmd mc gh az b2",
    ),
    (&[":", " -C", "--remove", "--dir", "$"], "tar gtar bsdtar"),
    (&[" -"], "zip unzip 7z 7za cpio pax fallocate"),
    (&["s_client"], "openssl"),
    (&["-f"], "enable"),
    (&["/dev/zero", "/dev/urandom"], "tail sort tac grep"),
    (
        &["tmp", "/dev/shm", "/run/user"],
        "systemctl systemd-run launchctl insmod modprobe kextload kldload usermod npm pip git yarn logrotate tcpdump run-parts nmap emacs",
    ),
    (&[" -", "://"], "java javaw"),
    (&["-f"], "kubectl oc k docker-compose"),
    (&["|"], "gcc cc clang g++ c++ tcc rustc osascript"),
    (&["package.json"], "npm yarn pnpm bun"),
    (
        &[],
        "rundll32 icacls zf_rm zf_mv zf_rmdir zf_chmod zf_chown zf_chgrp zf_ln zmv sysopen mapfile ztcp zpty add-zsh-hook add-zle-hook-widget",
    ),
    (&["-s"], "bindkey"),
    (
        &["curl", "wget", "clone", "<"],
        "dpkg rpm apt apt-get dnf yum zypper installer ansible-playbook jshell sh bash zsh fish dash ksh",
    ),
    (&["accept"], "zle"),
    (
        &["_functions"],
        "precmd_functions preexec_functions chpwd_functions periodic_functions zshexit_functions",
    ),
    (&["z"], "print"),
    (&[">"], "yes"),
    // variables that change what programs do; files that programs read when they start
    (
        &["="],
        "PATH LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES HISTFILE HISTSIZE HISTFILESIZE SAVEHIST BASH_ENV ENV ZDOTDIR PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS BROWSER RSYNC_RSH CVS_RSH PROMPT_COMMAND LESSOPEN LESSCLOSE SYSTEMD_EDITOR SUDO_EDITOR FCEDIT KUBE_EDITOR PSQL_EDITOR GIT_PROXY_COMMAND TAR_OPTIONS MANOPT PERL5OPT FZF_DEFAULT_COMMAND BAT_PAGER AWS_PAGER IFS PYTHONSTARTUP NODE_OPTIONS RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS",
    ),
    (&[], "history HISTFILE authorized_keys fish_history config.fish sudoers sysrq-trigger"),
];

impl Policy {
    /// Every trigger; one word may occur more than once.
    #[must_use]
    pub fn triggers(&self) -> Vec<Trigger> {
        let mut all = of_checks();
        all.extend(self.catalogue.triggers().flat_map(|trigger| of_catalogue(&trigger)));
        let blocked = self.lists.block.iter().map(|entry| longest(entry.program()).to_owned());
        all.extend(blocked.map(Trigger::alone));
        all
    }
}

fn of_checks() -> Vec<Trigger> {
    let row = |(with, words): &(&[&str], &'static str)| {
        let with: Vec<String> = with.iter().map(|text| (*text).to_owned()).collect();
        words
            .split(' ')
            .map(move |word| Trigger { with: with.clone(), ..Trigger::alone(word) })
            .collect::<Vec<_>>()
    };
    CHECKS.iter().flat_map(row).collect()
}

/// More lines have these texts than the words that the catalogue wants, none less.
fn of_catalogue(trigger: &catalogue::Trigger) -> Vec<Trigger> {
    if longest(&trigger.program).is_empty() {
        // any program: then its words are what there is to look for
        return trigger.words.iter().map(|word| Trigger::alone(begun(word))).collect();
    }
    let (mut with, mut beside) = (BTreeSet::new(), BTreeSet::new());
    for word in &trigger.words {
        if word.starts_with('-') {
            with.insert(" -"); // letters of options stand together, and names may be cut short
        } else if is_word(word) {
            beside.insert(word.as_str());
        } else {
            with.insert(longest(word));
        }
    }
    // A pattern for anything is in every line, and small letters may be large ones.
    let is_free = with.contains("") || trigger.ignore_case;
    let all = |texts: BTreeSet<&str>| texts.into_iter().filter(|_| !is_free).map(str::to_owned).collect();
    vec![Trigger { word: begun(&trigger.program), with: all(with), beside: all(beside) }]
}

/// Of a pattern the part that a shell's filter sees as one word.
fn begun(pattern: &str) -> String {
    let word = longest(pattern).split([':', '/', '@', '%', ',']).max_by_key(|part| part.len()).unwrap_or("");
    let star = if pattern.contains('*') { "*" } else { "" };
    format!("{word}{star}")
}

/// Is it a word, to its end, in the eyes of a shell's filter?
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.+-".contains(&b))
}

/// The longest part of a pattern without a star, and without what a shell takes out of a word.
fn longest(pattern: &str) -> &str {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.+-:/@%,".contains(c);
    pattern.split(|c| !is_plain(c)).max_by_key(|part| part.len()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_words() {
        for trigger in Policy::default().triggers() {
            let word = trigger.word.strip_suffix('*').unwrap_or(&trigger.word);
            assert!(is_word(word) && trigger.beside.iter().all(|word| is_word(word)), "{trigger:?}");
            assert!(trigger.with.iter().all(|text| !text.is_empty() && text.is_ascii()), "{trigger:?}");
        }
    }
}
