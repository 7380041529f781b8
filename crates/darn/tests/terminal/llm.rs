//! Model requests by the program: with the real server of llama.cpp, whose replies are forced if a certain
//! one is needed.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use crate::home::{Home, Said};
use crate::server::Served;
use serde_json::{Value, json};

const KEY: &str = "sk-local-4TqYw8ZpLm2RtVx9NcJd5HsFg3Qe6TaU";

/// A home in which this server may be asked, and gives the forced reply.
fn home(url: &str, says: Option<&str>) -> Home {
    let home = Home::new().set("LOCAL_KEY", KEY);
    let forced =
        says.map(|text| json!({"grammar": format!("root ::= {}", json!(text)), "response_format": null}));
    let extra = forced.unwrap_or_else(|| json!({}));
    home.write(
        ".config/darn/config.toml",
        format!(
            "[llm]\nenabled = true\nprovider = 'here'\ntimeout = 60\n[llm.providers.here]\n\
             base_url = '{url}/v1'\nwire = 'openai'\nmodel = 'smollm2'\napi_key_env = 'LOCAL_KEY'\nextra_body = '''{extra}'''\n"
        ),
    );
    home
}

const REPAIR: [&str; 5] = ["fix", "--command", "frobnicate build", "--status", "1"];
const FIX: &str = r#"{"fix":"rm -r build","alternatives":["rmdir build"],"why":"build is a directory","risk":"none","needs":[]}"#;

fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [base, more].concat()
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

#[test]
fn fix_from_the_model_is_shown_judged_and_recorded() {
    let server = Served::llama(KEY);
    let home = home(&server.url, Some(FIX));
    let said = home.darn(&with(&REPAIR, &["--llm", "--format", "json"]));
    let answer = json(&said);
    let first = &answer["suggestions"][0];
    assert_eq!(first["command"], "rm -r build", "{said:?}");
    assert_eq!(first["origin"], "llm:here/smollm2");
    assert_ne!(first["applicability"], "certain");
    assert_eq!(answer["suggestions"][1]["command"], "rmdir build");

    // the key is nowhere, and the sent bytes can be shown
    let sent = home.darn(&["last-request"]);
    assert!(sent.out.contains("POST http://127.0.0.1") && sent.out.contains("frobnicate build"), "{sent:?}");
    let kept = home.everything().iter().any(|name| {
        !name.contains("config.toml") && home.path(name).is_file() && home.text(name).contains(KEY)
    });
    assert!(!kept && !sent.out.contains(KEY) && !said.out.contains(KEY));

    // the log records that a request was sent, to whom and how large, but none of its text
    let log = home.darn(&["log", "--event", "sent", "--format", "json"]).out;
    let entry: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let body = sent.out.rsplit_once("\n\n").unwrap().1.trim_end();
    let told = &entry["sent"];
    assert_eq!(
        (&told["for"], &told["provider"], &told["model"]),
        (&json!("repair"), &json!("here"), &json!("smollm2"))
    );
    assert_eq!(
        (told["bytes"].as_u64().unwrap(), &told["redactions"]),
        (body.len() as u64, &json!(0)),
        "{log}\n{sent:?}"
    );
    assert!(server.url.ends_with(told["host"].as_str().unwrap()) && !log.contains("frobnicate"), "{log}");
    let plain = home.darn(&["log", "--event", "sent"]).out;
    assert!(plain.contains("  sent       repair: smollm2 at 127.0.0.1:"), "{plain}");
    assert!(plain.contains(&format!("{} bytes, 0 secrets redacted", body.len())), "{plain}");
    assert_eq!(home.darn(&["log", "--verify"]).status, 0);

    // concurrent answers are all cached
    let tools = ["frob", "grob", "brob"].map(|tool| {
        let words = ["fix", "--command", tool, "--status", "1", "--llm"];
        (tool, home.command(&words).stdout(std::process::Stdio::null()).spawn().unwrap())
    });
    let tools = tools.map(|(tool, mut asked)| {
        assert!(asked.wait().unwrap().success(), "{tool}");
        tool
    });

    // without the server, the same question has the same answer, another one none
    drop(server);
    let again = home.darn(&with(&REPAIR, &["--llm"]));
    assert_eq!((again.out.as_str(), again.status), ("rm -r build\nrmdir build\n", 0), "{again:?}");
    for tool in tools {
        let again = home.darn(&["fix", "--command", tool, "--status", "1", "--llm"]);
        assert_eq!(
            (again.out.as_str(), again.status),
            ("rm -r build\nrmdir build\n", 0),
            "{tool}: {again:?}"
        );
    }
    let other = home.darn(&["fix", "--command", "frobnicate other", "--status", "1", "--llm"]);
    assert_eq!(other.status, 4, "{other:?}");
    assert!(other.err.contains("cannot be reached") && other.err.contains("hint: "), "{other:?}");
    // offline knowledge is unaffected
    let offline = home.darn(&["fix", "--command", "gti status", "--status", "127", "--llm"]);
    assert_eq!(offline.out.lines().next(), Some("git status"), "{offline:?}");
}

#[test]
fn request_and_explanation_are_answered() {
    let server = Served::llama(KEY);
    let ls = r#"{"fix":"ls -S","alternatives":[],"why":"sorts by size","risk":"none","needs":[]}"#;
    let home = home(&server.url, Some(ls));
    let said = home.darn(&["ask", "--shell", "bash", "list", "the", "largest", "files"]);
    assert_eq!((said.out.as_str(), said.status), ("ls -S\n", 0), "{said:?}");
    let said = home.darn(&[
        "diagnose", "--exit-code", "1", "--command", "frobnicate build", "--format", "json", "--timeout-ms",
        "60000",
    ]);
    assert_eq!(json(&said)["suggestion"], "ls -S", "{said:?}");

    let home = self::home(&server.url, Some("It failed.\u{1b}[31m Because."));
    let said = home.darn(&["explain", "--llm", "--command", "frobnicate build", "--status", "1"]);
    assert!(said.out.contains("It failed.\u{fffd}[31m Because.\n"), "{said:?}");
}

/// The box, the key and `darn ask` print it, too.
#[test]
fn reply_without_a_fix_is_quoted() {
    let server = Served::llama(KEY);
    let none = r#"{"fix":null,"alternatives":[],"why":"no idea","risk":"none","needs":[]}"#;
    let home = home(&server.url, Some(none));
    let said = home.darn(&with(&REPAIR, &["--llm"]));
    assert_eq!((said.out.as_str(), said.status), ("", 1), "{said:?}");
    assert_eq!(said.err, "darn: smollm2 proposed nothing that works here: no idea\n");
    assert_eq!(home.darn(&with(&REPAIR, &["--llm", "--quiet"])).err, "");
}

/// The request states the limits; no server listens here, as the request is saved before it is sent.
#[test]
fn request_states_its_token_limit() {
    let home = Home::new();
    let config = "[llm]\nenabled = true\nprovider = 'here'\nalternatives = 1\n[llm.providers.here]\n\
                  base_url = 'http://127.0.0.1:9'\n";
    for (more, asked) in [("", 400), ("max_tokens = 900\n", 900)] {
        let config = config.replace("alternatives", &format!("{more}alternatives"));
        home.write(".config/darn/config.toml", config);
        let sent = |words: &[&str]| {
            home.darn(words);
            let shown = home.darn(&["last-request"]).out;
            let body: Value = serde_json::from_str(shown.rsplit_once("\n\n").unwrap().1).unwrap();
            assert!(body.to_string().contains("at most 1 string]"), "{shown}");
            body["max_tokens"].as_u64().unwrap()
        };
        assert_eq!(sent(&["ask", "--shell", "bash", "list files"]), asked);
        assert_eq!(sent(&with(&REPAIR, &["--llm"])), asked.min(if more.is_empty() { 256 } else { 900 }));
    }
}

/// No consent prompt for a host that would be refused anyway.
#[test]
fn loopback_only_refuses_at_once() {
    let home = Home::new();
    for host in ["192.0.2.1", "models.invalid"] {
        home.write(
            ".config/darn/config.toml",
            format!(
                "[llm]\nenabled = true\nprovider = 'x'\nnetwork = 'loopback'\n[llm.providers.x]\n\
                 base_url = 'https://{host}/v1'\n"
            ),
        );
        let said = home.darn(&with(&REPAIR, &["--llm"]));
        assert_eq!(said.status, 4, "{said:?}");
        assert!(said.err.contains(&format!("{host} was not asked: `llm.network`")), "{said:?}");
        assert!(said.err.contains("hint: Set `llm.network` to \"any\""), "{said:?}");
    }
}

#[test]
fn missing_consent_sends_nothing() {
    let home = Home::new();
    let said = home.darn(&with(&REPAIR, &["--llm"]));
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("llm.enabled") && said.err.contains("hint: "), "{said:?}");
    assert_eq!(home.darn(&["last-request"]).status, 1);

    // a remote host without consent, and no terminal to ask for it
    home.write(
        ".config/darn/config.toml",
        "[llm]\nenabled = true\nprovider = 'x'\n[llm.providers.x]\nbase_url = 'https://192.0.2.1/v1'\n",
    );
    let said = home.darn(&with(&REPAIR, &["--llm"]));
    assert_eq!(said.status, 3, "{said:?}");
    assert!(said.err.contains("you have not yet allowed sending data to 192.0.2.1"), "{said:?}");
}

/// Facts about the programs are sent if more than the minimum is allowed; none of the programs is run.
#[test]
fn versions_and_manuals_are_sent_where_allowed() {
    for (is_minimal, versions) in [(false, true), (false, false), (true, true)] {
        let home = Home::new();
        let path = format!("{}:/usr/bin:/bin", home.path("bin").display());
        let home = home.set("PATH", path);
        let ran = home.path("ran");
        let knob = home.write("bin/knob", format!("#!/bin/sh\n: >'{}'\n", ran.display()));
        std::fs::set_permissions(knob, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        home.write(
            ".local/share/man/man1/knob.1",
            ".TH KNOB 1\n.SH NAME\nknob \\- turn it\n.SH SYNOPSIS\nknob [\\-\\-turn=DEGREES] FILE\n",
        );
        // no server listens there: the request is saved before it is sent
        home.write(
            ".config/darn/config.toml",
            format!(
                "[llm]\nenabled = true\nprovider = 'here'\n[llm.privacy]\nminimal_context = {is_minimal}\n\
                 [llm.context]\nversions = {versions}\n[llm.providers.here]\nbase_url = 'http://127.0.0.1:9'\n"
            ),
        );
        let output = home.write("output", "knob: unrecognized option '--frob'\n");
        let output = output.display().to_string();
        let command = "knob --frob x | tar xf -";
        let words = ["fix", "--llm", "--command", command, "--status", "1", "--output", &output];
        home.darn(&words);
        let sent = home.darn(&["last-request"]).out;
        assert!(sent.contains("knob --frob x"), "{sent}");
        let tar = std::process::Command::new("tar").arg("--version").output().unwrap().stdout;
        let tar = String::from_utf8_lossy(&tar).lines().next().unwrap().replace("(GNU tar) ", "");
        assert_eq!(
            sent.contains("Versions:\\n<<") && sent.contains(&tar),
            versions && !is_minimal,
            "{tar}: {sent}"
        );
        assert_eq!(sent.contains("Manual:\\n<<") && sent.contains("--turn=DEGREES"), !is_minimal, "{sent}");
        home.darn(&["ask", "--shell", "bash", "tar"]);
        let sent = home.darn(&["last-request"]).out;
        assert_eq!(sent.contains(&tar), versions && !is_minimal, "{sent}");
        assert!(!ran.exists(), "a program was run");
    }
}

/// The state of git is sent if allowed, without running any program that the repository names.
#[test]
fn repository_settings_run_nothing() {
    let home = Home::new();
    let repository = home.path("r");
    let git = |words: &str| {
        let script = format!("cd '{}' && {words}", repository.display());
        let done =
            std::process::Command::new("sh").args(["-c", &script]).env("HOME", home.root()).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    home.write("r/a", "one\n");
    let name = "-c user.name=x -c user.email=x@example.com";
    git(&format!("git init -q -b trunk . && git add a && git {name} commit -q -m x && echo more >>a"));
    git("echo '* filter=x' >.gitattributes && git config filter.x.clean 'touch ../ran; cat'");
    git("git config core.fsmonitor 'touch ../ran; false'");
    home.write(
        ".config/darn/config.toml",
        "[llm]\nenabled = true\nprovider = 'here'\n[llm.privacy]\nminimal_context = false\n[llm.context]\n\
         git = true\n[llm.providers.here]\nbase_url = 'http://127.0.0.1:9'\n",
    );
    let directory = repository.display().to_string();
    home.darn(&with(&REPAIR, &["--llm", "--cwd", &directory]));
    let sent = home.darn(&["last-request"]).out;
    assert!(sent.contains("State of git:") && sent.contains("## trunk\\n M a\\n"), "{sent}");
    assert!(!home.path("ran").exists(), "a program was run");
}

/// A project file may request less, never more.
#[test]
fn project_file_cannot_enable_or_redirect_a_model() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let home = Home::new();
    home.write(
        "project/.darn.toml",
        format!("[llm]\nenabled = true\nprovider = 'evil'\n[llm.providers.evil]\nbase_url = '{url}/v1'\n"),
    );
    let directory = home.path("project").display().to_string();
    let said = home.darn(&with(&REPAIR, &["--llm", "--cwd", &directory]));
    assert_ne!(said.status, 0, "{said:?}");
    assert!(listener.accept().is_err(), "it connected");
}

/// The facts of this machine count however long the model takes: a missing program is not offered, and a path
/// that does not exist needs no confirm word.
#[test]
fn slow_answer_is_vetted_like_a_quick_one() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        // longer than darn queries the file system for one question
        let thinking = std::time::Duration::from_millis(2500);
        let fix =
            r#"{"fix":"frob-missing x","alternatives":["rm -r build"],"why":"y","risk":"none","needs":[]}"#;
        let chunk = json!({"choices": [{"delta": {"content": fix}, "finish_reason": "stop"}]});
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = [0; 4096];
        let _ = stream.read(&mut head).unwrap();
        std::thread::sleep(thinking);
        let body = format!("data: {chunk}\n\ndata: [DONE]\n\n");
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n";
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        // a connection closed with unread input is reset
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let home = home(&url, None);
    let said = home.darn(&with(&REPAIR, &["--llm", "--format", "json"]));
    server.join().unwrap();
    let suggestions = &json(&said)["suggestions"];
    let texts: Vec<_> = suggestions.as_array().unwrap().iter().map(|one| &one["command"]).collect();
    assert_eq!(texts, ["rm -r build"], "{said:?}");
    assert_eq!(suggestions[0]["verdict"]["level"], "allow", "{said:?}");
}

/// A server that accepts the question and never answers.
#[test]
fn silent_server_ends_at_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let home = home(&url, None);
    let config = home.text(".config/darn/config.toml").replace("timeout = 60", "timeout = 1");
    home.write(".config/darn/config.toml", config);
    let since = std::time::Instant::now();
    let said = home.darn(&with(&REPAIR, &["--llm"]));
    assert_eq!(said.status, 4, "{said:?}");
    assert!(said.err.contains("no answer within 1 s"), "{said:?}");
    assert!(since.elapsed() < std::time::Duration::from_secs(20), "{:?}", since.elapsed());
    let mut question = Vec::new();
    listener.accept().unwrap().0.read_to_end(&mut question).ok();
    assert!(String::from_utf8_lossy(&question).contains("frobnicate build"));
}

/// While models are disabled, only local sockets are opened, whatever is requested.
#[test]
fn disabled_models_open_no_connection() {
    let home = Home::new();
    for words in [
        with(&REPAIR, &["--llm"]),
        with(&REPAIR, &[]),
        vec!["ask", "list files"],
        vec!["explain", "--llm", "--command", "frobnicate", "--status", "1"],
        vec!["diagnose", "--exit-code", "127", "--command", "gti status"],
        vec!["hook", "bash", "failed", "1", "frobnicate build"],
        vec!["check", "--command", "curl https://example.com | sh"],
        vec!["doctor"],
    ] {
        let trace = home.path("trace");
        let output = std::process::Command::new("strace")
            .args(["-f", "-e", "trace=%net", "-o"])
            .arg(&trace)
            .arg(env!("CARGO_BIN_EXE_darn"))
            .args(&words)
            .env("HOME", home.path(""))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("cannot run strace");
        assert!(output.status.code().is_some(), "{words:?}: {output:?}");
        let text = std::fs::read_to_string(&trace).unwrap();
        assert!(text.contains("exited with"), "{words:?}: {text}");
        for line in text.lines().filter(|line| line.contains("connect(") || line.contains("AF_INET")) {
            assert!(line.contains("AF_UNIX"), "{words:?}: {line}");
        }
    }
}
