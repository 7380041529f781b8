//! The question inside `darn shell` if a provider is enabled and no rule has a suggestion.

use crate::pty::{Builder, Terminal};

/// A program without a known fix.
const TOOL: &str = "#!/bin/sh\necho 'knob: cannot be frobbed' >&2\nexit 3\n";
const ASKED: &str = "Ask a/model for a suggestion? (y/n)";

fn builder(shell: &str) -> Builder {
    Builder::new(shell)
        .file("bin/frob", TOOL)
        .file(".config/darn/config.toml", "[llm]\nenabled = true\nmodel = \"a/model\"\n")
}

/// Starts a shell and waits for the question.
fn asked(shell: &str) -> Terminal {
    let mut t = builder(shell).inside().start();
    fail(&mut t);
    t
}

fn fail(t: &mut Terminal) {
    t.send("frob\r");
    t.wait_for(ASKED);
}

/// Returns the screen once the question is gone and the prompt is back.
fn after(t: &mut Terminal, keys: &str) -> String {
    t.send(keys);
    t.wait("a prompt", |t| !t.screen().contains(ASKED) && t.line().starts_with('T'));
    t.screen().trim_end().to_owned()
}

per_shell!(no_removes_the_question_without_a_trace: bash, zsh, fish);
fn no_removes_the_question_without_a_trace(shell: &str) {
    let mut t = asked(shell);
    let parts =
        ["╭─", "│ ⚠ Command failed                    │", "│ Ask a/model for a suggestion? (y/n) │", "╰─"];
    assert!(parts.iter().all(|part| t.screen().contains(part)), "{shell}:\n{}", t.screen());
    let screen = after(&mut t, "n");
    assert_eq!(screen, "T> frob\nknob: cannot be frobbed\nT>", "{shell}");
    let status = if shell == "fish" { "echo $status" } else { "echo $?" };
    assert!(t.run(status).ends_with("\n3"), "{shell}: {}", t.screen());
}

per_shell!(question_answered_no_can_be_asked_later_by_key: bash, zsh, fish);
/// darn binds its key as after any other failure, and the user's own binding returns afterwards.
fn question_answered_no_can_be_asked_later_by_key(shell: &str) {
    let own = match shell {
        "bash" => "bind '\"\\e?\": \"own\"'",
        "zsh" => "bindkey -s '^[?' own",
        _ => "bind \\e\\? 'commandline -i own'; set -g fish_autosuggestion_enabled 0",
    };
    // there is no such host: nothing leaves
    let config = "[llm]\nenabled = true\nmodel = \"a/model\"\nprovider = 'here'\n\
                      [llm.providers.here]\nwire = 'openai'\nbase_url = 'https://models.invalid/v1'\n";
    let builder = builder(shell).file(".config/darn/config.toml", config);
    let mut t = builder.before(own).inside().start();
    for keys in ["n", "%\x7f"] {
        fail(&mut t);
        after(&mut t, keys);
        t.send("\x1b?");
        // zsh's line is gone when the answer comes
        let said = ["asking a/model", "you have not yet allowed"];
        t.wait_until("the question", |t| said.iter().any(|said| t.screen().contains(said)));
        t.run("clear");
    }
    t.press("x\x1b?");
    t.wait_until("the user's own", |t| t.line() == "T> xown");
}

per_shell!(other_key_at_the_question_goes_to_the_shell: bash, zsh, fish);
fn other_key_at_the_question_goes_to_the_shell(shell: &str) {
    for (keys, line) in [
        ("%", "T> %"),
        ("yes", "T> yes"),
        ("\x1b[A", "T> frob"),
        ("\x1b[200~echo pasted\x1b[201~", "T> echo pasted"),
        ("\u{e9}", "T> é"),
    ] {
        let mut t = asked(shell);
        let screen = after(&mut t, keys);
        assert_eq!(screen, format!("T> frob\nknob: cannot be frobbed\n{line}"), "{shell}: {keys:?}");
    }
    let mut t = asked(shell);
    t.send("e");
    t.send("cho one");
    t.wait_until("the line", |t| t.line() == "T> echo one");
    assert!(t.run("").ends_with("\none"), "{shell}: {}", t.screen());
    if shell == "fish" {
        return; // it draws nothing for Ctrl-C on an empty line
    }
    fail(&mut t);
    let prompts = t.screen().matches("T>").count();
    t.send("\x03");
    t.wait("prompts", |t| t.screen().matches("T>").count() == prompts + 2);
    assert!(t.run("echo two").ends_with("\ntwo"), "{shell}: {}", t.screen());
}

per_shell!(typed_word_beginning_like_an_answer_arrives_whole: bash, zsh, fish);
/// The first key of a command may be one that answers: `npm`, `yarn`.
fn typed_word_beginning_like_an_answer_arrives_whole(shell: &str) {
    for keys in ["npm --version", "yes no"] {
        let mut t = asked(shell);
        t.type_slowly(keys);
        let screen = after(&mut t, "");
        assert_eq!(screen, format!("T> frob\nknob: cannot be frobbed\nT> {keys}"), "{shell}");
    }
    let mut t = asked(shell);
    assert_eq!(after(&mut t, "n\r"), "T> frob\nknob: cannot be frobbed\nT>", "{shell}: Enter is part of it");
}

per_shell!(question_dismissed_twice_becomes_a_line: bash, zsh, fish);
fn question_dismissed_twice_becomes_a_line(shell: &str) {
    const TOLD: &str = "darn: no more questions in this session; Alt-? asks a/model";
    let mut t = asked(shell);
    after(&mut t, "n");
    fail(&mut t);
    assert!(!t.screen().contains(TOLD), "{shell}: {}", t.screen());
    after(&mut t, "%\x7f");
    t.wait_until("an empty line", |t| t.line() == "T>");
    assert!(t.screen().contains(TOLD), "{shell}: {}", t.screen());
    t.run("true");
    t.run("clear");
    let drawn = t.run("frob");
    assert!(drawn.ends_with("✗ 3  no offline suggestion   [Alt-?] ask a/model"), "{shell}: {drawn}");
    assert!(!t.screen().contains(ASKED) && !t.screen().contains(TOLD), "{shell}: {}", t.screen());
}

per_shell!(exit_of_a_nested_shell_is_no_failure: bash, zsh, fish);
/// Its status is that of what was entered there last, which has been told there.
fn exit_of_a_nested_shell_is_no_failure(shell: &str) {
    let mut t = builder(shell).inside().start();
    t.send("bash --norc --noprofile\r");
    t.wait_until("its prompt", |t| t.line().ends_with(['$', '#']));
    t.send("nosuchprogram\r");
    t.wait_for("command not found");
    t.wait_until("its prompt", |t| t.line().ends_with(['$', '#']));
    t.send("exit\r");
    t.wait("a prompt", |t| t.line() == "T>");
    assert!(!t.screen().contains("suggestion?") && !t.screen().contains('✗'), "{shell}: {}", t.screen());
}

per_shell!(keys_typed_before_the_question_do_not_answer_it: bash, zsh, fish);
/// Typed while the command ran: meant for the shell, and its user is not to be disturbed.
fn keys_typed_before_the_question_do_not_answer_it(shell: &str) {
    let mut t =
        builder(shell).file("bin/frob", &TOOL.replace("exit", "read line </dev/tty; exit")).inside().start();
    t.send("frob\r");
    t.wait_for("cannot be frobbed");
    t.send("\r%");
    t.wait("the line", |t| t.line().ends_with("T> %"));
    assert!(!t.screen().contains(ASKED), "{shell}:\n{}", t.screen());
}

per_shell!(question_does_not_appear_where_it_would_disturb: bash, zsh, fish);
fn question_does_not_appear_where_it_would_disturb(shell: &str) {
    let is_asked = |mut t: Terminal, line: &str| {
        t.run(line);
        t.screen().contains("suggestion?")
    };
    assert!(!is_asked(builder(shell).start(), "frob"), "{shell}: outside of darn shell");
    assert!(!is_asked(builder(shell).inside().start(), "gti status"), "{shell}: there is an answer");
    assert!(!is_asked(builder(shell).inside().start(), "true"), "{shell}: nothing failed");
    for config in ["", "[llm]\nenabled = true\nauto_prompt = false\n"] {
        let t = builder(shell).file(".config/darn/config.toml", config).inside().start();
        assert!(!is_asked(t, "frob"), "{shell}: {config}");
    }
    let project = builder(shell).file("p/.darn.toml", "[llm]\nenabled = false\n").inside().start();
    assert!(!is_asked(project, "cd p && frob"), "{shell}: a project may say no");
    let project = builder(shell)
        .file(".config/darn/config.toml", "")
        .file("p/.darn.toml", "[llm]\nenabled = true\n")
        .inside()
        .start();
    assert!(!is_asked(project, "cd p && frob"), "{shell}: a project may not say yes");
}

#[test]
fn question_fits_any_width() {
    for (columns, parts) in [
        (40, ["│ ⚠ Command failed    ", "│ Ask a/model for a suggestion? (y/n) │"]),
        (30, ["│ Ask a/model for a ", "│ suggestion? (y/n)"]),
        (14, ["Ask a/model", "(y/n)"]),
    ] {
        let mut t = builder("bash").inside().size(columns, 24).start();
        t.send("frob\r");
        t.wait_until("the question", |t| parts.iter().all(|part| t.screen().contains(part)));
        t.send("n");
        t.wait("a prompt", |t| !t.screen().contains("Ask") && t.line() == "T>");
    }
    let mut t = builder("zsh").inside().env("LC_ALL", "C").start();
    t.send("frob\r");
    t.wait_for(ASKED);
    assert!(t.screen().contains("| ! Command failed                    |"), "{}", t.screen());
    assert!(t.screen().is_ascii(), "{}", t.screen());
}

per_shell!(ended_session_leaves_no_process: bash, zsh, fish);
/// A pending request ends with the relay, however that ends, and the shell gets a hangup.
fn ended_session_leaves_no_process(shell: &str) {
    let t = asked(shell);
    let (relay, home) = (t.outer(), t.home().display().to_string());
    rustix::process::kill_process(relay, rustix::process::Signal::KILL).unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    loop {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let left: Vec<_> = all
            .filter(|entry| {
                let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
                String::from_utf8_lossy(&environment).contains(&home)
            })
            .filter(|entry| !std::fs::read(entry.path().join("cmdline")).unwrap_or_default().is_empty())
            .collect();
        if left.is_empty() {
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{shell}: {left:?}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

per_shell!(question_survives_a_resize: bash, zsh, fish);
fn question_survives_a_resize(shell: &str) {
    let mut t = asked(shell);
    for (columns, shown) in [(120, ASKED), (60, ASKED), (100, ASKED)] {
        t.resize(columns, 24);
        t.wait_until("the question", |t| t.screen().matches(shown).count() == 1);
    }
    let screen = after(&mut t, "n");
    assert_eq!(screen, "T> frob\nknob: cannot be frobbed\nT>", "{shell}");
}
