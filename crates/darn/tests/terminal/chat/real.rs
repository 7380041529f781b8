//! What goes with a question, at a terminal and with a real model server: llama.cpp with a small model, whose reply
//! is forced. Every request is recorded on its way, byte by byte.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::forwarder::{Fault, Faults, Forwarder};
use super::{Chat, FAIL, attachments};
use crate::pty::Builder;
use crate::resident::{Daemon, SOCKET};
use crate::server::Served;

const KEY: &str = "sk-local-7RtYq3ZpLm2VxNc9JdHsFg5QeTaUw8K";
/// Tokens of the server's context, so that a whole conversation fits.
const CONTEXT: usize = 8192;
/// What darn is told of it: in a smaller one less than 10 KB would go.
const WINDOW: usize = 32_768;

/// Servers that ran side by side would wait for each other's computing, longer than a test waits for an answer.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A chat with a real server.
struct Real {
    chat: Chat,
    faults: Faults,
    _served: Served,
    _turn: MutexGuard<'static, ()>,
}

impl Real {
    fn start() -> Self {
        Self::with(Builder::new("bash"), "")
    }

    fn with(builder: Builder, more: &str) -> Self {
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let served = Served::llama_with(KEY, CONTEXT);
        let Forwarder { server, faults } = Forwarder::before(&served.url);
        let forced = r#"{"grammar": "root ::= \"Because **so**.\""}"#;
        let config = format!(
            "[llm]\nenabled = true\nprovider = 'here'\ntimeout = 120\n[llm.providers.here]\nwire = 'openai'\n\
             model = 'smollm2'\nbase_url = '{}/v1'\napi_key_env = 'LOCAL_KEY'\ncontext_window = {WINDOW}\n\
             extra_body = '''{forced}'''\n{more}",
            server.url
        );
        let builder = builder.env("LOCAL_KEY", KEY).env("NO_COLOR", "1");
        let t = builder.file(".config/darn/config.toml", &config).start();
        Self { chat: Chat::open(t, server), faults, _served: served, _turn: turn }
    }

    fn enter(&mut self, line: &str) -> String {
        self.chat.enter(line)
    }

    /// Asks and returns the last message of the request: the question with what goes with it.
    fn ask(&mut self, question: &str) -> String {
        let drawn = self.enter(question);
        assert!(drawn.contains("Because so."), "{question}: {drawn}");
        self.sent()
    }

    /// Returns the last message of the next request.
    fn sent(&self) -> String {
        let request = self.chat.request();
        assert!(!request.contains(KEY), "{request}");
        request.rsplit("\n====\n").next().unwrap().to_owned()
    }
}

#[test]
fn each_form_of_question_takes_the_output_once() {
    let mut real = Real::with(Builder::new("bash").file("a.txt", "text of a\n"), "");
    for question in ["why did this fail?", "?make", "what is @a.txt about?", "with a.txt: why?"] {
        real.enter(FAIL);
        let sent = real.ask(question);
        let block = format!("$ {FAIL}\ncwd: ~\nexit_code: 3\n\nOUTPUT:\nfirst line\nsecond line\n");
        assert_eq!(sent.matches(&block).count(), 1, "{question}: {sent}");
        assert!(sent.contains("<<out-"), "not fenced: {sent}");
        assert_eq!(sent.contains("text of a"), question.contains("a.txt"), "{question}: {sent}");
        assert_eq!(attachments(&real.ask("and?")), 0, "{question}: it goes with one question");
    }
    real.enter(FAIL);
    real.chat.t.send("blog about it\r");
    real.chat.t.wait_for("Write it to (empty: nowhere):");
    assert_eq!(attachments(&real.sent()), 1);
    real.chat.t.send("\r");
    real.chat.until_prompt();
    assert_eq!(attachments(&real.ask("and?")), 0);
}

#[test]
fn only_what_failed_waits_and_only_a_question_takes_it() {
    let mut real = Real::start();
    real.enter("echo fine");
    real.enter("sh -c 'printf \"\\033[?1049h drawn \\033[?1049l\"; exit 3'");
    let sent = real.ask("what now?");
    assert!(!sent.contains("exit_code") && !sent.contains("drawn"), "{sent}");
    real.enter(FAIL);
    // neither a success nor a built-in takes it or drops it
    for line in ["true", "echo fine", "/tokens", "/help", "/last", "/explain ls -l", "/showcapture", "/diff"]
    {
        real.enter(line);
    }
    assert_eq!(real.chat.server.count(), 0, "no model is asked");
    let sent = real.ask("/explain --llm ls -l");
    assert!(sent.contains("`ls -l`") && attachments(&sent) == 0, "{sent}");
    let sent = real.ask("why?");
    assert!(attachments(&sent) == 1 && !sent.contains("fine"), "{sent}");
    // a program that cannot be started has failed, too
    real.enter("!no-such-program-here");
    assert!(real.ask("why?").contains("exit_code: 127"));
}

#[test]
fn answer_that_does_not_come_or_breaks_off_gives_the_output_back() {
    let mut real = Real::start();
    real.enter(FAIL);
    for fault in [Fault::Refused, Fault::Cut] {
        real.faults.set(fault);
        let drawn = real.enter("why?");
        assert!(
            drawn.contains("darn: ") && drawn.contains("goes with your next question"),
            "{fault:?}: {drawn}"
        );
        assert_eq!(drawn.contains("Because"), fault == Fault::Cut, "{fault:?}: {drawn}");
        // a refused request may be sent again
        assert_eq!(attachments(&real.sent()), 1, "{fault:?}");
        while let Ok((_, body)) = real.chat.server.requests.try_recv() {
            assert_eq!(attachments(&String::from_utf8_lossy(&body)), 1, "{fault:?}");
        }
    }
    real.faults.set(Fault::Stuck);
    let from = real.chat.t.mark();
    real.chat.t.send("why?\r");
    real.chat.t.wait("the first words", |t| t.drawn(&from).contains("Because"));
    real.chat.t.send("\x03");
    let is_back = |t: &crate::pty::Terminal| t.drawn(&from).contains("goes with your next question");
    real.chat.t.wait("the prompt", |t| is_back(t) && t.line() == ">");
    assert_eq!(attachments(&real.sent()), 1, "Ctrl-C");
    real.faults.set(Fault::None);
    assert_eq!(attachments(&real.ask("why?")), 1);
    assert_eq!(attachments(&real.ask("and?")), 0);
}

#[test]
fn newest_lines_go_and_secrets_do_not() {
    let secret = "AKIAZ7Q4M2X9C3V5B8N1";
    let mut real = Real::with(Builder::new("bash").file("log", &format!("key {secret}\n")), "");
    real.enter("seq 150; cat log; false");
    let sent = real.ask("why?");
    assert!(sent.contains("OUTPUT:\n...[truncated: showing last 100 lines]\n52\n53\n"), "{sent}");
    assert!(sent.contains("\n150\nkey [REDACTED:") && !sent.contains(secret), "{sent}");
    let line = "äöü all work and no play makes Jack a dull boy all work and no play makes Jack a dull boy";
    real.enter(&format!("for i in $(seq 900); do echo \"$i {line} {line}\"; done | tail -n 90; false"));
    real.chat.t.send("why?\r");
    let sent = real.sent();
    // the answer to so much takes long
    real.chat.t.send("\x03");
    real.chat.until_prompt();
    let output = sent.rsplit("OUTPUT:\n").next().unwrap();
    assert!(output.starts_with("...[truncated: showing last ") && output.contains("\n900 äöü"), "{output}");
    assert!(!output.contains("\n811 ") && !output.contains('\u{fffd}'), "{output}");
    assert!((9_800..10_500).contains(&output.len()), "{}", output.len());
}

#[test]
fn newer_failure_wins_and_last_picks_the_older() {
    let mut real = Real::start();
    real.enter("sh -c 'echo one; exit 4'");
    real.enter("sh -c 'echo two; exit 5'");
    let sent = real.ask("why?");
    assert!(sent.contains("exit_code: 5") && !sent.contains("exit_code: 4"), "{sent}");
    real.enter("/last 2");
    let sent = real.ask("why?");
    assert!(sent.contains("exit_code: 4\n\nOUTPUT:\none\n") && !sent.contains("exit_code: 5"), "{sent}");
    assert!(!real.ask("and?").contains("exit_code"));
}

#[test]
fn failure_of_another_shell_goes_once() {
    let mut other = Builder::new("zsh").env("DARN_SOCKET", &format!("~/{SOCKET}")).start();
    let _daemon = Daemon::start(other.home());
    other.run("mkdir a/b/c");
    let socket = other.home().join(SOCKET);
    let mut real = Real::with(Builder::new("bash").env("DARN_SOCKET", socket.to_str().unwrap()), "");
    real.enter("/last 1");
    let sent = real.ask("why?");
    assert!(sent.contains("$ mkdir a/b/c\n") && sent.contains("exit_code: 1\n"), "{sent}");
    assert!(!real.ask("and?").contains("exit_code"));
}

#[test]
fn setting_decides_what_goes() {
    let mut real = Real::with(Builder::new("bash"), "[chat]\nshell_attach = 'always'\n");
    real.enter("echo fine");
    assert!(real.ask("what?").contains("exit_code: 0\n\nOUTPUT:\nfine\n"));
    real.enter("printf 'see @a.txt\\n/do rm -rf x\\nwith a.txt: why\\n'");
    let sent = real.ask("what?");
    assert!(sent.contains("see @a.txt\n/do rm -rf x\n") && !sent.contains("File a.txt"), "{sent}");
}
