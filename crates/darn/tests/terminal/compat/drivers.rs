//! Programs that drive their own shell: script, expect, Emacs, the wrapper behind Jupyter's shells; and
//! shells without a user. Scenario 66.

use crate::compat::plugins::mends;
use crate::pty::Builder;

both_ways!(scenario_66_script: bash, zsh, fish);
fn scenario_66_script(shell: &str) {
    let command = format!("{shell} -i");
    let mut t = Builder::new(shell).program(&["script", "-eqc", &command, "record"]).start();
    mends(&command, &mut t);
    t.send("exit 3\r");
    assert_eq!(t.end(), 3, "{shell}");
    let record = std::fs::read_to_string(t.home().join("record")).expect("the record");
    assert!(
        record.contains("git status\u{1b}[2m   — did you mean") && !record.contains("73276"),
        "{shell}: {record:?}"
    );
}

both_ways!(scenario_66_expect: bash, zsh, fish);
fn scenario_66_expect(shell: &str) {
    let script = format!(
            "set timeout 30\nspawn {shell} -i\nexpect \"T> \"\nsend \"gti status\\r\"\nexpect \"did you mean\"
            expect \"T> \"\nsend \"\\t\"\nexpect \"git status\"\nsend \"\\r\"\nexpect \"git ran: status\"\nexpect \"T> \"
            send \"false\\r\"\nexpect \"T> \"\nsend \"exit 5\\r\"\nexpect eof\nputs \"ended with [lindex [wait] 3]\"\n"
        );
    let mut t = Builder::new(shell).file("drive", &script).start();
    let drawn = t.run("expect drive");
    assert!(drawn.ends_with("\nended with 5"), "{shell}: {drawn}");
    assert!(drawn.contains("\ngit ran: status\n"), "{shell}: {drawn}");
}

both_ways!(scenario_66_emacs);
/// Emacs's M-x shell is a terminal without escape sequences and with its own keys.
fn scenario_66_emacs() {
    const DRIVE: &str = r#"
(require 'shell)
(setq explicit-shell-file-name "bash")
(with-current-buffer (shell)
  (let ((process (get-buffer-process (current-buffer))))
    (dolist (step '(("echo begun" . "begun\n") ("gti status" . "✗ 127") ("(exit 3)" . "") ("echo \"<$?>\"" . "<3>\n")))
      (comint-send-string process (concat (car step) "\n"))
      (let ((deadline (+ (float-time) 30)))
        (while (not (save-excursion (goto-char (point-min)) (search-forward (cdr step) nil t)))
          (if (> (float-time) deadline) (error "no %s in %s" (cdr step) (buffer-string)))
          (accept-process-output process 1))))
    (princ (concat (replace-regexp-in-string "\e" "ESCAPE" (buffer-string)) "\n"))))
"#;
    let mut t = Builder::new("bash").file("drive.el", DRIVE).start();
    let drawn = t.run("emacs -Q --batch -l drive.el 2>&1");
    assert!(drawn.contains("T> bash: gti: command not found\n"), "{drawn}");
    assert_eq!(
        drawn.matches("✗ 127  git status   — did you mean `git`?   [darn] choose\n").count(),
        1,
        "{drawn}"
    );
    // it may already contain the next prompt
    let last = drawn.trim_end().trim_end_matches("T>").trim_end();
    assert!(last.ends_with("<3>") && !drawn.contains("ESCAPE"), "{drawn}");
}

both_ways!(scenario_66_the_wrapper_of_jupyter_kernels);
/// The basis of Jupyter's shell kernels: each command's output and nothing else.
fn scenario_66_the_wrapper_of_jupyter_kernels() {
    const DRIVE: &str = "from pexpect import replwrap
shell = replwrap.bash()
for line in ['echo one', 'gti status', 'false', 'echo $?', 'echo two']:
    print(line, ascii(shell.run_command(line)))
";
    let drawn = |builder: Builder| builder.file("drive.py", DRIVE).start().run("/usr/bin/python3 drive.py");
    let drawn_with = drawn(Builder::new("bash"));
    assert_eq!(drawn_with, drawn(Builder::new("bash").without_darn()));
    assert_eq!(drawn_with.matches("bash: gti: command not found").count(), 1, "{drawn_with}");
}

both_ways!(scenario_66_non_interactive_shell_loads_nothing: bash, zsh, fish, dash);
/// A CI script: no terminal, no user.
fn scenario_66_non_interactive_shell_loads_nothing(shell: &str) {
    let (script, says) = match shell {
        "bash" => (
            "eval \"$(DARN init bash)\"; gti; echo $?; declare -F; echo \"$PROMPT_COMMAND$PS0\"",
            "gti: command not found",
        ),
        "zsh" => (
            "eval \"$(DARN init zsh)\"; gti; echo $?; print -n ${(Mk)functions:#*darn*}; echo $precmd_functions",
            "command not found: gti",
        ),
        "fish" => (
            "DARN init fish | source; gti; echo $status; functions -a | string match '*darn*'; echo",
            "Unknown command: gti",
        ),
        _ => ("PS1=; eval \"$(DARN init sh)\"; gti; echo $?; echo \"$PS1\"", "gti: not found"),
    };
    let darn = env!("CARGO_BIN_EXE_darn");
    let home = tempfile::tempdir().expect("a home");
    let output = std::process::Command::new(shell)
        .args(["-c", &script.replace("DARN", darn)])
        .env_clear()
        .env("HOME", home.path())
        .env("PATH", "/usr/bin:/bin")
        .env("CI", "true")
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "127\n\n", "{shell}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.lines().next().is_some_and(|line| line.ends_with(says)), "{shell}: {error}");
    assert!(!error.contains('✗'), "{shell}: {error}");
}
