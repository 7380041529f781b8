//! What an expression or a command gives, as far as its words tell.

use std::rc::Rc;

use crate::field::{Field, Taint, UNKNOWN};
use crate::state::{MAX_TEXT, Stream};

/// Elements of a list that are looked at.
const MAX_ITEMS: usize = 64;

#[derive(Debug, Clone, Default)]
pub struct Value {
    pub items: Vec<Field>,
    /// All that a `Get-…` without a choice lists.
    pub all: bool,
    /// Files, with those in the directories below.
    pub deep: bool,
    /// A choice was made among them.
    pub some: bool,
    /// Operators put the text together: it cannot be read before it runs.
    pub built: bool,
}

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        Self::tainted(text, Taint::NONE)
    }

    pub fn tainted(text: impl Into<String>, taint: Taint) -> Self {
        let text = text.into();
        let text = if text.len() > MAX_TEXT { UNKNOWN.to_string() } else { text };
        let glob = text.contains(['*', '?']);
        Self { items: vec![Field { glob, text, taint, span: None }], ..Self::default() }
    }

    pub fn unknown(taint: Taint) -> Self {
        Self::tainted(UNKNOWN, taint)
    }

    /// The first element.
    pub fn first(&self) -> &str {
        self.items.first().map_or("", |item| item.text.as_str())
    }

    /// All elements.
    pub fn joined(&self, between: &str) -> String {
        let texts: Vec<&str> = self.items.iter().map(|item| item.text.as_str()).collect();
        texts.join(between)
    }

    pub fn size(&self) -> usize {
        self.items.iter().map(|item| item.text.len()).sum()
    }

    pub fn taint(&self) -> Taint {
        self.items.iter().fold(Taint::NONE, |taint, item| taint.and(item.taint))
    }

    /// Adds the elements of another one.
    pub fn push(&mut self, other: Self) {
        let room = MAX_ITEMS.saturating_sub(self.items.len());
        self.items.extend(other.items.into_iter().take(room));
        self.all |= other.all;
        self.deep |= other.deep;
        self.some |= other.some;
        self.built |= other.built;
    }

    /// What a program reads from it.
    pub fn stream(&self) -> Stream {
        let is_unknown = self.items.iter().any(|item| item.text.starts_with(UNKNOWN));
        let text = (!self.all && !self.built && !is_unknown).then(|| Rc::from(self.joined("\n")));
        Stream { text, ..Stream::unknown(self.taint()) }
    }
}

impl From<Stream> for Value {
    fn from(stream: Stream) -> Self {
        match stream.text {
            Some(text) => Self::tainted(&*text, stream.taint),
            None => Self::unknown(stream.taint),
        }
    }
}

/// How an argument is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Bare,
    Quoted,
    Variable,
    Group,
    Block,
}

/// A word of a command, or what stands in brackets there.
#[derive(Debug, Clone)]
pub struct Argument {
    pub value: Value,
    pub form: Form,
    /// The variable that it is, in lower case.
    pub variable: Option<String>,
    /// A comma follows.
    pub is_open: bool,
}

impl Argument {
    pub const fn new(value: Value, form: Form) -> Self {
        Self { value, form, variable: None, is_open: false }
    }

    pub fn is_bare(&self, text: &str) -> bool {
        self.form == Form::Bare && self.value.first() == text
    }

    /// Does an expression begin with it, not the name of a command?
    pub fn is_expression(&self) -> bool {
        let text = self.value.first();
        let is_number = text.starts_with(|c: char| c.is_ascii_digit())
            && text.bytes().all(|byte| byte.is_ascii_digit() || b".*+-/".contains(&byte));
        self.form != Form::Bare || is_number || text.starts_with(['[', '-', '+', '=', '@', '!'])
    }
}
