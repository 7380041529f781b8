//! The harness itself: the tasks are consistent, and right and wrong answers get their scores, with the real program
//! and a server whose replies are scripted.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use serde_json::{Value, json};

use super::*;

fn run(command: &str) -> Value {
    json!({ "action": "run_command", "command": command })
}

fn done() -> Value {
    json!({ "action": "done", "summary": "done" })
}

/// Starts a server with these replies, one after the other; returns its address.
fn replying(replies: Vec<Value>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for (stream, reply) in listener.incoming().zip(replies) {
            let mut stream = stream.unwrap();
            let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
            // the request ends with the object that it is
            while String::from_utf8_lossy(&request)
                .split_once("\r\n\r\n")
                .is_none_or(|(_, body)| serde_json::from_str::<Value>(body).is_err())
            {
                let count = stream.read(&mut buffer).unwrap();
                assert!(count > 0);
                request.extend_from_slice(&buffer[..count]);
            }
            let part = json!({ "choices": [{ "index": 0, "delta": { "content": reply.to_string() } }] });
            let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
            write!(stream, "{head}data: {part}\n\ndata: {end}\n\ndata: [DONE]\n\n").unwrap();
        }
    });
    url
}

/// Returns the program as it was built for tests.
fn darn() -> PathBuf {
    crate::process::run_cargo(["build", "--quiet", "--package", "darnit"]).unwrap();
    crate::process::target().join("debug/darn")
}

/// Returns the score of the first own task whose query contains a text, if the model could be asked.
fn scored(darn: &Path, query: &str, replies: Vec<Value>) -> Option<Score> {
    let cases = case::read(&case::own()).unwrap();
    let case = cases.iter().find(|case| case.query.contains(query)).unwrap();
    let url = replying(replies);
    let words = ["--url", &url, "--model", "m", "--config", "/dev/null"].map(str::to_owned);
    let place = Place::new(None).unwrap();
    let doing = Doing::new(darn, &place, &Options::read(&words).unwrap().settings().unwrap()).unwrap();
    assert!(doing.model.starts_with("m at 127.0.0.1:") && !doing.model.contains(';'), "{}", doing.model);
    let done = doing.carry_out(case, &place).ok()?;
    Some(score(case, &done, &place).unwrap())
}

#[test]
fn both_commands_of_each_task_do_the_same() {
    let cases = case::read(&case::own()).unwrap();
    assert!(cases.len() >= 40, "{}", cases.len());
    let place = Place::new(None).unwrap();
    for case in &cases {
        assert!(case.gold2.is_some(), "{}", case.query);
        check(case, &place).unwrap();
        // a task that nothing has to be done for would be solved by every model
        let untouched = tree::read(place.fill(case).unwrap()).unwrap();
        assert!(!Wanted::of(case, &case.gold, &place).unwrap().is_met(&untouched, &[]), "{}", case.query);
    }
}

#[test]
fn right_and_wrong_answers_get_their_scores() {
    let darn = darn();
    let right = Score { is_right: true, at_first: true };
    let recovered = Score { is_right: true, at_first: false };
    let wrong = Score { is_right: false, at_first: false };
    for (query, replies, expected) in [
        // files
        ("directories a/b/c", vec![run("mkdir -p a/b/c"), done()], right),
        // a rule mends it
        ("directories a/b/c", vec![run("mkdir a/b/c"), done()], recovered),
        ("directories a/b/c", vec![run("mkdir -p a/b"), done()], wrong),
        ("directories a/b/c", vec![run("mkdir -p a/b/c a/d"), done()], wrong),
        ("directories a/b/c", vec![done()], wrong),
        ("executable for everyone", vec![run("chmod u+x src/main.py"), done()], wrong),
        // output, in another order and form, and looked at once more
        ("end in .py", vec![run("ls tests/*.py src/*.py"), run("true"), done()], right),
        ("end in .py", vec![run("ls src/*.py"), done()], wrong),
        ("lines of docs/notes.txt, only", vec![run("wc -l docs/notes.txt"), done()], wrong),
        ("first two lines", vec![run("head -n 2 access.log | tac"), done()], wrong),
        // another way, with a failed step
        ("ends in .bak", vec![run("rm nothing.bak"), run("rm src/old.py.bak"), done()], recovered),
        // a loss that was not asked for is refused
        ("hello.txt", vec![run("rm -rf src"), run("echo hello > hello.txt"), done()], recovered),
        ("hello.txt", vec![run("echo Hello > hello.txt"), done()], wrong),
    ] {
        let what = format!("{query}: {replies:?}");
        assert_eq!(scored(&darn, query, replies), Some(expected), "{what}");
    }
    assert_eq!(scored(&darn, "hello.txt", Vec::new()), None, "a provider that is gone is no wrong answer");
    let told = told(&[right, recovered, wrong], "m at here");
    assert_eq!(told, "m at here: solved at first attempt: 1, after recovery: 2, of 3");
}

#[test]
fn options_change_the_configuration() {
    let settings = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Options::read(&words).and_then(|options| options.settings())
    };
    assert!(settings(&["--config", "/dev/null"]).is_err(), "nothing is configured");
    assert!(settings(&["--modell", "m"]).is_err());
    let given = settings(&["--config", "/dev/null", "--provider", "groq", "--model", "m"]).unwrap();
    assert_eq!(given["llm"]["provider"].as_str(), Some("groq"));
    assert_eq!(given["llm"]["model"].as_str(), Some("m"));
    assert_eq!(given["task"]["confirm"].as_str(), Some("every"));
}
