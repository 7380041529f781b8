//! Properties of every text, however broken.

use crate::invariants;

use std::time::{Duration, Instant};

use invariants::{DIALECTS, check};
use proptest::prelude::*;
use syntax::{Edit, Script, Span};

/// Meaningful pieces of shell text, concatenated at random.
const SOUP: &[&str] = &[
    " ", " ", " ", " ", "\n", ";", "&", "|", "&&", "||", "(", ")", "((", "))", "{", "}", "[", "]", "[[",
    "]]", "<", ">", "<<", ">>", "<(", "$(", "${", "$((", "`", "'", "\"", "\\", "$", "#", "!", "=", "=(", "*",
    "?", "~", "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case",
    "esac", ";;", ";&", "function", "f()", "select", "repeat", "foreach", "coproc", "time", "begin", "end",
    "and", "or", "not", "switch", "always", "x", "y=1", "ls", "-l", "a b", "é", "日", "🦀", "\t", "\r",
    "<<EOF", "EOF", "<<-'E'", "E", "$x", "$'", "$\"", "@(", "*(", "{a,b}", "2>&1", "&>", "1", "x[", "%", ",",
    "sudo", "\\\n", "`x`", "$(ls)", "\"$(", "${x:-", "{fd}>", "]]", "declare", "a+=(", "2>|", "&|",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        for dialect in DIALECTS {
            check(&text, dialect);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        for dialect in DIALECTS {
            check(&text, dialect);
        }
    }

    #[test]
    fn any_soup_is_read(parts in proptest::collection::vec(proptest::sample::select(SOUP), 0..40)) {
        let text = parts.concat();
        for dialect in DIALECTS {
            check(&text, dialect);
        }
        let text = parts.join(" ");
        for dialect in DIALECTS {
            check(&text, dialect);
        }
    }

    #[test]
    fn an_edit_changes_its_span_only(text in "\\PC{0,40}", start in 0_usize..50, length in 0_usize..10, with in "\\PC{0,5}") {
        let edited = Edit::new().replace(Span::new(start, start + length), with.as_str()).apply(&text);
        match (text.get(..start), text.get(start + length..)) {
            (Some(before), Some(after)) => prop_assert_eq!(edited, format!("{before}{with}{after}")),
            _ => prop_assert_eq!(edited, text),
        }
    }
}

/// Unoptimised code is slow, and the fuzzer searches further anyway.
const CASES: u32 = if cfg!(debug_assertions) { 256 } else { 2000 };

const OPENERS: &[&str] = &[
    "$(", "(", "((", "$((", "{a,", "{ ", "[[ ", "`", "\"$(", "\"`", "${x:-", "\"${x:-\"", "<(", "a=(", "if ",
    "while ", "case x in a) ", "for x in a; do ", "f() ", "begin;", "@(", "*(", "!", "! ", "'", "\"", "\\",
    "$'", "<<a ", "<<a\n", "$[", ";", "|", "&&", "(a)", "$((a);", "((a);", "`$(", "a[", "$x[", "{", "}", ")",
    "))", "]]", "fi;", "done;", "end;", ";;", "x ", "a\n", "time ", "coproc ", "function ", "echo $(",
    "{fd}>", "2>", "=(", "x=$(", "if (", "for ((", "repeat ", "foreach x (", "é(", "\"$((", "${", "#", "\r",
];

/// Returns the shortest time of several parses, to exclude other load on the machine.
fn least_time(text: &str, dialect: syntax::Dialect) -> Duration {
    let run = || {
        let started = Instant::now();
        let script = Script::parse(text, dialect);
        let time = started.elapsed();
        assert!(script.issues.len() <= 16);
        time
    };
    let mut least = run();
    let mut more = if cfg!(debug_assertions) { 0 } else { 30 };
    while more > 0 && least > LIMIT / 2 {
        least = least.min(run());
        more -= 1;
    }
    least
}

const LIMIT: Duration = Duration::from_millis(10);

fn slowest(texts: impl Iterator<Item = (String, String)>) -> (Duration, String) {
    let mut slowest = (Duration::ZERO, String::new());
    for (name, text) in texts {
        for dialect in DIALECTS {
            let time = least_time(&text, dialect);
            if time > LIMIT / 2 && std::env::var_os("DARN_SHOW").is_some() {
                println!("{time:?} for {name} as {dialect:?}, {} bytes", text.len());
            }
            if time > slowest.0 {
                slowest = (time, format!("{name} as {dialect:?}"));
            }
        }
    }
    slowest
}

/// Runs a test on a stack as small as that of a test thread.
fn on_a_small_stack(what: &'static str, run: impl FnOnce() -> (Duration, String) + Send + 'static) {
    let (time, name) = std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
    println!("{what}: slowest {time:?} for {name}");
    assert!(cfg!(debug_assertions) || time < LIMIT, "{time:?} for {name}");
}

/// Deep nesting neither overflows the stack nor takes long.
#[test]
fn sixty_thousand_openers_are_harmless() {
    on_a_small_stack("60,000 openers", || {
        let deep = ["$(", "{a,", "((", "[[", "`", "\"$(", "(", "{ "];
        slowest(deep.iter().map(|opener| (format!("{opener:?}"), opener.repeat(60_000))))
    });
}

/// Any 64 KiB are parsed within 10 ms.
#[test]
fn time_is_linear_in_the_length() {
    on_a_small_stack("64 KiB", || {
        const SIZE: usize = if cfg!(debug_assertions) { 4 } else { 64 } * 1024;
        let open = OPENERS.iter().map(|opener| (format!("{opener:?}"), opener.repeat(SIZE / opener.len())));
        let closed = OPENERS.iter().map(|opener| {
            let text = opener.repeat(SIZE / 2 / opener.len()) + &")`}\"]' ".repeat(SIZE / 16);
            (format!("{opener:?} with closers"), text)
        });
        slowest(open.chain(closed))
    });
}
