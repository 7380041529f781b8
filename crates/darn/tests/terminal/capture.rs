//! The output of a failed command, queried from the terminal.
//!
//! tmux is real. kitty and WezTerm need a display: stand-ins implement only their documented protocol or
//! command line.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::home::Home;
use crate::pty::{Builder, Terminal};

/// Only `ls` itself knows the values of this option, and it prints them.
const FAILS: &str = "ls --color=alwys";
const FIX: &str = "ls --color=always";
/// Ghost text would follow the prompt for which the tests wait.
const NO_GHOST: &str = "[suggest]\nghost_text = false\n";

/// A shell in a pane of its own tmux server.
struct Pane {
    terminal: Terminal,
}

impl Pane {
    fn new(shell: &str, settings: &str) -> Self {
        let start = format!("exec {shell} -i");
        let terminal = Builder::new(shell)
            .program(&["tmux", "-u", "-S", "socket", "-f", "tmux.conf", "new-session", &start])
            .file("tmux.conf", "set -g status off\n")
            .file(".config/darn/config.toml", &format!("{NO_GHOST}{settings}"))
            .size(80, 30)
            .spawn();
        let mut pane = Self { terminal };
        pane.terminal.wait_until("the first prompt", |t| t.line() == "T>");
        pane
    }

    /// Enters a line and waits for the next prompt.
    fn enter(&mut self, line: &str) {
        self.terminal.send(line);
        // fish may suggest a continuation
        self.terminal.wait_until("the line", |t| t.line().starts_with(&format!("T> {line}")));
        self.terminal.send("\r");
        self.terminal.wait_until("the next prompt", |t| t.line() == "T>");
    }

    /// Enters the line until the screen shows the text, as a hook does not wait for a slow tmux.
    fn enter_until(&mut self, line: &str, text: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        self.enter(line);
        while !self.terminal.screen().contains(text) {
            assert!(Instant::now() < deadline, "no {text:?}:\n{}", self.terminal.screen());
            self.enter("true");
            self.enter(line);
        }
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        let socket = self.terminal.home().join("socket");
        let _ = Command::new("tmux").arg("-S").arg(socket).arg("kill-server").output();
    }
}

/// Returns darn's answer to the recorded output.
fn recorded(home: &Path) -> String {
    let said = Command::new("sh").args(["-c", FAILS]).env("LANG", "C.UTF-8").output().unwrap();
    std::fs::write(home.join("printed"), [said.stdout, said.stderr].concat()).unwrap();
    let said = Command::new(env!("CARGO_BIN_EXE_darn"))
        .args(["fix", "--command", FAILS, "--status", "1", "--output", "printed"])
        .current_dir(home)
        .output()
        .unwrap();
    String::from_utf8(said.stdout).unwrap().trim_end().to_owned()
}

per_shell!(in_tmux_the_hint_is_that_of_the_recorded_output: bash, zsh, fish);
fn in_tmux_the_hint_is_that_of_the_recorded_output(shell: &str) {
    let mut pane = Pane::new(shell, "");
    assert_eq!(recorded(pane.terminal.home()), FIX);
    let hint = format!("✗ 1  {FIX}");
    pane.enter_until(FAILS, &hint);
    // below other commands, and by question
    pane.enter("clear");
    pane.enter(FAILS);
    pane.enter("echo between");
    pane.enter_until("darn explain", &format!("→ {FIX}"));
    pane.enter("darn doctor --color never | grep capture:");
    pane.terminal.wait_for("ok    capture: tmux provides");
}

per_shell!(plain_terminal_hint_does_not_mention_capture: bash, zsh, fish);
fn plain_terminal_hint_does_not_mention_capture(shell: &str) {
    // the variables of a tmux that is not the one around this shell
    let mut terminal = Builder::new(shell).env("TMUX", "/nowhere,1,0").env("TMUX_PANE", "%0").start();
    let drawn = terminal.run(FAILS);
    assert!(drawn.contains("Valid arguments are") && !drawn.contains('✗'), "{shell}: {drawn}");
    let told = terminal.run("darn explain");
    assert!(!told.contains(FIX), "{shell}: {told}");
}

#[test]
fn capture_switched_off_asks_no_terminal() {
    let mut pane = Pane::new("bash", "[capture]\nmode = 'none'\n");
    for _ in 0..3 {
        pane.enter(FAILS);
    }
    pane.enter("darn explain");
    let screen = pane.terminal.screen();
    assert!(screen.contains("Valid arguments are") && !screen.contains(FIX), "{screen}");
    pane.enter("darn doctor --color never | grep capture:");
    pane.terminal.wait_for("ok    capture: off");
}

/// A home in which `program` is a script.
fn home_with(program: &str, script: &str) -> Home {
    let home = Home::new();
    let file = home.write(&format!("bin/{program}"), format!("#!/bin/sh\n{script}"));
    std::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    home.write(
        "one",
        "ls: invalid argument 'alwys' for '--color'\nValid arguments are:\n  - 'always', 'yes'\n",
    );
    home.write("all", format!("T> true\nT> {FAILS}\n{}T>\n", home.text("one")));
    let path = format!("{}:/usr/bin:/bin", home.path("bin").display());
    home.set("PATH", path).set("DARN_HISTORY", "true\n")
}

/// While the hook runs, the next prompt does not exist yet.
fn before_the_prompt(home: &Home) {
    home.write("all", home.text("all").trim_end_matches("T>\n"));
}

/// Calls the program until it gives this answer, as it does not wait for a slow terminal.
fn until(home: &Home, arguments: &[&str], wanted: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while home.darn(arguments).out != wanted {
        assert!(Instant::now() < deadline, "{arguments:?}: {:?}", home.darn(arguments));
    }
}

const FAILED: [&str; 5] = ["hook", "fish", "failed", "1", FAILS];
const LINES: [&str; 5] = ["hook", "fish", "lines", "1", FAILS];

/// Answers at a socket according to kitty's documented protocol, with the content of the file `all`.
fn kitty(home: &Home) -> String {
    use std::io::{Read as _, Write as _};
    let listener = std::os::unix::net::UnixListener::bind(home.path("kitty")).unwrap();
    let file = home.path("all");
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, mut asked) = (stream.unwrap(), Vec::new());
            while !asked.ends_with(b"\x1b\\") {
                let mut byte = [0];
                if stream.read(&mut byte).unwrap_or(0) == 0 {
                    break;
                }
                asked.push(byte[0]);
            }
            let asked = String::from_utf8(asked).unwrap();
            let asked = asked.trim_start_matches("\x1bP@kitty-cmd").trim_end_matches("\x1b\\");
            let asked: serde_json::Value = serde_json::from_str(asked).unwrap();
            assert_eq!((&asked["cmd"], &asked["payload"]["match"]), (&"get-text".into(), &"id:7".into()));
            assert_eq!(asked["payload"]["extent"], "all");
            let text = std::fs::read_to_string(&file).unwrap();
            let answer = serde_json::json!({"ok": true, "data": text});
            let _ = write!(stream, "\x1bP@kitty-cmd{answer}\x1b\\");
        }
    });
    format!("unix:{}", home.path("kitty").display())
}

#[test]
fn kitty_is_asked_as_its_protocol_says() {
    let home = home_with("kitty", "exit 1").set("KITTY_WINDOW_ID", "7").set("TERM", "xterm-kitty");
    assert_eq!(home.darn(&LINES).out, "", "kitty has no socket");
    let doctor = home.darn(&["doctor"]).out;
    assert!(doctor.contains("kitty does not let darn read") && doctor.contains("listen_on"), "{doctor}");
    let address = kitty(&home);
    let home = home.set("KITTY_LISTEN_ON", address);
    until(&home, &LINES, &format!("{FIX}\n"));
    before_the_prompt(&home);
    until(&home, &FAILED, &format!("1 -\n{FIX}"));
    let home = home.set("TERM", "screen-256color");
    assert_eq!(home.darn(&LINES).out, "", "this is another terminal in a kitty window");
}

#[test]
fn silent_kitty_does_not_delay_the_prompt() {
    let home = home_with("kitty", "exit 1").set("KITTY_WINDOW_ID", "7").set("TERM", "xterm-kitty");
    let listener = std::os::unix::net::UnixListener::bind(home.path("kitty")).unwrap();
    let address = format!("unix:{}", home.path("kitty").display());
    let home = home.set("KITTY_LISTEN_ON", address);
    assert_eq!(home.darn(&LINES).out, "");
    assert!(listener.accept().is_ok(), "kitty was not queried");
    for nonsense in ["unix:/nowhere", "unix:@darn-nobody", "tcp:localhost:1"] {
        let home = home_with("kitty", "exit 1").set("KITTY_WINDOW_ID", "7").set("TERM", "xterm-kitty");
        let home = home.set("KITTY_LISTEN_ON", nonsense);
        assert_eq!(home.darn(&LINES).out, "", "{nonsense}");
    }
}

#[test]
fn wezterm_is_asked_as_its_manual_says() {
    // wezterm.org/cli/cli/get-text.html; a negative line is in the scrollback
    const WEZTERM: &str = "case \"$*\" in
        'cli --no-auto-start get-text --pane-id 3 --start-line -1000') cat $HOME/all ;;
        *) exit 1 ;;
    esac";
    let home = home_with("wezterm", WEZTERM).set("WEZTERM_PANE", "3").set("TERM_PROGRAM", "WezTerm");
    until(&home, &LINES, &format!("{FIX}\n"));
    before_the_prompt(&home);
    until(&home, &FAILED, &format!("1 -\n{FIX}"));
    let home = home.set("TERM_PROGRAM", "vscode");
    assert_eq!(home.darn(&LINES).out, "", "this is another terminal started by WezTerm");
}

#[test]
fn silent_terminal_does_not_delay_the_prompt() {
    let home = home_with("wezterm", "touch $HOME/asked; exec sleep 60");
    let home = home.set("WEZTERM_PANE", "3").set("TERM_PROGRAM", "WezTerm");
    let started = Instant::now();
    assert_eq!(home.darn(&LINES).out, "");
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    assert_eq!(home.text("asked"), "");
}

#[test]
fn only_a_failure_that_needs_it_makes_darn_ask() {
    let home = home_with("wezterm", "touch $HOME/asked");
    let home = home.set("WEZTERM_PANE", "3").set("TERM_PROGRAM", "WezTerm");
    for (status, text) in [
        ("127", "gti status"),      // the shell could not start it: nothing else to know
        ("1", " ls --color=alwys"), // private
        ("1", "grep x y"),          // an ordinary "no"
        ("130", FAILS),             // interrupted
        ("1", "cat READEM.md"),     // certain without the output
    ] {
        home.write("README.md", "");
        home.darn(&["hook", "bash", "failed", status, text]);
        assert!(!home.path("asked").exists(), "{text}");
    }
    let deadline = Instant::now() + Duration::from_secs(60);
    while !home.path("asked").exists() {
        assert!(Instant::now() < deadline, "no query at all: the test proves nothing");
        home.darn(&FAILED);
    }
}
