//! Values for the tests of quoting.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use syntax::{Dialect, QuoteStyle, quote, quote_as};

/// Shells whose quoting is tested.
pub const SHELLS: [Dialect; 4] = [Dialect::Posix, Dialect::Bash, Dialect::Zsh, Dialect::Fish];

#[rustfmt::skip]
const NASTY: &[&str] = &[
    "", " ", "  ", "\t", "\n", "a\n", "\n\n", "\r", "'", "\"", "`", "\\", "\\\\", "$", "!", "!!", "!x", "a!", "#", "#a", "a#b",
    "~", "~/x", "~root", "a~", "a=~", "a=~/x", "a:~/x", "=", "=ls", "a=b", "*", "?", "[a]", "{a,b}", "{", "}", "(", ")", "()", "&", "|",
    ";", "<", ">", "%", "%1", "%self", "^", "HEAD^", "HEAD~1", "@", "@{u}", "a,b", "-", "--", "-n", "it's", "it''s", "'it'", "''",
    "\"it's\"", "a\"b'c", "$HOME", "${x}", "$(ls)", "`ls`", "\\n", "\\'", "a\\", "\\$x", "\\!", "é", "日本語", "\u{a0}", "\u{3000}x",
    "🦀", "a\u{301}", "\u{7f}", "\u{1}", "\u{1b}[31m", "if", "fi", "end", "a b", " a ", "a\tb", "a\\ b", "1>2", "2>&1", "a;b", "*(.)",
    "$'x'", "$\"x\"", "\\x41", "%s", "\\c", "a+b", "a@b.c:/d", "://", "..", "1..3", "é'ü\"", "'\\''", "\u{feff}", "\u{200b}", "\u{85}",
];

/// Returns values to quote: difficult ones, and random ones that are the same in each run.
pub fn values() -> Vec<String> {
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

/// Returns the value in each style.
pub fn forms(value: &str, dialect: Dialect) -> [String; 5] {
    [
        quote(value, dialect).into_owned(),
        quote_as(value, QuoteStyle::Bare, dialect),
        quote_as(value, QuoteStyle::Single, dialect),
        quote_as(value, QuoteStyle::Double, dialect),
        quote_as(value, QuoteStyle::Mixed, dialect),
    ]
}
