//! A quoted value comes back byte for byte through the real shells.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros
)]

mod common;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use syntax::{Dialect, QuoteStyle, Script, quote, quote_as};

const SHELLS: [Dialect; 4] = [Dialect::Posix, Dialect::Bash, Dialect::Zsh, Dialect::Fish];

#[rustfmt::skip]
const NASTY: &[&str] = &[
    "", " ", "  ", "\t", "\n", "a\n", "\n\n", "\r", "'", "\"", "`", "\\", "\\\\", "$", "!", "!!", "!x", "a!", "#", "#a", "a#b",
    "~", "~/x", "~root", "a~", "a=~", "a=~/x", "a:~/x", "=", "=ls", "a=b", "*", "?", "[a]", "{a,b}", "{", "}", "(", ")", "()", "&", "|",
    ";", "<", ">", "%", "%1", "%self", "^", "HEAD^", "HEAD~1", "@", "@{u}", "a,b", "-", "--", "-n", "it's", "it''s", "'it'", "''",
    "\"it's\"", "a\"b'c", "$HOME", "${x}", "$(ls)", "`ls`", "\\n", "\\'", "a\\", "\\$x", "\\!", "é", "日本語", "\u{a0}", "\u{3000}x",
    "🦀", "a\u{301}", "\u{7f}", "\u{1}", "\u{1b}[31m", "if", "fi", "end", "a b", " a ", "a\tb", "a\\ b", "1>2", "2>&1", "a;b", "*(.)",
    "$'x'", "$\"x\"", "\\x41", "%s", "\\c", "a+b", "a@b.c:/d", "://", "..", "1..3", "é'ü\"", "'\\''", "\u{feff}", "\u{200b}", "\u{85}",
];

fn values() -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let any = proptest::string::string_regex("[^\0]{0,24}").unwrap();
    let nasty = proptest::string::string_regex("[ \t\n'\"`\\\\$!#~=*?{}()&|;<>%^@,a\u{e9}-]{0,16}").unwrap();
    let mut values: Vec<String> = NASTY.iter().map(|&value| value.to_owned()).collect();
    for _ in 0..1200 {
        values.push(any.new_tree(&mut runner).unwrap().current());
        values.push(nasty.new_tree(&mut runner).unwrap().current());
    }
    values
}

fn forms(value: &str, dialect: Dialect) -> [String; 5] {
    [
        quote(value, dialect).into_owned(),
        quote_as(value, QuoteStyle::Bare, dialect),
        quote_as(value, QuoteStyle::Single, dialect),
        quote_as(value, QuoteStyle::Double, dialect),
        quote_as(value, QuoteStyle::Mixed, dialect),
    ]
}

/// One process per shell: every value is printed with a NUL behind it.
#[test]
fn every_value_comes_back_through_the_shell() {
    let values = values();
    for dialect in SHELLS {
        let mut script = String::new();
        let mut expected = Vec::new();
        for value in &values {
            for form in forms(value, dialect) {
                script += &format!("printf '%s\\0' {form}\n");
                expected.push(value.as_str());
            }
        }
        let arguments: &[&str] = match dialect {
            Dialect::Zsh => &["-f"],
            Dialect::Bash => &["--norc", "--noprofile"],
            Dialect::Fish => &["-N"],
            _ => &[],
        };
        let output = common::run(dialect, arguments, script.as_bytes());
        let got: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
        for (index, value) in expected.iter().enumerate() {
            let got = got.get(index).copied().unwrap_or(b"(nothing)");
            let form = forms(value, dialect)[index % 5].clone();
            let shown = String::from_utf8_lossy(got);
            assert_eq!(got, value.as_bytes(), "{dialect:?}: {value:?} as {form} gave {shown:?}");
        }
        assert_eq!(got.len(), expected.len() + 1, "{dialect:?}: {}", String::from_utf8_lossy(&output.stderr));
        println!("{}: {} values came back", dialect.name(), expected.len());
    }
}

/// The options that make more characters special, as interactive shells have them.
#[test]
fn every_value_comes_back_with_extended_globs() {
    let values = values();
    for (dialect, options, extra) in [
        (Dialect::Bash, "shopt -s extglob nullglob globstar dotglob; set -o histexpand", &["--norc"][..]),
        (Dialect::Zsh, "setopt extendedglob nullglob rcquotes braceccl globdots promptsubst", &["-f"][..]),
    ] {
        let mut script = format!("{options}\n");
        let mut expected = Vec::new();
        for value in &values {
            script += &format!("printf '%s\\0' {}\n", quote(value, dialect));
            expected.push(value.as_bytes());
        }
        let output = common::run(dialect, extra, script.as_bytes());
        let got: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
        for (got, value) in got.iter().zip(&expected) {
            assert_eq!(got, value, "{dialect:?}: {:?}", String::from_utf8_lossy(value));
        }
        assert_eq!(got.len(), expected.len() + 1, "{dialect:?}");
    }
}

/// What quoting writes, the parser reads as one word with the same value.
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
