//! Shells and the daemon: with it a hint starts no process, and whatever happens to it, the prompt is not late
//! and the hint is there.

use std::io::{BufReader, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::home::Home;
use crate::pty::{Builder, Terminal};
use crate::resident::{Daemon, SOCKET};

/// A hint by a process on a loaded machine with a debug build, beside the wait of at most 25 ms.
const BOUND: Duration = Duration::from_millis(1500);

fn builder(shell: &str) -> Builder {
    // the default of 20 ms is too short for a debug build under load
    let settings = "[daemon]\nhook_timeout_ms = 1000\n";
    Builder::new(shell).env("DARN_SOCKET", &format!("~/{SOCKET}")).file(".config/darn/config.toml", settings)
}

pub fn start(shell: &str) -> (Terminal, Daemon) {
    let t = builder(shell).start();
    let daemon = Daemon::start(t.home());
    (t, daemon)
}

fn assert_hint(t: &mut Terminal, typed: &str, hint: &str) {
    let drawn = t.run(typed);
    assert!(drawn.contains(hint), "{typed}: {drawn}\n{}", t.screen());
}

per_shell!(hint_from_the_daemon_is_the_same: bash, zsh, fish, mksh);
fn hint_from_the_daemon_is_the_same(shell: &str) {
    let mut alone = builder(shell).start();
    let (mut t, daemon) = start(shell);
    for typed in ["gti status", "sl --heko", "false", "mkidr a b", "cd nowhere", "git ; gti log"] {
        let plain = |t: &Terminal, drawn: String| drawn.replace(&t.home().display().to_string(), "~");
        let (with, without) = (t.run(typed), alone.run(typed));
        assert_eq!(plain(&t, with), plain(&alone, without), "{shell}: {typed}");
    }
    assert!(daemon.requests() >= 4, "{shell}: {}", daemon.requests());
    if shell != "mksh" {
        assert_hint(&mut t, "gti log", "✗ 127  git log");
        t.press("\t");
        assert_eq!(t.line(), "T> git log");
    }
}

per_shell!(second_hint_starts_no_process: bash, zsh);
/// A program that cannot answer takes the place of darn after the first failure.
fn second_hint_starts_no_process(shell: &str) {
    let (mut t, daemon) = start(shell);
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    t.run("__darn_program=/bin/true");
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    assert_eq!(daemon.requests(), 2);
    t.press("\t");
    assert_eq!(t.line(), "T> git log");
}

/// Starts a shell and a daemon whose FIFOs are in memory, as in `$XDG_RUNTIME_DIR`.
fn start_in_memory(shell: &str) -> (Terminal, Daemon, tempfile::TempDir) {
    let place = tempfile::tempdir_in("/dev/shm").expect("a file system in memory");
    let socket = place.path().join("run/darn.sock");
    let t = builder(shell).env("DARN_SOCKET", &socket.display().to_string()).start();
    let daemon = Daemon::at(socket, &[], t.home());
    (t, daemon, place)
}

per_shell!(question_goes_through_a_file_in_memory: bash, zsh);
/// Without it the function that asks through the FIFOs would be called.
fn question_goes_through_a_file_in_memory(shell: &str) {
    let (mut t, daemon, _place) = start_in_memory(shell);
    t.run("alias lsl='ls -l'");
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    t.run("__darn_program=/bin/true; __darn_relay() { return 1; }");
    assert_hint(&mut t, "gti pull", "✗ 127  git pull");
    assert_hint(&mut t, "lsll /", "✗ 127  lsl /");
    assert_eq!(daemon.requests(), 4);
    t.press("\t");
    assert_eq!(t.line(), "T> lsl /");
}

per_shell!(keys_follow_the_hints_of_the_daemon: bash, zsh);
/// What Tab did before comes back after a success, and after a failure without a suggestion.
fn keys_follow_the_hints_of_the_daemon(shell: &str) {
    let (in_memory, on_disk) = (start_in_memory(shell), start(shell));
    for (mut t, daemon) in [(in_memory.0, in_memory.1), on_disk] {
        let bind = if shell == "bash" { r#"bind '"\C-i": "mine"'"# } else { "bindkey -s '^I' mine" };
        t.run(bind);
        let tab = |t: &mut Terminal| {
            t.press("\t");
            let line = t.line();
            t.press("\u{15}");
            line
        };
        for (typed, line) in [
            ("gti status", "T> git status"),
            ("gti log", "T> git log"),
            ("gti pull", "T> git pull"),
            ("false", "T> mine"),
            ("gti push", "T> git push"),
            ("true", "T> mine"),
        ] {
            t.run(typed);
            assert_eq!(tab(&mut t), line, "{shell}: {typed}");
        }
        for typed in ["gti log", "gti status"] {
            t.run(typed);
        }
        assert_eq!(tab(&mut t), "T> git status");
        assert_eq!(tab(&mut t), "T> mine", "{shell}: a second press");
        assert!(daemon.requests() >= 7, "{shell}: {}", daemon.requests());
    }
}

per_shell!(nothing_of_the_history_stays_in_memory: bash, zsh);
fn nothing_of_the_history_stays_in_memory(shell: &str) {
    let (mut t, daemon, place) = start_in_memory(shell);
    for _ in 0..3 {
        assert_hint(&mut t, "gti status", "✗ 127  git status");
    }
    assert_eq!(daemon.requests(), 3);
    let files = ["printed", "reply"].map(|kind| place.path().join(format!("run/hook-{}.{kind}", t.pid())));
    for file in &files {
        let left = std::fs::read_to_string(file).unwrap();
        assert!(!left.contains("gti"), "{shell}: {left}");
    }
    t.send("\u{15}exit\r");
    t.end();
    let since = Instant::now();
    while files.iter().any(|file| file.exists()) {
        assert!(since.elapsed() < Duration::from_secs(10), "{shell}: a file stays");
    }
}

/// Entries that a shell has removed from its history are not sent again, so what the daemon knows no longer fits.
#[test]
fn edited_history_suppresses_no_hint() {
    let (mut t, daemon, _place) = start_in_memory("bash");
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    t.run("history -d -2; history -s other; history -s more");
    assert_hint(&mut t, "gti pull", "✗ 127  git pull");
    t.run("__darn_program=/bin/true");
    assert_hint(&mut t, "gti push", "✗ 127  git push");
    assert_eq!(daemon.requests(), 5, "the third was refused once, and asked again by a process");
}

per_shell!(stopped_daemon_suppresses_no_hint: bash, zsh, fish);
/// Deaf: it accepts connections and never answers.
fn stopped_daemon_suppresses_no_hint(shell: &str) {
    let mut t = Builder::new(shell).env("DARN_SOCKET", &format!("~/{SOCKET}")).start();
    let daemon = Daemon::start(t.home());
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    daemon.signal(Signal::STOP);
    for n in 0..5 {
        let since = Instant::now();
        assert_hint(&mut t, &format!("gti log {n}"), &format!("✗ 127  git log {n}"));
        assert!(since.elapsed() < BOUND, "{shell}: {:?}", since.elapsed());
    }
    daemon.signal(Signal::CONT);
    assert_hint(&mut t, "gti push", "✗ 127  git push");
    assert_eq!(t.screen().matches('✗').count(), 7, "{}", t.screen());
}

per_shell!(killed_daemon_suppresses_no_hint: bash, zsh, fish);
/// It leaves its socket and FIFOs behind; the next one takes over.
fn killed_daemon_suppresses_no_hint(shell: &str) {
    let (mut t, mut daemon) = start(shell);
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    daemon.signal(Signal::KILL);
    daemon.wait();
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    let daemon = Daemon::start(t.home());
    assert_hint(&mut t, "gti push", "✗ 127  git push");
    assert_hint(&mut t, "gti pull", "✗ 127  git pull");
    assert!(daemon.requests() >= 1, "{shell}");
}

per_shell!(daemon_that_ends_is_not_missed: bash, zsh, fish);
fn daemon_that_ends_is_not_missed(shell: &str) {
    let (mut t, mut daemon) = start(shell);
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    daemon.signal(Signal::TERM);
    assert_eq!(daemon.wait(), Some(0));
    let left = std::fs::read_dir(t.home().join("run")).unwrap().count();
    assert_eq!(left, 1, "only the lock is left");
    assert_hint(&mut t, "gti log", "✗ 127  git log");
}

per_shell!(leaving_a_shell_asks_nothing: bash, zsh, fish);
/// `exit` keeps the status of the failure before it.
fn leaving_a_shell_asks_nothing(shell: &str) {
    let (mut t, daemon) = start(shell);
    t.run("gti status");
    let before = daemon.requests();
    t.send("exit\r");
    t.end();
    assert_eq!(daemon.requests(), before + 1, "{shell}: only the count itself was asked since");
}

per_shell!(session_ends_with_its_shell: bash, zsh, fish);
fn session_ends_with_its_shell(shell: &str) {
    let (mut t, daemon) = start(shell);
    let mut client = daemon.connect();
    client.ask("Ping");
    let before = daemon.descriptors();
    t.run("gti status");
    let id = format!("{shell}-{}", t.pid());
    // the daemon records a failure after its answer
    let since = Instant::now();
    let mut until = |what: &str, is_so: &dyn Fn(&str) -> bool| {
        while !is_so(&client.ask("GetSessions")) {
            assert!(since.elapsed() < Duration::from_secs(20), "{what}");
        }
    };
    until("no session", &|sessions| sessions.contains(&id) && sessions.contains("gti status"));
    t.send("\u{15}exit\r");
    t.end();
    until("the session did not end", &|sessions| !sessions.contains(&id));
    until("descriptors are left", &|_| daemon.descriptors() <= before);
}

per_shell!(failure_is_known_outside_redacted: bash, zsh, fish);
fn failure_is_known_outside_redacted(shell: &str) {
    let (mut t, daemon) = start(shell);
    t.run("gti push https://me:hunter2@example.com/r.git");
    let last = daemon.connect().ask(r#"{"type":"GetLast"}"#);
    assert!(last.contains(r#""kind":"command_not_found""#) && last.contains("git push"), "{last}");
    assert!(!last.contains("hunter2"), "{last}");
    t.run("darn last --format json >last.json");
    let inside = std::fs::read_to_string(t.home().join("last.json")).unwrap();
    assert!(inside.contains("git push") && !inside.contains("hunter2"), "{inside}");
}

per_shell!(failure_starts_the_daemon_if_wanted: bash, zsh, fish);
fn failure_starts_the_daemon_if_wanted(shell: &str) {
    let mut t = Builder::new(shell)
        .env("DARN_SOCKET", &format!("~/{SOCKET}"))
        .file(".config/darn/config.toml", "[daemon]\nautostart = true\n")
        .start();
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    let socket = t.home().join(SOCKET);
    t.wait_until("the socket", |_| std::os::unix::net::UnixStream::connect(&socket).is_ok());
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    let shown = t.run("darn daemon status");
    assert!(shown.contains("running: version"), "{shown}");
    let pid = shown.split("pid ").nth(1).and_then(|rest| rest.split(',').next()).unwrap().to_owned();
    for descriptor in std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().flatten() {
        let target = std::fs::read_link(descriptor.path()).unwrap_or_default();
        assert!(!target.starts_with("/dev/pts"), "the terminal is open: {target:?}");
    }
    t.run("darn daemon stop");
    assert!(std::os::unix::net::UnixStream::connect(&socket).is_err());
}

per_shell!(socket_that_others_may_replace_is_not_used: bash, zsh, fish);
fn socket_that_others_may_replace_is_not_used(shell: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    let (mut t, daemon) = start(shell);
    std::fs::set_permissions(t.home().join("run"), std::fs::Permissions::from_mode(0o777)).unwrap();
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    assert_eq!(daemon.requests(), 0);
    let shown = t.run("darn doctor --color never | grep daemon:");
    assert!(shown.contains("others can write beside it"), "{shown}");
}

/// What something else at the socket may do with a connection.
const ODD_SERVERS: [fn(UnixStream); 6] = [
    // deaf
    |stream| drop(BufReader::new(stream).read_to_end(&mut Vec::new())),
    // closes at once
    drop,
    // closes amid its reply
    |mut stream| drop(stream.write_all(b"1 \x1b[2m")),
    // one byte now and then
    |mut stream| {
        let waits = UnixStream::pair().unwrap().0;
        waits.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        for byte in b"1 x\x1d1 drawn\ngit evil".iter().cycle().take(2000) {
            if stream.write_all(&[*byte]).is_err() {
                return;
            }
            let _ = (&waits).read(&mut [0]);
        }
    },
    // moves the cursor
    |mut stream| drop(stream.write_all(b"1 \x1b[2J\x1b[H\x1d1 drawn\ngit evil\0")),
    // another protocol
    |mut stream| drop(stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n\0")),
];

per_shell!(odd_servers_suppress_no_hint: bash, zsh, fish);
fn odd_servers_suppress_no_hint(shell: &str) {
    for (n, serve) in ODD_SERVERS.into_iter().enumerate() {
        let mut t = Builder::new(shell).env("DARN_SOCKET", &format!("~/{SOCKET}")).start();
        std::fs::DirBuilder::new().mode(0o700).create(t.home().join("run")).unwrap();
        let listener = UnixListener::bind(t.home().join(SOCKET)).unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                std::thread::spawn(move || serve(stream));
            }
        });
        for words in ["log 1", "log 2", "log 3", "log 4"] {
            let since = Instant::now();
            let drawn = t.run(&format!("gti {words}"));
            assert!(drawn.contains(&format!("✗ 127  git {words}")), "{n}: {drawn}\n{}", t.screen());
            assert!(!t.screen().contains("evil"), "{n}: {}", t.screen());
            assert!(since.elapsed() < BOUND, "{n}: {:?}", since.elapsed());
        }
    }
}

per_shell!(many_shells_share_it: bash, zsh);
fn many_shells_share_it(shell: &str) {
    let mut first = builder(shell).start();
    let daemon = Daemon::start(first.home());
    let home = first.home().display().to_string();
    let mut shells: Vec<Terminal> = (0..20)
        .map(|_| builder(shell).env("DARN_SOCKET", &format!("{home}/{SOCKET}")).env("HOME", &home).start())
        .collect();
    for t in &mut shells {
        assert_hint(t, "gti status", "✗ 127  git status");
        assert_hint(t, "gti log", "✗ 127  git log");
    }
    assert_hint(&mut first, "gti status", "✗ 127  git status");
    assert!(daemon.requests() >= 41, "{}", daemon.requests());
    let before = daemon.descriptors();
    for t in &mut shells {
        t.send("\u{15}exit\r");
        t.end();
    }
    daemon.connect().ask("Ping");
    assert!(daemon.descriptors() <= before - 40, "{} of {before}", daemon.descriptors());
}

per_shell!(fifo_with_control_bytes_is_not_drawn: bash, zsh);
/// Something else answers in the FIFOs of the shell.
fn fifo_with_control_bytes_is_not_drawn(shell: &str) {
    for answer in
        [r"\033[2J\0351 drawn\nevil", r"\0351 drawn\nevil\033[2J", r"evil", r"\007\0351 drawn\nevil"]
    {
        let mut t = Builder::new(shell).env("DARN_SOCKET", &format!("~/{SOCKET}")).start();
        let base = t.home().join(format!("run/hook-{}", t.pid()));
        std::fs::DirBuilder::new().mode(0o700).create(t.home().join("run")).unwrap();
        let fifo = |end: &str| {
            let path = base.with_extension(end);
            rustix::fs::mkfifoat(rustix::fs::CWD, &path, rustix::fs::Mode::RWXU).unwrap();
            std::fs::File::options().read(true).write(true).open(path).unwrap()
        };
        let (mut asked, mut answers) = (fifo("ask"), fifo("answer"));
        let answer = answer.replace(r"\033", "\u{1b}").replace(r"\035", "\u{1d}").replace(r"\007", "\u{7}");
        let answer = answer.replace(r"\n", "\n");
        std::thread::spawn(move || {
            let mut read = Vec::new();
            let mut chunk = [0; 65536];
            while let Ok(count) = asked.read(&mut chunk) {
                read.extend_from_slice(&chunk[..count]);
                if read.ends_with(b"\0\0") {
                    let fields: Vec<_> = read.split(|byte| *byte == 0).collect();
                    let number = String::from_utf8_lossy(&fields[1][1..]).into_owned();
                    let text = match fields[2] {
                        b":back" => String::from_utf8_lossy(&fields[3][1..]).into_owned(),
                        _ => answer.clone(),
                    };
                    answers.write_all(format!("{number} {text}\0").as_bytes()).unwrap();
                    read.clear();
                }
            }
        });
        for _ in 0..2 {
            let drawn = t.run("gti log");
            assert!(
                drawn.contains("✗ 127  git log") && !t.screen().contains("evil"),
                "{drawn}\n{}",
                t.screen()
            );
            t.press("\t");
            assert_eq!(t.line(), "T> git log");
            t.press("\x15");
        }
    }
}

per_shell!(daemon_that_cannot_write_suppresses_no_hint: bash, zsh, fish);
/// Every write to a file fails, as on a full disk.
fn daemon_that_cannot_write_suppresses_no_hint(shell: &str) {
    let mut t = builder(shell).start();
    let daemon = Daemon::under(&["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""], t.home());
    for words in ["status", "log 1", "log 2"] {
        assert_hint(&mut t, &format!("gti {words}"), &format!("✗ 127  git {words}"));
    }
    assert_eq!(daemon.requests(), 3, "{shell}");
}

/// Gives a file to another user, or takes it back.
fn give(path: &std::path::Path, to_other: bool) {
    let user = if to_other { 65534 } else { rustix::process::geteuid().as_raw() };
    std::os::unix::fs::chown(path, Some(user), None).expect("the test runs as root");
}

per_shell!(socket_of_another_user_is_not_used: bash, zsh, fish);
fn socket_of_another_user_is_not_used(shell: &str) {
    let (mut t, daemon) = start(shell);
    give(&t.home().join(SOCKET), true);
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    give(&t.home().join(SOCKET), false);
    assert_eq!(daemon.requests(), 0, "{shell}");
}

per_shell!(fifos_of_another_user_are_not_used: bash, zsh);
fn fifos_of_another_user_are_not_used(shell: &str) {
    let (mut t, daemon) = start(shell);
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    let asking = t.home().join(format!("run/hook-{}.ask", t.pid()));
    give(&asking, true);
    // now only the FIFOs could give a hint
    t.run("__darn_program=/bin/true");
    let drawn = t.run("gti log");
    assert!(!drawn.contains('✗'), "{drawn}");
    give(&asking, false);
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    assert_eq!(daemon.requests(), 2);
}

/// It keeps the environment of shells, which another process of the same user must not read.
#[test]
fn memory_of_the_daemon_cannot_be_read() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    const USER: u32 = 65534;
    let home = Home::new();
    chown(home.path(""), Some(USER), Some(USER)).expect("the test runs as root");
    let daemon =
        Daemon::under(&["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"], &home.path(""));
    let memory = format!("/proc/{}/mem", daemon.pid().as_raw_nonzero());
    // the files of a process that cannot be dumped belong to root (proc_pid(5))
    assert_eq!(std::fs::metadata(memory).expect("its memory").uid(), 0);
}

per_shell!(clock_set_back_does_not_prolong_the_pause: bash, zsh);
/// After three misses the daemon is left alone for 30 seconds, which a clock that is set back by a day must not
/// turn into a day. (Only bash counts by that clock.)
fn clock_set_back_does_not_prolong_the_pause(shell: &str) {
    let (mut t, daemon) = start(shell);
    assert_hint(&mut t, "gti status", "✗ 127  git status");
    assert_hint(&mut t, "gti log", "✗ 127  git log");
    t.run("__darn_program=/bin/true __darn_misses=3");
    t.run(match shell {
        "bash" => "__darn_again=$((EPOCHSECONDS + 86400))",
        _ => "__darn_again=$SECONDS",
    });
    assert_hint(&mut t, "gti push", "✗ 127  git push");
    assert_eq!(daemon.requests(), 3);
}

per_shell!(record_says_how_long_the_command_took: bash, zsh, fish);
fn record_says_how_long_the_command_took(shell: &str) {
    let (mut t, daemon) = start(shell);
    for (typed, at_least, below) in [("sleep 0.3; gti status", 300, 5000), ("gti log", 0, 300)] {
        t.run(typed);
        let ask = format!(r#"{{"type":"GetRecords","session_id":"{shell}-{}"}}"#, t.pid());
        let records: serde_json::Value = serde_json::from_str(&daemon.connect().ask(&ask)).expect("JSON");
        let last = records["records"].as_array().and_then(|records| records.last()).expect("a record");
        let took = last["duration_ms"].as_u64().unwrap_or_else(|| panic!("{records}"));
        assert!((at_least..below).contains(&took), "{shell}: {typed}: {took} ms");
    }
}

per_shell!(daemon_killed_amid_a_write_corrupts_nothing: bash, zsh, fish);
/// It records a suggestion after the hint is drawn, which is when it is killed.
fn daemon_killed_amid_a_write_corrupts_nothing(shell: &str) {
    let mut t = builder(shell).start();
    for n in 0..8 {
        let mut daemon = Daemon::start(t.home());
        assert_hint(&mut t, &format!("gti log {n}"), &format!("✗ 127  git log {n}"));
        daemon.signal(Signal::KILL);
        daemon.wait();
    }
    let shown = t.run("darn log --verify && echo un''broken");
    assert!(shown.contains("unbroken"), "{shown}");
    assert_hint(&mut t, "gti push", "✗ 127  git push");
}

per_shell!(failure_of_another_shell_is_mended_here: bash, zsh, fish, mksh);
fn failure_of_another_shell_is_mended_here(shell: &str) {
    let (mut other, daemon) = start("zsh");
    let directory = other.home().join("their place");
    std::fs::create_dir(&directory).unwrap();
    other.run("cd 'their place'");
    assert_hint(&mut other, "mkdir a/b/c", "mkdir -p a/b/c");
    let socket = other.home().join(SOCKET);
    let mut t = Builder::new(shell).env("DARN_SOCKET", socket.to_str().unwrap()).start();
    t.send("darn --session\r");
    t.wait_for("Esc leaves");
    let drawn = t.screen();
    assert!(drawn.contains("failures in your other shells") && drawn.contains("mkdir -p a/b/c"), "{drawn}");
    assert!(!directory.join("a").exists(), "ran unconfirmed: {drawn}");
    t.send("\r");
    t.wait("the directories", |_| directory.join("a/b/c").is_dir());
    t.wait("the prompt", |t| t.line() == "T>");
    t.run("mkdir here");
    assert!(directory.join("here").is_dir(), "the change of directory stays: {}", t.screen());
    drop(daemon);
    let drawn = t.run("darn --session");
    assert!(drawn.contains("no daemon runs") && drawn.contains("darn daemon start"), "{drawn}");
}

per_shell!(secret_of_another_shell_is_not_offered: bash);
fn secret_of_another_shell_is_not_offered(shell: &str) {
    let (mut other, _daemon) = start("zsh");
    assert_hint(&mut other, "gti push https://u:hunter2hunter2@example.com/r", "git push");
    let socket = other.home().join(SOCKET);
    let mut t = Builder::new(shell).env("DARN_SOCKET", socket.to_str().unwrap()).start();
    let drawn = t.run("darn --session");
    assert!(drawn.contains("no suggestion for zsh-") && !drawn.contains("hunter2"), "{drawn}");
}
