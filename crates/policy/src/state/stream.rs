//! Texts that flow through pipes and files.

use std::rc::Rc;

use crate::field::{Field, Taint};

/// Longer texts are not remembered.
pub const MAX_TEXT: usize = 64 * 1024;

/// What flows through a pipe or stands in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stream {
    /// The text, where it is known; may hold [`UNKNOWN`](crate::UNKNOWN).
    pub text: Option<Rc<str>>,
    pub taint: Taint,
    /// The searches whose results it lists, unchanged.
    pub found: Option<Rc<[Search]>>,
}

/// Files that a search matches below one of its roots, as far as its words tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    pub root: Field,
    /// Selected by name, age or size: intentional, so a mistake deserves a warning, not a stop.
    pub filtered: bool,
    /// Selected by type or depth.
    pub typed: bool,
    /// At any depth: the repository's own files match too.
    pub deep: bool,
    /// Files, directories or another single kind.
    pub one_kind: bool,
    /// The single name searched for.
    pub name: Option<String>,
}

impl Stream {
    pub fn known(text: &str) -> Self {
        Self { text: (text.len() <= MAX_TEXT).then(|| Rc::from(text)), ..Self::default() }
    }

    pub const fn unknown(taint: Taint) -> Self {
        Self { text: None, taint, found: None }
    }

    pub fn tainted(mut self, taint: Taint) -> Self {
        self.taint = self.taint.and(taint);
        self
    }

    /// Returns whether it holds nothing secret, fetched or decoded.
    pub fn is_plain(&self) -> bool {
        self.taint == Taint::NONE
    }

    /// Appends a stream. For many in a row: [`Printed`].
    pub fn then(self, next: Self) -> Self {
        let text = match (self.text, next.text) {
            (Some(a), b) if a.is_empty() => b,
            (a, Some(b)) if b.is_empty() => a,
            (Some(a), Some(b)) if a.len() + b.len() <= MAX_TEXT => Some(Rc::from(format!("{a}{b}"))),
            _ => None,
        };
        Self { text, taint: self.taint.and(next.taint), found: self.found.or(next.found) }
    }
}

/// Consecutive streams, joined once.
#[derive(Debug)]
pub struct Printed {
    /// `None`: unknown, or too long.
    text: Option<String>,
    taint: Taint,
    found: Option<Rc<[Search]>>,
}

impl Printed {
    pub const fn nothing() -> Self {
        Self { text: Some(String::new()), taint: Taint::NONE, found: None }
    }

    pub fn push(&mut self, next: &Stream) {
        self.taint = self.taint.and(next.taint);
        self.found = self.found.take().or_else(|| next.found.clone());
        match (&mut self.text, next.text.as_deref()) {
            (_, Some("")) => {}
            (Some(text), Some(more)) if text.len() + more.len() <= MAX_TEXT => text.push_str(more),
            (text, _) => *text = None,
        }
    }

    pub fn stream(self) -> Stream {
        Stream { text: self.text.map(Rc::from), taint: self.taint, found: self.found }
    }
}
