//! No process is left, in whatever state of its course a task is killed.

use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};

use super::*;
use crate::scripted::until_closed;

/// How a task gets into a state.
struct Way {
    /// The state of the course, as `tasks/course.rs` calls it.
    state: &'static str,
    /// What the model says, one after the other; then it is silent.
    replies: Vec<Value>,
    arguments: &'static [&'static str],
    reach: fn(&mut Doing),
}

fn way(state: &'static str, replies: Vec<Value>, reach: fn(&mut Doing)) -> Way {
    Way { state, replies, arguments: &["x"], reach }
}

/// The task runs a command: it works; jobs in and out of the terminal's session; a stopped job; it asks for a line, for
/// a password; single keys.
const COMMANDS: [&str; 6] = [
    "sleep 4711",
    "sleep 4711 & setsid sleep 4711 & sleep 4711",
    "sleep 4711 & sleep 0.2; kill -STOP $!; read -r x",
    "read -r x",
    "python3 -c 'import getpass; getpass.getpass()'",
    "stty raw -echo; sleep 4711",
];

fn ways() -> Vec<Way> {
    let reads = json!({ "action": "read_file", "path": "a", "lines": "" });
    let asks = json!({ "action": "ask_user", "question": "which?" });
    let mut ways = vec![
        way("Thinking", vec![], |doing| asked(doing, 1)),
        // again, after a pause
        way("Thinking", vec![Value::Null], |doing| asked(doing, 2)),
        way("Thinking", vec![Value::Null], |doing| asked(doing, 1)),
        // git is asked what would be lost
        way("Judging", vec![command("rm -rf docs")], |doing| {
            until(doing, |doing| doing.home.path("asked").exists());
        }),
        way("Deciding", vec![command("true")], |doing| drop(doing.until("step"))),
        way("Diagnosing", vec![command("sleep 4711 & mkdir a/b/c")], |doing| drop(doing.run())),
        way("Asking", vec![asks], |doing| drop(doing.until("question"))),
        way("AskingLeave", vec![reads.clone()], |doing| drop(doing.until("question"))),
        way("Reading", vec![reads], |doing| {
            doing.until("question");
            doing.answer("y");
        }),
        // the shell has ended, and a new one was started
        way("Deciding", vec![command("sleep 4711 & exit 4"), command("true")], |doing| {
            doing.run();
            doing.until("step");
        }),
        // before the first task, and between two
        Way { arguments: &[], ..way("Ended", vec![], |doing| drop(doing.until("question"))) },
        Way {
            arguments: &[],
            ..way("Ended", vec![done()], |doing| {
                doing.until("question");
                doing.answer("x");
                doing.until("done");
                doing.until("question");
            })
        },
        // its shell is starting
        way("Ended", vec![], |doing| until(doing, |doing| processes_of(&doing.home).len() > 1)),
    ];
    ways.extend(COMMANDS.map(|text| way("Running", vec![command(text)], runs)));
    ways
}

/// Waits for the number of requests to the model.
fn asked(doing: &mut Doing, count: usize) {
    for _ in 0..count {
        doing.server.requests.recv_timeout(LIMIT).unwrap();
    }
}

/// Confirms the step and waits until its command is under way.
fn runs(doing: &mut Doing) {
    let step = doing.until("step");
    doing.answer("r");
    let text = step["command"].as_str().unwrap();
    if text.contains("read") || text.contains("getpass") {
        doing.until("input");
    }
    let sleeps = text.matches("sleep 4711").count();
    let is_asleep = |pid: &u32| call_of(*pid).starts_with("sleep\x004711");
    until(doing, |doing| processes_of(&doing.home).iter().filter(|pid| is_asleep(pid)).count() == sleeps);
}

fn until(doing: &mut Doing, condition: impl Fn(&Doing) -> bool) {
    let since = Instant::now();
    while !condition(doing) {
        assert!(since.elapsed() < LIMIT, "{:#?}", doing.events);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a task in a repository where git never answers darn.
fn start(way: &Way) -> Doing {
    use std::os::unix::fs::PermissionsExt as _;
    let replies = way.replies.clone();
    let server = Server::new(move |count, connection| match replies.get(count) {
        Some(Value::Null) => {}
        Some(reply) => say(connection, stream(&reply.to_string()).as_bytes()),
        None => until_closed(connection),
    });
    let home = home(&server, "/bin/bash");
    home.write("docs/a", "a");
    home.write(".git/HEAD", "");
    let git = home.write("bin/git", "#!/bin/sh\n: >$HOME/asked\nexec sleep 4711\n");
    std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", home.path("bin").display());
    Doing::within(home.set("PATH", path), server, way.arguments)
}

#[test]
fn no_process_is_left_when_it_is_killed_in_any_state() {
    for way in ways() {
        let mut doing = start(&way);
        (way.reach)(&mut doing);
        doing.child.kill().unwrap();
        assert_ends(&mut doing, &format!("{}: {:?}", way.state, way.replies));
    }
}

/// The states are those of the course.
#[test]
fn every_state_of_the_course_is_among_them() {
    let source = include_str!("../../../src/tasks/course.rs");
    let (_, rest) = source.split_once("enum State {\n").unwrap();
    let (states, _) = rest.split_once("\n}").unwrap();
    let states = states.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let mut states: Vec<&str> = states.map(|line| line.split(['(', ',']).next().unwrap()).collect();
    let mut reached: Vec<&str> = ways().iter().map(|way| way.state).collect();
    states.sort_unstable();
    reached.sort_unstable();
    reached.dedup();
    assert_eq!(reached, states);
}

#[test]
fn no_process_is_left_when_all_of_them_are_told_to_end() {
    for signal in [Signal::HUP, Signal::TERM] {
        let mut doing = start(&way("Running", vec![command("trap '' HUP; setsid sleep 4711")], runs));
        runs(&mut doing);
        let is_sleep = |pid: &u32| call_of(*pid).starts_with("sleep");
        // last of all darn, so that only the keeper can end what is left
        let mut others: Vec<u32> =
            processes_of(&doing.home).into_iter().filter(|pid| !is_sleep(pid)).collect();
        others.sort_by_key(|pid| *pid == doing.child.id());
        for pid in others {
            let _ = kill_process(Pid::from_raw(pid.cast_signed()).unwrap(), signal);
        }
        assert_ends(&mut doing, "told to end");
    }
}

#[test]
fn no_process_is_left_when_the_client_goes_away() {
    let mut doing = start(&way("Running", vec![command("sleep 4711")], runs));
    runs(&mut doing);
    doing.output = None;
    assert_ends(&mut doing, "sleep 4711");
}

fn assert_ends(doing: &mut Doing, state: &str) {
    let since = Instant::now();
    while doing.child.try_wait().unwrap().is_none() || !processes_of(&doing.home).is_empty() {
        assert!(since.elapsed() < LIMIT, "{state}: {:?}", processes_of(&doing.home));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Lists the processes that were started in a home.
fn processes_of(home: &Home) -> Vec<u32> {
    let entry = format!("HOME={}\0", home.root().display());
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = processes.filter_map(|process| process.file_name().to_str()?.parse::<u32>().ok());
    let is_there = |pid: &u32| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&entry) && is_alive(*pid)
    };
    pids.filter(is_there).collect()
}

fn call_of(pid: u32) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default()
}

fn is_alive(pid: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}
