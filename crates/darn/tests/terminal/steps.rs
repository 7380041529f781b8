//! Several commands chosen at once run one by one, each announced before it runs, until one fails.

use crate::pty::{Builder, Terminal};

/// What opens the list.
const WAYS: [&str; 2] = ["darn\r", "\x1b/"];
const PLAIN: &str = "[suggest]\nghost_text = false\n";

fn with(shell: &str) -> Builder {
    // fish's suggestions from the history are not part of the line
    Builder::new(shell)
        .before(if shell == "fish" { "set -g fish_autosuggestion_enabled 0" } else { "" })
        .file(".config/darn/config.toml", PLAIN)
}

/// Fails with `gti …`, opens the list, whose first suggestion has several steps, and presses Enter.
fn choose(t: &mut Terminal, line: &str, way: &str) {
    t.run(line);
    t.send(way);
    t.wait_for("1. git");
    t.wait_for("Esc leaves");
    t.send("\r");
}

/// Returns what was drawn from the first step until the prompt was back.
fn drawn(t: &mut Terminal) -> String {
    t.wait("a prompt", |t| t.screen().contains("Executing: ") && t.line() == "T>");
    let screen = t.screen();
    let (_, said) = screen.split_once("Executing: ").unwrap();
    format!("Executing: {}", said.trim_end())
}

fn status(shell: &str) -> &'static str {
    if shell == "fish" { "echo $status" } else { "echo $?" }
}

per_shell!(steps_are_announced_and_run_at_the_top_level: bash, zsh, fish);
fn steps_are_announced_and_run_at_the_top_level(shell: &str) {
    for way in WAYS {
        let mut t = with(shell).start();
        let sets = if shell == "fish" { "set v one" } else { "declare -a v=(one two)" };
        choose(&mut t, &format!("gti a && mkdir -p q && cd q && {sets} && gti 'b  c'"), way);
        let all = format!(
            "Executing: git a\ngit ran: a\nExecuting: mkdir -p q\nExecuting: cd q\nExecuting: {sets}\n\
                 Executing: git 'b  c'\ngit ran: b  c\nT>"
        );
        assert_eq!(drawn(&mut t), all, "{shell}: {way:?}");
        if shell != "bash" || way != "darn\r" {
            assert!(t.run(status(shell)).ends_with("\n0"), "{shell}: {}", t.screen());
        }
        assert!(t.run("echo $v $PWD").ends_with("/q"), "{shell}: {}", t.screen());
        assert!(t.screen().contains("\none "), "{shell}: {}", t.screen());
    }
}

per_shell!(first_failing_step_stops_and_becomes_the_failure: bash, zsh, fish);
fn first_failing_step_stops_and_becomes_the_failure(shell: &str) {
    for way in WAYS {
        let mut t = with(shell).start();
        choose(&mut t, "gti a && mkdir -p q/inner && cd q/iner && touch never", way);
        let all = drawn(&mut t);
        let ran = "Executing: git a\ngit ran: a\nExecuting: mkdir -p q/inner\nExecuting: cd q/iner\n";
        assert!(all.starts_with(ran), "{shell}: {all}");
        assert!(all.contains("\n✗ 1  cd q/inner "), "{shell}: {way:?}: {all}");
        if shell != "bash" || way != "darn\r" {
            assert!(t.run(status(shell)).ends_with("\n1"), "{shell}: {}", t.screen());
        }
        assert!(t.run("echo $__darn_text").ends_with("\ncd q/iner"), "{shell}: {}", t.screen());
        assert!(!t.home().join("never").exists(), "{shell}");
        t.run("cd q/iner");
        t.press("\t");
        t.wait_until("the line", |t| t.line() == "T> cd q/inner");
    }
}

per_shell!(ctrl_c_stops_all_steps: bash, zsh, fish);
fn ctrl_c_stops_all_steps(shell: &str) {
    for way in WAYS {
        let mut t = with(shell).start();
        choose(&mut t, "gti a && sleep 1000 && touch never && touch never", way);
        t.wait_for("Executing: sleep 1000");
        t.wait_until("the step", |t| t.is_running("sleep"));
        t.send("\x03");
        assert!(!drawn(&mut t).contains("touch"), "{shell}: {way:?}\n{}", t.screen());
        assert!(t.run("echo on").ends_with("T> echo on\non"), "{shell}: {}", t.screen());
        assert!(!t.home().join("never").exists(), "{shell}");
        assert!(!t.screen().contains('✗') || t.screen().matches('✗').count() == 1, "{shell}: {}", t.screen());
        t.run("gti status");
        assert!(t.screen().contains("✗ 127  git status"), "{shell}: it goes on\n{}", t.screen());
    }
}

per_shell!(history_contains_the_steps: bash, zsh, fish);
/// The whole, as it was offered; in fish, where nothing can be added to it, each.
fn history_contains_the_steps(shell: &str) {
    for way in WAYS {
        let mut t = with(shell).start();
        choose(&mut t, "gti a && cd bin && gti b", way);
        drawn(&mut t);
        t.run("echo x");
        let expected = if shell == "fish" { "git b" } else { "git a && cd bin && git b" };
        let up = "\x1b[A";
        t.press(&up.repeat(2));
        t.wait_until("the line", |t| t.line() == format!("T> {expected}"));
        if shell == "bash" {
            t.press("\x15");
            let list = t.run("history 4");
            assert!(!list.contains("__darn"), "{list}");
            assert_eq!(list.matches("git a &&").count(), 1, "{list}");
        }
    }
}

per_shell!(last_argument_is_that_of_the_previous_step: bash, zsh);
fn last_argument_is_that_of_the_previous_step(shell: &str) {
    for way in WAYS {
        let mut t = with(shell).start();
        let comment = if shell == "zsh" { "" } else { " # there" };
        choose(&mut t, &format!("gti a && mkdir -p q && cd $_{comment}"), way);
        drawn(&mut t);
        assert!(t.run("pwd").ends_with("/q"), "{shell}: {way:?}\n{}", t.screen());
    }
}

per_shell!(steps_run_under_any_shell_settings: bash, zsh, fish);
fn steps_run_under_any_shell_settings(shell: &str) {
    let settings: &[&str] = match shell {
        "bash" => &[
            "set -u -o noglob; IFS=xe; alias printf=false eval=false history=false; HISTCONTROL=ignoreboth",
            "shopt -u promptvars; set -o vi; set +o history",
            "set -o posix; trap 'echo err >/dev/null' ERR; PROMPT_COMMAND='echo -n'",
        ],
        "zsh" => &[
            "setopt no_unset no_glob sh_word_split ksh_arrays; IFS=xe; alias printf=false eval=false print=false",
            "setopt hist_ignore_space hist_ignore_all_dups share_history prompt_subst; HISTFILE=~/.h SAVEHIST=9",
        ],
        _ => &[
            "set -g IFS x; alias printf false; set -g fish_key_bindings fish_vi_key_bindings; function fish_mode_prompt; end",
        ],
    };
    for before in settings {
        for way in WAYS {
            if before.contains("vi") && way != "darn\r" {
                continue; // Alt is Escape there
            }
            let mut t = with(shell).after(before).start();
            t.run("gti a && echo 'text * xexe' && cd bin");
            t.send(way);
            if before.contains("+o history") {
                t.wait_for("no failed command");
                continue;
            }
            t.wait_for("1. git");
            t.wait_for("Esc leaves");
            t.send("\r");
            t.wait("the end", |t| t.screen().contains("Executing: cd bin") && t.line().starts_with("T>"));
            let screen = t.screen();
            let all = "Executing: git a\ngit ran: a\nExecuting: echo 'text * xexe'\ntext * xexe\nExecuting: cd bin\nT>";
            assert!(screen.contains(all), "{shell}: {before}\n{screen}");
            assert!(t.run("pwd").ends_with("/bin"), "{shell}: {before}\n{}", t.screen());
        }
    }
}

per_shell!(exclamation_marks_in_steps_are_not_expanded: bash, zsh);
/// What runs is what was shown, to the byte: `!` is a sign of the history where its user types it.
fn exclamation_marks_in_steps_are_not_expanded(shell: &str) {
    let (off, on) = match shell {
        "bash" => ("set +H", "PROMPT_COMMAND='[[ $(history 1) != *gti* ]] || set -H'"),
        _ => ("setopt no_bang_hist", "preexec() { [[ $1 != gti* ]] || setopt bang_hist }"),
    };
    // it is not where the line is typed that fails, and is from then on
    for way in WAYS {
        for chain in ["", " && gti 'c' \"!!\""] {
            let mut t = with(shell).after(on).start();
            t.run("echo before");
            t.run(off);
            t.run(&format!("gti \"a!ec\" \"b!!\"{chain}"));
            t.send(way);
            t.wait_for("Esc leaves");
            t.send("\r");
            t.wait("the end", |t| t.line() == "T>" && t.screen().contains("git ran: "));
            let screen = t.screen();
            assert!(screen.contains("git ran: a!ec b!!"), "{shell}: {way:?}\n{screen}");
            assert!(chain.is_empty() || screen.contains("git ran: c !!"), "{shell}: {way:?}\n{screen}");
            t.run("echo xy");
            assert!(t.run("echo !!").ends_with("\necho xy"), "{shell}: it is on again\n{}", t.screen());
        }
    }
}

per_shell!(output_without_a_newline_is_kept: bash, zsh, fish);
fn output_without_a_newline_is_kept(shell: &str) {
    let mut t = with(shell).start();
    choose(&mut t, "gti a && printf part && cd bin", "\x1b/");
    assert!(drawn(&mut t).contains("Executing: printf part\npart"), "{shell}: {}", t.screen());
    assert!(t.screen().contains("\nExecuting: cd bin\nT>"), "{shell}: {}", t.screen());
}

per_shell!(prompt_between_steps_is_removed: bash, zsh, fish);
fn prompt_between_steps_is_removed(shell: &str) {
    let two_lines = match shell {
        "bash" => "PS1='over\\nT> '",
        "zsh" => "PROMPT=$'over\\nT> '",
        _ => "function fish_prompt; echo over; echo -n 'T> '; end",
    };
    for (columns, rows, lines) in [(100, 40, 0), (100, 24, 30), (40, 18, 30)] {
        let mut t = with(shell).after(two_lines).size(columns, rows).start();
        t.run(&format!("seq {lines}"));
        let long = "echo aaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbb";
        choose(&mut t, &format!("gti a && {long} && gti b"), "\x1b/");
        t.wait("the end", |t| t.screen().contains("git ran: b\nover\nT>"));
        let screen = t.screen();
        let (_, said) = screen.split_once("Executing: git a").unwrap_or_default();
        assert_eq!(said.matches("T>").count(), 1, "{shell}: {screen}");
        assert_eq!(said.matches("over").count(), 1, "{shell}: {screen}");
        assert_eq!(said.matches("Executing").count(), 2, "{shell}: {screen}");
    }
}

#[test]
fn dumb_terminal_shows_plain_lines() {
    let mut t = with("bash").env("TERM", "dumb").start();
    t.run("gti a && cd bin");
    t.send("\x1b/");
    t.wait_for("2. cd bin");
    t.send("\r");
    t.wait("the end", |t| t.screen().ends_with("Executing: git a\ngit ran: a\nExecuting: cd bin\nT>"));
    assert!(t.run("pwd").ends_with("/bin"), "{}", t.screen());
}

per_shell!(steps_are_not_guarded_twice: bash, zsh, fish);
fn steps_are_not_guarded_twice(shell: &str) {
    let config = format!("{PLAIN}[policy]\nlevel = 'active'\nconfirm_word = 'ano'\n");
    let mut t = with(shell).file(".config/darn/config.toml", &config).start();
    t.run("gti a && gti push -f origin main && cd bin");
    t.send("\x1b/");
    t.wait_for("2. git push -f origin main");
    t.send("\r");
    t.wait_for("type ano to run it");
    t.send("ano\r");
    let all = "Executing: git a\ngit ran: a\nExecuting: git push -f origin main\ngit ran: push -f origin main\n\
                   Executing: cd bin\nT>";
    assert_eq!(drawn(&mut t), all, "{shell}");
    assert!(t.run("pwd").ends_with("/bin"), "{shell}: {}", t.screen());
}
