//! The parser returns the original value of a quoted one.

use proptest::prelude::*;
use syntax::{Script, quote};

use crate::values::{SHELLS, forms, values};

/// The parser reads the output of quoting as one word with the same value.
#[test]
fn every_value_comes_back_through_the_parser() {
    for dialect in SHELLS {
        for value in values() {
            for form in forms(&value, dialect) {
                let script = Script::parse(&format!("x {form}"), dialect);
                let words: Vec<_> =
                    script.commands.iter().flat_map(|c| &c.words).map(|w| w.value.as_str()).collect();
                assert_eq!(words, ["x", value.as_str()], "{dialect:?} {form}");
                assert!(script.issues.is_empty(), "{dialect:?} {form} {:?}", script.issues);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn quoting_twice_gives_the_quoted_text(value in "[^\0]{0,40}") {
        for dialect in SHELLS {
            let once = quote(&value, dialect).into_owned();
            let twice = quote(&once, dialect).into_owned();
            let script = Script::parse(&format!("x {twice}"), dialect);
            prop_assert_eq!(&script.commands[0].words[1].value, &once);
        }
    }
}
