//! Inside `darn shell`, the output of programs that print secrets is not stored.

use std::path::PathBuf;
use std::time::Duration;

use crate::pty::{Builder, Terminal};
use shell::relay::client::{self, RecordedOutput, Selection};

/// Prints a secret, waits for a key, and fails.
const TELLS: &str = "#!/bin/sh\necho secret-$$\nread answer </dev/tty\necho more-$$\nexit 3\n";
/// A program that darn knows only by its output.
const TOOL: &str = "#!/bin/sh\necho \"error: unknown command \\\"$1\\\" for \\\"sometool\\\"\" >&2\necho >&2\necho 'Did you mean this?' >&2\necho '\tdeploy' >&2\nexit 1\n";

fn inside(shell: &str, settings: &str) -> Terminal {
    Builder::new(shell)
        .inside()
        .size(80, 40)
        .file(".config/darn/config.toml", settings)
        .file("bin/pass", TELLS)
        .file("bin/mytool", TELLS)
        .file("bin/deploy", "#!/bin/sh\necho deploying\npass show x\n")
        .file("bin/sometool", TOOL)
        .file("bin/secret-tool", &TOOL.replace("sometool", "secret-tool"))
        .file("bin/gh", "#!/bin/sh\n")
        .file("bin/gopass", "#!/bin/sh\necho swordfish\n")
        .start()
}

fn sockets(t: &Terminal) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(t.home().join(".local/state/darn")).into_iter().flatten().flatten();
    let is_socket = |path: &PathBuf| path.to_string_lossy().contains("relay-") && path.extension().is_none();
    entries.map(|entry| entry.path()).filter(is_socket).collect()
}

/// Returns the commands that the relay remembers, the last one first.
fn remembered(t: &Terminal) -> Vec<RecordedOutput> {
    client::ask(&sockets(t)[0], Selection::Before, Duration::from_secs(30)).unwrap()
}

/// Runs a command that prints a secret and waits for a key.
fn tell(t: &mut Terminal, line: &str) {
    let from = t.mark();
    t.send(&format!("{line}\r"));
    t.wait_until("the secret", |t| t.drawn(&from).contains("secret-"));
    t.send("\r");
    t.finish(from, line);
}

per_shell!(private_program_output_is_not_recorded: bash, zsh, fish);
fn private_program_output_is_not_recorded(shell: &str) {
    let mut t = inside(shell, "[capture]\nnever = ['mytool show']\n");
    // alone, in a pipeline, behind another program, started by another one, named in the settings
    for line in ["pass show x", "true | pass", "env A=1 pass", "deploy", "mytool -v show x"] {
        tell(&mut t, line);
        let all = remembered(&t);
        assert_eq!(all[0].status, 3, "{shell}: {line}: {all:?}");
        assert!(all[0].seen > 10 && all[0].bytes.is_empty(), "{shell}: {line}: {all:?}");
    }
    // not that one, and what comes after is known again
    tell(&mut t, "mytool list");
    assert!(String::from_utf8_lossy(&remembered(&t)[0].bytes).contains("more-"), "{shell}");
    assert!(t.run("sometool depoly").contains("sometool suggests it"), "{shell}:\n{}", t.screen());
    // what is not known is not taken from another command of the same status
    assert!(remembered(&t)[1].clone().known().is_some() && remembered(&t)[2].clone().known().is_none());
}

per_shell!(private_command_line_hides_output_of_unknown_processes: bash, zsh, fish);
/// A program may print and end before it can be examined.
fn private_command_line_hides_output_of_unknown_processes(shell: &str) {
    let mut t = inside(shell, "");
    t.run("echo known");
    assert!(String::from_utf8_lossy(&remembered(&t)[0].bytes).contains("known"), "{shell}");
    let lines = ["gopass show x", "true && gopass x", "echo (gopass x)", "gopaz\u{7f}ss x", "\u{10}"];
    for line in lines {
        let line = if shell == "fish" { line.to_owned() } else { line.replace('(', "$(") };
        assert!(t.run(&line).contains("swordfish"), "{shell}: {line}:\n{}", t.screen());
        let last = remembered(&t)[0].clone();
        assert!(last.seen > 9 && last.bytes.is_empty(), "{shell}: {line}: {last:?}");
    }
    t.run("echo gopass");
    assert!(String::from_utf8_lossy(&remembered(&t)[0].bytes).contains("gopass"), "{shell}");
}

per_shell!(scenario_67_password_entry_is_not_recorded: bash, zsh, fish);
fn scenario_67_password_entry_is_not_recorded(shell: &str) {
    const ASKS: &str = "#!/bin/sh\necho before\nstty -echo; printf 'asked: '; read word; stty echo; >echoes\nread more; echo after; exit 1\n";
    let mut t = Builder::new(shell).inside().size(80, 40).file("bin/asks", ASKS).start();
    let from = t.mark();
    t.send("asks\r");
    t.wait_for("asked:");
    t.send("hush\r");
    t.wait_until("the echo", |t| t.home().join("echoes").exists());
    t.send("more\r");
    t.finish(from, "asks");
    let all = remembered(&t);
    let known = String::from_utf8_lossy(&all[0].bytes);
    assert!(known.contains("after"), "{shell}: {known}");
    assert!(!known.contains("asked") && !known.contains("hush"), "{shell}: {known}");
}

per_shell!(private_command_line_output_is_not_read: bash, zsh, fish);
fn private_command_line_output_is_not_read(shell: &str) {
    let mut t = inside(shell, "");
    for line in ["true; sometool x | cat; sometool depoly", "echo pass; sometool depoly"] {
        assert!(t.run(line).contains("✗ 1"), "{shell}: {line}:\n{}", t.screen());
        assert!(t.run("darn explain").contains("→ "), "{shell}: {line}:\n{}", t.screen());
    }
    // the hook asks, then the program
    for line in ["secret-tool depoly", "gpg -d nothing; sometool depoly", "sometool depoly (gh auth token)"] {
        let line = if shell == "fish" { line.to_owned() } else { line.replace('(', "$(") };
        assert!(!t.run(&line).contains("✗ 1"), "{shell}: {line}:\n{}", t.screen());
        assert!(!t.run("darn explain").contains("→ "), "{shell}: {line}:\n{}", t.screen());
    }
}

per_shell!(capture_switched_off_records_nothing: bash, zsh, fish);
fn capture_switched_off_records_nothing(shell: &str) {
    let mut t = inside(shell, "[capture]\nmode = 'none'\n");
    let drawn = t.run("sometool depoly");
    assert!(drawn.contains("Did you mean") && !drawn.contains("suggests it"), "{shell}:\n{drawn}");
    assert!(t.run("gti status").contains("git status"), "{shell}: all else is as ever");
    let variables = t.run("env | grep -c '^DARN_[NR]'; echo $DARN_TTY");
    assert!(variables.contains("\n0\n/dev/pts/"), "{shell}: {variables}");
    assert!(sockets(&t).is_empty(), "{shell}");
}
