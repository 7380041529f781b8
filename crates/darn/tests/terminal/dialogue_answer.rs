//! The dialogue inside `darn shell`, from the question to the commands that run, with a real model on this
//! machine.

use std::io::Read as _;
use std::net::TcpListener;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::pty::{Builder, Terminal};
use crate::server::Served;
use serde_json::{Value, json};

/// A program without a known fix.
const TOOL: &str = "#!/bin/sh\necho 'knob: cannot be frobbed' >&2\nexit 3\n";
const ASKED: &str = "Ask a/model for a suggestion? (y/n)";
/// The screen after the failure.
const FAILED: &str = "T> frob\nknob: cannot be frobbed";
const KEY: &str = "testkey-0123456789";

/// One server for all tests in this file that run in one process.
static SERVED: LazyLock<Served> = LazyLock::new(|| Served::llama(KEY));

/// Returns settings with a provider at this address, and extra fields for each request.
fn provider(base_url: &str, body: &Value) -> String {
    format!(
        "[llm]\nenabled = true\nprovider = 'here'\nmodel = 'a/model'\ntimeout = 110\n\
         [llm.providers.here]\nwire = 'openai'\nbase_url = '{base_url}'\n\
         api_key_cmd = 'echo {KEY}'\nextra_body = '{body}'\n"
    )
}

fn builder(shell: &str, config: &str) -> Builder {
    let builder =
        Builder::new(shell).file("bin/frob", TOOL).file(".config/darn/config.toml", config).inside();
    // text after the cursor was not typed
    if shell == "fish" { builder.before("set -g fish_autosuggestion_enabled 0") } else { builder }
}

/// With a real model that gives exactly this reply, forced by a grammar.
fn says(shell: &str, reply: &Value) -> Builder {
    let escaped = reply.to_string().replace('\\', "\\\\").replace('"', "\\\"");
    let body = json!({ "response_format": null, "grammar": format!("root ::= \"{escaped}\"") });
    builder(shell, &provider(&format!("{}/v1", SERVED.url), &body))
}

fn fixes(shell: &str, fix: &str, why: &str) -> Builder {
    says(shell, &json!({ "fix": fix, "alternatives": [], "why": why, "risk": "none", "needs": [] }))
}

/// Causes the question, answers yes, and waits for this text.
fn ask(t: &mut Terminal, part: &str) {
    t.send("frob\r");
    t.wait_for(ASKED);
    t.send("y");
    t.wait_for(part);
}

/// Waits until the box counts seconds; a busy machine may skip the first ones.
fn wait_for_seconds(t: &mut Terminal) {
    t.wait_until("a count of seconds", |t| {
        let screen = t.screen();
        let count = screen.split_once("asking a/model · ").and_then(|(_, behind)| behind.split_once(" s · "));
        count.is_some_and(|(count, _)| count.parse::<u32>().is_ok_and(|count| count > 0))
    });
}

/// Leaves nothing but a prompt.
fn clear(t: &mut Terminal) {
    t.send("\x15");
    t.wait("an empty line", |t| t.line() == "T>");
    t.run("clear");
}

/// Starts a shell and waits for the model's answer.
fn answered(builder: Builder, part: &str) -> Terminal {
    let mut t = builder.start();
    ask(&mut t, part);
    t
}

/// Returns the screen once the box is gone and the line is as expected.
fn after(t: &mut Terminal, keys: &str, line: &str) -> String {
    t.send(keys);
    t.wait(&format!("{line:?}"), |t| !t.screen().contains('╭') && t.line() == line);
    t.screen().trim_end().to_owned()
}

per_shell!(accepted_command_runs_as_if_typed: bash, zsh, fish);
fn accepted_command_runs_as_if_typed(shell: &str) {
    let mut t = answered(fixes(shell, "cd p", "it is there").file("p/x", ""), "Execute? (y/n) · e edits");
    for part in ["│ cd p                     │", "│ it is there              │"] {
        assert!(t.screen().contains(part), "{shell}: {part}\n{}", t.screen());
    }
    t.send("y");
    t.wait_for("Press Enter to run it · any other key leaves");
    assert_eq!(after(&mut t, "\r", "T>"), format!("{FAILED}\nT> cd p\nT>"), "{shell}");
    assert!(t.run("pwd").ends_with("/p"), "{shell}: in the shell itself: {}", t.screen());
    t.send("\x1b[A");
    t.wait("the line before", |t| t.line() == "T> pwd");
    t.send("\x1b[A");
    t.wait("what ran, in the history", |t| t.line() == "T> cd p");
}

per_shell!(accepted_command_that_fails_is_a_failure: bash, zsh, fish);
fn accepted_command_that_fails_is_a_failure(shell: &str) {
    let mut t = answered(fixes(shell, "frob again", "no better"), "Execute?");
    let again = format!("{FAILED}\nT> frob again\nknob: cannot be frobbed");
    t.send("y\r");
    t.wait_for(&format!("{again}\n╭"));
    t.wait_for(ASKED);
    t.send("y");
    t.wait("nothing to propose", |t| !t.screen().contains('╭') && t.line() == "T>");
    let said = "✗ a/model proposed nothing that works here: no better";
    assert_eq!(t.screen(), format!("{again}\n{said}\nT>"), "{shell}: it has just failed");
}

per_shell!(no_or_another_key_dismisses_the_answer: bash, zsh, fish);
fn no_or_another_key_dismisses_the_answer(shell: &str) {
    let mut t = fixes(shell, "touch made", "it").start();
    for (keys, line) in
        [("n", "T>"), ("ls", "T> ls"), ("\x1b[A", "T> frob"), ("2", "T> 2"), ("yes", "T> yes")]
    {
        ask(&mut t, "Execute?");
        assert_eq!(after(&mut t, keys, line), format!("{FAILED}\n{line}"), "{shell}: {keys:?}");
        assert!(!t.home().join("made").exists(), "{shell}: {keys:?}");
        clear(&mut t);
    }
}

per_shell!(text_typed_at_the_answer_arrives_whole_and_runs_nothing: bash, zsh, fish);
/// Typed at a person's pace, without a look at the box.
fn text_typed_at_the_answer_arrives_whole_and_runs_nothing(shell: &str) {
    let mut t = fixes(shell, "touch made", "it").start();
    for keys in ["yes no", "npm --version", "echo on"] {
        ask(&mut t, "Execute?");
        t.type_slowly(keys);
        assert_eq!(after(&mut t, "", &format!("T> {keys}")), format!("{FAILED}\nT> {keys}"), "{shell}");
        assert!(!t.home().join("made").exists(), "{shell}: {keys}");
        clear(&mut t);
    }
    let mut t = fixes(shell, "git push -f origin main", "they differ").start();
    ask(&mut t, "type 'yes' to confirm");
    t.type_slowly("yes no");
    assert_eq!(after(&mut t, "", "T> yes no"), format!("{FAILED}\nT> yes no"), "{shell}");
}

per_shell!(edited_answer_is_text_of_the_line: bash, zsh, fish);
fn edited_answer_is_text_of_the_line(shell: &str) {
    let mut t = answered(fixes(shell, "touch made", "it"), "Execute?");
    after(&mut t, "e", "T> touch made");
    assert!(!t.home().join("made").exists(), "{shell}");
    after(&mut t, "-up\r", "T>");
    assert!(t.home().join("made-up").exists(), "{shell}:\n{}", t.screen());
    after(&mut t, "\x1b[A", "T> touch made-up");
}

per_shell!(dangerous_answer_needs_the_word: bash, zsh, fish);
fn dangerous_answer_needs_the_word(shell: &str) {
    let dangerous = fixes(shell, "git push -f origin main", "they differ");
    let mut t = answered(dangerous, "type 'yes' to confirm");
    for part in ["│ ⚠ WARNING: potentially destructive ", "│ git push -f origin main ", "│ they differ "]
    {
        assert!(t.screen().contains(part), "{shell}: {part}\n{}", t.screen());
    }
    t.send("y");
    t.wait_for("to confirm: y");
    t.send("ep\x7fs");
    t.wait_for("to confirm: yes");
    let ran = format!("{FAILED}\nT> git push -f origin main\ngit ran: push -f origin main\nT>");
    assert_eq!(after(&mut t, "\r", "T>"), ran, "{shell}");
    for keys in ["y\r", "n", "yes\x03", "yeah\r"] {
        clear(&mut t);
        ask(&mut t, "type 'yes' to confirm");
        assert_eq!(after(&mut t, keys, "T>"), format!("{FAILED}\nT>"), "{shell}: {keys:?}");
    }
}

per_shell!(answer_with_steps_runs_them_in_order: bash, zsh, fish);
fn answer_with_steps_runs_them_in_order(shell: &str) {
    let mut t = answered(fixes(shell, "mkdir -p q\ncd q", "first make it"), "Execute?");
    for part in ["│ 1. mkdir -p q ", "│ 2. cd q "] {
        assert!(t.screen().contains(part), "{shell}: {part}\n{}", t.screen());
    }
    let said = "Executing: mkdir -p q\nExecuting: cd q";
    assert_eq!(after(&mut t, "y\r", "T>"), format!("{FAILED}\n{said}\nT>"), "{shell}");
    assert!(t.run("pwd").ends_with("/q"), "{shell}: {}", t.screen());
}

per_shell!(failed_step_becomes_the_failure: bash, zsh, fish);
fn failed_step_becomes_the_failure(shell: &str) {
    let mut t = answered(fixes(shell, "mkdir -p q\nfrob -x\ntouch never", "first make it"), "Execute?");
    t.send("y\r");
    t.wait_for("Executing: frob -x\nknob: cannot be frobbed\n╭");
    t.wait_for(ASKED);
    after(&mut t, "n", "T>");
    assert!(!t.screen().contains("touch"), "{shell}: {}", t.screen());
    assert!(!t.home().join("never").exists(), "{shell}");
    assert!(t.run("echo $__darn_text").ends_with("\nfrob -x"), "{shell}: {}", t.screen());
    if shell != "bash" {
        let status = if shell == "fish" { "$status" } else { "$?" };
        ask(&mut t, "Execute?"); // the same answer to another failure
        t.send("y\r");
        t.wait_for(ASKED);
        after(&mut t, "n", "T>");
        assert!(t.run(&format!("echo {status}")).ends_with("\n3"), "{shell}: {}", t.screen());
    }
}

per_shell!(ctrl_c_stops_all_steps: bash, zsh, fish);
fn ctrl_c_stops_all_steps(shell: &str) {
    let steps = "mkdir -p q\nsleep 1000\ntouch never";
    let mut t = answered(fixes(shell, steps, "first make it"), "Execute?");
    t.send("y\r");
    t.wait_for("Executing: sleep 1000");
    t.wait_until("the step", |t| t.is_running("sleep"));
    after(&mut t, "\x03", "T>");
    assert!(!t.screen().contains("touch"), "{shell}: {}", t.screen());
    assert!(t.run("echo on").ends_with("\non"), "{shell}: {}", t.screen());
    assert!(!t.home().join("never").exists(), "{shell}");
    // what is asked next is asked as ever
    clear(&mut t);
    ask(&mut t, "Execute?");
    after(&mut t, "n", "T>");
}

per_shell!(answer_with_alternatives_lets_one_be_chosen: bash, zsh, fish);
fn answer_with_alternatives_lets_one_be_chosen(shell: &str) {
    let reply = json!({ "fix": "echo one", "alternatives": ["echo two", "echo <name>"], "why": "" });
    let mut t = answered(says(shell, &reply), "or 1-3 choose");
    assert!(t.screen().contains("│ › 1   echo one "), "{shell}:\n{}", t.screen());
    t.send("\x1b[B");
    t.wait_for("│ › 2   echo two ");
    assert_eq!(after(&mut t, "y\r", "T>"), format!("{FAILED}\nT> echo two\ntwo\nT>"), "{shell}");
    for (keys, line) in [("y", "T> 3y"), ("e", "T> echo <name>")] {
        clear(&mut t);
        ask(&mut t, "or 1-3 choose");
        t.send("3");
        t.wait_for("Not complete yet · e edits");
        after(&mut t, keys, line);
    }
}

/// A server that accepts the question and never answers.
fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    (listener, url)
}

per_shell!(typing_ends_the_wait_at_once: bash, zsh, fish);
fn typing_ends_the_wait_at_once(shell: &str) {
    let (listener, url) = silent();
    let mut t = builder(shell, &provider(&url, &json!({}))).start();
    for (keys, line) in [("\x03", "T>"), ("ls -l", "T> ls -l"), ("y", "T> y"), ("\x1b[A", "T> frob")] {
        ask(&mut t, "asking a/model · ");
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 26];
        stream.read_exact(&mut request).unwrap();
        assert_eq!(&request, b"POST /v1/chat/completions ", "{shell}");
        if keys == "\x03" {
            wait_for_seconds(&mut t);
        }
        let since = Instant::now();
        t.send(keys);
        stream.read_to_end(&mut Vec::new()).ok(); // no client is connected any longer
        let took = since.elapsed();
        assert!(took < Duration::from_secs(5), "{shell}: {keys:?}: {took:?}");
        assert_eq!(after(&mut t, "", line), format!("{FAILED}\n{line}"), "{shell}: {keys:?}");
        clear(&mut t);
    }
}

#[test]
fn enter_after_yes_belongs_to_the_answer() {
    let (_listener, url) = silent();
    let mut t = builder("bash", &provider(&url, &json!({}))).start();
    ask(&mut t, "asking");
    t.send("\r");
    wait_for_seconds(&mut t);
    assert_eq!(after(&mut t, "\x03", "T>"), format!("{FAILED}\nT>"));
}

per_shell!(ctrl_c_cancels_the_request: bash, zsh, fish);
/// The server, too, hears of it and stops.
fn ctrl_c_cancels_the_request(shell: &str) {
    let body = json!({ "response_format": null, "max_tokens": 1500, "ignore_eos": true });
    let config = provider(&format!("{}/v1", SERVED.url), &body);
    let mut t = builder(shell, &config).start();
    ask(&mut t, "asking a/model · ");
    wait_for_seconds(&mut t);
    assert_eq!(after(&mut t, "\x03", "T>"), format!("{FAILED}\nT>"), "{shell}");
    SERVED.wait_for("cancel task");
}

per_shell!(provider_error_is_reported_in_one_line: bash, zsh, fish);
fn provider_error_is_reported_in_one_line(shell: &str) {
    let (listener, dead) = silent();
    drop(listener);
    let (_deaf, deaf) = silent();
    let real = provider(&format!("{}/v1", SERVED.url), &json!({}));
    for (config, said) in [
        (provider(&dead, &json!({})), "cannot be reached"),
        (real.replace(KEY, "another"), "the key was refused"),
        (provider(&deaf, &json!({})).replace("timeout = 110", "timeout = 1"), "within 1 s"),
        (real.replace("'here'", "'nobody'"), "nobody"),
    ] {
        let mut t = builder(shell, &config).start();
        t.send("frob\r");
        t.wait_for("for a suggestion?");
        let screen = after(&mut t, "y", "T>");
        let told = screen.strip_prefix(&format!("{FAILED}\n✗ ")).unwrap_or_default();
        assert!(told.contains(said), "{shell}: {said}\n{screen}");
        assert!(t.run("echo on").ends_with("\non"), "{shell}");
    }
}

per_shell!(remote_provider_is_asked_only_after_consent: bash, zsh, fish);
fn remote_provider_is_asked_only_after_consent(shell: &str) {
    // there is no such host: nothing leaves
    let mut t = builder(shell, &provider("https://models.invalid/v1", &json!({}))).start();
    ask(&mut t, "Agree? (y/n)");
    for part in ["first request to models.invalid", "It receives the command", "Secrets are"] {
        assert!(t.screen().contains(part), "{shell}: {part}\n{}", t.screen());
    }
    assert_eq!(after(&mut t, "n", "T>"), format!("{FAILED}\nT>"), "{shell}");
    t.run("clear");
    ask(&mut t, "Agree? (y/n)");
    after(&mut t, "y", "T>");
    assert!(t.screen().contains("✗ "), "{shell}:\n{}", t.screen());
    t.run("clear");
    ask(&mut t, "✗ ");
    assert!(!t.screen().contains("Agree?"), "{shell}: it is remembered\n{}", t.screen());
}

const LONG_REASON: &str = "the knob is one of those that have to be oiled before anybody may frob them";

#[test]
fn box_fits_any_width() {
    for columns in [80, 40, 30, 14] {
        let builder = fixes("bash", "echo one two three four five six", LONG_REASON).size(columns, 40);
        let mut t = builder.start();
        t.send("frob\r");
        t.wait_for("(y/n)");
        t.send("y");
        t.wait_until("the answer", |t| t.screen().contains("edits")); // its last word
        t.send("n");
        t.wait("a prompt", |t| t.line() == "T>" && !t.screen().contains("Execute"));
        assert!(!t.screen().contains(['│', '╭', '╰']), "{columns}:\n{}", t.screen());
    }
}

per_shell!(box_survives_a_resize: bash, zsh, fish);
fn box_survives_a_resize(shell: &str) {
    let mut t = answered(fixes(shell, "echo one", LONG_REASON), "Execute?");
    for columns in [120, 60, 100] {
        t.resize(columns, 40);
        t.wait_until("the box", |t| {
            let screen = t.screen();
            screen.matches("Execute?").count() == 1 && screen.matches('╭').count() == 1
        });
    }
    assert_eq!(after(&mut t, "y\r", "T>"), format!("{FAILED}\nT> echo one\none\nT>"), "{shell}");
}

#[test]
fn box_without_utf_8_and_colour_is_plain_ascii() {
    let mut t = fixes("zsh", "echo one", "").env("LC_ALL", "C").env("NO_COLOR", "1").start();
    ask(&mut t, "Execute? (y/n) | e edits");
    assert!(t.screen().is_ascii(), "{}", t.screen());
    let is_bold = |t: &Terminal| (0..20).any(|row| t.model().cell(row, 3).is_some_and(vt100::Cell::bold));
    assert!(!is_bold(&t), "NO_COLOR");
}
