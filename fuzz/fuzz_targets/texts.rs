//! Any text in any language inside a command, and any text that may deceive: nothing panics, spans
//! lie in the text.
#![no_main]

use policy::code::{self, Language, Sql};
use policy::{deceptive, decode};
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/policy/tests/hostile/texts.rs"]
#[allow(dead_code, reason = "its fragments are for the benchmark")]
mod texts;
use texts::LANGUAGES;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let code = code::read(LANGUAGES[usize::from(choice) % LANGUAGES.len()].0, text);
    for loss in code.losses {
        assert!(text.get(loss.span.start..loss.span.end).is_some(), "a loss is not in the text");
    }
    for deception in deceptive::scan(text) {
        assert!(text.get(deception.span.start..deception.span.end).is_some(), "a deception is not in the text");
        assert!(deception.because.is_ascii());
    }
    for decode in [decode::base64, decode::base32, decode::hex, decode::rot13, decode::rev, decode::url] {
        decode(text);
    }
    decode::escapes(text, decode::Escapes::Echo);
    if let Some((from, to)) = text.split_once('\n') {
        decode::tr(text, decode::Tr::Replace, from, to);
    }
});
