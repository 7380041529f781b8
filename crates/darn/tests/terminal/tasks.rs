//! `darn do` at a terminal: keys, live output, questions of programs, Ctrl-C.

use serde_json::{Value, json};

use crate::pty::{Builder, Terminal};
use crate::scripted::{Server, say, stream, until_closed};

fn command(text: &str) -> Value {
    json!({ "action": "run_command", "command": text, "why": "because" })
}

fn start(shell: &str, replies: Vec<Value>) -> (Terminal, Server) {
    start_with(shell, replies, "")
}

/// Starts a shell with these settings of tasks.
fn start_with(shell: &str, replies: Vec<Value>, settings: &str) -> (Terminal, Server) {
    let server = Server::new(move |count, connection| {
        let reply = replies.get(count).or(replies.last()).unwrap();
        say(connection, stream(&reply.to_string()).as_bytes());
    });
    let config = format!(
        "[llm]\nenabled = true\nprovider = 'here'\n[llm.providers.here]\nwire = 'openai'\nmodel = 'm'\n\
         base_url = '{}/v1'\n[task]\nshell = '/bin/bash'\n{settings}",
        server.url
    );
    let t = Builder::new(shell).size(80, 24).file(".config/darn/config.toml", &config).start();
    (t, server)
}

/// Returns whether a process with this command line exists.
fn is_running(line: &str) -> bool {
    let line = line.replace(' ', "\0") + "\0";
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok())
        .any(|it| it == line)
}

const KEYS: &str = "[r]un [e]dit [s]kip e[x]plain [q]uit";

/// Waits until step `number` is shown and asks for a key.
fn until_step(t: &mut Terminal, number: usize) {
    let head = format!("{number:>2}  ");
    t.wait(&format!("step {number}"), |t| {
        let screen = t.screen();
        screen.lines().any(|line| line.starts_with(&head) && line.contains(" $ "))
            && screen.trim_end().ends_with(KEYS)
    });
}

per_shell!(task_is_carried_out_step_by_step: bash, zsh, fish, mksh);
fn task_is_carried_out_step_by_step(shell: &str) {
    let password = "python3 -c 'import getpass; print(len(getpass.getpass()))'";
    // a number of its own for each of the tests that run at the same time
    let nap = format!("sleep 47{}{}", std::process::id(), shell.bytes().map(u32::from).sum::<u32>());
    let replies = vec![
        command("mkdir a/b/c"),
        command("cd a/b/c && pwd"),
        command(&nap),
        command(password),
        command("read -r x; echo got $x"),
        command("printf '\\033[2J\\033]0;title\\007plain\\n'"),
        json!({ "action": "done", "summary": "All is well." }),
    ];
    let (mut t, _server) = start(shell, replies);
    t.send("darn do make the directories\r");
    until_step(&mut t, 1);
    assert!(!t.home().join("a").exists(), "ran unconfirmed");
    t.send("r");
    until_step(&mut t, 2);
    assert!(t.screen().contains("$ mkdir -p a/b/c"), "{}", t.screen());
    t.send("r");
    until_step(&mut t, 3);
    assert!(t.home().join("a/b/c").is_dir(), "{}", t.screen());
    t.send("r");
    until_step(&mut t, 4);
    assert!(t.screen().contains(&format!("a/b/c $ {nap}")), "{}", t.screen());
    t.send("r");
    t.wait("the program", |_| is_running(&nap));
    t.send("\x03"); // stops the step, not the task
    t.wait("the next step", |t| t.screen().contains("✗ 130") && t.screen().contains(" 5  "));
    until_step(&mut t, 5);
    t.send("r");
    t.wait_for("neither stored nor sent");
    t.send("hunter2hunter2\r");
    until_step(&mut t, 6);
    assert!(t.screen().contains("14\n") && !t.screen().contains("hunter2"), "{}", t.screen());
    t.send("r");
    t.wait_for("it waits for a line");
    t.send("me\r");
    until_step(&mut t, 7);
    assert!(t.screen().contains("got me"), "{}", t.screen());
    t.send("r");
    t.wait_for("All is well.");
    assert!(
        t.screen().contains("plain") && t.screen().contains("got me"),
        "the screen was cleared: {}",
        t.screen()
    );
    t.wait("the prompt", |t| t.line() == "T>");
    // the terminal and the shell are as before
    assert!(t.run("echo fine").contains("fine"));
}

per_shell!(ctrl_c_at_a_step_leaves_the_task: bash, zsh, fish);
fn ctrl_c_at_a_step_leaves_the_task(shell: &str) {
    let (mut t, _server) = start(shell, vec![command("touch made")]);
    t.send("darn do x\r");
    until_step(&mut t, 1);
    t.send("e");
    t.wait("the line to edit", |t| t.screen().contains("\n    $ touch made"));
    t.send("\x15echo edited\r");
    t.wait("the edited step", |t| {
        t.screen().contains("$ echo edited") && t.screen().trim_end().ends_with(KEYS)
    });
    // the line in which it was edited is gone, and so is the reason for the command before
    assert!(!t.screen().contains("\n    $ echo edited"), "{}", t.screen());
    assert_eq!(t.screen().matches("    because\n").count(), 1, "{}", t.screen());
    t.send("\x03");
    t.wait_for("you have left the task");
    t.wait("the prompt", |t| t.line() == "T>");
    assert!(!t.home().join("made").exists());
    assert!(t.run("echo fine").contains("fine"));
}

#[test]
fn ctrl_c_while_the_model_is_asked_leaves_the_task() {
    let server = Server::new(|_, connection| until_closed(connection));
    let config = format!(
        "[llm]\nenabled = true\nprovider = 'here'\n[llm.providers.here]\nwire = 'openai'\nmodel = 'm'\n\
         base_url = '{}/v1'\n",
        server.url
    );
    let mut t = Builder::new("bash").size(80, 24).file(".config/darn/config.toml", &config).start();
    t.send("darn do wait; echo status $?\r");
    t.wait_for("Ctrl-C cancels");
    t.send("\x03");
    t.wait("the end", |t| t.screen().contains("status 130") && t.line() == "T>");
    assert!(t.screen().contains("you have left the task"), "{}", t.screen());
    assert_eq!(server.count(), 1, "it is not asked again");
}

#[test]
fn a_command_has_the_size_of_the_terminal() {
    let (mut t, _server) = start("bash", vec![command("stty size"), command("seq 100 | less")]);
    t.send("darn do x\r");
    until_step(&mut t, 1);
    t.send("r");
    until_step(&mut t, 2);
    assert!(t.screen().contains("\n24 80\n"), "{}", t.screen());
    t.send("r");
    // a pager draws one screen
    t.wait("the pager", |t| t.screen().contains("\n23\n") && t.line().trim() == ":");
    t.send("q");
    t.wait("the end of the pager", |t| t.screen().contains("✓ 0"));
}

#[test]
fn a_silent_step_says_how_long_it_has_run() {
    let replies = ["mkfifo go; cat go", "true"].map(command).to_vec();
    let (mut t, _server) = start("bash", replies);
    t.send("darn do x\r");
    until_step(&mut t, 1);
    t.send("r");
    t.wait_for(" s; Ctrl-C stops it");
    std::fs::write(t.home().join("go"), "went\n").unwrap();
    until_step(&mut t, 2);
    assert!(t.screen().contains("\nwent\n"), "{}", t.screen());
    assert!(!t.screen().contains("stops it"), "{}", t.screen());
    t.send("q");
    t.wait_for("you have left the task");
}

per_shell!(steps_are_walked_copied_and_run_again: bash, zsh, fish);
fn steps_are_walked_copied_and_run_again(shell: &str) {
    let replies = vec![command("echo one >> made"), command("false"), command("true")];
    let (mut t, _server) = start(shell, replies);
    t.send("darn do x\r");
    until_step(&mut t, 1);
    t.send("r");
    until_step(&mut t, 2);
    t.send("\x1b[A");
    t.wait_for("↑ 0  echo one >> made");
    let from = t.mark();
    t.send("c");
    let copied = b"\x1b]52;c;ZWNobyBvbmUgPj4gbWFkZQ==\x07";
    t.wait("the copy", |t| t.bytes_since(&from).windows(copied.len()).any(|bytes| bytes == copied));
    t.send("r");
    // it is judged and asked about like any other
    t.wait("the step again", |t| {
        t.screen().matches("$ echo one >> made").count() == 2 && t.screen().trim_end().ends_with(KEYS)
    });
    t.send("r");
    until_step(&mut t, 3);
    assert_eq!(std::fs::read_to_string(t.home().join("made")).unwrap(), "one\none\n");
    t.send("q");
    t.wait_for("you have left the task");
}

#[test]
fn what_was_not_run_is_said_and_a_repaired_step_is_not_left_over() {
    let replies = ["rm -rf docs", "rm -rf /", "mkdir a/b"].map(command).to_vec();
    let done = json!({ "action": "done", "summary": "All is well." });
    let (mut t, _server) = start("bash", [replies, vec![done]].concat());
    std::fs::create_dir_all(t.home().join("docs/sub")).unwrap();
    t.send("darn do x\r");
    until_step(&mut t, 1);
    t.send("r");
    t.wait_for("type 'yes' to run it");
    t.send("no\r");
    t.wait_for("that was not the word: not run");
    t.wait("the keys", |t| t.screen().trim_end().ends_with(KEYS));
    t.send("s");
    t.wait_for("skipped");
    t.wait_for("the policy denies it: edit or skip it");
    t.wait("the keys without [r]un", |t| t.line().trim() == "[e]dit [s]kip e[x]plain [q]uit");
    t.send("s");
    until_step(&mut t, 3);
    t.send("r");
    until_step(&mut t, 4);
    t.send("r");
    t.wait_for("All is well.");
    t.wait("the prompt", |t| t.line() == "T>");
    let screen = t.screen();
    let summary = screen.split("\n✓ All is well.\n").nth(1).unwrap_or_else(|| panic!("{screen}"));
    let lines: Vec<&str> = summary.lines().map(str::trim).take(3).collect();
    assert_eq!(lines, ["✓ mkdir -p a/b", "- skipped: rm -rf docs", "- skipped: rm -rf /"], "{screen}");
    assert!(t.home().join("docs/sub").exists());
}

/// Returns the row of the screen, from one, of the line that contains a text.
fn row_of(t: &Terminal, text: &str) -> usize {
    let screen = t.screen();
    1 + screen.lines().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {screen}"))
}

fn click(t: &mut Terminal, row: usize) {
    t.send(&format!("\x1b[<0;9;{row}M\x1b[<0;9;{row}m"));
}

fn reports_clicks(t: &Terminal) -> bool {
    t.model().mouse_protocol_mode() != vt100::MouseProtocolMode::None
}

per_shell!(step_is_selected_with_a_click_where_that_is_wanted: bash, zsh, fish);
fn step_is_selected_with_a_click_where_that_is_wanted(shell: &str) {
    let replies = ["seq 3", "echo 'two of them'", "seq 30", "true"].map(command).to_vec();
    let (mut t, _server) = start_with(shell, replies, "mouse = true\n");
    t.answer_queries();
    t.send("darn do x\r");
    until_step(&mut t, 1);
    for number in 2..=3 {
        t.send("r");
        until_step(&mut t, number);
    }
    t.wait("reports of clicks", reports_clicks);
    let row = row_of(&t, " 1  ");
    click(&mut t, row);
    t.wait_for("↑ 0  seq 3 ");
    let row = row_of(&t, "$ echo 'two");
    click(&mut t, row);
    t.wait_for("↑ 0  echo 'two of them'");
    // the proposed step: back to its keys
    let row = row_of(&t, "$ seq 30");
    click(&mut t, row);
    t.wait("the keys", |t| t.screen().trim_end().ends_with(KEYS));
    t.send("r");
    until_step(&mut t, 4); // the screen has scrolled
    assert!(!t.screen().contains("$ seq 30"), "{}", t.screen());
    let row = row_of(&t, "29");
    click(&mut t, row);
    t.wait_for("↑ 0  seq 30");
    // run again: asked about like any other
    t.send("r");
    t.wait("the step again", |t| t.line().contains(KEYS) && t.screen().contains("$ seq 30"));
    t.send("q");
    t.wait("the prompt", |t| t.line() == "T>");
    assert!(!reports_clicks(&t));
    assert!(t.run("echo fine").contains("fine"));
}

per_shell!(no_click_is_reported_after_the_end: bash, zsh, fish);
fn no_click_is_reported_after_the_end(shell: &str) {
    for end in ["Ctrl-C", "TERM", "KILL"] {
        let (mut t, _server) = start_with(shell, vec![command("true")], "mouse = true\n");
        t.answer_queries();
        t.send("darn do x\r");
        until_step(&mut t, 1);
        t.wait("reports of clicks", reports_clicks);
        match end {
            "Ctrl-C" => t.send("\x03"),
            signal => {
                let status = std::process::Command::new("pkill")
                    .args(["-x", &format!("-{signal}"), "-P", &t.pid().to_string(), "darn"])
                    .status();
                assert!(status.unwrap().success(), "{end}");
            }
        }
        t.wait("the end of the reports", |t| !reports_clicks(t));
        t.wait("the prompt", |t| t.line() == "T>");
        assert!(t.run("echo fine").contains("fine"), "{end}");
        assert!(!reports_clicks(&t), "{end}");
    }
}

#[test]
fn clicks_are_not_reported_unless_that_is_wanted() {
    let (mut t, _server) = start("bash", vec![command("true")]);
    t.send("darn do x\r");
    until_step(&mut t, 1);
    assert!(!reports_clicks(&t));
    t.send("q");
    t.wait("the prompt", |t| t.line() == "T>");
}
