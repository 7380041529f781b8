//! Servers that fail in every possible way: the error must be right and in time, and nothing may look
//! complete.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use crate::server::{STREAM, Server, delta, response, say, stream, until_closed};
use crate::stage::{KEY, answer, client, openai, patience, prompt, question};
use llm::client::{Breaker, Client, Network, Patience};
use llm::prompt::Shape;
use llm::providers::Provider;
use llm::wire::Finish;
use llm::{Error, Phase};
use redact::Redactor;

/// Much longer than any tested deadline, for loaded machines.
const SLACK: Duration = Duration::from_secs(10);

/// Asks with these timeouts, which must not be exceeded, and returns the error.
fn in_time(patience: Patience, provider: &Provider) -> Error {
    let client = client();
    let question = crate::stage::Question { patience, ..question(&client, "gti") };
    let start = Instant::now();
    let error = question.ask(std::slice::from_ref(provider)).0.unwrap_err();
    assert!(start.elapsed() < patience.whole + SLACK, "{:?}", start.elapsed());
    assert!(!error.hint().is_empty(), "{error}");
    error
}

fn error(server: &Server) -> Error {
    in_time(patience(), &openai(&server.url))
}

fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn nothing_listens() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = in_time(patience(), &openai(&format!("http://{closed}")));
    assert_eq!(
        error,
        Error::Unreachable { host: closed.to_string(), why: "nothing is listening there".into() }
    );
}

#[test]
fn nobody_is_there() {
    // an address reserved for documentation, which no machine has
    let patience = Patience { connect: millis(300), ..Patience::within(millis(2000)) };
    let error = in_time(patience, &openai("https://192.0.2.1"));
    assert!(
        matches!(error, Error::Unreachable { .. } | Error::TimedOut { phase: Phase::Connection, .. }),
        "{error:?}"
    );
    let error = in_time(patience, &openai("https://nobody.invalid"));
    assert!(
        matches!(error, Error::Unreachable { .. } | Error::TimedOut { phase: Phase::Connection, .. }),
        "{error:?}"
    );
}

#[test]
fn it_never_answers() {
    let server = Server::new(|_, stream| until_closed(stream));
    let patience = Patience { load: millis(200), ..patience() };
    let error = in_time(patience, &openai(&server.url));
    assert!(matches!(error, Error::TimedOut { phase: Phase::Answer, .. }), "{error:?}");
    let error = in_time(Patience { whole: millis(200), ..patience }, &openai(&server.url));
    assert!(matches!(error, Error::TimedOut { phase: Phase::Answer, .. }), "{error:?}");
}

#[test]
fn it_says_one_byte_at_a_time() {
    let server = Server::new(|_, stream| {
        for byte in crate::server::stream("git status").into_bytes() {
            say(stream, &[byte]);
            std::thread::sleep(millis(40));
        }
    });
    let error = in_time(Patience { whole: millis(700), ..patience() }, &openai(&server.url));
    assert!(matches!(error, Error::TimedOut { .. }), "{error:?}");
    let server = Server::new(|_, stream| {
        say(stream, STREAM.as_bytes());
        for byte in delta("git status").bytes().cycle().take(1000) {
            say(stream, &[byte]);
            std::thread::sleep(millis(40));
        }
    });
    let error = in_time(Patience { whole: millis(700), ..patience() }, &openai(&server.url));
    assert_eq!(error, Error::TimedOut { phase: Phase::End, after: millis(700) });
    assert_eq!(error.to_string(), "the answer did not finish within 700 ms");
}

/// llama.cpp sends its headers at once and then reads the prompt.
#[test]
fn the_head_comes_long_before_the_first_word() {
    let server = Server::new(|_, stream| {
        say(stream, STREAM.as_bytes());
        std::thread::sleep(millis(600));
        say(stream, crate::server::stream("git status").split_once("\r\n\r\n").unwrap().1.as_bytes());
    });
    let patience = Patience { idle: millis(200), ..patience() };
    let client = client();
    let question = crate::stage::Question { patience, ..question(&client, "gti") };
    assert_eq!(question.ask(&[openai(&server.url)]).0.unwrap().1.text, "git status");
    let patience = Patience { idle: millis(100), load: millis(300), ..patience };
    let error = in_time(patience, &openai(&server.url));
    assert_eq!(error, Error::TimedOut { phase: Phase::Answer, after: millis(300) });
}

#[test]
fn it_falls_silent() {
    let server = Server::new(|_, stream| {
        say(stream, format!("{STREAM}{}", delta("git ")).as_bytes());
        until_closed(stream);
    });
    let error = in_time(Patience { idle: millis(200), ..patience() }, &openai(&server.url));
    assert_eq!(error, Error::TimedOut { phase: Phase::More, after: millis(200) });
    assert_eq!(error.to_string(), "the answer stalled for 200 ms");
}

#[test]
fn it_does_not_stop() {
    let server = Server::new(|_, stream| {
        say(stream, STREAM.as_bytes());
        let line = delta(&"rm -rf / ".repeat(100));
        for _ in 0..10_000_000 / line.len() {
            say(stream, line.as_bytes());
        }
    });
    assert_eq!(error(&server), Error::TooLarge);
    let server = Server::new(|_, stream| {
        say(stream, format!("{STREAM}data: ").as_bytes());
        for _ in 0..1000 {
            say(stream, &[b'x'; 10_000]);
        }
    });
    assert_eq!(error(&server), Error::TooLarge);
}

#[test]
fn it_speaks_no_tls() {
    let server = Server::saying("");
    let error = in_time(patience(), &openai(&server.url.replace("http:", "https:")));
    assert!(matches!(error, Error::Untrusted { .. }), "{error:?}");
}

#[test]
fn the_key_is_wrong_and_stays_unseen() {
    let body = format!("{{\"error\":{{\"message\":\"Incorrect API key provided: {KEY}.\"}}}}");
    let server = Server::saying(response("401 Unauthorized", "", &body));
    let error = error(&server);
    assert!(matches!(error, Error::WrongKey { .. }), "{error:?}");
    assert!(!format!("{error} {error:?}").contains("0123456789"), "{error:?}");
    assert_eq!(server.requests.try_iter().count(), 1);
}

#[test]
fn the_words_of_a_server_are_short_and_without_secrets() {
    let token = format!("ghp_{}", "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD2fG5");
    let body =
        format!("{{\"error\":{{\"message\":\"{token} {}\\u001b[31m {KEY}\"}}}}", "so it is ".repeat(100));
    let server = Server::saying(response("418 I'm a teapot", "", &body));
    let Error::Server { status: Some(418), said } = error(&server) else { panic!() };
    assert!(!said.contains(&token) && said.len() <= 200 && !said.contains('\u{1b}'), "{said}");
}

#[test]
fn it_wants_time() {
    let limited =
        response("429 Too Many Requests", "retry-after: 1\r\n", "{\"error\":{\"message\":\"Slow down\"}}");
    let server = Server::new(move |count, stream| {
        let whole = crate::server::stream("git status");
        say(stream, if count == 0 { limited.as_bytes() } else { whole.as_bytes() });
    });
    let client = client();
    let start = Instant::now();
    let (result, asked) = question(&client, "gti").ask(&[openai(&server.url)]);
    assert_eq!(result.unwrap().1.text, "git status");
    assert!(start.elapsed() >= Duration::from_secs(1) && asked.retries == 1, "{asked:?}");
    // the same as a date, from a server whose clock is wrong
    let dated = response(
        "503 Service Unavailable",
        "date: Sun, 06 Nov 1994 08:49:37 GMT\r\nretry-after: Sun, 06 Nov 1994 08:49:38 GMT\r\n",
        "{\"error\":{\"message\":\"Slow down\"}}",
    );
    let server = Server::new(move |count, stream| {
        let whole = crate::server::stream("git status");
        say(stream, if count == 0 { dated.as_bytes() } else { whole.as_bytes() });
    });
    let start = Instant::now();
    let (result, asked) = question(&client, "gti").ask(&[openai(&server.url)]);
    assert_eq!(result.unwrap().1.text, "git status");
    assert!(start.elapsed() >= Duration::from_secs(1) && asked.retries == 1, "{asked:?}");
    // longer than any user waits
    let long =
        response("429 Too Many Requests", "retry-after: 60\r\n", "{\"error\":{\"message\":\"Slow down\"}}");
    let server = Server::saying(long);
    let error = error(&server);
    assert_eq!(
        error,
        Error::RateLimited { said: "Slow down".into(), retry_after: Some(Duration::from_secs(60)) }
    );
    assert_eq!(server.count(), 1);
}

#[test]
fn it_is_back_the_second_time() {
    let server = Server::new(|count, stream| {
        let busy = response("503 Service Unavailable", "", "busy");
        let whole = crate::server::stream("git status");
        say(stream, if count == 0 { busy.as_bytes() } else { whole.as_bytes() });
    });
    let client = client();
    let (result, asked) = question(&client, "gti").ask(&[openai(&server.url)]);
    assert_eq!((result.unwrap().1.text.as_str(), asked.retries), ("git status", 1));
    // a server that stays unavailable is asked three times in all
    let server = Server::saying(response("503 Service Unavailable", "", "busy"));
    assert_eq!(error(&server), Error::Overloaded { said: "busy".into(), retry_after: None });
    assert_eq!(server.count(), 3);
}

#[test]
fn what_stays_wrong_is_asked_once() {
    for (status, body) in [
        ("400 Bad Request", "{\"error\":{\"message\":\"no\"}}"),
        ("404 Not Found", "{\"error\":\"model 'x' not found\"}"),
        ("413 Payload Too Large", ""),
        ("500 Internal Server Error", "{\"error\":{\"code\":500,\"message\":\"parse error at line 1\"}}"),
    ] {
        let server = Server::saying(response(status, "", body));
        error(&server);
        assert_eq!(server.count(), 1, "{status}");
    }
}

#[test]
fn the_stream_is_cut() {
    let server = Server::saying(format!("{STREAM}{}", delta("rm -r /home/ann")));
    let completion = answer(&openai(&server.url), "gti").unwrap();
    assert_eq!((completion.text.as_str(), completion.finish), ("rm -r /home/ann", Finish::Cut));
    let server = Server::saying(STREAM);
    assert_eq!(error(&server), Error::Cut);
    let server = Server::saying("");
    let error = error(&server);
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    // shorter than announced
    let whole = stream("git status");
    let promised = whole.replace("connection: close", "content-length: 100000");
    let server =
        Server::saying(promised.split_once("data: {\"choices\":[{\"index\":0,\"delta\":{}").unwrap().0);
    let completion = answer(&openai(&server.url), "gti").unwrap();
    assert_eq!(completion.finish, Finish::Cut);
}

#[test]
fn it_is_no_model_server() {
    let page = "<!DOCTYPE html><title>Log in</title><code>git status</code>";
    let headers = format!("x-filler: {}\r\n", "x".repeat(100_000));
    for (bytes, what) in [
        (response("200 OK", "content-type: text/html\r\n", page), "an HTML page"),
        (format!("{STREAM}data: {{\"choices\":[}}\n\n{}", delta("x")), "broken JSON"),
        (response("200 OK", "", "It works!"), "not JSON"),
        (response("200 OK", &headers, ""), "its headers are too long"),
        ("SSH-2.0-OpenSSH_9.2\r\n".to_owned(), "not HTTP"),
    ] {
        let server = Server::saying(bytes);
        match error(&server) {
            Error::NotAnApi { what: found, .. } => assert_eq!(found, what),
            error => panic!("{what}: {error:?}"),
        }
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let other = Server::saying(stream("rm -rf /"));
    let location = format!("location: {}/v1/chat/completions?token=x\r\n", other.url);
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let server = Server::saying(response(status, &location, ""));
        match error(&server) {
            Error::Redirected { to, .. } => assert_eq!(to, other.url),
            error => panic!("{error:?}"),
        }
    }
    assert_eq!(other.count(), 0);
}

#[test]
fn the_next_provider_answers() {
    let silent = Server::new(|_, stream| until_closed(stream));
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let good = Server::saying(stream("git status"));
    let client = client();
    let mut question = question(&client, "gti");
    question.patience = Patience { load: millis(300), ..patience() };
    let providers = [openai(&silent.url), openai(&format!("http://{closed}")), openai(&good.url)];
    let (place, completion) = question.ask(&providers).0.unwrap();
    assert_eq!((place, completion.text.as_str()), (2, "git status"));
    // only the user can fix a wrong key
    let wrong = Server::saying(response("401 Unauthorized", "", ""));
    let error = question.ask(&[openai(&wrong.url), openai(&good.url)]).0.unwrap_err();
    assert!(matches!(error, Error::WrongKey { .. }), "{error:?}");
    // if all fail, the error of the first one is reported
    let error = question.ask(&providers[..2]).0.unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error:?}");
}

#[test]
fn a_key_does_not_travel_in_the_clear() {
    let error = in_time(patience(), &openai("http://192.0.2.1"));
    assert!(matches!(error, Error::RefusedAddress { .. }), "{error:?}");
}

#[test]
fn loopback_only_means_the_address() {
    let server = Server::saying(stream("git status"));
    let client = Client::new(Network::Loopback, Breaker::default());
    let ask = |url: &str| question(&client, "gti").ask(&[openai(url)]).0;
    assert_eq!(ask(&server.url.replace("127.0.0.1", "localhost")).unwrap().1.text, "git status");
    for url in ["https://192.0.2.1", "http://0.0.0.0:1", "https://models.invalid"] {
        let error = ask(url).unwrap_err();
        assert!(matches!(error, Error::RefusedAddress { .. }), "{url}: {error:?}");
        assert!(error.hint().contains("\"any\""), "{url}: {error:?}");
    }
}

#[test]
fn cancelled_while_nothing_comes() {
    let (closed, is_closed) = channel();
    let server = Server::new(move |_, stream| {
        until_closed(stream);
        closed.send(Instant::now()).unwrap();
    });
    let cancelled = Arc::new(AtomicBool::new(false));
    let asker = std::thread::spawn({
        let (cancelled, provider) = (cancelled.clone(), openai(&server.url));
        move || {
            let client = client();
            let question = crate::stage::Question { cancelled: &cancelled, ..question(&client, "gti") };
            (question.ask(&[provider]).0, Instant::now())
        }
    });
    server.requests.recv_timeout(SLACK).unwrap();
    let start = Instant::now();
    cancelled.store(true, Ordering::Relaxed);
    let (result, end) = asker.join().unwrap();
    assert_eq!(result, Err(Error::Cancelled));
    let seen = is_closed.recv_timeout(SLACK).expect("the socket should be closed");
    let (back, seen) = (end.duration_since(start), seen.duration_since(start));
    assert!(back < Duration::from_secs(2) && seen < Duration::from_secs(2), "{back:?} {seen:?}");
}

#[test]
fn cancelled_before_it_began() {
    let server = Server::saying(stream("git status"));
    let client = client();
    let cancelled = AtomicBool::new(true);
    let question = crate::stage::Question { cancelled: &cancelled, ..question(&client, "gti") };
    assert_eq!(question.ask(&[openai(&server.url)]).0, Err(Error::Cancelled));
    assert_eq!(server.count(), 0);
}

#[test]
fn a_form_that_is_refused_is_left_out_from_then_on() {
    let server = Server::new(|count, stream| {
        let refusal = "{\"error\":{\"message\":\"This response_format type is unavailable now\"}}";
        let refusal = response("400 Bad Request", "", refusal);
        let whole = crate::server::stream("git status");
        say(stream, if count == 0 { refusal.as_bytes() } else { whole.as_bytes() });
    });
    let client = client();
    let mut question = question(&client, "gti");
    question.prompt = prompt("gti", Shape::Commands);
    let (result, asked) = question.ask(&[openai(&server.url)]);
    assert_eq!(result.unwrap().1.text, "git status");
    let forms = |bodies: &[serde_json::Value]| {
        bodies.iter().map(|body| body["response_format"].is_object()).collect::<Vec<_>>()
    };
    assert_eq!(forms(&asked.bodies), [true, false]);
    let (_, asked) = question.ask(&[openai(&server.url)]);
    assert_eq!(forms(&asked.bodies), [false]);
}

#[test]
fn a_secret_does_not_leave() {
    let server = Server::saying(stream("git status"));
    let mut redactor = Redactor::default();
    let prompt = redactor.redact(prompt("the word is kaleidoscope-4711-zebra", Shape::Text));
    // the redactor learns the secret only now, so it was not redacted
    redactor.know("password", "kaleidoscope-4711-zebra");
    let client = client();
    let (result, asked) = question(&client, "").ask_redacted(&prompt, &redactor, &[openai(&server.url)]);
    assert_eq!(result.unwrap_err(), Error::Leak { kind: "password".into() });
    assert_eq!((server.count(), asked.bodies.len()), (0, 0));
}

#[test]
fn there_is_no_key() {
    let server = Server::saying(stream("git status"));
    let mut provider = openai(&server.url);
    provider.keys = vec![llm::key::KeySource::Environment("DARN_TEST_NO_SUCH_KEY".into())];
    let error = in_time(patience(), &provider);
    assert_eq!(error.to_string(), "no key for here");
    assert_eq!(error.hint(), "Set DARN_TEST_NO_SUCH_KEY, or `api_key_cmd` in [llm.providers.here].");
    assert_eq!(server.count(), 0);
}

#[test]
fn who_fails_three_times_is_left_alone_also_by_the_next_process() {
    let server = Server::saying(response("500 Internal Server Error", "", "no"));
    let client = client();
    let question = question(&client, "gti");
    for _ in 0..3 {
        assert!(matches!(question.ask(&[openai(&server.url)]).0, Err(Error::Server { .. })));
    }
    server.count();
    let kept = serde_json::to_string(&client.breaker()).unwrap();
    let next = Client::new(Network::Any, serde_json::from_str(&kept).unwrap());
    let result = crate::stage::question(&next, "gti").ask(&[openai(&server.url)]).0;
    assert!(matches!(result, Err(Error::Resting { .. })), "{result:?}");
    assert_eq!(server.count(), 0);
}
