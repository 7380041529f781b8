//! `darn init SHELL --wrap` in a startup file: starts the relay if a user is at a terminal, and only then;
//! whatever is wrong with the program, a shell opens.

use std::process::{Command, Stdio};

use crate::pty::{Builder, Terminal};

const DARN: &str = env!("CARGO_BIN_EXE_darn");

/// Returns the lines for a startup file, with the program at this path.
fn lines(shell: &str, program: &str) -> String {
    let output = Command::new(DARN).args(["init", shell, "--wrap"]).output().expect("the lines");
    String::from_utf8(output.stdout).expect("text").replace(DARN, program)
}

fn wrapped(shell: &str) -> Builder {
    Builder::new(shell).before(&lines(shell, DARN))
}

fn is_inside(t: &mut Terminal) -> bool {
    !t.run("echo \"[$DARN_TTY]\"").ends_with("[]")
}

per_shell!(interactive_shell_starts_inside_the_relay: bash, zsh, fish);
fn interactive_shell_starts_inside_the_relay(shell: &str) {
    assert!(is_inside(&mut wrapped(shell).start()), "{shell}");
}

per_shell!(scenarios_64_and_66_shells_started_by_programs_stay_bare: bash, zsh, fish);
fn scenarios_64_and_66_shells_started_by_programs_stay_bare(shell: &str) {
    for (name, value) in [
        ("TERM_PROGRAM", "vscode"),
        ("VSCODE_INJECTION", "1"),
        ("INSIDE_EMACS", "28.2,comint"),
        ("TERMINAL_EMULATOR", "JetBrains-JediTerm"),
        ("TERM", "dumb"),
        ("DARN_DISABLE", "1"),
    ] {
        let mut t = wrapped(shell).env(name, value).start();
        assert!(!is_inside(&mut t), "{shell}, {name}={value}");
    }
}

/// Creates the startup file that a shell reads for a single command, as sshd starts it for scp, rsync and
/// git.
fn home_for_one_command(shell: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a home");
    let file = match shell {
        "bash" => ".bashrc",
        "zsh" => ".zshenv",
        _ => ".config/fish/config.fish",
    };
    let path = home.path().join(file);
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    std::fs::write(path, format!("echo read >&2\n{}", lines(shell, DARN))).expect("a file");
    home
}

per_shell!(scenario_60_one_command_over_ssh_is_not_disturbed: bash, zsh, fish);
fn scenario_60_one_command_over_ssh_is_not_disturbed(shell: &str) {
    let home = home_for_one_command(shell);
    let mut command = Command::new(shell);
    command.args(["-c", "head -c 5; echo \"[$DARN_TTY]\"; exit 3"]).env_clear();
    command.env("HOME", home.path()).env("SSH_CLIENT", "::1 50000 22").env("TERM", "xterm");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"bytes").expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "bytes[]\n", "{shell}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "read\n", "{shell}: that file is read");
    assert_eq!(output.status.code(), Some(3), "{shell}");
}

per_shell!(scenario_60_one_command_over_ssh_on_a_terminal_is_not_disturbed: bash, zsh, fish);
fn scenario_60_one_command_over_ssh_on_a_terminal_is_not_disturbed(shell: &str) {
    let script = "echo \"[$DARN_TTY]\"; exit 3";
    let mut t = wrapped(shell).env("SSH_CLIENT", "::1 50000 22").program(&[shell, "-c", script]).spawn();
    assert_eq!(t.end(), 3, "{shell}: {}", t.screen());
    assert!(t.screen().ends_with("[]"), "{shell}: {}", t.screen());
}

per_shell!(scenario_68_a_login_shell_stays_one: bash, zsh, fish);
fn scenario_68_a_login_shell_stays_one(shell: &str) {
    let (file, question, answer) = match shell {
        "bash" => (".bash_profile", "shopt -q login_shell; echo $? $0", "0 -bash"),
        "zsh" => (".zprofile", "[[ -o login ]]; echo $? $0", "0 -zsh"),
        _ => (".profile", "status is-login; echo $status", "0"),
    };
    let mut t = wrapped(shell).file(file, "test -n \"$BASH\" && . ~/.bashrc").program(&[shell, "-l"]).start();
    assert!(is_inside(&mut t), "{shell}");
    assert!(t.run(question).ends_with(&format!("\n{answer}")), "{shell}: {}", t.screen());
    t.send("exit 5\r");
    assert_eq!(t.end(), 5, "{shell}");
}

per_shell!(scenario_68_shell_opens_with_a_broken_program: bash, zsh, fish);
fn scenario_68_shell_opens_with_a_broken_program(shell: &str) {
    for (what, program) in [
        ("missing", None),
        ("empty", Some("")),
        ("for another machine", Some("\x7fELF\x02\x01\x01 of something else")),
        ("without its interpreter", Some("#!/nowhere/interpreter\n")),
        ("killed at its start", Some("#!/bin/sh\nkill -SEGV $$\n")),
        ("failing at its start", Some("#!/bin/sh\nexit 127\n")),
    ] {
        let mut builder = Builder::new(shell).without_hooks().before(&lines(shell, "~/bin/broken"));
        if let Some(text) = program {
            builder = builder.file("bin/broken", text);
        }
        let mut t = builder.start();
        assert_eq!(t.run("echo alive"), "T> echo alive\nalive", "{shell}, {what}");
    }
}

/// A user whose login shell is a script that calls `darn shell`.
#[test]
fn scenario_68_a_login_shell_that_is_the_relay() {
    let start = |call: &str| {
        let mut t = Builder::new("bash")
            .file("bin/login", &format!("#!/bin/sh\nexec {DARN} {call}\n"))
            .file(".bash_profile", ". ~/.bashrc")
            .env("SHELL", "~/bin/login")
            .program(&["sh", "-c", "exec ~/bin/login"])
            .spawn();
        t.wait_until("a prompt", |t| ["T>", "$", "#"].iter().any(|prompt| t.line().ends_with(prompt)));
        t
    };
    assert!(is_inside(&mut start("shell --login --shell /bin/bash")));
    // The intended shell is unknown: the script must not call itself endlessly.
    let mut t = start("shell --login");
    assert!(
        t.screen().contains("starting the shell without the relay: SHELL points back to darn"),
        "{}",
        t.screen()
    );
    t.send("echo $DARN_TTY\r");
    t.wait_for("\nnone");
}
