//! `darn doctor` reports how the output of commands is obtained, and how to improve that.

use crate::home::Home;
use crate::pty::{Builder, Terminal};

const STDERR_FILE: &str = "[capture]\nmode = 'stderr-file'\n";

/// Returns the report about capture: one line, or two.
fn told(out: &str) -> Vec<String> {
    let mut lines = out.lines().skip_while(|line| !line.contains(" capture: "));
    let first = lines.next().unwrap_or_else(|| panic!("{out}"));
    let more = lines.take_while(|line| line.starts_with("      "));
    let told: Vec<_> = [first].into_iter().chain(more).map(str::to_owned).collect();
    for line in &told {
        assert!(line.chars().count() <= 80, "{line}");
    }
    told
}

/// Like [`told`], run in the shell.
fn asked(t: &mut Terminal) -> Vec<String> {
    told(&t.run("darn doctor --color never"))
}

/// Like [`told`], for darn called without a shell and a terminal.
fn called(settings: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let mut home = Home::new();
    home.write(".config/darn/config.toml", settings);
    for (name, value) in variables {
        home = home.set(name, *value);
    }
    told(&home.darn(&["doctor", "--color", "never"]).out)
}

const NOT_KNOWN: [&str; 2] = [
    "ok    capture: output unavailable here: some failures get no suggestion",
    "      run darn shell (tmux, kitty and WezTerm work too)",
];

per_shell!(relay_is_reported: bash, zsh, fish);
fn relay_is_reported(shell: &str) {
    let mut t = Builder::new(shell).inside().size(100, 60).start();
    assert_eq!(asked(&mut t), ["ok    capture: darn shell records what every command prints"], "{shell}");
    t.run(if shell == "fish" { "set -gx DARN_RELAY /nowhere" } else { "export DARN_RELAY=/nowhere" });
    assert_eq!(
        asked(&mut t),
        ["warn  capture: this darn shell does not respond; exit it and start a new one"],
        "{shell}"
    );
}

#[test]
fn relay_with_capture_off_is_reported() {
    let settings = "[capture]\nmode = 'none'\n";
    let mut t = Builder::new("bash").inside().file(".config/darn/config.toml", settings).start();
    let off = "ok    capture: off (capture.mode = none); darn config set capture.mode auto";
    assert_eq!(asked(&mut t), [off]);
    t.run("darn config set capture.mode auto");
    let told = asked(&mut t);
    assert_eq!(told[0], "warn  capture: this darn shell was started when capture.mode was none");
    assert_eq!(told[1], "      exit it and start a new one");
}

#[test]
fn tmux_is_reported() {
    let start = "exec bash -i";
    let mut t = Builder::new("bash")
        .program(&["tmux", "-u", "-S", "socket", "-f", "tmux.conf", "new-session", start])
        .file("tmux.conf", "set -g status off\n")
        .size(100, 60)
        .spawn();
    t.wait_until("the first prompt", |t| t.line() == "T>");
    t.send("darn doctor --color never >told; echo do''ne\r");
    t.wait_for("done");
    let out = std::fs::read_to_string(t.home().join("told")).unwrap();
    let socket = t.home().join("socket");
    let _ = std::process::Command::new("tmux").arg("-S").arg(socket).arg("kill-server").output();
    let expected = "ok    capture: tmux provides the output of failed commands; more: darn shell";
    assert_eq!(told(&out), [expected]);
}

#[test]
fn silent_terminal_is_reported() {
    let told = called("", &[("TMUX", "/nowhere,1,0"), ("TMUX_PANE", "%0")]);
    assert_eq!(told[0], "warn  capture: tmux does not return the text of this terminal");
    assert_eq!(told[1], "      use darn shell instead");
    let kitty = [("KITTY_WINDOW_ID", "1"), ("TERM", "xterm-kitty")];
    let told = called("", &kitty);
    assert_eq!(told[0], "warn  capture: kitty does not let darn read the output of commands");
    assert_eq!(told[1], "      in kitty.conf: allow_remote_control socket-only, and listen_on unix:@kitty");
    let told = called("", &[("WEZTERM_PANE", "1"), ("TERM_PROGRAM", "WezTerm")]);
    assert_eq!(told[0], "warn  capture: WezTerm does not return the text of this terminal");
    assert_eq!(told[1], "      use darn shell instead");
}

per_shell!(missing_capture_is_reported_with_ways_to_get_it: bash, zsh, fish);
fn missing_capture_is_reported_with_ways_to_get_it(shell: &str) {
    assert_eq!(called("", &[]), NOT_KNOWN);
    assert_eq!(called(STDERR_FILE, &[]), NOT_KNOWN);
    assert_eq!(asked(&mut Builder::new(shell).size(100, 60).start()), NOT_KNOWN, "{shell}");
}

#[test]
fn stderr_file_is_reported() {
    let settings = format!("[suggest]\nghost_text = false\n{STDERR_FILE}");
    let zsh = || Builder::new("zsh").size(100, 60).file(".config/darn/config.toml", &settings);
    let works = "ok    capture: standard error is read from a file; more: darn shell";
    assert_eq!(asked(&mut zsh().start()), [works]);
    // a kitty that cannot be queried
    let mut t = zsh().env("KITTY_WINDOW_ID", "1").env("TERM", "xterm-kitty").start();
    assert_eq!(asked(&mut t), [works]);
    // no longer enabled, and not enabled yet
    t.run("darn config set capture.mode auto");
    let restart = "      start a new shell";
    let still = "warn  capture: this shell still sends standard error to a file";
    assert_eq!(asked(&mut t), [still, restart]);
    let mut t = Builder::new("zsh").size(100, 60).start();
    t.run("darn config set capture.mode stderr-file");
    let changed = "warn  capture: capture.mode has changed since this shell was started";
    assert_eq!(asked(&mut t), [changed, restart]);
    let mut t = Builder::new("bash").size(100, 60).file(".config/darn/config.toml", STDERR_FILE).start();
    assert_eq!(asked(&mut t), ["warn  capture: bash does not support stderr-file; use darn shell"]);
}
