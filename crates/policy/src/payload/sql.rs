//! SQL: which statements lose data. Text in quotes and comments does not count.

mod condition;
mod lex;
mod meta;
mod verbs;

use syntax::Span;

use crate::Level;
use crate::code::outcome::Code;
use lex::{Kind, Token};
use programs::Sql;

/// Maximum nesting of dynamic SQL.
const MAX_DEPTH: usize = 4;

/// Adds what the statements of a text do.
pub fn read(dialect: Sql, text: &str, found: &mut Code) {
    Reader {
        dialect,
        text,
        depth: 0,
        whole: Span::new(0, text.len()),
        temporary: Vec::new(),
        open: None,
        found,
    }
    .run();
}

/// Reads the statements of one text in order.
struct Reader<'a, 'f> {
    dialect: Sql,
    text: &'a str,
    /// Dynamic SQL around this text.
    depth: usize,
    /// Position in the outermost text.
    whole: Span,
    /// Tables that the text has created itself, in small letters.
    temporary: Vec<String>,
    /// Number of losses before the open transaction.
    open: Option<usize>,
    found: &'f mut Code,
}

impl<'a> Reader<'a, '_> {
    fn run(mut self) {
        let tokens = lex::tokens(self.dialect, self.text);
        let mut rest = tokens.as_slice();
        while !rest.is_empty() {
            let end = self.end(rest);
            let (statement, tail) = rest.split_at(end);
            self.statement(statement);
            let ended = tail.first().is_some_and(|token| token.kind == Kind::Symbol(b';'));
            rest = tail.get(usize::from(ended)..).unwrap_or_default();
        }
    }

    /// Returns where the first statement ends: at a `;` outside the body of a function.
    fn end(&self, tokens: &[Token]) -> usize {
        let kinds = ["TRIGGER", "FUNCTION", "PROCEDURE", "EVENT", "PACKAGE"];
        let is_body = self.is(tokens, 0, "CREATE") && (1..7).any(|at| self.is_any(tokens, at, &kinds));
        let mut blocks = 0_usize;
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::Meta => return at.max(1),
                Kind::Symbol(b';') if blocks == 0 => return at,
                Kind::Word if is_body => {
                    if self.is_any(tokens, at, &["BEGIN", "CASE"]) {
                        blocks += 1;
                    } else if self.is(tokens, at, "END")
                        && !self.is_any(tokens, at + 1, &["IF", "LOOP", "WHILE", "REPEAT"])
                    {
                        blocks = blocks.saturating_sub(1);
                    }
                }
                _ => {}
            }
        }
        tokens.len()
    }

    fn statement(&mut self, tokens: &[Token]) {
        if let Some(meta) = tokens.first().filter(|token| token.kind == Kind::Meta) {
            meta::read(self.dialect, meta.part(self.text), self.found);
            return;
        }
        self.transaction(tokens);
        verbs::judge(self, tokens);
    }

    /// What is rolled back is not lost.
    fn transaction(&mut self, tokens: &[Token]) {
        let begins =
            self.is(tokens, 0, "BEGIN") || (self.is(tokens, 0, "START") && self.is(tokens, 1, "TRANSACTION"));
        if begins {
            self.open = Some(self.found.losses.len());
        } else if self.is_any(tokens, 0, &["COMMIT", "END"]) {
            self.open = None;
        } else if self.is(tokens, 0, "ROLLBACK")
            && !(0..4).any(|at| self.is(tokens, at, "TO"))
            && let Some(before) = self.open.take()
        {
            self.found.losses.truncate(before);
        }
    }

    /// Returns whether this token is the keyword.
    fn is(&self, tokens: &[Token], at: usize, keyword: &str) -> bool {
        self.word(tokens, at).eq_ignore_ascii_case(keyword)
    }

    /// Returns whether this token is one of the keywords.
    fn is_any(&self, tokens: &[Token], at: usize, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.is(tokens, at, keyword))
    }

    /// Returns whether the keyword is among the tokens.
    fn has(&self, tokens: &[Token], keyword: &str) -> bool {
        (0..tokens.len()).any(|at| self.is(tokens, at, keyword))
    }

    /// Records a loss by a whole statement.
    fn lose(&mut self, level: Level, because: &'static str, tokens: &[Token]) {
        self.found.lose(level, because, self.span(tokens));
    }

    /// Returns the bare word there, or an empty text.
    fn word(&self, tokens: &[Token], at: usize) -> &'a str {
        tokens.get(at).filter(|token| token.kind == Kind::Word).map_or("", |token| token.part(self.text))
    }

    /// Returns the position of these tokens in the outermost text.
    fn span(&self, tokens: &[Token]) -> Span {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) if self.depth == 0 => Span::new(first.start, last.end),
            _ => self.whole,
        }
    }

    /// Reads statements in a text that the database runs.
    fn dynamic(&mut self, token: &Token) {
        if self.depth >= MAX_DEPTH {
            self.found.partial = true;
            return;
        }
        let text = token.content(self.text);
        let whole = if self.depth == 0 { Span::new(token.start, token.end) } else { self.whole };
        Reader {
            dialect: self.dialect,
            text: &text,
            depth: self.depth + 1,
            whole,
            temporary: Vec::new(),
            open: None,
            found: self.found,
        }
        .run();
    }
}

#[cfg(test)]
mod tests;
