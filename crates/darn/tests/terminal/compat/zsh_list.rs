//! zsh and fish: the list, `darn` itself, pasted scripts, the cost of a prompt.

use crate::pty::{Builder, EXPORTED, Terminal, Way, way};

/// Opens the list with some keys, presses others in it, returns what was drawn.
fn in_list(t: &mut Terminal, open: &str, keys: &str) -> String {
    t.send(open);
    t.wait_for("Esc leaves");
    t.press(keys)
}

both_ways!(chosen_command_runs_at_the_top_level: zsh, fish);
fn chosen_command_runs_at_the_top_level(shell: &str) {
    let (line, look, history) = match shell {
        "zsh" => ("cd /usr; typeset -a m=(1 2); gti x", "echo $m $PWD", "fc -ln -2 -2"),
        _ => ("cd /usr; set -l m 1 2; gti x", "echo $m $PWD", "echo $history[2]"),
    };
    let mut t = Builder::new(shell).start();
    t.run(line);
    t.run("cd /");
    in_list(&mut t, "darn\r", "\r");
    assert!(
        t.screen().contains(&format!("T> {}\ngit ran: x", line.replace("gti", "git"))),
        "{shell}: {}",
        t.screen()
    );
    if shell == "zsh" {
        assert!(t.run(look).ends_with("\n1 2 /usr"), "{shell}: {}", t.screen());
    } else {
        assert!(t.run(look).ends_with(" /usr"), "{shell}: {}", t.screen());
    }
    assert!(t.run(history).ends_with(&line.replace("gti", "git")), "{shell}: {}", t.screen());
}

both_ways!(list_opens_by_word_and_by_key: zsh, fish);
fn list_opens_by_word_and_by_key(shell: &str) {
    for open in ["darn\r", "\x1b/"] {
        let mut t = Builder::new(shell).start();
        let drawn = |t: &Terminal| t.screen().matches("git ran").count();
        t.run("gti status");
        in_list(&mut t, open, "\x1b");
        assert_eq!((t.line().replace("T> git status", "T>").as_str(), drawn(&t)), ("T>", 0), "{shell}: left");
        assert!(!t.screen().contains("Esc leaves"), "{shell}: {}", t.screen());
        in_list(&mut t, "darn\r", "e");
        assert_eq!((t.line().as_str(), drawn(&t)), ("T> git status", 0), "{shell}: to edit");
        t.press("\x15");
        t.run("gti log");
        in_list(&mut t, open, "1\r"); // a digit selects, Enter runs
        assert_eq!(drawn(&t), 1, "{shell}: {}", t.screen());
    }
}

both_ways!(command_run_from_the_list_may_fail: zsh, fish);
fn command_run_from_the_list_may_fail(shell: &str) {
    let mut t = Builder::new(shell)
        .file("bin/git", "#!/bin/sh\necho \"git ran: $*\"\n[ $1 != x ] || exec sh -c 'exit 3'\n")
        .start();
    t.run("gti x && gti y");
    in_list(&mut t, "darn\r", "\r");
    assert!(t.run("echo $__darn_text").ends_with("\ngit x"), "{shell}: {}", t.screen());
}

both_ways!(darn_without_a_failure_or_in_a_pipe_says_so: zsh, fish);
fn darn_without_a_failure_or_in_a_pipe_says_so(shell: &str) {
    let mut t = Builder::new(shell).start();
    assert_eq!(t.run("darn"), "T> darn\ndarn: no failed command in this shell yet");
    t.run("gti status");
    assert!(t.run("darn | cat").ends_with("\ngit status"), "{shell}");
    assert!(t.run("darn --version").contains("\ndarn "), "{shell}");
    assert!(!t.run("darn --nonsense").contains('✗'), "{shell}");
}

const SCRIPT: &str = "gti status\ntrue\ngti log\necho done\n";

/// The screen after keys that enter the script.
fn pasted(shell: &str, before: &str, keys: &str) -> String {
    let mut t = Builder::new(shell).before(before).start();
    let from = t.mark();
    t.send(keys);
    t.finish(from, "the script");
    t.wait_until("the end of the script", |t| t.screen().contains("\ndone"));
    t.press("");
    t.screen()
}

both_ways!(pasted_script_is_hinted_once_at_its_end: zsh, fish);
fn pasted_script_is_hinted_once_at_its_end(shell: &str) {
    let screen = pasted(shell, if shell == "zsh" { "unset zle_bracketed_paste" } else { "" }, SCRIPT);
    assert_eq!(screen.matches('✗').count(), 1, "{shell}: {screen}");
    assert!(screen.contains("✗ 127  git log"), "{shell}: {screen}");
    let hint = screen.find('✗').expect("the hint");
    assert!(hint > screen.rfind("\ndone").expect("the end"), "{shell}: {screen}");
}

both_ways!(bracketed_paste_is_one_successful_line: zsh, fish);
fn bracketed_paste_is_one_successful_line(shell: &str) {
    let screen = pasted(shell, "", &format!("\x1b[200~{}\x1b[201~\r", SCRIPT.trim_end()));
    // only inside `darn shell` zsh knows what was not found
    let known = usize::from(shell == "zsh" && way() == Way::Inside);
    assert_eq!(screen.matches('✗').count(), known, "{shell}: {screen}");
}

both_ways!(success_forks_nothing: zsh, fish);
fn success_forks_nothing(shell: &str) {
    let mut t = Builder::new(shell)
        .program(&[
            "strace", "-f", "-qq", "-e", "trace=fork,vfork,clone,clone3,execve", "-o", "trace", shell, "-i",
        ])
        .start();
    let calls = |t: &Terminal| {
        std::fs::read_to_string(t.home().join("trace"))
            .expect("the trace")
            .lines()
            .filter(|l| l.contains('(') && !l.contains("resumed") && !l.contains("CLONE_THREAD"))
            .count()
    };
    t.run("true");
    let before = calls(&t);
    for _ in 0..5 {
        t.run("true");
        t.run("echo x");
        t.run("");
    }
    assert_eq!(calls(&t) - before, 0, "{shell}");
    let before = calls(&t);
    t.run("false");
    let program = calls(&t) - before;
    assert!(program <= 4, "{shell}: {program} calls for a failure");
}

both_ways!(script_parses_without_errors: zsh, fish);
fn script_parses_without_errors(shell: &str) {
    let script = match shell {
        "zsh" => include_str!("../../../../shell/src/zsh/hook.zsh"),
        _ => include_str!("../../../../shell/src/fish/hook.fish"),
    };
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), script).expect("the script");
    let out = std::process::Command::new(shell).arg("-n").arg(file.path()).output().expect("the shell");
    assert!(
        out.status.success() && out.stderr.is_empty(),
        "{shell}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
}

both_ways!(program_receives_aliases_and_functions: zsh, fish);
fn program_receives_aliases_and_functions(shell: &str) {
    let lines = match shell {
        "zsh" => "__darn_program=$HOME/bin/spy; __darn_channel=; alias gg='git \"log\"'; hello() { true }",
        _ => {
            "set -g __darn_program $HOME/bin/spy; set -g __darn_channel; alias gg 'git \"log\"'; function hello; end"
        }
    };
    let spy = "#!/bin/sh\nenv -0 | grep -z ^DARN_ | tr '\\0' '|' >$HOME/told\n";
    let mut t = Builder::new(shell).after(lines).file("bin/spy", spy).start();
    t.run("echo one");
    t.run(" echo secret");
    t.run("gg; gti status");
    let told = std::fs::read_to_string(t.home().join("told")).expect("what was told");
    for part in ["DARN_COLUMNS=100|", "gg=git \"log\"", "hello", "echo one"] {
        assert!(told.contains(part), "{shell}: {part:?} in {told}");
    }
    assert!(!told.contains("secret") && !told.contains("__darn"), "{shell}: {told}");
    t.run("true");
    let left = t.run(EXPORTED);
    assert!(left.ends_with("\n0"), "{shell}: {left}");
}
