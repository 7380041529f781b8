//! The keys that ask a model, in real shells, with a real model on this machine whose replies are forced, and
//! with a provider that is dead, silent, or without consent.

use std::io::Read as _;
use std::net::TcpListener;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::pty::asking::asking;
use crate::pty::{Builder, Terminal};
use crate::server::Served;
use serde_json::json;

/// A program without a known fix.
const TOOL: &str = "#!/bin/sh\necho 'knob: cannot be frobbed' >&2\nexit 3\n";
const OFFER: &str = "✗ 3  no offline suggestion   [Alt-?] ask a/model";
const ANSWER: &str = "✗ 3  ls -l bin   — shows the knobs   [Tab] use · [Alt-/] more";
const KEY: &str = "testkey-0123456789";
const ASK: &str = "\x1b?";

/// One server for all tests in this file.
static SERVED: LazyLock<Served> = LazyLock::new(|| Served::llama(KEY));

fn with(shell: &str, base_url: &str, body: &str, more: &str) -> Builder {
    let config = format!(
        "[suggest]\nghost_text = false\n[llm]\nenabled = true\nprovider = 'here'\nmodel = 'a/model'\ntimeout = 60\n\
         {more}\n[llm.providers.here]\nwire = 'openai'\nbase_url = '{base_url}'\n\
         api_key_cmd = 'echo {KEY}'\nextra_body = '{body}'\n"
    );
    Builder::new(shell)
        .before(if shell == "fish" { "set -g fish_autosuggestion_enabled 0" } else { "" })
        .file("bin/frob", TOOL)
        .file(".config/darn/config.toml", &config)
        .file("run/kept", "")
        .env("XDG_RUNTIME_DIR", "~/run")
}

/// With a real model that gives exactly this reply, forced by a grammar.
fn says(shell: &str, fix: &str) -> Builder {
    says_with(shell, fix, &["ls bin"])
}

fn says_with(shell: &str, fix: &str, alternatives: &[&str]) -> Builder {
    let reply = json!({ "fix": fix, "alternatives": alternatives, "why": "shows the knobs" });
    let escaped = reply.to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let body = json!({ "response_format": null, "grammar": format!("root ::= \"{escaped}\"") });
    with(shell, &format!("{}/v1", SERVED.url), &body.to_string(), "")
}

/// Starts a provider that accepts the request and never answers; the listener shows when the client leaves.
fn silent() -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    (format!("http://{}/v1", listener.local_addr().unwrap()), listener)
}

fn failed(builder: Builder) -> Terminal {
    let mut t = builder.start();
    let drawn = t.run("frob");
    assert!(drawn.ends_with(OFFER), "{drawn}");
    t
}

/// Waits for an existing answer as the user would: bash shows it at the next prompt.
fn answered(t: &mut Terminal, shell: &str, answer: &str) {
    t.wait_until("the end of the question", |t| !is_asking(t));
    if shell == "bash" {
        t.run("");
    }
    t.wait_for(answer);
}

/// Returns whether a request is in progress.
fn is_asking(t: &Terminal) -> bool {
    asking(t).next().is_some()
}

/// Checks that no process and no FIFO is left.
fn nothing_left(t: &mut Terminal) {
    t.wait_until("the end of the question", |t| !is_asking(t));
    let left: Vec<_> = std::fs::read_dir(t.home().join("run/darn")).into_iter().flatten().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Presses keys until the line is as expected.
fn takes(t: &mut Terminal, keys: &str, line: &str, what: &str) {
    t.press(keys);
    t.wait_until(&format!("{line:?} ({what})"), |t| t.line() == line);
}

per_shell!(answer_arrives_while_typing_and_tab_accepts_it: bash, zsh, fish);
fn answer_arrives_while_typing_and_tab_accepts_it(shell: &str) {
    let mut t = failed(says(shell, "ls -l bin"));
    t.press(ASK);
    t.press("echo a");
    if shell == "bash" {
        t.wait_until("the end of the question", |t| !is_asking(t));
        assert_eq!(t.line(), "T> echo a", "{shell}: what is typed is left alone");
        assert!(t.run("").ends_with(&format!("\na\n{ANSWER}")), "{shell}: {}", t.screen());
    } else {
        t.wait_for(ANSWER);
        t.wait("the line", |t| t.line() == "T> echo a");
        let prompts = t.screen().matches("T> ").count();
        assert_eq!(prompts, 2, "{shell}: the prompt is drawn anew, not again\n{}", t.screen());
        takes(&mut t, "\x05\x15", "T>", shell);
    }
    nothing_left(&mut t);
    takes(&mut t, "\t", "T> ls -l bin", shell);
    // the list knows it, too, without a request
    t.send("\x1b/");
    t.wait_for("› 1   ls -l bin");
    t.wait_for("  2   ls bin");
    t.press("\x1b");
    let drawn = t.run("");
    assert!(drawn.contains("frob"), "{shell}: it runs: {drawn}");
    let own = if shell == "fish" { "T> al?" } else { "T> al" };
    takes(&mut t, "al\x1b?", own, "given back");
    assert!(!is_asking(&t), "{shell}");
}

per_shell!(prompt_of_several_lines_is_redrawn_once: zsh, fish);
/// What is said comes in the place of the prompt, however high that is, and the prompt once below it.
fn prompt_of_several_lines_is_redrawn_once(shell: &str) {
    let prompt = match shell {
        "zsh" => "setopt prompt_subst; PROMPT=$'over\\n$(echo more)\\nT> '; RPROMPT=right",
        _ => {
            "function fish_prompt; echo over; echo (set_color red)more; echo -n 'T> '; end; \
             function fish_right_prompt; echo right; end"
        }
    };
    for rows in [40, 10] {
        // nothing is sent without consent
        let mut t = with(shell, "https://models.invalid/v1", "{}", "").size(80, rows).start();
        t.send(&format!("{prompt}; clear\r"));
        t.wait_until("the prompt", |t| t.screen().starts_with("over\nmore\nT>"));
        t.send("frob\r");
        t.wait("the offer", |t| t.screen().contains("no offline suggestion") && t.line().starts_with("T>"));
        t.send(ASK);
        t.wait("the answer", |t| {
            t.screen().contains("not yet allowed")
                && t.line().starts_with("T>")
                && t.screen().contains("right")
        });
        let screen = t.screen();
        let (_, said) = screen.split_once("no offline suggestion").unwrap();
        let counts = ["over", "more", "T>"].map(|part| said.matches(part).count());
        assert_eq!(counts, [1, 1, 1], "{shell}:\n{screen}");
        t.send("echo on\r");
        t.wait_for("\non\nover");
    }
}

per_shell!(model_key_returns_at_once_and_asks_once: bash, zsh, fish);
fn model_key_returns_at_once_and_asks_once(shell: &str) {
    let (url, listener) = silent();
    let mut t = failed(with(shell, &url, "{}", ""));
    let from = Instant::now();
    t.send(ASK);
    t.wait_for("asking a/model");
    let took = from.elapsed();
    eprintln!("{shell}: {took:?}");
    assert!(took < Duration::from_secs(10), "{shell}: {took:?}"); // 20 ms on a machine of its own
    let (mut first, _) = listener.accept().unwrap();
    t.press(ASK);
    assert_eq!(asking(&t).count(), 1, "{shell}");
    takes(&mut t, "echo typed", "T> echo typed", shell);
    assert!(t.run("").contains("\ntyped"), "{shell}");
    // Ctrl-C is for the line
    t.press("\x03");
    assert!(is_asking(&t), "{shell}: Ctrl-C at the prompt is not for the question");
    // another failure ends it
    t.run("gti status");
    first.read_to_end(&mut Vec::new()).unwrap();
    nothing_left(&mut t);
    // so does the end of the shell
    t.run("frob");
    t.press(ASK);
    let (mut second, _) = listener.accept().unwrap();
    t.send("exit\r");
    t.end();
    second.read_to_end(&mut Vec::new()).unwrap();
    nothing_left(&mut t);
}

per_shell!(failed_request_is_one_line_with_a_remedy: bash, zsh, fish);
fn failed_request_is_one_line_with_a_remedy(shell: &str) {
    // no server listens there any more
    let dead = silent().0;
    let mut t = failed(with(shell, &dead, "{}", ""));
    t.press(ASK);
    answered(&mut t, shell, "✗ 3  ");
    t.wait_until("a second line", |t| t.screen().matches("✗ 3").count() == 2);
    let (url, _listener) = silent();
    let mut t = failed(with(shell, &url, "{}", "").file("p/.darn.toml", "[llm]\nenabled = false\n"));
    t.run("cd p");
    assert!(!t.run("frob").contains("ask a/model"), "{shell}: a project may say no");
    let mut t = failed(with(shell, "https://models.invalid/v1", "{}", ""));
    t.press(ASK);
    answered(&mut t, shell, "you have not yet allowed sending data to models.invalid — run `darn fix --llm`");
    nothing_left(&mut t);
}

per_shell!(ctrl_c_at_the_consent_question_cancels: bash, zsh, fish);
fn ctrl_c_at_the_consent_question_cancels(shell: &str) {
    // nothing is sent without consent
    let mut t = failed(with(shell, "https://models.invalid/v1", "{}", ""));
    t.send("darn fix --llm\r");
    t.wait_for("Agree? [y/N]");
    t.send("\x03");
    t.wait("a prompt", |t| t.line() == "T>");
    assert!(t.screen().contains("darn: cancelled"), "{shell}: {}", t.screen());
}

per_shell!(model_is_offered_only_without_an_offline_suggestion: bash, zsh, fish);
fn model_is_offered_only_without_an_offline_suggestion(shell: &str) {
    let (url, _listener) = silent();
    let mut t = with(shell, &url, "{}", "").start();
    assert!(t.run("gti status").ends_with("[Tab] use"), "{shell}");
    t.send(ASK);
    t.wait_for("asking a/model");
    for _ in 0..2 {
        assert!(t.run("frob").ends_with(OFFER), "{shell}");
    }
    for more in ["auto_prompt = false", "min_confidence = 'high'"] {
        let mut t = with(shell, &url, "{}", more).start();
        let drawn = t.run("frob");
        assert!(!drawn.contains('✗'), "{shell}: {more}: {drawn}");
        t.send(ASK);
        t.wait_for("asking a/model"); // asked for, all the same
    }
    let mut t = with(shell, &url, "{}", "[keys]\nmodel = 'f5'").start();
    assert!(t.run("frob").ends_with("[F5] ask a/model"), "{shell}");
    t.send("\x1b[15~");
    t.wait_for("asking a/model");
}

per_shell!(offer_in_vi_mode_names_the_command: bash("set -o vi"), zsh("bindkey -v"));
fn offer_in_vi_mode_names_the_command(shell: &str, vi: &str) {
    let mut t = with(shell, "http://127.0.0.1:9/v1", "{}", "").before(vi).start();
    assert!(t.run("frob").ends_with("[darn fix --llm] ask a/model"), "{shell}: {}", t.screen());
}

per_shell!(failure_without_a_hint_can_be_asked_about: bash, zsh, fish);
/// Nothing is said of them unasked, and nothing else is bound.
fn failure_without_a_hint_can_be_asked_about(shell: &str) {
    let (url, _listener) = silent();
    let tool = |status| format!("#!/bin/sh\necho 'it is {status}'\nexit {status}\n");
    let mut t = with(shell, &url, "{}", "")
        .file("bin/pass", &tool(1))
        .file("run.sh", &tool(1))
        .file("bin/pytest", &tool(2))
        .start();
    for line in ["sh run.sh", "pytest"] {
        let drawn = t.run(line);
        assert!(!drawn.contains('✗'), "{shell}: {drawn}");
        t.press(ASK);
        t.wait_until("the question", is_asking);
        t.run("clear");
        t.run("gti status"); // another failure ends it
        t.wait_until("the end of the question", |t| !is_asking(t));
    }
    for line in ["true", "false", "grep nothing run.sh", "pass show x", "sh -c 'kill -INT $$'"] {
        t.run(line);
        t.press(ASK);
        assert!(!is_asking(&t), "{shell}: {line}");
        t.press("\x03");
    }
}

per_shell!(certain_suggestion_stays_first: bash, zsh, fish);
/// The user asked, and sees what came of it; Tab and the list begin with what is certain all the same.
fn certain_suggestion_stays_first(shell: &str) {
    let mut t = says_with(shell, "git log", &["git status"]).start();
    assert!(t.run("gti status").contains("git status"), "{shell}");
    t.press(ASK);
    answered(&mut t, shell, "git status   — a/model adds 1   [Tab] use");
    nothing_left(&mut t);
    takes(&mut t, "\t", "T> git status", shell);
    t.send("\x1b/");
    t.wait_for("› 1   git status");
    t.wait_for("  2   git log");
    t.press("\x1b");
    // nor does an error take it away
    let dead = silent().0;
    let mut t = with(shell, &dead, "{}", "").start();
    t.run("gti status");
    t.press(ASK);
    answered(&mut t, shell, "cannot be reached");
    takes(&mut t, "\t", "T> git status", shell);
}

per_shell!(disabled_models_bind_no_key: bash, zsh, fish);
fn disabled_models_bind_no_key(shell: &str) {
    let mut t = Builder::new(shell).file("bin/frob", TOOL).start();
    let drawn = t.run("frob");
    assert!(drawn.ends_with("cannot be frobbed"), "{shell}: {drawn}");
    let functions = match shell {
        "fish" => "functions -an | grep -c '__darn_\\(model\\|wish\\)'",
        _ => "typeset -f | grep -c '^__darn_\\(model\\|wish\\)[a-z_]* ()'",
    };
    assert!(t.run(functions).ends_with("\n0"), "{shell}: {}", t.screen());
}

per_shell!(request_on_the_line_becomes_a_command: bash, zsh, fish);
fn request_on_the_line_becomes_a_command(shell: &str) {
    let (key, undo) = match shell {
        "bash" => ("\x18\x14", "\x18\x15"),
        "zsh" => ("\x18\x14", "\x1f"),
        _ => ("\x1bx", "\x1a"),
    };
    let mut t = says(shell, "ls -l bin").start();
    takes(&mut t, "list the knobs", "T> list the knobs", shell);
    takes(&mut t, key, "T> ls -l bin", shell);
    takes(&mut t, undo, "T> list the knobs", "undo");
    takes(&mut t, "\x05\x15", "T>", shell);
    t.send(key);
    t.wait_for("darn>");
    t.send("größte\x7f\x7f");
    t.wait_for("darn> größ");
    takes(&mut t, "\x1b", "T>", "Esc leaves");
    t.send(key);
    t.wait_for("darn>");
    t.send("what is in bin\r");
    t.wait_until("the command", |t| t.line() == "T> ls -l bin");

    let mut t = says_with(shell, "git push -f origin main", &[]).start();
    takes(&mut t, "away with it", "T> away with it", shell);
    t.press(key);
    t.wait("the line", |t| t.line() == "T> git push -f origin main");
    assert!(t.screen().contains("⚠ "), "{shell}: {}", t.screen());
}

per_shell!(cancelled_request_restores_the_line: bash("\x18\x14"), zsh("\x18\x14"), fish("\x1bx"));
fn cancelled_request_restores_the_line(shell: &str, key: &str) {
    let (url, listener) = silent();
    let mut t = with(shell, &url, "{}", "").start();
    takes(&mut t, "list the knobs", "T> list the knobs", shell);
    t.send(key);
    let (mut asked, _) = listener.accept().unwrap();
    t.wait_for("a/model: list the knobs");
    t.send("\x03");
    t.wait("the line as it was", |t| t.line() == "T> list the knobs");
    asked.read_to_end(&mut Vec::new()).unwrap();
    let dead = silent().0;
    let mut t = with(shell, &dead, "{}", "").start();
    takes(&mut t, "list the knobs", "T> list the knobs", shell);
    t.press(key);
    t.wait("the line as it was, below what hinders", |t| {
        t.screen().contains("darn: ") && t.line() == "T> list the knobs"
    });
}

per_shell!(text_typed_during_a_request_is_appended: bash, zsh, fish);
/// Text typed meanwhile is not lost; an Enter is, because the user has not seen what it would run.
fn text_typed_during_a_request_is_appended(shell: &str) {
    let key = match shell {
        "bash" | "zsh" => "\x18\x14",
        _ => "\x1bx",
    };
    let (url, _listener) = silent();
    let mut t = with(shell, &url, "{}", "").start();
    takes(&mut t, "list the knobs\x1b[D", "T> list the knobs", shell);
    t.send(key);
    t.wait_for("a/model: list the knobs");
    t.send(" böx\x7f\x1b[Cy\rrest\x03");
    t.wait("the line", |t| t.line() == "T> list the knob böys");
    assert!(!t.screen().contains("list: "), "{shell}: it ran\n{}", t.screen());
    let mut t = says(shell, "ls -l bin").start();
    takes(&mut t, "list the knobs", "T> list the knobs", shell);
    t.send(key);
    t.wait_for("a/model: list the knobs");
    t.send(" -a");
    t.wait("the command", |t| t.line() == "T> ls -l bin -a");
}

per_shell!(key_bound_by_the_user_stays: bash, zsh, fish);
fn key_bound_by_the_user_stays(shell: &str) {
    let own = match shell {
        "bash" => "bind '\"\\C-x\\C-t\": \"own\"'",
        "zsh" => "bindkey -s '^X^T' own",
        _ => "bind \\ex 'commandline -i own'",
    };
    let (url, _listener) = silent();
    let mut t = with(shell, &url, "{}", "").before(own).start();
    takes(&mut t, if shell == "fish" { "\x1bx" } else { "\x18\x14" }, "T> own", shell);
}

per_shell!(darn_ask_puts_the_command_on_the_line: bash, zsh, fish);
fn darn_ask_puts_the_command_on_the_line(shell: &str) {
    let mut t = says(shell, "ls -l bin").start();
    t.send("darn ask list the knobs\r");
    t.wait_until("the command", |t| t.line() == "T> ls -l bin");
    let drawn = t.run("");
    assert!(drawn.contains("frob"), "{shell}: {drawn}");
    let drawn = t.run("darn ask list the knobs | cat");
    assert!(drawn.ends_with("| cat\nls -l bin\nls bin"), "{shell}: {drawn}");
}
