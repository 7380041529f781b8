//! Conditions: whether they select rows, or hold for all of them.

use super::lex::{Kind, Token};

/// Maximum number of tokens of a condition; longer ones count as selective.
const MAX: usize = 64;

/// Matches `1=1`, `TRUE`, `1`, `a = a`, `x LIKE '%'`, and any of them after an OR.
pub(super) fn is_trivial(text: &str, tokens: &[Token]) -> bool {
    if tokens.len() > MAX {
        return false;
    }
    let mut rest = tokens;
    while let [first, inner @ .., last] = rest
        && first.kind == Kind::Symbol(b'(')
        && last.kind == Kind::Symbol(b')')
        && is_one_group(inner)
    {
        rest = inner;
    }
    alternatives(text, rest).into_iter().any(|part| holds_always(text, part))
}

/// Returns whether the brackets around these tokens belong together.
fn is_one_group(inner: &[Token]) -> bool {
    let mut depth = 0_i32;
    inner.iter().all(|token| {
        match token.kind {
            Kind::Symbol(b'(') => depth += 1,
            Kind::Symbol(b')') => depth -= 1,
            _ => {}
        }
        depth >= 0
    })
}

/// Splits at ORs outside brackets.
fn alternatives<'t>(text: &str, tokens: &'t [Token]) -> Vec<&'t [Token]> {
    let mut depth = 0_i32;
    tokens
        .split(|token| {
            match token.kind {
                Kind::Symbol(b'(') => depth += 1,
                Kind::Symbol(b')') => depth -= 1,
                _ => {}
            }
            depth == 0 && token.kind == Kind::Word && token.part(text).eq_ignore_ascii_case("OR")
        })
        .collect()
}

fn holds_always(text: &str, tokens: &[Token]) -> bool {
    let word =
        |token: &Token, name: &str| token.kind == Kind::Word && token.part(text).eq_ignore_ascii_case(name);
    match tokens {
        [one] => {
            word(one, "TRUE") || (one.kind == Kind::Word && number(text, one).is_some_and(|value| value != 0))
        }
        [not, one] => word(not, "NOT") && (word(one, "FALSE") || number(text, one) == Some(0)),
        [left, Token { kind: Kind::Symbol(b'='), .. }, right]
        | [left, Token { kind: Kind::Symbol(b'='), .. }, Token { kind: Kind::Symbol(b'='), .. }, right] => {
            left.kind == right.kind && left.part(text).eq_ignore_ascii_case(right.part(text))
        }
        [left, Token { kind: Kind::Symbol(b'<'), .. }, right] => {
            match (number(text, left), number(text, right)) {
                (Some(left), Some(right)) => left < right,
                _ => false,
            }
        }
        [_, like, pattern] => word(like, "LIKE") && pattern.kind == Kind::Text && pattern.part(text) == "%",
        _ => false,
    }
}

fn number(text: &str, token: &Token) -> Option<i64> {
    token.part(text).parse().ok()
}
