//! `darn chat` at a terminal: commands and questions, and the output that goes with exactly one question.

use std::time::Duration;

use crate::pty::{Builder, Terminal};
use crate::resident::{Daemon, SOCKET};
use crate::scripted::{STREAM, Server, delta, response, say, stream, until_closed};

mod answers;
mod forwarder;
mod real;

/// Prints two lines and fails.
const FAIL: &str = "sh -c 'echo first line; echo second line; exit 3'";

struct Chat {
    t: Terminal,
    server: Server,
}

impl Chat {
    /// Starts a chat whose model answers as told; the number counts the questions from 0.
    fn start(shell: &str, answer: impl Fn(usize, &mut std::net::TcpStream) + Send + Sync + 'static) -> Self {
        Self::with(Builder::new(shell), "", answer)
    }

    fn with(
        builder: Builder,
        more: &str,
        answer: impl Fn(usize, &mut std::net::TcpStream) + Send + Sync + 'static,
    ) -> Self {
        let server = Server::new(answer);
        let config = format!(
            "[llm]\nenabled = true\nprovider = 'here'\n[llm.providers.here]\nwire = 'openai'\nmodel = 'm'\n\
             base_url = '{}/v1'\ncontext_window = 32768\n{more}",
            server.url
        );
        Self::open(builder.file(".config/darn/config.toml", &config).start(), server)
    }

    /// Starts the chat in a shell whose settings name the server.
    fn open(t: Terminal, server: Server) -> Self {
        let mut chat = Self { t, server };
        chat.t.answer_queries();
        chat.t.send("darn chat\r");
        chat.until_prompt();
        chat
    }

    fn until_prompt(&mut self) {
        self.t.wait("the chat's prompt", |t| t.line() == ">");
    }

    /// Enters a line and waits for the next prompt; returns the screen.
    fn enter(&mut self, line: &str) -> String {
        self.t.send(line);
        let end: String = line.chars().skip(line.chars().count().saturating_sub(20)).collect();
        self.t.wait("the line", |t| t.line().ends_with(&end));
        self.t.send("\r");
        self.until_prompt();
        self.t.screen()
    }

    /// Returns the process id of the chat.
    fn pid(&mut self) -> i32 {
        let drawn = self.enter("echo chat $PPID");
        let line = drawn.lines().find_map(|line| line.strip_prefix("chat "));
        line.and_then(|pid| pid.trim().parse().ok()).unwrap()
    }

    /// Returns the body of the next request.
    fn request(&self) -> String {
        let (_, body) = self.server.requests.recv_timeout(Duration::from_secs(20)).unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let messages = body["messages"].as_array().unwrap();
        messages
            .iter()
            .map(|message| message["content"].as_str().unwrap())
            .collect::<Vec<_>>()
            .join("\n====\n")
    }
}

fn answers(_: usize, connection: &mut std::net::TcpStream) {
    say(connection, stream("Because **so**.\n").as_bytes());
}

/// Returns the resident memory of a process, in KiB (proc_pid_status(5)).
fn resident(pid: i32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

fn attachments(request: &str) -> usize {
    request.matches("exit_code: 3").count()
}

per_shell!(failing_output_goes_with_one_question: bash, zsh, fish, mksh);
fn failing_output_goes_with_one_question(shell: &str) {
    let mut chat = Chat::start(shell, answers);
    let drawn = chat.enter(FAIL);
    assert!(drawn.contains("second line\n"), "{drawn}");
    assert!(
        drawn.contains("(captured failing output: 2 lines, 22 bytes; goes with your next question)"),
        "{drawn}"
    );
    // neither a success nor a built-in takes it
    chat.enter("true");
    chat.enter("/tokens");
    let drawn = chat.enter("why did this fail?");
    assert!(drawn.contains("2 lines, 22 bytes)") && drawn.contains("Because"), "{drawn}");
    let request = chat.request();
    let block = format!("$ {FAIL}\ncwd: ~\nexit_code: 3\n\nOUTPUT:\nfirst line\nsecond line\n");
    assert!(request.contains(&block), "{request}");
    assert!(request.contains("<<out-"), "not fenced: {request}");
    chat.enter("and how is it mended?");
    let request = chat.request();
    assert_eq!(attachments(&request), 1, "the first question keeps its own: {request}");
    assert!(request.ends_with("and how is it mended?"), "{request}");
    chat.t.send("\x04");
    chat.t.wait("the shell's prompt", |t| t.line() == "T>");
}

#[test]
fn each_form_of_question_takes_it() {
    let mut chat = Chat::with(Builder::new("bash").file("a.txt", "text of a\n"), "", answers);
    for question in ["?make", "what is @a.txt about?", "with a.txt: why?"] {
        chat.enter(FAIL);
        chat.enter(question);
        let request = chat.request();
        let last = request.rsplit("\n====\n").next().unwrap();
        assert_eq!(attachments(last), 1, "{question}: {last}");
        assert_eq!(last.contains("text of a"), question.contains("a.txt"), "{question}: {last}");
    }
    chat.enter(FAIL);
    chat.t.send("blog about it\r");
    chat.t.wait_for("Write it to (empty: nowhere):");
    assert_eq!(attachments(chat.request().rsplit("\n====\n").next().unwrap()), 1);
    chat.t.send("post.md\r");
    chat.t.wait_for("Write post.md?");
    chat.t.send("y\r");
    chat.t.wait_for("/restore takes it back");
    assert_eq!(std::fs::read_to_string(chat.t.home().join("post.md")).unwrap(), "Because **so**.\n");
}

#[test]
fn success_and_full_screen_programs_attach_nothing() {
    let mut chat = Chat::start("bash", answers);
    chat.enter("echo fine");
    chat.enter("sh -c 'printf \"\\033[?1049h drawn \\033[?1049l\"; exit 3'");
    let drawn = chat.enter("what now?");
    assert!(!drawn.contains("attached"), "{drawn}");
    assert_eq!(attachments(&chat.request()), 0);
}

#[test]
fn attachment_is_restored_if_there_is_no_answer() {
    let mut chat = Chat::start("bash", |count, connection| match count {
        0 => say(connection, response("401 Unauthorized", "", "{}").as_bytes()),
        // cut in the middle of the answer
        1 => say(connection, format!("{STREAM}{}", delta("Half")).as_bytes()),
        2 => {
            say(connection, format!("{STREAM}{}", delta("Half")).as_bytes());
            until_closed(connection);
        }
        _ => answers(count, connection),
    });
    chat.enter(FAIL);
    for _ in 0..2 {
        let drawn = chat.enter("why?");
        assert!(drawn.contains("darn: ") && drawn.contains("goes with your next question"), "{drawn}");
        assert_eq!(attachments(&chat.request()), 1);
    }
    let from = chat.t.mark();
    chat.t.send("why?\r");
    chat.t.wait("the beginning", |t| t.drawn(&from).contains("Half"));
    chat.t.send("\x03");
    chat.t.wait("the prompt", |t| t.drawn(&from).contains("goes with your next question") && t.line() == ">");
    assert_eq!(attachments(&chat.request()), 1);
    chat.enter("why?");
    assert_eq!(attachments(&chat.request()), 1);
    chat.enter("and?");
    let request = chat.request();
    assert_eq!(attachments(request.rsplit("\n====\n").next().unwrap()), 0, "{request}");
}

#[test]
fn newer_failure_wins_and_last_picks_an_older_one() {
    let mut chat = Chat::start("bash", answers);
    chat.enter("sh -c 'echo one; exit 4'");
    chat.enter("sh -c 'echo two; exit 5'");
    let drawn = chat.enter("/last");
    assert!(drawn.contains(" 1  5  sh -c 'echo two") && drawn.contains(" 2  4  sh -c 'echo one"), "{drawn}");
    chat.enter("why?");
    let request = chat.request();
    assert!(request.contains("exit_code: 5") && !request.contains("exit_code: 4"), "{request}");
    chat.enter("/last 2");
    assert!(chat.enter("/showcapture").contains("\none\n"));
    chat.enter("why?");
    assert!(chat.request().contains("exit_code: 4"));
    chat.enter("/last 1");
    chat.enter("/clearcapture");
    chat.enter("why?");
    assert_eq!(chat.request().matches("exit_code: 5").count(), 1);
    chat.enter("/last 1");
    chat.enter("/keep");
    for _ in 0..2 {
        chat.enter("why?");
        assert!(chat.request().rsplit("\n====\n").next().unwrap().contains("exit_code: 5"));
    }
}

#[test]
fn the_newest_lines_of_a_long_output_are_attached_and_secrets_are_not() {
    let secret = "AKIAZ7Q4M2X9C3V5B8N1";
    let key = format!("key {secret}\n");
    let mut chat = Chat::with(Builder::new("bash").file("log", &key), "", answers);
    chat.enter("seq 150; cat log; false");
    let drawn = chat.enter("why?");
    assert!(drawn.contains("1 secret removed"), "{drawn}");
    let request = chat.request();
    assert!(request.contains("...[truncated: showing last 100 lines]\n52\n53\n"), "{request}");
    assert!(!request.contains("\n51\n") && !request.contains(secret), "{request}");
    chat.enter("yes 'a line of an output' | head -c 30000; false");
    chat.enter("why?");
    let request = chat.request();
    let output = request.rsplit("OUTPUT:\n").next().unwrap();
    assert!(output.len() < 10_500 && output.contains("...[truncated: showing last"), "{}", output.len());
}

#[test]
fn what_an_output_contains_is_not_read_as_a_question() {
    let mut chat = Chat::with(Builder::new("bash").file("secret.txt", "the secret text\n"), "", answers);
    chat.enter("printf 'see @secret.txt\\n/do rm -rf x\\nwith secret.txt: why\\n'; false");
    chat.enter("why?");
    assert!(!chat.request().contains("the secret text"));
}

#[test]
fn setting_decides_what_is_attached() {
    let mut chat = Chat::with(Builder::new("bash"), "[chat]\nshell_attach = 'always'\n", answers);
    assert!(chat.enter("echo fine").contains("(captured output: 1 line,"));
    chat.enter("what?");
    assert!(chat.request().contains("exit_code: 0"));
    let mut chat = Chat::with(Builder::new("bash"), "[chat]\nshell_attach = 'off'\n", answers);
    assert!(!chat.enter(FAIL).contains("captured"));
}

#[test]
fn prose_is_never_run_and_commands_are_never_sent() {
    let mut chat = Chat::start("bash", answers);
    chat.enter("touch made");
    assert!(chat.t.home().join("made").exists());
    assert_eq!(chat.server.count(), 0);
    chat.enter("find out why the build is slow");
    assert!(chat.request().contains("find out why the build is slow"));
    // a doubtful line asks
    chat.t.send("kill it\r");
    chat.t.wait_for("a [c]ommand or a [q]uestion?");
    chat.t.send("q");
    assert!(chat.request().contains("kill it"));
    chat.until_prompt();
    chat.enter("!echo forced");
    assert_eq!(chat.server.count(), 0);
}

per_shell!(failure_gets_an_offline_fix: bash, zsh, fish);
fn failure_gets_an_offline_fix(shell: &str) {
    let mut chat = Chat::start(shell, answers);
    let drawn = chat.enter("mkdir a/b/c");
    assert!(drawn.contains("[Alt-1]") && drawn.contains("mkdir -p a/b/c"), "{drawn}");
    assert!(!chat.t.home().join("a").exists());
    chat.t.send("\x1b1");
    chat.t.wait("the fix in the line", |t| t.line() == "$ mkdir -p a/b/c");
    chat.t.send("\r");
    chat.until_prompt();
    assert!(chat.t.home().join("a/b/c").is_dir());
    assert_eq!(chat.server.count(), 0, "no model is asked");
}

#[test]
fn active_policy_stops_a_typed_command() {
    let mut chat = Chat::with(Builder::new("bash"), "[policy]\nlevel = 'active'\n", answers);
    chat.t.send("touch kept; curl -s http://127.0.0.1:1/x | sh\r");
    chat.t.wait_for("type yes to run it");
    chat.t.send("\x03");
    chat.until_prompt();
    assert!(!chat.t.home().join("kept").exists());
}

#[test]
fn state_stays_and_the_size_of_the_terminal_is_known() {
    let mut chat = Chat::start("bash", answers);
    chat.enter("mkdir -p sub && cd sub && x=5");
    assert!(chat.t.screen().contains("~/sub"), "{}", chat.t.screen());
    assert!(chat.enter("echo x is $x, $(stty size)").contains("x is 5, 40 100"), "{}", chat.t.screen());
}

#[test]
fn keys_of_vi_edit_the_line() {
    let of_inputrc = Builder::new("bash").file(".inputrc", "set editing-mode vi\n");
    for (builder, more) in [(Builder::new("bash"), "[chat]\nkeys = 'vi'\n"), (of_inputrc, "")] {
        let mut chat = Chat::with(builder, more, answers);
        chat.t.send("xecho vi works");
        chat.t.wait("the line", |t| t.line().ends_with("works"));
        let column = chat.t.model().cursor_position().1;
        chat.t.send("\x1b");
        chat.t.wait("normal mode", |t| t.model().cursor_position().1 < column);
        chat.t.send("0x\r");
        chat.t.wait("the output", |t| t.screen().contains("\nvi works\n") && t.line().starts_with('>'));
    }
}

#[test]
fn explained_command_is_taken_apart_without_a_model() {
    let mut chat = Chat::start("bash", answers);
    let drawn = chat.enter("/explain curl -s http://example.com/x | sh > a.txt");
    for line in ["  |", "> a.txt", "reads what the one before prints", "the output goes to this file"] {
        assert!(drawn.contains(line), "`{line}` in:\n{drawn}");
    }
    assert!(drawn.contains('⚠'), "the verdict of the policy: {drawn}");
    assert_eq!(chat.server.count(), 0, "no model is asked");
    assert!(!chat.t.home().join("a.txt").exists());
    chat.enter("/explain --llm ls -l");
    assert!(chat.request().contains("`ls -l`"));
}

#[test]
fn explanation_of_a_failure_takes_it_and_that_of_a_command_does_not() {
    // without colours no older line is shown behind a shorter one
    let mut chat = Chat::with(Builder::new("bash").env("NO_COLOR", "1"), "", answers);
    assert!(chat.enter("/explain --llm").contains("(nothing has failed)"));
    assert_eq!(chat.server.count(), 0);
    chat.enter(FAIL);
    chat.enter("/explain --llm ls -l");
    let request = chat.request();
    assert!(request.contains("`ls -l`") && attachments(&request) == 0, "{request}");
    // once more also after it went with a question
    for command in ["/explain --llm", "/explain"] {
        chat.enter(command);
        let request = chat.request();
        let last = request.rsplit("\n====\n").next().unwrap();
        assert_eq!(attachments(last), 1, "{command}: {last}");
        assert!(last.contains("Explain why the last command failed."), "{command}: {last}");
    }
}

#[test]
fn one_question_is_answered_without_a_terminal() {
    let server = Server::new(answers);
    let config = format!(
        "[llm]\nenabled = true\nprovider = 'here'\n[llm.providers.here]\nwire = 'openai'\nmodel = 'm'\nbase_url = '{}/v1'\n",
        server.url
    );
    let mut t = Builder::new("bash").file(".config/darn/config.toml", &config).start();
    let drawn = t.run("echo 'some log' | darn chat --once 'what is it?' | cat");
    assert!(drawn.contains("Because"), "{drawn}");
    let (_, body) = server.requests.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(String::from_utf8_lossy(&body).contains("some log"));
}

#[test]
fn nothing_is_left_when_the_terminal_goes_away() {
    let mut chat = Chat::start("bash", answers);
    chat.enter("sleep 4711 & disown");
    let chat_pid = rustix::process::Pid::from_raw(chat.pid()).unwrap();
    drop(chat);
    let until = std::time::Instant::now() + Duration::from_secs(20);
    while rustix::process::test_kill_process(chat_pid).is_ok() {
        assert!(std::time::Instant::now() < until, "darn chat is still running");
        std::thread::yield_now();
    }
}

#[test]
fn failure_of_another_shell_is_attached() {
    let mut other = Builder::new("zsh").env("DARN_SOCKET", &format!("~/{SOCKET}")).start();
    let _daemon = Daemon::start(other.home());
    other.run("mkdir a/b/c");
    let socket = other.home().join(SOCKET);
    let mut chat = Chat::with(Builder::new("bash").env("DARN_SOCKET", socket.to_str().unwrap()), "", answers);
    let drawn = chat.enter("/last");
    assert!(drawn.contains(" 1  ") && drawn.contains("mkdir a/b/c"), "{drawn}");
    chat.enter("/last 1");
    chat.enter("why?");
    let request = chat.request();
    assert!(request.contains("$ mkdir a/b/c\n") && request.contains("exit_code: 1\n"), "{request}");
    chat.enter("and?");
    assert_eq!(chat.request().matches("$ mkdir a/b/c").count(), 1, "it goes with one question");
}

/// `CHAT_SOAK=60` runs the command for a minute.
#[test]
fn output_of_a_long_command_is_live_and_bounded() {
    let seconds: u32 = std::env::var("CHAT_SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let ticks = seconds * 10;
    let script = format!("for i in $(seq {ticks}); do seq 2000; echo tick $i.; sleep 0.1; done; exit 3\n");
    let mut chat = Chat::with(Builder::new("bash").file("long.sh", &script), "", answers);
    let pid = chat.pid();
    let before = resident(pid);
    chat.t.send("sh long.sh\r");
    for tick in (5..ticks).step_by(20) {
        chat.t.wait_for(&format!("tick {tick}."));
        assert_ne!(chat.t.line(), ">", "the command still runs");
    }
    chat.t.wait("the end", |t| t.screen().contains("captured failing output") && t.line() == ">");
    let grown = resident(pid).saturating_sub(before);
    println!("resident memory grew by {grown} KiB in {seconds} s");
    assert!(grown < 8 * 1024, "{grown} KiB");
    chat.enter("why?");
    let request = chat.request();
    assert!(request.contains(&format!("\n2000\ntick {ticks}.\n")), "{request}");
}
