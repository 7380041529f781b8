//! Any bytes to the daemon, by its socket and by the FIFOs of a shell: nothing panics, what is refused gets one
//! line, and what is understood says the same when it is encoded again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::daemon::{Request, decode_request};
use protocol::relay::{Answer, END, Question, Wanted};

fuzz_target!(|bytes: &[u8]| {
    let (encoding, decoded) = decode_request(bytes);
    match decoded {
        Ok(request) => assert_same(&request),
        Err(reply) => {
            let line = reply.encode(encoding);
            assert!(line.ends_with(b"\n") && !line[..line.len() - 1].contains(&b'\n'));
        }
    }
    if let Some(question) = Question::decode(bytes, "n0") {
        let again = question.encode("n0").expect("what was cut at NULs has none");
        assert!(again.ends_with(END));
        if !matches!(question.wanted, Wanted::Nothing) {
            assert_eq!(Question::decode(&again, "n0"), Some(question));
        }
    }
    if let Some((number, answer)) = Answer::decode(bytes) {
        assert_eq!(Answer::decode(&answer.encode(number)), Some((number, answer)));
    }
});

fn assert_same(request: &Request) {
    let line = request.encode();
    assert_eq!(decode_request(&line[..line.len() - 1]).1.ok().as_ref(), Some(request));
}
