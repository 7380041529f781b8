//! Commands that confuse sessions, in each shell: status, directory and output are right, and the next command
//! still runs.

use shell::session::{Refused, Wants};

use crate::driver::{Driver, Outcome, finish, per_shell, plain};

/// One command for the shells of one kind, with its status and output.
struct Case(&'static str, i32, &'static str);

/// Commands in the syntax that all four understand.
const COMMON: &[Case] = &[
    Case("true", 0, ""),
    Case("false", 1, ""),
    Case("echo hello", 0, "hello\n"),
    Case("printf 'no newline'", 0, "no newline"),
    Case("sh -c 'kill -9 $$'", 137, ""),
    Case("true # note", 0, ""),
    Case("false # note; echo x", 1, ""),
    Case("echo 'äöü 日本語 🙂'", 0, "äöü 日本語 🙂\n"),
    Case("printf '\\033[?1049h\\033[2Jscreen\\033[?1049l'", 0, "screen"),
    Case("printf '\\033]73276;n1x1;D;1\\007spoofed'; false", 1, "spoofed"),
    Case("printf '\\033]133;D;0\\007'; false", 1, "133"),
    Case("sh -c 'exit 7'", 7, ""),
    Case("nosuchprogram", 127, "nosuchprogram"),
    Case("stty -echo; stty echo", 0, ""),
    Case("tty >/dev/null; echo tty", 0, "tty\n"),
    Case("sleep 300 &", 0, ""),
    Case("head -c 1000000 /dev/zero | tr '\\0' x | tail -c 5; false", 1, "xxxxx"),
    Case("head -c 3000 /dev/urandom >/dev/null; printf '\\000\\377\\200'", 0, ""),
    Case("echo first\necho second\nfalse", 1, "first\nsecond\n"),
    Case("echo a \\\n  b", 0, "a b\n"),
    Case("echo '__START__' '__END__' '$ ' ", 0, "__START__ __END__ $ \n"),
    Case("sh -c 'trap \"\" INT; exit 3'", 3, ""),
    Case("cat /dev/null", 0, ""),
    Case("echo x | cat | cat", 0, "x\n"),
];

/// Commands of bash, zsh and dash.
const BOURNE: &[Case] = &[
    Case("cat <<E\none $((1+1))\nE", 0, "one 2\n"),
    Case("for i in 1 2 3; do echo $i; done", 0, "1\n2\n3\n"),
    Case("f() { echo in f; return 4; }; f", 4, "in f\n"),
    Case("echo ${unset_one?message}", 1, "message"),
    Case("exec 3>&1; echo three >&3; exec 3>&-", 0, "three\n"),
    Case("set -e; true; set +e", 0, ""),
    Case("unset PROMPT_COMMAND PS1 precmd_functions; false", 1, ""),
    Case("(exit 9)", 9, ""),
    Case("x=5; test $x = 6", 1, ""),
    Case("set -u; echo ok; set +u", 0, "ok\n"),
    Case("IFS=:; echo a; unset IFS", 0, "a\n"),
    Case("trap 'echo trapped' USR1; kill -USR1 $$; trap - USR1", 0, "trapped\n"),
];

/// Commands of fish.
const FISH: &[Case] = &[
    Case("for i in 1 2 3; echo $i; end", 0, "1\n2\n3\n"),
    Case("function f; echo in f; return 4; end; f", 4, "in f\n"),
    Case("begin; false; end", 1, ""),
    Case("set x 5; test $x = 6", 1, ""),
    Case("echo (math 1 + 1)", 0, "2\n"),
    Case("functions -e fish_prompt; false", 1, ""),
    Case("if true; echo yes; end", 0, "yes\n"),
    Case("string match -q a b", 1, ""),
    Case(
        "function __e --on-event fish_preexec --on-event fish_postexec; echo noise; false; end; false",
        1,
        "",
    ),
    Case("functions -e __e; function __v --on-variable PWD; echo moved; end; cd .; functions -e __v", 0, ""),
    Case("status job-control full; sh -c 'exit 4'; status job-control interactive; sh -c 'exit 4'", 4, ""),
    Case("set -l p $PATH; set -e PATH; echo here; false; set -gx PATH $p; false", 1, "here\n"),
    Case("set -e PATH; false", 1, ""),
    Case("set -gx PATH /usr/local/bin /usr/bin /bin; true", 0, ""),
    Case("set -g fish_private_mode 1; set -U __u x; false", 1, ""),
    Case("commandline -r 'touch typed'; echo x; false", 1, "x\n"),
    Case("test -e typed", 1, ""),
    Case("printf 'a\\0b\\nc' | string collect | string length", 0, "3\n1\n"),
    Case("function __darn_end; echo mine; end; function __darn_begin; echo mine; end; false", 1, ""),
    Case("function __darn_idle --on-event fish_prompt; echo mine; end; false", 1, ""),
    Case("echo 'echo )' >bad.fish; source bad.fish", 1, "Error while reading"),
    Case("echo before; eval 'echo )'; and echo never", 123, "before"),
    Case("set -g IFS x; set -g fish_trace 1; false; set -e fish_trace; false", 1, "false"),
    Case("set -e IFS; function cd; builtin cd /; end; cd /tmp; pwd", 0, "/\n"),
    Case(
        "function __s --on-signal USR1; echo caught; end; kill -USR1 $fish_pid; sleep 0.05; false",
        1,
        "caught\n",
    ),
    Case(
        "function __x --on-process-exit $fish_pid; echo gone; end; function __j --on-job-exit $fish_pid; end; true",
        0,
        "",
    ),
    Case(
        "function fish_prompt; echo 'a prompt'; sleep 0.05; end; function fish_title; echo t; end; false",
        1,
        "",
    ),
    Case(
        "function fish_right_prompt; exit 3; end; function fish_mode_prompt; false; end; functions -e fish_right_prompt; false",
        1,
        "",
    ),
    Case("bind \\r 'commandline -r false'; bind -e \\r; false", 1, ""),
    Case("block -g; false", 1, ""),
    Case("echo before; echo (kill -INT $fish_pid); echo never", 130, "before"),
    Case("block -e; true", 0, ""),
];

/// Commands of zsh and bash.
const EDITED: &[Case] = &[
    Case("__darn_begin() { echo mine; }; __darn_end() { echo mine; }; __darn_open=; false", 1, ""),
    Case("print -z 'touch typed' 2>/dev/null; echo x; false", 1, "x\n"),
    Case("test -e typed", 1, ""),
];

per_shell!(hostile_commands_end_right);
fn hostile_commands_end_right(shell: &str) {
    let mut driver = Driver::start(shell);
    let own: &[&[Case]] = match shell {
        "fish" => &[FISH],
        "dash" => &[BOURNE],
        _ => &[BOURNE, EDITED],
    };
    for Case(command, status, output) in COMMON.iter().chain(own.iter().copied().flatten()) {
        let (ended, printed) = driver.run(command);
        let status = match (shell, *command) {
            ("dash", "echo ${unset_one?message}") => 2, // POSIX: not zero
            _ => *status,
        };
        assert_eq!(ended, Some(status), "{shell}: {command}: {printed:?}");
        let is_right = if output.ends_with('\n') { printed == *output } else { printed.contains(output) };
        assert!(is_right, "{shell}: {command}: {printed:?}");
        assert_eq!(driver.run("echo next"), (Some(0), "next\n".into()), "{shell}: after {command}");
    }
}

per_shell!(state_stays);
fn state_stays(shell: &str) {
    let mut driver = Driver::start(shell);
    driver.run("mkdir 'a b' && cd 'a b'");
    assert_eq!(driver.directory(), driver.work().join("a b"), "{shell}");
    let (set, get) = match shell {
        "fish" => ("set -gx NAME value; function greet; echo hi; end", "greet; sh -c 'echo $NAME'; pwd"),
        _ => ("NAME=value; export NAME; greet() { echo hi; }", "greet; sh -c 'echo $NAME'; pwd"),
    };
    driver.run(set);
    let expected = format!("hi\nvalue\n{}\n", driver.work().join("a b").display());
    assert_eq!(driver.run(get), (Some(0), expected), "{shell}");
    driver.run("false");
    let status = if shell == "fish" { "echo $status" } else { "echo $?" };
    assert_eq!(driver.run(status).1, "1\n", "{shell}: the status of the command before");
    let line = if shell == "fish" { "mkdir a\\nb; cd a\\nb" } else { "mkdir 'a\nb'; cd 'a\nb'" };
    driver.run(line);
    assert_eq!(driver.directory(), driver.work().join("a b/a\nb"), "{shell}");
}

per_shell!(incomplete_text_is_refused);
fn incomplete_text_is_refused(shell: &str) {
    let mut driver = Driver::start(shell);
    for text in ["echo 'oops", "echo \"oops", "echo $(date"] {
        assert_eq!(driver.session.run(text), Err(Refused::Incomplete), "{shell}: {text}");
    }
    // what the parser lets through must not hang either
    for text in ["if then", "echo )"] {
        if driver.session.run(text) == Err(Refused::Incomplete) {
            continue;
        }
        let (status, printed) = finish(&mut driver);
        assert!(status != Some(0), "{shell}: {text}: {printed}");
    }
    assert_eq!(driver.run("echo next").1, "next\n");
}

per_shell!(script_of_200_kb_runs);
fn script_of_200_kb_runs(shell: &str) {
    let mut driver = Driver::start(shell);
    let script =
        format!("{}echo end; false", "echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >/dev/null\n".repeat(4500));
    let (status, printed) = driver.run(&script);
    assert_eq!((status, printed.as_str()), (Some(1), "end\n"), "{shell}");
}

per_shell!(large_output_is_counted);
fn large_output_is_counted(shell: &str) {
    let mut driver = Driver::start(shell);
    let Outcome::Ended(ended) = driver.run_with("head -c 5000000 /dev/zero | tr '\\0' x; false", &[]) else {
        panic!()
    };
    assert_eq!(ended.status, Some(1));
    let kept = ended.output;
    let count = kept.head.len() as u64 + kept.left_out + kept.tail.len() as u64;
    assert_eq!(count, 5_000_000, "{shell}");
    assert!(kept.left_out > 3_000_000);
}

per_shell!(end_of_the_shell_is_told_and_it_starts_again);
fn end_of_the_shell_is_told_and_it_starts_again(shell: &str) {
    let mut driver = Driver::start(shell);
    driver.run("mkdir d; cd d");
    for (command, status) in [("exit 7", Some(7)), ("exec sh -c 'exit 5'", Some(5)), ("exec true", Some(0))] {
        match driver.run_with(command, &[]) {
            Outcome::ShellEnded(ended) => assert_eq!(ended, status, "{shell}: {command}"),
            other => panic!("{shell}: {command}: {other:?}"),
        }
        assert_eq!(driver.session.run("true"), Err(Refused::Gone));
        let Driver { session, home, waited, delays } = driver;
        driver = Driver { session: session.restart().unwrap(), home, waited, delays };
        assert_eq!(driver.run("pwd").1, format!("{}\n", driver.work().join("d").display()), "{shell}");
    }
}

per_shell!(replaced_shell_is_taken_over);
fn replaced_shell_is_taken_over(shell: &str) {
    let mut driver = Driver::start(shell);
    let command = match shell {
        "bash" => "exec bash --norc",
        "zsh" => "exec zsh -f -o no_beep",
        "fish" => "exec fish --no-config",
        _ => "exec dash -E",
    };
    let Outcome::Ended(ended) = driver.run_with(command, &[]) else { panic!("{shell}") };
    assert_eq!(ended.status, None, "{shell}");
    assert_eq!(driver.run("echo next; false"), (Some(1), "next\n".into()), "{shell}");
}

per_shell!(questions_are_noticed);
fn questions_are_noticed(shell: &str) {
    let mut driver = Driver::start(shell);
    let line = ["sh -c 'printf \"name? \"; read x; echo \"got $x\"'", "cat"];
    let answers: [&[&str]; 2] = [&["me\r"], &["one\r", "\x04"]];
    for (command, answers) in line.into_iter().zip(answers) {
        driver.waited.clear();
        let Outcome::Ended(ended) = driver.run_with(command, answers) else { panic!() };
        assert_eq!(driver.waited.first(), Some(&Wants::Line), "{shell}: {command}");
        assert_eq!(ended.status.map(|status| status == 0 || status == 130), Some(true), "{shell}: {command}");
    }
    driver.waited.clear();
    let password = "python3 -c 'import getpass; print(len(getpass.getpass()))'";
    let Outcome::Ended(ended) = driver.run_with(password, &["secret\r"]) else { panic!() };
    assert_eq!(driver.waited, [Wants::Password], "{shell}");
    assert!(plain(&ended).ends_with("6\n") && !plain(&ended).contains("secret"), "{shell}: {ended:?}");
    driver.waited.clear();
    let Outcome::Ended(ended) = driver.run_with("read x; echo got $x", &["you\r"]) else { panic!() };
    let wants = if shell == "fish" { Wants::EditedLine } else { Wants::Line };
    assert_eq!(driver.waited, [wants], "{shell}");
    assert!(plain(&ended).contains("got you"), "{shell}: {ended:?}");
}

per_shell!(work_is_not_taken_for_a_question);
/// The shell's own work, and programs that wait in the calls in which others wait for a person.
fn work_is_not_taken_for_a_question(shell: &str) {
    let mut driver = Driver::start(shell);
    let count = match shell {
        "fish" => "for i in (seq 60000); string length -q $i; end",
        _ => "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done",
    };
    let python = |wait: &str| format!("python3 -c 'import os, select; r, w = os.pipe(); {wait}'");
    let commands = [
        count.to_owned(),
        "sleep 0.7".to_owned(),
        python("select.select([r], [], [], 0.7)"),
        python("p = select.poll(); p.register(r, select.POLLIN); p.poll(700)"),
        python("p = select.epoll(); p.register(r, select.EPOLLIN); p.poll(0.7)"),
    ];
    for command in commands {
        assert_eq!(driver.run(&command), (Some(0), String::new()), "{shell}: {command}");
        assert_eq!(driver.waited, [], "{shell}: {command}");
    }
    for wait in [
        "select.select([0], [], [])",
        "p = select.poll(); p.register(r, select.POLLIN); p.register(0, select.POLLIN); p.poll()",
        "p = select.epoll(); p.register(0, select.EPOLLIN); p.poll()",
    ] {
        driver.waited.clear();
        let Outcome::Ended(ended) = driver.run_with(&python(wait), &["line\r"]) else { panic!("{shell}") };
        assert_eq!((ended.status, driver.waited.first()), (Some(0), Some(&Wants::Line)), "{shell}: {wait}");
    }
}

per_shell!(keys_that_a_command_leaves_never_run);
fn keys_that_a_command_leaves_never_run(shell: &str) {
    let mut driver = Driver::start(shell);
    let made = driver.work().join("made");
    // it reads one line of three
    let outcome = driver.run_with("sh -c 'read x; echo got $x'", &["one\rtouch made\rtouch ma"]);
    let Outcome::Ended(ended) = outcome else { panic!("{shell}") };
    assert!(plain(&ended).contains("got one"), "{shell}: {ended:?}");
    driver.session.type_in(b"touch made\r").unwrap(); // there is no command to type it for
    assert_eq!(driver.run("echo next"), (Some(0), "next\n".into()), "{shell}");
    assert_eq!(driver.run("echo next"), (Some(0), "next\n".into()), "{shell}");
    assert!(!made.exists(), "{shell}");
}

per_shell!(interrupted_command_ends);
fn interrupted_command_ends(shell: &str) {
    use shell::session::Stop;
    let mut driver = Driver::start(shell);
    for (command, how) in
        [("sleep 60", Stop::Interrupt), ("sleep 60; echo no", Stop::Interrupt), ("sleep 60", Stop::Kill)]
    {
        driver.session.run(command).unwrap();
        driver.until(|session| session.jobs().iter().any(|(_, line)| line.starts_with("sleep")));
        driver.session.stop(how).unwrap();
        let (status, printed) = finish(&mut driver);
        assert!(matches!(status, Some(130 | 137)), "{shell}: {command}: {status:?} {printed}");
        assert!(!printed.contains("no\n"), "{shell}: {printed}");
    }
}

per_shell!(idle_session_ends_at_once);
/// Ends sessions at the moment at which the shell draws its prompt.
fn idle_session_ends_at_once(shell: &str) {
    for _ in 0..10 {
        let mut driver = Driver::start(shell);
        driver.run("true");
        let since = std::time::Instant::now();
        drop(driver);
        assert!(since.elapsed().as_secs() < 2, "{shell}: {:?}", since.elapsed());
    }
}

per_shell!(no_process_stays);
fn no_process_stays(shell: &str) {
    let mut driver = Driver::start(shell);
    driver.run("sleep 1000 &");
    driver.run("nohup sleep 1001 >/dev/null 2>&1 &");
    driver.run("setsid sleep 1002 >/dev/null 2>&1 &");
    driver.until(|session| session.jobs().len() == 3);
    let pids: Vec<_> = driver.session.jobs().into_iter().map(|(pid, _)| pid).collect();
    drop(driver);
    for pid in pids {
        let is_there = rustix::process::test_kill_process(pid).is_ok();
        let state =
            std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
        assert!(!is_there || state.contains(") Z "), "{shell}: {state}");
    }
}
