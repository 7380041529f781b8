//! Answers: how they are drawn, and what can be done with them.

use super::Chat;
use crate::pty::Builder;
use crate::scripted::{STREAM, delta, say, stream};

#[test]
fn command_of_an_answer_goes_to_the_line_and_never_runs_by_itself() {
    let mut chat = Chat::start("bash", |_, connection| {
        say(connection, stream("Do:\n\n```bash\ntouch offered\nrm -rf /\n```\n").as_bytes());
    });
    let drawn = chat.enter("how?");
    assert!(
        drawn.contains("[Alt-1]") && !drawn.contains("[Alt-2]"),
        "denied commands are not offered: {drawn}"
    );
    assert!(!chat.t.home().join("offered").exists());
    chat.t.send("\x1b1");
    chat.t.wait("the command in the line", |t| t.line() == "$ touch offered");
    assert!(!chat.t.home().join("offered").exists());
    chat.t.send("\r");
    chat.until_prompt();
    assert!(chat.t.home().join("offered").exists());
}

#[test]
fn code_of_an_answer_is_written_only_after_a_yes_and_can_be_taken_back() {
    let mut chat = Chat::with(Builder::new("bash").file("a.py", "print(1)\n"), "", |_, connection| {
        say(connection, stream("Do:\n\n```python\nprint(2)\n```\n").as_bytes());
    });
    let drawn = chat.enter("how?");
    assert!(drawn.contains("(code block 1: python, 1 line; /copy 1 FILE writes it to a file)"), "{drawn}");
    let file = chat.t.home().join("a.py");
    let mut written = |command: &str, question: &str, answer: &str, said: &str| {
        let from = chat.t.mark();
        chat.t.send(&format!("{command}\r"));
        chat.t.wait("the question", |t| t.drawn(&from).contains(question));
        chat.t.send(&format!("{answer}\r"));
        chat.t.wait("the end", |t| t.drawn(&from).contains(said) && t.line() == ">");
        std::fs::read_to_string(&file).unwrap()
    };
    assert_eq!(written("/copy 1 a.py", "Write a.py?", "n", "(not written)"), "print(1)\n");
    assert_eq!(written("/copy 1 a.py", "Write a.py?", "y", "(written;"), "print(2)\n");
    assert_eq!(written("/restore a.py", "a.py?", "y", "(written;"), "print(1)\n");
}

#[test]
fn hostile_answers_move_no_cursor() {
    let mut chat = Chat::start("bash", |_, connection| {
        say(connection, stream("a\u{1b}[2Jb\u{7}c\u{9b}31md\n").as_bytes());
    });
    let from = chat.t.mark();
    let drawn = chat.enter("what?");
    assert!(drawn.contains("what?") && drawn.contains('d'), "{drawn}");
    assert!(!chat.t.bytes_since(&from).windows(4).any(|bytes| bytes == b"\x1b[2J"));
}

#[test]
fn answer_in_markdown_is_drawn_for_the_terminal() {
    let mut chat = Chat::start("bash", |_, connection| {
        let answer = "## Fix\n\nRun **this** first:\n\n```bash\ngit fetch\n```\n\n| a | b |\n|---|---|\n| one | two |\n\n1. first\n2. last\n";
        say(connection, stream(answer).as_bytes());
    });
    let drawn = chat.enter("what now?");
    for line in ["Fix", "Run this first:", "    git fetch", "one │ two", "1. first", "2. last"] {
        assert!(drawn.lines().any(|drawn| drawn.trim_end() == line), "`{line}` in:\n{drawn}");
    }
    assert!(!drawn.contains("**") && !drawn.contains("```") && !drawn.contains("|--"), "{drawn}");
}

#[test]
fn text_typed_during_an_answer_goes_to_the_next_line() {
    let (go_on, told) = std::sync::mpsc::channel();
    let told = std::sync::Mutex::new(told);
    let mut chat = Chat::start("bash", move |_, connection| {
        say(connection, format!("{STREAM}{}", delta("Half of ")).as_bytes());
        told.lock().unwrap().recv().unwrap();
        let end = stream("an answer.\n");
        say(connection, end.strip_prefix(STREAM).unwrap().as_bytes());
    });
    let from = chat.t.mark();
    chat.t.send("what?\r");
    chat.t.wait("the beginning", |t| t.drawn(&from).contains("Half of"));
    chat.t.send("echo ahead");
    go_on.send(()).unwrap();
    chat.t.wait("the line", |t| t.line() == "$ echo ahead");
    assert!(chat.t.drawn(&from).contains("Half of an answer.\n"), "{}", chat.t.screen());
}
