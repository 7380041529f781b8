//! Characters that come with text from web pages and office programs: dashes, quotes, blanks.

use syntax::{Edit, Script};

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer =
    Fixer { id: "any/pasted-characters", about: "dashes, quotes and blanks that only look like the real ones", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let text = &case.failure.record.text;
    if text.is_ascii() {
        return Vec::new();
    }
    let plain = plain(text, &case.failure.script);
    if plain == *text {
        return Vec::new();
    }
    let edit = Edit::new().replace(syntax::Span::new(0, text.len()), plain);
    vec![Proposal::new(FIXER.id, edit, "pasted dashes, quotes or blanks", Applicability::Certain)]
}

fn plain(text: &str, script: &Script) -> String {
    let in_quotes = |at: usize| {
        script.commands.iter().flat_map(|c| &c.words).any(|word| {
            matches!(word.quote, syntax::QuoteStyle::Single | syntax::QuoteStyle::Double) && word.span.start < at && at < word.span.end
        })
    };
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let quoted = in_quotes(at);
        match c {
            '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => out.push(' '),
            '\u{200b}' | '\u{feff}' | '\u{2060}' => {}
            _ if quoted => out.push(c),
            '\u{2010}'..='\u{2012}' | '\u{2212}' => out.push('-'),
            // an en dash before one letter was `-`, before a word `--`; an em dash was `--`
            '\u{2013}' | '\u{2014}' | '\u{2015}' if before.is_whitespace() => {
                let word: String = text.get(at + c.len_utf8()..).unwrap_or("").chars().take_while(|c| c.is_alphanumeric()).collect();
                out.push_str(if word.chars().count() > 1 && c != '\u{2013}' || word.chars().count() > 4 { "--" } else { "-" });
            }
            '\u{2013}' => out.push('-'),
            '\u{2018}' | '\u{2019}' | '\u{201b}' => out.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201f}' => out.push('"'),
            '\u{2026}' => out.push_str("..."),
            _ => out.push(c),
        }
        before = c;
    }
    out
}
