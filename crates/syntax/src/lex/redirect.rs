//! Redirections and here-documents (POSIX §2.7).

use super::Parser;
use crate::{Dialect, IssueKind, QuoteStyle, Redirect, Span, Word};

/// A here-document whose body has not been reached yet.
pub(crate) struct HereDocument {
    delimiter: String,
    strip_tabs: bool,
    /// Whether the delimiter is quoted, so that the body is plain text.
    quoted: bool,
    /// Offset of its `<<`.
    at: usize,
}

/// Operators, longest first: the first match is taken.
const BOURNE: &[&str] = &["<<<", "&>>", "<<-", "<<", "<>", "<&", ">>", ">&", ">|", "&>", "<", ">"];
const ZSH: &[&str] = &[
    "<<<", "&>>|", "&>>!", "&>>", "&>|", "&>!", "<<-", "<<", "<>", "<&", ">>&", ">>|", ">>!", ">>", ">&|",
    ">&!", ">&", ">|", ">!", "&>", "<", ">",
];
const POSIX: &[&str] = &["<<-", "<<", "<>", "<&", ">>", ">&", ">|", "<", ">"];
const FISH: &[&str] = &["&>>", ">>?", "<&", "<?", ">>", ">&", ">?", "&>", "<", ">"];

impl Parser<'_> {
    /// Returns the length of the file descriptor before a redirection operator: `2`, bash `{name}`.
    fn descriptor(&self) -> usize {
        let rest = self.rest();
        if rest.first() == Some(&b'{') && matches!(self.dialect, Dialect::Bash | Dialect::Zsh) {
            let name =
                rest.iter().skip(1).take(64).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
            return if name > 0 && rest.get(name + 1) == Some(&b'}') { name + 2 } else { 0 };
        }
        rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count()
    }

    pub(crate) fn at_redirect(&self) -> bool {
        let rest = self.rest();
        let before = self.descriptor();
        match rest.get(before) {
            Some(b'<' | b'>') => {
                let substitutes = rest.get(before + 1) == Some(&b'(') && self.has_process_substitution();
                // fish's `2>|` is a pipe
                let pipes = self.dialect == Dialect::Fish && rest.get(before + 1) == Some(&b'|');
                !substitutes && !pipes
            }
            Some(b'&') => before == 0 && rest.get(1) == Some(&b'>') && self.dialect != Dialect::Posix,
            _ => false,
        }
    }

    /// Reads the redirection at the current position.
    pub(crate) fn redirection(&mut self) -> Redirect {
        let start = self.pos;
        self.pos += self.descriptor();
        let operators = match self.dialect {
            Dialect::Zsh => ZSH,
            Dialect::Posix => POSIX,
            Dialect::Fish => FISH,
            _ => BOURNE,
        };
        let operator = operators.iter().find(|op| self.starts_with(op)).copied().unwrap_or("<");
        self.pos += operator.len();
        let span = Span::new(start, self.pos);
        self.skip_blanks();
        let word = match self.peek() {
            Some(b'(') if self.dialect.is_bourne() => Word::empty(self.pos),
            _ if (self.dialect == Dialect::Posix || !operator.ends_with('&')) && self.at_redirect() => {
                Word::empty(self.pos)
            } // `> 2> file`
            _ => self.word(),
        };
        let target = (!word.span.is_empty()).then_some(word);
        if target.is_none() {
            self.issue(IssueKind::MissingTarget, start);
        }
        if let (Some(word), "<<" | "<<-") = (&target, operator) {
            let raw = self.src.get(word.span.start..word.span.end).unwrap_or("");
            self.here_documents.push(HereDocument {
                delimiter: word.value.clone(),
                strip_tabs: operator == "<<-",
                quoted: word.quote != QuoteStyle::Bare || raw.contains('\\'),
                at: start,
            });
        }
        Redirect { operator: span, target, body: None }
    }

    /// Skips the bodies of the pending here-documents; the position is at the start of a line.
    pub(crate) fn skip_here_documents(&mut self) {
        for document in std::mem::take(&mut self.here_documents) {
            let start = self.pos;
            let mut end = self.pos;
            let mut body = self.pos;
            let mut closed = false;
            while !closed && end < self.bytes.len() {
                let rest = self.bytes.get(end..).unwrap_or_default();
                let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                let line = rest.get(..length).unwrap_or_default();
                let tabs =
                    if document.strip_tabs { line.iter().take_while(|b| **b == b'\t').count() } else { 0 };
                closed = line.get(tabs..) == Some(document.delimiter.as_bytes());
                if closed && !document.quoted {
                    self.scan_expansions(end);
                }
                end = (end + length + 1).min(self.bytes.len());
                if !closed {
                    body = end;
                }
            }
            self.bodies.push((document.at, Span::new(start, body)));
            if !closed {
                if !document.quoted {
                    self.pos = start;
                    self.scan_expansions(end);
                }
                self.issue(IssueKind::UnclosedHereDocument, document.at);
            }
            self.pos = end;
        }
    }

    /// Reports the pending here-documents, which have no body because the text ends.
    pub(crate) fn miss_here_documents(&mut self) {
        for document in std::mem::take(&mut self.here_documents) {
            self.issue(IssueKind::UnclosedHereDocument, document.at);
        }
    }
}
