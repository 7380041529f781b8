//! Any text, all shells: the invariants of the crate hold and reading takes no longer than it may.
#![no_main]

#[path = "../../crates/syntax/tests/parser/invariants.rs"]
mod invariants;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for dialect in invariants::DIALECTS {
        invariants::check(&text, dialect);
    }
    // the second grammar must not panic either
    for dialect in [syntax::Dialect::Bash, syntax::Dialect::Posix] {
        let _ = syntax::Script::parse(&text, dialect).is_well_formed();
    }
});
