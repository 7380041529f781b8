//! Judging a line of four times the length is at most about four times the work, in every shape. Work is
//! counted, not timed, so that a busy machine changes nothing: bytes that are allocated. What only
//! reads is seen by `cargo xtask bench policy`.
#![allow(clippy::unwrap_used, clippy::panic)]
#![allow(unsafe_code, reason = "an allocator that counts")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use facts::FakeWorld;
use policy::Policy;
use policy::code::{Language, Sql};
use syntax::Dialect;

#[path = "hostile/commands.rs"]
mod commands;
#[path = "hostile/counting.rs"]
mod counting;
#[path = "hostile/lines.rs"]
mod lines;
#[path = "hostile/texts.rs"]
mod texts;

/// Bytes of the shorter line.
const SHORT: usize = 3 * 1024;
/// Work that is the same for every line, steps in which buffers grow, and what is bounded by a budget
/// of its own: texts that double (`x=$x$x`).
const CONSTANT: usize = 16 * 1024 * 1024;

fn work(text: &str, dialect: Dialect) -> usize {
    let policy = Policy::default();
    let world = FakeWorld {
        home: Some("/home/me".into()),
        directory: Some("/home/me/project".into()),
        ..FakeWorld::default()
    };
    let before = counting::bytes();
    drop(std::hint::black_box(policy.assess(text, dialect, &world)));
    counting::bytes() - before
}

/// What grows faster than its line.
fn too_much(name: &str, dialect: Dialect, text: impl Fn(usize) -> String) -> Option<String> {
    let long = work(&text(4 * SHORT), dialect);
    if long <= CONSTANT {
        return None;
    }
    let short = work(&text(SHORT), dialect);
    let line = || format!("{} {name}: {short} bytes, then {long}", dialect.name());
    (long > short * 5 + CONSTANT).then(line)
}

#[test]
fn lines_of_every_shape_are_linear() {
    let mut wrong = Vec::new();
    for shape in lines::shapes() {
        for dialect in [Dialect::Bash, Dialect::PowerShell] {
            wrong.extend(too_much(&format!("{shape:?}"), dialect, |bytes| shape.text(bytes)));
        }
    }
    assert!(wrong.is_empty(), "{} shapes:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn code_of_every_language_is_linear() {
    let mut wrong = Vec::new();
    for (_, program) in texts::LANGUAGES {
        for fragment in texts::FRAGMENTS {
            let text = |bytes| commands::command(program, fragment, bytes);
            wrong.extend(too_much(&format!("{program} {fragment:?}"), Dialect::Bash, text));
        }
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n"));
}
