//! `cargo xtask test --clean-root`: runs the README's commands as a new user of a fresh Debian 12, in a new
//! root directory with only the packages that the README names.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;

use crate::prelude::*;
use crate::process::run;
use crate::terminal;

const SUITE: &str = "bookworm";
/// The user's home directory, inside the root.
const HOME: &str = "/root";
/// Directory below the home that the project is cloned to.
const PROJECT: &str = "darn";
/// Time limit of the first build, which takes many minutes on a busy machine.
const FIRST_BUILD: Duration = Duration::from_secs(90 * 60);
/// Time limit for a prompt, a hint, or the end of a shell.
const ANSWER: Duration = Duration::from_secs(60);

/// Files that may configure how this machine reaches Debian, PyPI, npm and crates.io. `~` is the home.
const NETWORK_FILES: &[&str] = &[
    "/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "~/.config/pip/pip.conf", "~/.pip/pip.conf",
    "~/.npmrc", "~/.cargo/config.toml", "/usr/local/share/ca-certificates",
];

/// Prefixes and suffixes of environment variables that configure the same.
const NETWORK_PREFIXES: &[&str] = &[
    "PIP_", "NPM_CONFIG_", "npm_config_", "CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTR", "CARGO_SOURCE_",
    "SSL_",
];
const NETWORK_SUFFIXES: &[&str] = &["_PROXY", "_proxy", "_CA_BUNDLE", "_CA_CERTS", "_CAINFO"];

/// Mounts the file systems of a running system, and runs the other arguments in it.
const MOUNT: &str = include_str!("clean_root/mount.sh");

pub fn test() -> Result<()> {
    let readme = fs::read_to_string(crate::root().join("README.md"))?;
    let steps = Steps::of(&readme)?;
    ensure!(
        rustix::process::geteuid().is_root(),
        "a clean root needs chroot and mount, and thus root\nhint: sudo env PATH=\"$PATH\" cargo xtask test --clean-root"
    );
    let has_debootstrap = Command::new("debootstrap").arg("--version").output().is_ok();
    ensure!(has_debootstrap, "debootstrap is not installed\nhint: apt-get install debootstrap");
    let root = Root::new()?;
    let result = root.follow(&steps);
    match &result {
        Ok(()) => fs::remove_dir_all(&root.path)?,
        Err(_) => eprintln!("xtask: kept for inspection: {}", root.path.display()),
    }
    say(root.start, if result.is_ok() { "everything passed on a clean root" } else { "failed" });
    result
}

fn say(start: Instant, what: &str) {
    let seconds = start.elapsed().as_secs();
    eprintln!("xtask: [{:>2}:{:02}] {what}", seconds / 60, seconds % 60);
}

/// The commands in README.md.
#[derive(Debug, PartialEq, Eq)]
struct Steps {
    packages: String,
    try_it: String,
    test_it: String,
}

impl Steps {
    fn of(readme: &str) -> Result<Self> {
        let install = readme.split('`').find_map(|code| code.strip_prefix("sudo apt-get install "));
        let under = |heading: &str| {
            let section = readme.split("\n## ").find(|section| section.starts_with(heading))?;
            let (_, block) = section.split_once("```sh\n")?;
            let (commands, _) = block.split_once("```")?;
            Some(commands.trim_end().replace('\n', " && "))
        };
        Ok(Self {
            packages: install.context("README.md no longer says `sudo apt-get install …`")?.to_owned(),
            try_it: under("Try it").context("README.md: no command under `Try it`")?,
            test_it: under("Test it").context("README.md: no command under `Test it`")?,
        })
    }
}

/// A separate Debian below `target`.
struct Root {
    path: PathBuf,
    start: Instant,
}

impl Root {
    /// Creates a new copy of the base system, which is fetched once.
    fn new() -> Result<Self> {
        let start = Instant::now();
        let place = crate::root().join("target/clean-root");
        let (base, path) = (place.join("base"), place.join("root"));
        let sources = sources()?;
        if !base.exists() {
            say(start, "debootstrap (kept for the next time)");
            fs::create_dir_all(&place)?;
            let partial = place.join("base.partial");
            remove(&partial)?;
            let mirror = sources.iter().find(|(_, suite)| suite == SUITE).map(|(mirror, _)| mirror.clone());
            let mut command = Command::new("debootstrap");
            command.args(["--variant=minbase", SUITE]).arg(&partial).args(mirror);
            run(&mut command)?;
            fs::rename(partial, &base)?;
        }
        say(start, "a new copy of the base system");
        remove(&path)?;
        run(Command::new("cp").arg("-a").arg(&base).arg(&path))?;
        let root = Self { path, start };
        root.connect(&sources)?;
        Ok(root)
    }

    /// Copies this machine's network configuration into the root.
    fn connect(&self, sources: &[(String, String)]) -> Result<()> {
        let lines: Vec<String> =
            sources.iter().map(|(mirror, suite)| format!("deb {mirror} {suite} main\n")).collect();
        self.write("/etc/apt/sources.list", &lines.concat())?;
        let settings = Command::new("apt-config").args(["dump", "Acquire"]).output()?;
        let settings = String::from_utf8_lossy(&settings.stdout).into_owned();
        let is_network = |line: &&str| {
            ["::Proxy", "::Check-", "::Verify-", "::CaInfo"].iter().any(|key| line.contains(key))
        };
        let settings: Vec<&str> = settings.lines().filter(is_network).collect();
        self.write("/etc/apt/apt.conf.d/99network", &(settings.join("\n") + "\n"))?;
        // as in containers, installed packages must not start services
        let policy = self.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n")?;
        fs::set_permissions(policy, fs::Permissions::from_mode(0o755))?;
        let home = std::env::var("HOME").unwrap_or_default();
        for file in NETWORK_FILES {
            let from = PathBuf::from(file.replacen('~', &home, 1));
            self.copy(&from, &file.replacen('~', HOME, 1))?;
        }
        for (_, value) in network_environment() {
            let file = Path::new(&value);
            if file.is_absolute() && file.is_file() {
                self.copy(file, &value)?;
            }
        }
        Ok(())
    }

    fn place(&self, inside: &str) -> PathBuf {
        self.path.join(inside.trim_start_matches('/'))
    }

    fn write(&self, inside: &str, text: &str) -> Result<PathBuf> {
        let path = self.place(inside);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// Copies a file or directory of this machine if it exists.
    fn copy(&self, from: &Path, inside: &str) -> Result<()> {
        let to = self.place(inside);
        if !from.exists() {
            return Ok(());
        }
        if let Some(directory) = to.parent() {
            fs::create_dir_all(directory)?;
        }
        // follow links, because their targets are not inside
        run(Command::new("cp").args(["-rLT"]).arg(from).arg(to))
    }

    fn follow(&self, steps: &Steps) -> Result<()> {
        let packages = &steps.packages;
        say(self.start, &format!("apt-get install {packages}"));
        let install = format!(
            "export DEBIAN_FRONTEND=noninteractive; apt-get update -q && apt-get upgrade -q -y && apt-get install -q -y {packages}"
        );
        let log = self.place("/root/apt.log");
        let output = File::create(&log)?;
        let status = self.command(&install).stdout(output.try_clone()?).stderr(output).status()?;
        ensure!(status.success(), "failed: {install}; see {}", log.display());
        say(self.start, "git clone");
        let clone = ["clone", "--quiet", "--no-hardlinks"];
        run(Command::new("git").args(clone).arg(crate::root()).arg(self.place(HOME).join(PROJECT)))?;
        say(self.start, &steps.try_it);
        self.try_it(&steps.try_it)?;
        say(self.start, &steps.test_it);
        let status = self.command(&format!("cd {HOME}/{PROJECT} && {}", steps.test_it)).status()?;
        ensure!(status.success(), "failed inside: {}", steps.test_it);
        Ok(())
    }

    fn argv(&self, script: &str) -> Vec<String> {
        let root = self.path.display().to_string();
        let unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", MOUNT, &root];
        unshare.into_iter().chain(["sh", "-c", script]).map(str::to_owned).collect()
    }

    fn command(&self, script: &str) -> Command {
        let argv = self.argv(script);
        let (program, arguments) =
            argv.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        let mut command = Command::new(program);
        command.args(arguments);
        environment(&mut command);
        command
    }

    /// Runs the command on a terminal, types `gti status`, waits for the hint, and types `exit`.
    fn try_it(&self, command: &str) -> Result<()> {
        let argv = self.argv(&format!("cd {HOME}/{PROJECT} && {command}"));
        let (child, controller) = terminal::start(&argv, environment)?;
        let mut session = Session { child, terminal: File::from(controller) };
        session.wait_for("darn is loaded in this", FIRST_BUILD)?;
        session.terminal.write_all(b"gti status\r")?;
        // (in colour, and without a locale in ASCII)
        session.wait_for("[Tab] use", ANSWER)?;
        session.terminal.write_all(b"exit\r")?;
        session.wait_for_end()
    }
}

/// A program on a terminal in separate namespaces; it ends with this process, as does all that it started.
struct Session {
    child: Child,
    terminal: File,
}

impl Session {
    /// Copies the output to standard error until it contains `text`.
    fn wait_for(&mut self, text: &str, patience: Duration) -> Result<()> {
        let end = Instant::now() + patience;
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(text) {
            let new = terminal::read(&self.terminal, end.saturating_duration_since(Instant::now()))?;
            ensure!(!new.is_empty(), "no `{text}` on the terminal within {} s", patience.as_secs());
            std::io::stderr().write_all(&new)?;
            seen.extend(new);
        }
        Ok(())
    }

    fn wait_for_end(&mut self) -> Result<()> {
        let has_ended = terminal::has_ended(&mut self.child, &self.terminal, ANSWER)?;
        ensure!(has_ended, "`exit` does not end the shell");
        eprintln!();
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // fails only if it has already ended
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sets the environment of a login on a new machine and the network variables.
fn environment(command: &mut Command) {
    command.env_clear().envs(network_environment());
    command.env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    command.env("HOME", HOME).env("TERM", "xterm-256color").env("SHELL", "/bin/bash");
}

fn network_environment() -> impl Iterator<Item = (String, String)> {
    let is_network = |name: &str| {
        NETWORK_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
            || NETWORK_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
    };
    let variables = std::env::vars_os();
    let text =
        variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    // omit paths that do not exist here
    text.filter(move |(name, value)| {
        is_network(name) && (!value.starts_with('/') || Path::new(value).exists())
    })
}

/// Returns mirror and suite of each Debian repository that this machine uses, adapted to [`SUITE`].
fn sources() -> Result<Vec<(String, String)>> {
    let format = "$(ORIGIN) $(REPO_URI) $(CODENAME)";
    let output = Command::new("apt-get")
        .args(["indextargets", "--format", format, "Identifier: Packages"])
        .output()
        .context("a clean root needs apt and debootstrap")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = text.lines().filter_map(|line| line.strip_prefix("Debian ")?.split_once(' '));
    let mut sources: Vec<(String, String)> = rows
        .filter_map(|(mirror, codename)| {
            let part = codename.find('-').map_or("", |dash| codename.split_at(dash).1);
            let is_plain = matches!(part, "" | "-updates" | "-security");
            is_plain.then(|| (mirror.to_owned(), format!("{SUITE}{part}")))
        })
        .collect();
    sources.dedup();
    if !sources.iter().any(|(_, suite)| suite.ends_with("-security")) {
        bail!("apt has no list of Debian security updates\nhint: apt-get update");
    }
    Ok(sources)
}

fn remove(directory: &Path) -> Result<()> {
    if directory.exists() {
        run(Command::new("rm").args(["-rf", "--one-file-system"]).arg(directory))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_tells_the_steps() {
        let readme = fs::read_to_string(crate::root().join("README.md")).unwrap();
        let steps = Steps::of(&readme).unwrap();
        assert_eq!(steps.try_it, "cargo run --release -- try");
        assert_eq!(steps.test_it, "cargo test && cargo xtask test");
        assert!(steps.packages.split(' ').any(|package| package == "git"), "{steps:?}");
        assert!(Steps::of(&readme.replace("```sh", "```")).is_err());
    }
}
