//! The daemon without a shell: one of them, bounded, and unharmed by its clients.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::home::Home;
use crate::resident::{Client, Daemon, SOCKET};

fn home() -> Home {
    let home = Home::new();
    let socket = home.path(SOCKET).display().to_string();
    home.set("DARN_SOCKET", socket)
}

fn start(home: &Home) -> Daemon {
    Daemon::start(&home.path(""))
}

fn ask(client: &mut Client, line: &str) -> Value {
    let reply = client.ask(line);
    serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{error}: {reply}"))
}

const FAILED: &str = r#"{"type":"PostCmd","exit_code":127,"command":"gti status","cwd":"/tmp"}"#;
const SESSION: &str = r#"{"type":"SessionStart","shell_type":"bash","pid":1}"#;

#[test]
fn commands_start_ask_and_stop_it() {
    let home = home();
    let said = home.darn(&["daemon", "status"]);
    assert_eq!(
        (said.status, said.err.as_str()),
        (1, "darn: no daemon runs\nhint: start it: darn daemon start\n")
    );
    assert_eq!(home.darn(&["daemon", "start"]).status, 0);
    let again = home.darn(&["daemon", "start"]);
    assert!(again.status == 0 && again.err.contains("already runs"), "{again:?}");
    let second = home.darn(&["daemon", "run"]);
    assert!(second.status == 1 && second.err.contains("another daemon already runs"), "{second:?}");
    let said = home.darn(&["daemon", "send", "Ping", SESSION, FAILED, "GetLastFix"]);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!((lines[0], lines[3]), ("Pong", "LastFix\tgit status\tdid you mean `git`?"), "{said:?}");
    assert_eq!(said.status, 0);
    let status = home.darn(&["daemon", "status"]);
    assert!(status.out.contains("bash         1  127"), "{status:?}");
    let last = home.darn(&["last", "--session", "bash-1"]);
    assert!(
        last.out.starts_with("gti status [127] in /tmp\n") && last.out.contains("  git status\n"),
        "{last:?}"
    );
    let wrong = home.darn(&["daemon", "send", "Nothing"]);
    assert!(wrong.status == 1 && wrong.out.starts_with("Error\tunknown_request"), "{wrong:?}");
    assert_eq!(home.darn(&["daemon", "stop"]).status, 0);
    assert_eq!(home.darn(&["daemon", "status"]).status, 1);
}

#[test]
fn socket_is_private_and_a_stale_one_is_replaced() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = home();
    let mut daemon = start(&home);
    let mode = |name: &str| home.path(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("run"), mode(SOCKET)), (0o700, 0o600));
    daemon.signal(Signal::KILL);
    daemon.wait();
    assert!(home.path(SOCKET).exists());
    let doctor = home.darn(&["doctor"]);
    assert!(doctor.out.contains("left by a daemon that was killed"), "{doctor:?}");
    let daemon = start(&home);
    assert_eq!(daemon.connect().ask("Ping"), "Pong");
}

#[test]
fn signal_ends_it_at_once() {
    let home = home();
    for signal in [Signal::TERM, Signal::INT] {
        let mut daemon = start(&home);
        let _client = daemon.connect();
        let since = Instant::now();
        daemon.signal(signal);
        assert_eq!(daemon.wait(), Some(0));
        assert!(since.elapsed() < Duration::from_millis(500), "{:?}", since.elapsed());
        assert!(!home.path(SOCKET).exists());
    }
}

#[test]
fn bad_messages_get_a_reply_and_close_nothing() {
    let home = home();
    let daemon = start(&home);
    let mut client = daemon.connect();
    for bad in ["{", "{}", "Nothing", "PostCmd\tx", "[1]", "\u{1b}]0;x\u{7}", "{\"type\":\"PostCmd\"}"] {
        let reply = client.ask(bad);
        assert!(reply.contains("bad_message") || reply.contains("unknown_request"), "{bad}: {reply}");
        assert!(!reply.contains(|c: char| c.is_control() && c != '\t'), "{reply:?}");
    }
    client.send_bytes(b"\xff\xfe\n");
    assert!(client.line().starts_with("Error\tunknown_request"));
    assert!(client.ask("SessionStart\tbash\t99999999").contains("no process with this pid"));
    client.send_bytes(b"\n\r\n");
    assert_eq!(client.ask("Ping\r"), "Pong");
    assert_eq!(client.ask("GetLastFix").split('\t').nth(1), Some("no_session"));
    client.send_bytes(b":darn-daemon\0:7\0:nonsense\0\0");
    client.send_bytes(b":other\0:7\0:back\0:x\0\0Ping\n");
    let answers = client.line();
    assert!(answers.ends_with("Pong") && answers.starts_with("7 !\0"), "{answers:?}");
}

#[test]
fn message_that_is_too_long_is_refused_and_skipped() {
    let home = home();
    let daemon = start(&home);
    let mut client = daemon.connect();
    client.send(&format!("{{\"type\":\"Ping\",\"x\":\"{}\"}}", "x".repeat(3 << 20)));
    assert!(client.line().contains("too_long"));
    assert_eq!(client.ask("Ping"), "Pong");
    // just short enough
    let output = "x".repeat((1 << 20) - 200);
    client.ask(SESSION);
    let reply = client.ask(&format!(
        "{{\"type\":\"PostCmd\",\"exit_code\":127,\"command\":\"gti log\",\"cwd\":\"/\",\"output\":\"{output}\"}}"
    ));
    assert!(reply.contains("git log"), "{reply}");
}

#[test]
fn slow_clients_harm_no_other() {
    let home = home();
    let daemon = start(&home);
    let mut slow = daemon.connect();
    let mut deaf = daemon.connect();
    for byte in b"Pin" {
        slow.send_bytes(&[*byte]);
        assert_eq!(daemon.connect().ask("Ping"), "Pong");
    }
    // it reads none of its replies
    deaf.send_bytes("GetSessions\n".repeat(2000).as_bytes());
    for _ in 0..20 {
        assert_eq!(daemon.connect().ask("Ping"), "Pong");
    }
    assert_eq!(slow.ask("g"), "Pong");
}

#[test]
fn connections_are_limited_and_given_back() {
    let home = home();
    let daemon = start(&home);
    let before = daemon.descriptors();
    let mut clients: Vec<Client> = (0..256).map(|_| daemon.connect()).collect();
    assert!(clients.iter_mut().all(|client| client.ask("Ping") == "Pong"));
    let refused = daemon.connect().line();
    assert!(refused.contains(r#""code":"busy""#) && refused.contains("256 connections"), "{refused}");
    clients.clear();
    let mut client = loop {
        let mut client = daemon.connect();
        if client.try_ask("Ping").is_ok_and(|reply| reply == "Pong") {
            break client;
        }
    };
    while daemon.descriptors() > before + 1 {
        client.ask("Ping");
    }
}

#[test]
fn daemon_without_descriptors_recovers() {
    let home = home();
    let mut daemon = Daemon::under(&["/bin/sh", "-c", "ulimit -n 24; exec \"$0\" \"$@\""], &home.path(""));
    let waiting: Vec<Client> = (0..40).map(|_| daemon.connect()).collect();
    let mut last = daemon.connect();
    last.send("Ping");
    drop(waiting);
    assert_eq!(last.line(), "Pong");
    daemon.signal(Signal::TERM);
    assert_eq!(daemon.wait(), Some(0));
}

#[test]
fn sessions_keep_a_hundred_records_with_warnings() {
    let home = home();
    let daemon = start(&home);
    let mut client = daemon.connect();
    ask(&mut client, SESSION);
    for n in 0..110 {
        ask(&mut client, &FAILED.replace("gti status", &format!("gti log {n}")));
    }
    let blocked = ask(&mut client, r#"{"type":"PreExec","command":"rm -rf /","cwd":"/"}"#);
    assert_eq!(
        (blocked["allow"].as_bool(), blocked["require_confirm"].as_bool()),
        (Some(false), Some(false))
    );
    let records = ask(&mut client, r#"{"type":"GetRecords"}"#);
    let records = records["records"].as_array().unwrap();
    assert_eq!((records.len(), records[0]["command"].as_str()), (100, Some("gti log 11")));
    assert_eq!(records[99]["was_blocked"].as_bool(), Some(true));
    assert!(records[99]["warnings"][0].as_str().is_some_and(|text| text.contains("entire file system")));
    let private = FAILED.replace("gti status", " gti secret");
    ask(&mut client, &private);
    assert!(!client.ask("GetRecords").contains("gti secret"));
    assert_eq!(client.ask("SessionEnd"), "Ok");
    assert_eq!(ask(&mut client, r#"{"type":"GetRecords"}"#)["code"].as_str(), Some("no_session"));
}

#[test]
fn what_programs_get_is_redacted() {
    let home = home();
    let daemon = start(&home);
    let mut client = daemon.connect();
    client.ask(SESSION);
    let failed = r#"{"type":"PostCmd","exit_code":1,"command":"curl -u me:hunter2 https://e.org","cwd":"/","output":"password=sw0rdfish9\nfailed"}"#;
    client.ask(failed);
    for question in ["GetLast", "GetSessions", "GetRecords"] {
        let reply = client.ask(question);
        assert!(
            reply.contains("curl") && !reply.contains("hunter2") && !reply.contains("sw0rdfish9"),
            "{reply}"
        );
    }
}

#[test]
fn changed_files_are_picked_up() {
    let home = home();
    let daemon = start(&home);
    let mut client = daemon.connect();
    client.ask(SESSION);
    let mut says = |text: &str, wanted: bool| {
        let reply = client.ask("PreExec\tfrobnicate now\t/");
        assert_eq!(reply.starts_with("PreExecResponse\tfalse"), wanted, "{text}: {reply}");
    };
    says("nothing is blocked", false);
    home.write(".config/darn/config.toml", "[policy]\nblock = ['frobnicate']\n");
    says("blocked now", true);
    home.write(".config/darn/config.toml", "");
    says("and no more", false);
    let mut client = daemon.connect();
    client.ask(SESSION);
    client.ask(&FAILED.replace("gti status", "gti zq-1234567890"));
    assert!(client.ask("GetLast").contains("zq-1234567890"));
    home.write(
        ".config/darn/secrets/own.toml",
        "[[secret]]\nid = 'own/zq'\npattern = 'zq-[0-9]{10}'\nexamples = ['echo «zq-1234567890»']\nnear_misses = ['zq-1']\n",
    );
    assert_eq!(home.darn(&["secrets", "test"]).status, 0, "{:?}", home.darn(&["secrets", "test"]));
    assert!(!client.ask("GetLast").contains("zq-1234567890"), "{}", client.ask("GetLast"));
}

#[test]
fn older_daemon_makes_room_for_a_newer_darn() {
    let home = home();
    let mut daemon = start(&home);
    assert!(daemon.connect().ask("Hello\t1").starts_with("Welcome\t1\t"));
    assert!(daemon.connect().ask("Hello\t99").starts_with("Welcome\t1\t"));
    assert_eq!(daemon.wait(), Some(0));
}

#[test]
fn doctor_names_the_state_and_the_remedy() {
    let home = home();
    let doctor = || home.darn(&["doctor"]).out;
    assert!(doctor().contains("daemon: not running"), "{}", doctor());
    let daemon = start(&home);
    assert!(doctor().contains("daemon: running, version"), "{}", doctor());
    daemon.signal(Signal::STOP);
    assert!(doctor().contains("it does not answer"), "{}", doctor());
    daemon.signal(Signal::CONT);
    assert!(doctor().contains("daemon: running, version"), "{}", doctor());
}
