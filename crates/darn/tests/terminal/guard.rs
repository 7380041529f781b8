//! The Enter guard at level `active`, in real bash, zsh and fish. `rm` is a canary: a script that records
//! that it ran, and deletes nothing.

use crate::pty::canary::{self, HOME, ran};
use crate::pty::{Builder, Terminal};

const ACTIVE: &str = "[policy]\nlevel = 'active'\n";

fn builder(shell: &str) -> Builder {
    canary::builder(shell).size(80, 40).file(".config/darn/config.toml", ACTIVE)
}

/// Enters a line that requires the confirm word.
fn ask(t: &mut Terminal, line: &str) {
    t.send(line);
    t.wait_until(&format!("{line:?}"), |t| t.line().ends_with(line));
    t.send("\r");
    t.wait_for("type yes to run it");
}

per_shell!(confirm_word_runs_the_line_and_other_text_returns_to_it: bash, zsh, fish);
fn confirm_word_runs_the_line_and_other_text_returns_to_it(shell: &str) {
    let mut t = builder(shell).start();
    t.run("git before");
    ask(&mut t, "rm -rf ~/x");
    assert!(t.screen().contains("rm -rf ~/x\n") && t.screen().contains("files/delete"), "{}", t.screen());
    let from = t.mark();
    t.send("yes\r");
    t.finish(from, "rm");
    assert_eq!(ran(&t), format!("rm -rf {HOME}/x\n"), "{shell}");
    assert!(!t.screen().contains("type yes"), "{shell}: the question is gone:\n{}", t.screen());
    for keys in ["\x1b", "no\r", "\r", "yes\x1b", "\x1b[A"] {
        // the cursor stands before the last character
        t.send("rm -rf ~/xy\x02");
        t.wait_until("the line", |t| t.line() == "T> rm -rf ~/xy");
        t.send("\r");
        t.wait_for("type yes to run it");
        t.press(keys);
        assert_eq!(t.line(), "T> rm -rf ~/xy", "{shell}: {keys:?}\n{}", t.screen());
        t.press("-");
        assert_eq!(t.line(), "T> rm -rf ~/x-y", "{shell}: the cursor, {keys:?}");
        t.press("\x05\x15");
        assert_eq!(t.line(), "T>", "{shell}");
    }
    assert_eq!(ran(&t).lines().count(), 1, "{shell}: {}", ran(&t));
}

per_shell!(ctrl_c_at_the_question_drops_the_line: bash, zsh, fish);
fn ctrl_c_at_the_question_drops_the_line(shell: &str) {
    for vi in [false, true] {
        let mut t = builder(shell).start();
        if vi {
            t.run(match shell {
                "bash" => "set -o vi",
                "zsh" => "bindkey -v",
                _ => "function fish_mode_prompt; end; fish_vi_key_bindings",
            });
        }
        for (typed, leave) in [("git push -f", ""), ("git push -f", "\x1b")] {
            t.send(typed);
            // (fish may suggest how it goes on)
            t.wait_until("the line", |t| t.line().contains(typed));
            if vi && !leave.is_empty() {
                // into the command mode; a letter that is typed too soon would belong to the Escape
                t.press(leave);
                t.press("0");
            }
            t.send("\r");
            t.wait_for("type yes to run it");
            t.send("\x03");
            t.wait_until(&format!("{shell}: an empty line"), |t| t.line().ends_with('>'));
            t.press("git after");
            assert!(t.line().ends_with("> git after"), "{shell}, vi {vi}: {}", t.screen());
            assert!(t.run("").contains("git ran: after"), "{shell}, vi {vi}: {}", t.screen());
        }
        assert!(!t.screen().contains("git ran: push"), "{shell}: {}", t.screen());
    }
}

per_shell!(unset_variable_counts_as_empty: bash, zsh, fish);
fn unset_variable_counts_as_empty(shell: &str) {
    let (empty, full, mine) = match shell {
        "fish" => ("set EMPTY ''", "set FULL /tmp/darn-none", "function zap; rm -rf \"$UNSET/\"; end"),
        _ => ("EMPTY=", "FULL=/tmp/darn-none", "zap() { rm -rf \"$UNSET/\"; }"),
    };
    let mut t = builder(shell).start();
    for line in [empty, full, mine] {
        t.run(line);
    }
    let braces = ["rm -rf ${UNSET}/*", "rm -rf \"${UNSET:-}/\"", "FOO=$UNSET; rm -rf $FOO/*"];
    let mut lines = vec![
        "rm -rf $UNSET/*", "rm -rf \"$UNSET/\"", "rm -rf \"$EMPTY/\"", "sudo rm -rf \"$UNSET/\"",
        "cd $UNSET && rm -rf *", // names that the hooks might use themselves
        "rm -rf \"$name/\"", "rm -rf \"$text$head$whole$answer$i/\"", "zap",
    ];
    if shell != "fish" {
        lines.extend(braces);
    }
    if shell == "bash" {
        lines.push("rm -rf $1/*");
    }
    for line in lines {
        t.run("clear");
        t.send(line);
        t.wait_until(&format!("{line:?}"), |t| t.line().contains(line));
        t.send("\r");
        t.wait_until(&format!("{shell}: {line:?} is refused"), |t| t.screen().contains("not run: "));
        t.press("");
        t.press("\x05\x15");
    }
    assert_eq!(ran(&t), "", "{shell}");
    t.run("rm -rf $FULL/x");
    t.run("rm -rf \"$FULL/\"");
    if shell != "fish" {
        t.run("rm -rf ${UNSET:-/tmp/darn-none}/y");
        assert!(t.run("rm -rf ${UNSET:?}/*").contains("UNSET"), "{shell}: {}", t.screen());
        t.run("for each in /tmp/darn-none; do rm -rf $each/z; done");
    }
    let all =
        "rm -rf /tmp/darn-none/x\nrm -rf /tmp/darn-none/\nrm -rf /tmp/darn-none/y\nrm -rf /tmp/darn-none/z\n";
    assert!(all.starts_with(&ran(&t)) && ran(&t).lines().count() > 1, "{shell}: {}", ran(&t));
    if shell == "bash" {
        assert!(t.run("set -u; rm -rf $UNSET/*").contains("unbound"), "{}", t.screen());
    }
}

per_shell!(denied_line_says_how_to_allow_it: bash, zsh, fish);
fn denied_line_says_how_to_allow_it(shell: &str) {
    let mut t = builder(shell).start();
    t.run("darn config set policy.allow \"['git deploy']\"");
    t.run("clear");
    t.send("rm -rf /var/log\r");
    t.wait_for("hint: to allow it: ");
    t.press("");
    let screen = t.screen();
    let hint = screen.split("to allow it: ").nth(1).unwrap();
    let command = hint.split("\nT>").next().unwrap().replace('\n', "");
    t.press("\x05\x15");
    t.run(command.trim());
    t.run("rm -rf /var/log");
    assert_eq!(ran(&t), "rm -rf /var/log\n", "{shell}: {command}\n{}", t.screen());
    let kept = t.run("darn config get policy.allow");
    assert!(kept.contains("git deploy"), "{shell}: {kept}");
}

per_shell!(question_about_danger_is_coloured: bash, zsh, fish);
fn question_about_danger_is_coloured(shell: &str) {
    let mut t = builder(shell).start();
    let colour = |t: &Terminal| {
        let row = t.screen().lines().position(|line| line.starts_with('⚠')).unwrap();
        let cell = t.model().cell(u16::try_from(row).unwrap(), 0).unwrap();
        (cell.fgcolor(), cell.dim())
    };
    t.send("git push -f\r");
    t.wait_for("type yes to run it");
    assert_eq!(colour(&t), (vt100::Color::Idx(1), false), "{shell}");
    t.send("\x03");
    t.wait_until("an empty line", |t| t.line() == "T>");
    t.run("git tag -d v1");
    assert_eq!(colour(&t), (vt100::Color::Idx(3), false), "{shell}");
    t.run("clear");
    t.send("rm -rf /\r");
    t.wait_for("not run: ");
    t.press("");
    assert_eq!(colour(&t), (vt100::Color::Idx(1), false), "{shell}");
}

per_shell!(catastrophe_is_denied: bash, zsh, fish);
fn catastrophe_is_denied(shell: &str) {
    let mut t = builder(shell).start();
    t.press("rm -rf /");
    t.send("\r");
    t.wait_for("not run: rm -rf /\n");
    t.press("");
    // (fish may suggest how it goes on)
    assert!(
        t.line().starts_with("T> rm -rf /"),
        "{shell}: it stays for editing:
{}",
        t.screen()
    );
    if shell != "fish" {
        let from = t.mark();
        t.send("\x03");
        t.finish(from, "^C");
        t.press("\x1b[A");
        assert_eq!(t.line(), "T> rm -rf /", "{shell}: in the history");
    }
    t.press("\x05\x15");
    assert!(t.run("git after").contains("git ran: after"), "{shell}");
    assert_eq!(ran(&t), "", "{shell}");
}

per_shell!(obfuscated_catastrophe_is_denied: bash, zsh, fish);
fn obfuscated_catastrophe_is_denied(shell: &str) {
    let define = match shell {
        "fish" => "alias zap 'rm -rf'; function deep; inner; end; function inner; rm -rf /; end",
        _ => "alias zap='rm -rf'; deep() { inner; }; inner() { rm -rf /; }",
    };
    let mut t = builder(shell).start();
    t.run(define);
    for line in [
        "bash -c 'rm -rf /'", "echo / | xargs rm -rf", "zap /", "deep", "git x; r\\m -rf /",
        "\x1b[200~git x\nrm -rf /\x1b[201~",
    ] {
        t.send(line);
        t.press("");
        t.send("\r");
        t.wait_until(&format!("{shell}: a word about {line:?}"), |t| {
            t.screen().contains("not run") || t.screen().contains("type yes")
        });
        if t.screen().contains("type yes") {
            t.press("\x1b");
        }
        t.press("");
        let from = t.mark();
        t.send("\x03");
        t.finish(from, "^C");
        t.run("clear");
    }
    assert_eq!(ran(&t), "", "{shell}");
}

per_shell!(command_blocked_by_the_project_does_not_run: bash, zsh, fish);
/// Words that nothing else looks for.
fn command_blocked_by_the_project_does_not_run(shell: &str) {
    let mut t = builder(shell)
        .file("project/.darn.toml", "[policy]\nblock = ['git deploy']\nallow = ['rm -rf']\nlevel = 'off'\n")
        .file("project/deep/below/x", "")
        .start();
    let project = t.home().join("project");
    assert!(t.run("git deploy").contains("git ran: deploy"), "{shell}");
    for below in ["", "deep/below"] {
        t.run(&format!("cd {}", project.join(below).display()));
        t.send("git deploy\r");
        t.wait_for("not run: git deploy\n");
        // Until then the terminal edits lines itself, and Ctrl-U is its own key.
        t.wait_until("the line is back", |t| t.line() == "T> git deploy");
        assert!(t.screen().replace('\n', "").contains("project/.darn.toml"), "{shell}: {}", t.screen());
        t.press("\x05\x15");
        let drawn = t.run("git after");
        assert!(drawn.contains("git ran: after"), "{shell}: {drawn}");
        ask(&mut t, "rm -rf ~/x"); // which the file cannot allow
        t.press("\x1b");
        t.press("\x05\x15");
    }
    t.run(&format!("cd {}", t.home().display()));
    assert!(t.run("git deploy").contains("git ran: deploy"), "{shell}: elsewhere");
    assert_eq!(ran(&t), "", "{shell}");
}

per_shell!(tab_at_the_question_takes_the_safer_form: bash, zsh, fish);
fn tab_at_the_question_takes_the_safer_form(shell: &str) {
    let mut t = builder(shell).start();
    ask(&mut t, "git push --force origin main");
    assert!(t.screen().contains("Tab takes the safer form"), "{shell}: {}", t.screen());
    t.send("\t");
    t.wait_until("the safer form", |t| t.line() == "T> git push --force-with-lease origin main");
    assert!(!t.screen().contains("git ran"), "{shell}");
    assert!(t.run("").contains("git ran: push --force-with-lease"), "{shell}: {}", t.screen());
}

per_shell!(harmless_line_runs_untouched: bash, zsh, fish);
fn harmless_line_runs_untouched(shell: &str) {
    let mut t = builder(shell).start();
    let status = if shell == "fish" { "$status" } else { "$?" };
    t.run("sh -c 'exit 7'");
    assert!(t.run(&format!("echo {status}")).ends_with("\n7"), "{shell}: {}", t.screen());
    t.run("sh -c 'exit 3' | true | sh -c 'exit 5'");
    let all = match shell {
        "bash" => "echo ${PIPESTATUS[@]}",
        _ => "echo $pipestatus",
    };
    assert!(t.run(all).ends_with("\n3 0 5"), "{shell}: {}", t.screen());
    if shell != "fish" {
        t.run("echo one two");
        assert!(t.run("echo $_").ends_with("\ntwo"), "{shell}: {}", t.screen());
        assert!(t.run("sleep 100 & echo $!; kill $!; wait").contains("\n"), "{shell}");
    }
    // asked about, and `$?` of the command before is still there when it runs
    t.run("sh -c 'exit 9'");
    ask(&mut t, &format!("rm -rf ~/x {status}"));
    let from = t.mark();
    t.send("yes\r");
    t.finish(from, "rm");
    assert_eq!(ran(&t), format!("rm -rf {HOME}/x 9\n"), "{shell}");
    // lines of several lines, continued in each way
    let (lines, wanted) = match shell {
        "fish" => ("for i in a b\recho $i$i\rend\r", "aa\nbb"),
        _ => ("for i in a b\rdo echo $i$i\rdone\r", "aa\nbb"),
    };
    let from = t.mark();
    t.send(lines);
    assert!(t.finish(from, "a loop").ends_with(wanted), "{shell}: {}", t.screen());
    let from = t.mark();
    t.send("echo a\\\rb 'c\rd'\r");
    assert!(t.finish(from, "continued").ends_with("ab c\nd"), "{shell}: {}", t.screen());
}

per_shell!(line_read_by_a_program_is_not_judged: bash, zsh, fish);
fn line_read_by_a_program_is_not_judged(shell: &str) {
    let read = match shell {
        "bash" => "read -e x; echo got $x",
        "zsh" => "vared -c x; echo got $x",
        _ => "read x; echo got $x",
    };
    let mut t = builder(shell).start();
    t.send(read);
    t.press("\r");
    t.press("rm -rf /");
    let from = t.mark();
    t.send("\r");
    let drawn = t.finish(from, "read");
    assert!(drawn.ends_with("got rm -rf /"), "{shell}: {drawn}");
}

per_shell!(dangerous_line_from_vi_mode_or_search_is_guarded: bash, zsh, fish);
fn dangerous_line_from_vi_mode_or_search_is_guarded(shell: &str) {
    let vi = match shell {
        "bash" => "set -o vi; bind 'set keyseq-timeout 1'",
        "zsh" => "bindkey -v",
        _ => "set -g fish_escape_delay_ms 10; fish_vi_key_bindings; function fish_mode_prompt; end",
    };
    // entered from the command mode of vi
    let mut t = builder(shell).before("export KEYTIMEOUT=1").after(vi).start();
    t.press("rm -rf ~/x");
    t.press("\x1b");
    t.send("\r");
    t.wait_for("type yes to run it");
    let from = t.mark();
    t.send("yes\r");
    t.finish(from, "rm");
    assert_eq!(ran(&t).lines().count(), 1, "{shell}: vi");
    // found in the history
    let mut t = builder(shell).start();
    ask(&mut t, "rm -rf ~/x");
    let from = t.mark();
    t.send("yes\r");
    t.finish(from, "rm");
    t.run("git x");
    t.press("\x12rm -r");
    t.send("\r");
    t.wait_for("type yes to run it");
    t.press("\x1b");
    assert_eq!(ran(&t).lines().count(), 1, "{shell}: history");
}

per_shell!(keys_typed_before_the_question_do_not_answer_it: bash, zsh, fish);
fn keys_typed_before_the_question_do_not_answer_it(shell: &str) {
    let mut t = builder(shell)
        .file("bin/hold", "#!/bin/sh\nwhile [ ! -e \"${CANARY%/*}/go\" ]; do sleep 0.02; done\n")
        .start();
    let from = t.mark();
    t.send("hold\r");
    t.wait_until("the program", |t| t.foreground() == "hold");
    t.send("rm -rf ~/x\rgit after\r");
    std::fs::write(t.home().join("go"), "").unwrap();
    t.wait_for("git ran: after");
    let drawn = t.finish(from, "what was typed ahead");
    assert!(drawn.contains("darn: not run"), "{shell}: {drawn}");
    assert_eq!(ran(&t), "", "{shell}");
    if shell != "fish" {
        t.press("\x1b[A\x1b[A");
        assert!(
            t.line().starts_with("T> rm -rf ~/x") || t.line() == "T> git after",
            "{shell}: {}",
            t.screen()
        );
    }
}

#[test]
fn dangerous_line_entered_by_any_key_is_guarded() {
    let edit = "#!/bin/sh\necho 'rm -rf ~/x' >\"$1\"\n";
    // bash: operate-and-get-next, edit-and-execute-command, Ctrl-J
    for (keys, line) in [("\x0f", "rm -rf ~/x"), ("\n", "rm -rf ~/x"), ("\x18\x05", "git x")] {
        let mut t = builder("bash").before("export EDITOR=edit").file("bin/edit", edit).start();
        t.run("git before");
        t.press(line);
        t.send(keys);
        t.wait_for("type yes to run it");
        t.press("\x1b");
        assert_eq!(t.line(), "T> rm -rf ~/x", "bash: {keys:?}\n{}", t.screen());
        assert!(!ran(&t).contains("~/x") && !ran(&t).contains(HOME), "bash: {keys:?}: {}", ran(&t));
    }
    let widgets = "bindkey '^G' accept-and-hold; bindkey '^T' accept-and-infer-next-history";
    for keys in ["\x0f", "\n", "\x07", "\x14"] {
        let mut t = builder("zsh").before(widgets).start();
        t.press("rm -rf ~/x");
        t.send(keys);
        t.wait_for("type yes to run it");
        t.press("\x1b");
        assert_eq!(t.line(), "T> rm -rf ~/x", "zsh: {keys:?}\n{}", t.screen());
        assert_eq!(ran(&t), "", "zsh: {keys:?}");
    }
    let binds = "bind \\cg execute; bind \\ct 'commandline -a \" ~/x\"; commandline -f execute'";
    for (keys, line) in [("\n", "rm -rf ~/x"), ("\x07", "rm -rf ~/x"), ("\x14", "rm -rf")] {
        let mut t = builder("fish").after(binds).start();
        t.press(line);
        t.send(keys);
        t.wait_for("type yes to run it");
        t.press("\x1b");
        assert_eq!(t.line(), "T> rm -rf ~/x", "fish: {keys:?}\n{}", t.screen());
        assert_eq!(ran(&t), "", "fish: {keys:?}");
    }
}

#[test]
fn bash_keys_are_unchanged() {
    let mut t = builder("bash")
        .before("export EDITOR=edit")
        .file("bin/edit", "#!/bin/sh\necho 'git edited' >\"$1\"\n")
        .start();
    t.run("git one");
    t.run("git two");
    t.press("\x1b[A\x1b[A");
    let from = t.mark();
    t.send("\x0f");
    t.wait_until("the next line of the history", |t| t.line() == "T> git two");
    assert!(t.drawn(&from).contains("git ran: one"), "{}", t.screen());
    t.press("\x05\x15");
    let from = t.mark();
    t.send("\x18\x05");
    assert!(t.finish(from, "the editor").contains("git ran: edited"), "{}", t.screen());
}

per_shell!(loop_of_several_lines_is_asked_about_once: bash, zsh);
fn loop_of_several_lines_is_asked_about_once(shell: &str) {
    let lines = ["for f in a b", "do rm -rf ~/$f", "done"];
    let mut t = builder(shell).start();
    t.press(lines[0]);
    t.press("\r");
    t.press(lines[1]);
    t.send("\r");
    t.wait_for("type yes to run it");
    t.press("yes\r");
    t.press(lines[2]);
    let from = t.mark();
    t.send("\r");
    t.finish(from, "the loop");
    assert_eq!(ran(&t), format!("rm -rf {HOME}/a\nrm -rf {HOME}/b\n"), "{shell}: {}", t.screen());
}

per_shell!(command_confirmed_in_the_list_is_not_asked_about_again: bash, zsh, fish);
fn command_confirmed_in_the_list_is_not_asked_about_again(shell: &str) {
    let git = "#!/bin/sh\n[ \"$1\" = psuh ] && exit 1\necho \"git ran: $*\"\n";
    let mut t = builder(shell).file("bin/git", git).start();
    t.run("git psuh --force");
    t.send("darn\r");
    t.wait_for("Esc leaves");
    t.send("\r");
    t.wait_for("type yes to run it");
    let from = t.mark();
    t.send("yes\r");
    assert!(t.finish(from, "what was chosen").contains("git ran: push --force"), "{shell}: {}", t.screen());
}

/// A shell whose darn is a copy, which can be broken while the shell runs.
fn with_copy(shell: &str) -> Terminal {
    let load = match shell {
        "fish" => format!("cp {0} $HOME/darn; $HOME/darn init fish | source", env!("CARGO_BIN_EXE_darn")),
        _ => format!("cp {0} $HOME/darn; eval \"$($HOME/darn init {shell})\"", env!("CARGO_BIN_EXE_darn")),
    };
    let mut builder =
        Builder::new(shell).size(80, 40).without_darn().file(".config/darn/config.toml", ACTIVE);
    let rm = "#!/bin/sh\n[ \"$1\" = --version ] || echo \"rm $*\" >>\"$HOME/ran\"\n";
    builder = builder.before(&load).file("bin/rm", rm);
    builder.start()
}

/// Replaces the program.
fn break_it(t: &Terminal, script: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let file = t.home().join("darn");
    std::fs::remove_file(&file).unwrap();
    if !script.is_empty() {
        // created beside it first: a file that is open for writing cannot be executed
        let new = t.home().join("new");
        std::fs::write(&new, script).unwrap();
        std::fs::set_permissions(&new, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::rename(&new, &file).unwrap();
    }
}

per_shell!(crashed_or_hung_guard_runs_harmless_lines_only: bash, zsh, fish);
fn crashed_or_hung_guard_runs_harmless_lines_only(shell: &str) {
    for script in [
        "#!/bin/sh\nexit 70\n", "#!/bin/sh\nkill -SEGV $$\n", "#!/bin/sh\nexec sleep 1000\n",
        "#!/bin/sh\necho nonsense\n",
    ] {
        let mut t = with_copy(shell);
        break_it(&t, script);
        // suspect, but not of the worst: after a second at most it runs
        assert!(t.run("echo $(echo hi)").contains("\nhi"), "{shell}: {script:?}\n{}", t.screen());
        // (Esc is a key of its own in what fish reads)
        let leave = if shell == "fish" { "\r" } else { "\x1b" };
        for (answer, runs) in [("no\r", 0), (leave, 0), ("\x03", 0), ("yes\r", 1)] {
            if answer == "\x03" && shell != "fish" {
                continue; // there it is an interrupt: a new line
            }
            t.send("rm -rf ~/x");
            t.wait_until("the line", |t| t.line() == "T> rm -rf ~/x");
            t.send("\r");
            t.wait_for("could not judge this line");
            t.press(answer);
            assert_eq!(ran(&t).lines().count(), runs, "{shell}: {script:?} {answer:?}\n{}", t.screen());
            if runs == 0 {
                assert_eq!(t.line(), "T> rm -rf ~/x", "{shell}: {script:?} {answer:?}\n{}", t.screen());
                assert!(t.screen().contains("\nhi\n"), "{shell}: {script:?} {answer:?}\n{}", t.screen());
                t.press("\x05\x15");
            }
        }
    }
}

per_shell!(missing_program_is_reported_once_and_disables_the_guard: bash, zsh, fish);
fn missing_program_is_reported_once_and_disables_the_guard(shell: &str) {
    let mut t = with_copy(shell);
    break_it(&t, "");
    let drawn = t.run("echo $(echo hi)");
    assert!(drawn.contains("the guard is off") && drawn.contains("\nhi"), "{shell}: {drawn}");
    let drawn = t.run("echo $(echo hi)");
    assert!(!drawn.contains("darn") && drawn.contains("\nhi"), "{shell}: {drawn}");
}

per_shell!(ctrl_c_while_the_guard_hangs_keeps_the_line_in_the_history: bash, zsh);
fn ctrl_c_while_the_guard_hangs_keeps_the_line_in_the_history(shell: &str) {
    let mut t = with_copy(shell);
    break_it(&t, "#!/bin/sh\ntouch \"$HOME/asked\"\nexec sleep 1000\n");
    t.send("rm -rf ~/x\r");
    t.wait_until("the program", |t| t.home().join("asked").exists());
    let from = t.mark();
    t.send("\x03");
    t.finish(from, "^C");
    t.press("\x1b[A");
    assert_eq!(t.line(), "T> rm -rf ~/x", "{shell}: {}", t.screen());
    assert_eq!(ran(&t), "", "{shell}");
}

per_shell!(passive_level_warns_above_the_output: bash, zsh, fish);
fn passive_level_warns_above_the_output(shell: &str) {
    let passive = || builder(shell).file(".config/darn/config.toml", "");
    let mut t = passive().start();
    let drawn = t.run("git push --force origin main");
    let lines: Vec<_> = drawn.lines().collect();
    if shell == "bash" {
        assert_eq!(lines[1..], ["git ran: push --force origin main"], "{drawn}");
    } else {
        assert!(lines[1].starts_with("⚠ "), "{shell}: {drawn}");
        assert_eq!(lines[2..], ["git ran: push --force origin main"], "{shell}: {drawn}");
    }
    assert!(!t.run("git status").contains('⚠'), "{shell}");
    let mut t = builder(shell).file(".config/darn/config.toml", "[policy]\nlevel = 'off'\n").start();
    assert!(!t.run("git push --force origin main").contains('⚠'), "{shell}");
}

#[test]
fn level_below_active_binds_no_key_in_bash() {
    let keys = |t: &mut Terminal| {
        t.run(
            "for m in emacs vi-insert vi-command; do bind -m $m -p; bind -m $m -s; bind -m $m -X; done >keys",
        );
        std::fs::read_to_string(t.home().join("keys")).unwrap()
    };
    let bare = keys(&mut Builder::new("bash").without_darn().start());
    for level in ["", "[policy]\nlevel = 'off'\n"] {
        let mut t = Builder::new("bash").file(".config/darn/config.toml", level).start();
        assert_eq!(keys(&mut t), bare, "{level:?}");
    }
    let mut t = Builder::new("bash").file(".config/darn/config.toml", ACTIVE).start();
    assert_ne!(keys(&mut t), bare);
}

per_shell!(doctor_reports_the_guard_active: bash, zsh, fish);
fn doctor_reports_the_guard_active(shell: &str) {
    let mut t = builder(shell).start();
    assert!(t.run("darn doctor").contains("guard: active"), "{shell}: {}", t.screen());
}

per_shell!(doctor_with_enter_taken_reports_the_guard_off:
    bash("bind '\"\\C-m\": \"\\C-j\"'"), fish("bind \\r 'commandline -f repaint'"));
fn doctor_with_enter_taken_reports_the_guard_off(shell: &str, taken: &str) {
    let mut t = builder(shell).after(taken).start();
    let from = t.mark();
    t.send("darn doctor\n");
    let drawn = t.finish(from, "doctor");
    assert!(drawn.contains("guard: off: Enter is bound to something else"), "{shell}: {drawn}");
}
