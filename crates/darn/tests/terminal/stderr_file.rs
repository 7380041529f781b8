//! `capture.mode = "stderr-file"` in a real zsh: standard error goes to a file while a command runs, and all
//! of it to the terminal when the command has ended.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use crate::pty::{Builder, Terminal};

const SETTINGS: &str = "[suggest]\nghost_text = false\n[capture]\nmode = 'stderr-file'\nnever = ['ours']\n";
/// A program that darn knows only by its output.
const TOOL: &str = "#!/bin/sh\necho to-stdout\necho \"error: unknown command \\\"$1\\\" for \\\"sometool\\\"\" >&2\necho >&2\necho 'Did you mean this?' >&2\necho '\tdeploy' >&2\nexit 1\n";
/// Prints where its standard error goes.
const WHERE: &str = "#!/bin/sh\nreadlink /proc/$$/fd/2\nstat -Lc 'mode %a' /proc/$$/fd/2\n";
/// Writes, waits for a key, and writes again.
const WAITS: &str = "#!/bin/sh\necho one >&2\necho up\nread answer </dev/tty\necho two >&2\nexit 3\n";

fn shell() -> Builder {
    Builder::new("zsh")
        .size(100, 60)
        .file(".config/darn/config.toml", SETTINGS)
        .file("bin/sometool", TOOL)
        .file("bin/fdtwo", WHERE)
        .file("bin/waits", WAITS)
}

/// Returns the shell's own standard error.
fn own(t: &Terminal) -> String {
    std::fs::read_link(format!("/proc/{}/fd/2", t.pid())).unwrap().display().to_string()
}

#[test]
fn output_is_printed_before_the_hint() {
    let mut t = shell().start();
    let said = "to-stdout\nerror: unknown command \"depoly\" for \"sometool\"\n\nDid you mean this?\n        deploy\n";
    let drawn = t.run("sometool depoly");
    assert_eq!(drawn.split_once('\n').unwrap().1.split_once('✗').unwrap().0, said);
    assert!(drawn.contains("✗ 1  sometool deploy   — sometool suggests it"), "{drawn}");
    assert!(t.run("darn explain").contains("→ sometool deploy"), "{}", t.screen());
    // in a list, a group, a subshell, a pipeline
    for line in
        ["true; sometool depoly", "{ sometool depoly }", "(sometool depoly)", "true | sometool depoly"]
    {
        let drawn = t.run(line);
        assert!(
            drawn.contains(said.trim_start_matches("to-stdout\n")) && drawn.contains("✗ 1"),
            "{line}:\n{drawn}"
        );
        t.run("true");
    }
    // unknown output of a command is not replaced by that of the previous one
    assert!(!t.run("ls --color=alwys; less --nothing-of-the-kind /").contains("--color=always"));
    assert_eq!(own(&t).split_once("pts").unwrap().0, "/dev/");
}

#[test]
fn output_arrives_unchanged() {
    let mut bytes: Vec<u8> =
        (0..=255).filter(|byte| !b"\n\x0e\x0f\x1b\x90\x98\x9b\x9d\x9e\x9f".contains(byte)).collect();
    bytes.extend("-x\n".repeat(100_000).bytes());
    bytes.extend(b"\xff\xfe no end of the line");
    let expected = String::from_utf8_lossy(&bytes).replace('\n', "\r\n").into_bytes();
    let expected_end = &expected[expected.len() - 300_000..];
    for status in [0, 3] {
        let script = format!("#!/bin/sh\ncat ~/bytes >&2\nexit {status}\n");
        let mut t = shell().file("bin/writes", &script).start();
        std::fs::write(t.home().join("bytes"), &bytes).unwrap();
        let from = t.mark();
        t.run("writes");
        let got = String::from_utf8_lossy(t.bytes_since(&from)).into_owned().into_bytes();
        let found = |part: &[u8]| got.windows(part.len()).any(|window| window == part);
        assert!(found(&expected[..600]) && found(expected_end), "{status}");
        assert_eq!(got.iter().filter(|byte| **byte == b'x').count(), 100_001, "{status}");
    }
}

#[test]
fn capture_file_is_private_and_unlinked() {
    let mut t = shell().start();
    let directory = t.home().join(".local/state/darn/stderr");
    // files of a shell that was just killed, and of a running one
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::set_permissions(&directory, Permissions::from_mode(0o700)).unwrap();
    std::fs::write(directory.join("999999999"), "").unwrap();
    std::fs::write(directory.join("1"), "").unwrap();
    let drawn = t.run("fdtwo");
    assert!(drawn.contains(&format!("{}/{} (deleted)\nmode 600", directory.display(), t.pid())), "{drawn}");
    let left: Vec<_> =
        std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["1"]);
    // a directory that others may enter is not used; a missing one is created
    let mut t = shell().start();
    let directory = t.home().join(".local/state/darn/stderr");
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
    assert!(t.run("fdtwo").contains("\n/dev/pts/"), "{}", t.screen());
    std::fs::remove_dir(&directory).unwrap();
    assert!(t.run("fdtwo").contains("(deleted)"), "{}", t.screen());
    assert_eq!(directory.metadata().unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn interactive_or_private_program_keeps_the_terminal() {
    let mut t = shell().after("f() { fdtwo }; alias p=pass; setopt interactive_comments").start();
    for line in [
        "fdtwo; sudo -n true", "fdtwo less", "fdtwo /usr/bin/vim", "fdtwo; pass show x", "p; fdtwo",
        "fdtwo; gh auth token", "fdtwo ours", " fdtwo", "f", "~/bin/fdtwo", "fdtwo && ./nothing",
        "fdtwo python3.11", "fdtwo; exec 2>&2", "builtin true; fdtwo",
    ] {
        assert!(t.run(line).contains("\n/dev/pts/"), "{line}:\n{}", t.screen());
    }
    // and these do not
    for line in [
        "fdtwo", "fdtwo a b && true", "git x; fdtwo", "X=1 fdtwo", "/bin/true; fdtwo",
        "if true; then fdtwo; fi",
    ] {
        assert!(t.run(line).contains("(deleted)"), "{line}:\n{}", t.screen());
    }
    let from = t.mark();
    t.send("fdtwo &\r");
    t.finish(from.clone(), "fdtwo &");
    t.wait_until("the job", |t| t.drawn(&from).contains("/dev/pts/"));
    t.run("touch file");
    t.send("rm -i file\r");
    t.wait_for("remove regular empty file");
    t.send("n\r");
    t.wait_for("T> ");
}

#[test]
fn interrupted_command_loses_no_output() {
    let mut t = shell().file("bin/dies", "#!/bin/sh\necho last words >&2\nkill -SEGV $$\n").start();
    assert!(t.run("dies").contains("last words"), "{}", t.screen());
    // Ctrl-C
    let from = t.mark();
    t.send("waits\r");
    t.wait_until("the program", |t| t.drawn(&from).contains("\nup"));
    assert!(!t.drawn(&from).contains("one"));
    t.send("\u{3}");
    assert!(t.finish(from, "waits").contains("\none"), "{}", t.screen());
    assert_eq!(own(&t).split_once("pts").unwrap().0, "/dev/");
    // Ctrl-Z, then continued
    let from = t.mark();
    t.send("waits\r");
    t.wait_until("the program", |t| t.drawn(&from).contains("\nup"));
    t.send("\u{1a}");
    assert!(t.finish(from, "waits").contains("\none"), "{}", t.screen());
    assert!(t.run("fdtwo").contains("(deleted)"), "{}", t.screen());
    let from = t.mark();
    t.send("fg\r");
    t.wait_until("the program", |t| t.drawn(&from).contains("continued"));
    t.send("\r");
    let drawn = t.finish(from, "fg");
    assert!(drawn.contains("\ntwo") && !drawn.contains("one"), "{drawn}");
    assert_eq!(own(&t).split_once("pts").unwrap().0, "/dev/");
}

#[test]
fn interrupted_output_is_not_resumed() {
    let floods = "#!/bin/sh\necho begin >&2\nyes flood | head -c 50000000 >&2\nexit 3\n";
    let mut t = shell().file("bin/floods", floods).start();
    let from = t.mark();
    t.send("floods\r");
    t.wait_until("the beginning", |t| !t.bytes_since(&from).is_empty() && t.screen().contains("\nflood\n"));
    t.send("\u{3}");
    t.finish(from.clone(), "floods");
    assert!(t.bytes_since(&from).len() < 50_000_000);
    assert!(!t.run("true").contains("flood"), "{}", t.screen());
    assert!(t.run("sometool depoly").contains("✗ 1"), "{}", t.screen());
}

#[test]
fn output_of_a_background_job_is_printed_at_a_later_prompt() {
    let leaves = "#!/bin/sh\nmkfifo ~/fifo\n(read word <~/fifo; echo late $word >&2) &\necho early >&2\n";
    let mut t = shell().file("bin/leaves", leaves).start();
    assert!(t.run("leaves").contains("early"), "{}", t.screen());
    // meanwhile, files are created and deleted
    let script = "#!/bin/sh\nhead -c 1100000 /dev/zero | tr '\\0' ' ' >&2\n";
    std::fs::write(t.home().join("bin/fills"), script).unwrap();
    std::fs::set_permissions(t.home().join("bin/fills"), Permissions::from_mode(0o755)).unwrap();
    t.run("fills");
    t.run("fills");
    t.run("echo word >~/fifo");
    let deadline = Instant::now() + Duration::from_secs(30);
    while !t.screen().contains("late word") {
        assert!(Instant::now() < deadline, "{}", t.screen());
        t.run("true");
    }
}

#[test]
fn exiting_shell_prints_the_rest() {
    // a failed command ends the shell at once: nothing is redirected then
    let mut t = shell().start();
    t.run("setopt err_exit");
    assert!(t.run("fdtwo").contains("\n/dev/pts/"), "{}", t.screen());
    t.send("sometool depoly\r");
    assert_eq!(t.end(), 1);
    assert!(t.screen().contains("Did you mean this?"), "{}", t.screen());
    // after another command
    let mut t = shell().start();
    t.send("sometool depoly; \\exit 7\r");
    assert_eq!(t.end(), 7);
    assert!(t.screen().contains("Did you mean this?"), "{}", t.screen());
}

#[test]
fn nested_shell_captures_too() {
    let mut t = shell().start();
    t.run("zsh -i");
    assert!(t.run("fdtwo").contains("(deleted)"), "{}", t.screen());
    assert!(t.run("sometool depoly").contains("✗ 1  sometool deploy"), "{}", t.screen());
    t.run("exit");
    assert!(t.run("fdtwo").contains(&format!("/{} (deleted)", t.pid())), "{}", t.screen());
    // the hook's variables for this shell are not passed to another one
    assert!(t.run("sometool depoly").contains("✗ 1"), "{}", t.screen());
    let drawn =
        t.run("darn shell --shell /bin/sh -- -c 'env | grep -c \"^DARN_[OF]\"; env | grep -c DARN_TTY'");
    assert!(drawn.ends_with("\n0\n1"), "{drawn}");
    // loaded again
    t.run(&format!("eval \"$({} init zsh)\"", env!("CARGO_BIN_EXE_darn")));
    assert!(t.run("fdtwo").contains("(deleted)"), "{}", t.screen());
    let open = std::fs::read_dir(format!("/proc/{}/fd", t.pid())).unwrap().flatten();
    let open = open.filter(|fd| std::fs::read_link(fd.path()).is_ok_and(|to| to.ends_with("(deleted)")));
    let names: Vec<_> = open.map(|fd| std::fs::read_link(fd.path()).unwrap()).collect();
    assert!(names.len() <= 2, "{names:?}");
}

#[test]
fn better_source_of_output_prevents_redirection() {
    let mut t = shell().inside().start();
    assert!(t.run("fdtwo").contains("\n/dev/pts/"), "{}", t.screen());
    assert!(t.run("sometool depoly").contains("✗ 1  sometool deploy"), "{}", t.screen());
    let mut t = shell().env("TMUX", "/nowhere,1,0").env("TMUX_PANE", "%0").start();
    assert!(t.run("fdtwo").contains("\n/dev/pts/"), "{}", t.screen());
    // a kitty that cannot be queried
    let mut t = shell().env("KITTY_WINDOW_ID", "1").start();
    assert!(t.run("fdtwo").contains("(deleted)"), "{}", t.screen());
    // disabled
    assert!(t.run("export DARN_DISABLE=1").len() < 100);
    assert!(t.run("fdtwo").contains("\n/dev/pts/"), "{}", t.screen());
    let mut t = shell().file(".config/darn/config.toml", "").start();
    assert!(t.run("fdtwo").contains("\n/dev/pts/"), "{}", t.screen());
    assert!(!t.run("print -l ${(k)functions} | grep -c darn_err").contains("\n1"), "{}", t.screen());
}
