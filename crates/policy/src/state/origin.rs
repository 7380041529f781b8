//! Texts that are read as scripts, and where they stand in the line that is judged.

use std::rc::Rc;

use syntax::{Dialect, Script, Span};

/// How offsets of a text relate to the line that is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The text is a part of the line, from this offset on.
    At(usize),
    /// The text was put together, or is elsewhere: reasons for it refer to this span.
    From(Span),
}

impl Origin {
    pub const fn place(self, span: Span) -> Span {
        match self {
            Self::At(start) => Span::new(start + span.start, start + span.end),
            Self::From(whole) => whole,
        }
    }

    /// Returns the origin of a part of the text.
    pub const fn within(self, span: Span) -> Self {
        match self {
            Self::At(start) => Self::At(start + span.start),
            Self::From(whole) => Self::From(whole),
        }
    }
}

/// A text that is being read.
#[derive(Clone, Copy)]
pub struct Frame<'s> {
    pub script: &'s Script,
    pub origin: Origin,
}

impl Frame<'_> {
    /// Copies a part of the text, to be read later.
    pub fn body_at(self, span: Span) -> Body {
        Body {
            text: self.script.raw(span).into(),
            dialect: self.script.dialect,
            origin: self.origin.within(span),
        }
    }
}

/// The body of a function, an alias, or a command that reads a pipe.
#[derive(Debug, Clone)]
pub struct Body {
    pub text: Rc<str>,
    pub dialect: Dialect,
    pub origin: Origin,
}

/// Returns whether `&` follows.
pub fn is_background(script: &Script, span: Span) -> bool {
    let rest = script.text.get(span.end..).unwrap_or("").trim_start_matches([' ', '\t']);
    rest.starts_with('&') && !rest.starts_with("&&") && !rest.starts_with("&>")
}
