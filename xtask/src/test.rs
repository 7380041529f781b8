//! `cargo xtask test`: every check and test there is. What the README names, what CI runs.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};

/// Programs and files that the tests use, with the Debian package each comes from.
const NEEDED: &[(&str, &str)] = &[
    ("bash", "bash"),
    ("zsh", "zsh"),
    ("fish", "fish"),
    ("dash", "dash"),
    ("tmux", "tmux"),
    ("vim", "vim"),
    ("less", "less"),
    ("htop", "htop"),
    ("fzf", "fzf"),
    ("mc", "mc"),
    ("man", "man-db"),
    ("dialog", "dialog"),
    ("screen", "screen"),
    ("rsync", "rsync"),
    ("ssh", "openssh-client"),
    ("/usr/sbin/sshd", "openssh-server"),
    ("sudo", "sudo"),
    ("/usr/sbin/useradd", "passwd"),
    ("vttest", "vttest"),
    ("strace", "strace"),
    ("openssl", "openssl"),
    ("git", "git"),
    ("make", "make"),
    ("xz", "xz-utils"),
    ("systemctl", "systemd"),
    ("mksh", "mksh"),
    ("ksh93", "ksh"),
    ("yash", "yash"),
    ("busybox", "busybox"),
    ("shellcheck", "shellcheck"),
    ("direnv", "direnv"),
    ("zoxide", "zoxide"),
    ("setpriv", "util-linux"),
    ("/usr/share/i18n/locales/zh_CN", "locales"),
    ("python3", "python3"),
    ("pip3", "python3-pip"),
    ("npm", "npm"),
    ("expect", "expect"),
    ("emacs", "emacs-nox"),
    ("/usr/lib/python3/dist-packages/pexpect/replwrap.py", "python3-pexpect"),
    ("/usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh", "zsh-autosuggestions"),
    ("/usr/lib/kitty/shell-integration/bash/kitty.bash", "kitty-shell-integration"),
    ("/usr/share/terminfo/x/xterm-kitty", "kitty-terminfo"),
    ("/usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh", "zsh-syntax-highlighting"),
];

/// Parts of the toolchain: the cargo command, its name in rustup, its package in Debian.
const TOOLS: &[(&str, &str, &str)] =
    &[("fmt", "rustfmt", "rustfmt-web"), ("clippy", "clippy", "rust-web-clippy")];

/// Newest minor version of the compiler with which clippy was clean.
const LINTED_WITH: u32 = 96;

pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("live") => return crate::live::run(arguments.get(1..).unwrap_or_default()),
        Some("--clean-root") => return crate::clean_root::run(),
        Some(other) => bail!("`cargo xtask test` knows `live` and `--clean-root`, not `{other}`"),
        None => {}
    }
    programs()?;
    checks()?;
    crate::spelling::run()?;
    all_tests()
}

/// The checks and unit tests that answer within seconds once things are built.
pub fn quick() -> Result<()> {
    checks()?;
    tests(&["--lib", "--bins"])
}

fn checks() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    crate::tidy::run(&[])?;
    crate::licences::run()?;
    // A newer compiler has more lints: its warnings are not the tester's problem. The lints that
    // Cargo.toml denies fail everywhere.
    let is_linted = minor_version().is_some_and(|minor| minor <= LINTED_WITH);
    let strict: &[&str] = if is_linted { &["--", "-D", "warnings"] } else { &[] };
    // `--all-targets` leaves out those with `test = false`
    for targets in [&["--all-targets"][..], &["--test", "*"]] {
        cargo(&[&["clippy", "--workspace", "--quiet"], targets, strict].concat())?;
    }
    without_network()
}

/// Without the feature `llm` there is nothing in the program that could open a connection.
fn without_network() -> Result<()> {
    let darn = ["-p", "darnit", "--no-default-features"];
    cargo(&[&["clippy", "--quiet"], &darn[..], &["--", "-D", "warnings"]].concat())?;
    let tree = Command::new(crate::cargo())
        .args(["tree", "--edges", "normal", "--prefix", "none"])
        .args(darn)
        .current_dir(crate::root())
        .output()?;
    let tree = String::from_utf8_lossy(&tree.stdout);
    ensure!(tree.starts_with("darnit "), "cargo tree says nothing");
    let network =
        tree.lines().find(|line| ["ureq", "rustls", "ring "].iter().any(|name| line.starts_with(name)));
    ensure!(network.is_none(), "without the feature `llm` there still is {network:?}");
    Ok(())
}

/// The 95 in `cargo 1.95.0`.
fn minor_version() -> Option<u32> {
    let output = Command::new(crate::cargo()).arg("--version").output().ok()?;
    String::from_utf8_lossy(&output.stdout).split('.').nth(1)?.parse().ok()
}

/// Every test of every crate, the examples of the built-in rules among them.
pub fn all_tests() -> Result<()> {
    crate::plugins::install()?;
    crate::models::install()?;
    // the tests of the program drive the binary
    cargo(&["build", "--workspace", "--quiet"])?;
    // named, because plain `cargo test` leaves out what has `test = false` in Cargo.toml
    tests(&["--lib", "--bins", "--test", "*"])?;
    cargo(&["test", "--workspace", "--doc", "--quiet"])
}

/// Runs the tests of these targets, with nextest where that is installed.
fn tests(targets: &[&str]) -> Result<()> {
    let has_nextest = Command::new(crate::cargo())
        .args(["nextest", "--version"])
        .output()
        .is_ok_and(|out| out.status.success());
    let runner: &[&str] = if has_nextest { &["nextest", "run"] } else { &["test"] };
    cargo(&[runner, &["--workspace", "--no-fail-fast"], targets].concat())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    eprintln!("xtask: cargo {}", arguments.join(" "));
    let status = Command::new(crate::cargo())
        .args(arguments)
        .current_dir(crate::root())
        .env("DARN_TEST_PLUGINS", crate::plugins::place())
        .env("DARN_TEST_MODELS", crate::models::place())
        .status()?;
    ensure!(status.success(), "failed: cargo {}", arguments.join(" "));
    Ok(())
}

/// Installs what is missing where that is allowed, else says what is.
fn programs() -> Result<()> {
    let mut missing: Vec<&str> =
        NEEDED.iter().filter(|(name, _)| !is_on_path(name)).map(|(_, package)| *package).collect();
    for (tool, component, package) in TOOLS {
        let works = Command::new(crate::cargo()).args([tool, "--version"]).output();
        if works.is_ok_and(|out| out.status.success()) {
            continue;
        }
        if is_on_path("rustup") {
            command("rustup", &["component", "add", component])?;
        } else {
            missing.push(package);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install -y --no-install-recommends {}", missing.join(" "));
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout.trim_ascii() == b"0");
    if !(is_root && is_on_path("apt-get")) {
        bail!("the tests drive real shells; missing: {}\non Debian: sudo {install}", missing.join(", "));
    }
    command("sh", &["-c", &format!("export DEBIAN_FRONTEND=noninteractive; apt-get update -q && {install}")])
}

fn command(program: &str, arguments: &[&str]) -> Result<()> {
    eprintln!("xtask: {program} {}", arguments.join(" "));
    let status = Command::new(program).args(arguments).status()?;
    ensure!(status.success(), "failed: {program} {}", arguments.join(" "));
    Ok(())
}

fn is_on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| Path::new(&directory).join(name).is_file())
}
