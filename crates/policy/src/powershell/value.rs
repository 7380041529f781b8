//! What flows through a PowerShell line: texts, lists, script blocks, and objects of which only the
//! kind is known.

use std::rc::Rc;

use crate::field::{Taint, UNKNOWN};
use crate::shell::{Origin, Stream};

/// Items of a list that are kept.
pub const MAX_ITEMS: usize = 1024;

/// A script block, to be read when it is run.
#[derive(Debug, Clone)]
pub struct Block {
    pub text: Rc<str>,
    pub origin: Origin,
}

#[derive(Debug, Clone)]
pub enum Kind {
    Null,
    /// Strings and numbers; [`UNKNOWN`] for parts that are not known.
    Text(Rc<str>),
    List(Rc<[Value]>),
    Table(Rc<[(String, Value)]>),
    Block(Block),
    /// Files that were listed.
    Files {
        path: Rc<str>,
        /// With those in the directories below.
        recursive: bool,
        /// What is in the directory, not the directory itself.
        inside: bool,
        /// Not all of them.
        some: bool,
    },
    /// What `Get-NOUN` gives; `some`: not all of them.
    Things {
        noun: Rc<str>,
        some: bool,
    },
    /// `[IO.File]`, an instance of it, a COM object: the name in lower case.
    Named(Rc<str>),
    /// What `Get-Command` gives.
    Command(Rc<str>),
}

#[derive(Debug, Clone)]
pub struct Value {
    pub kind: Kind,
    pub taint: Taint,
}

impl From<Kind> for Value {
    fn from(kind: Kind) -> Self {
        Self { kind, taint: Taint::NONE }
    }
}

impl Value {
    pub const NULL: Self = Self { kind: Kind::Null, taint: Taint::NONE };

    pub fn text(text: impl Into<Rc<str>>) -> Self {
        Kind::Text(text.into()).into()
    }

    pub fn unknown() -> Self {
        Self::text(UNKNOWN.to_string())
    }

    pub fn truth(truth: bool) -> Self {
        Self::text(if truth { "True" } else { "False" })
    }

    pub fn number(number: i64) -> Self {
        Self::text(number.to_string())
    }

    pub fn named(name: &str) -> Self {
        Kind::Named(Rc::from(name)).into()
    }

    pub fn list(mut items: Vec<Self>) -> Self {
        items.truncate(MAX_ITEMS);
        Kind::List(items.into()).into()
    }

    /// What several statements give together.
    pub fn together(mut items: Vec<Self>) -> Self {
        match items.len() {
            0 => Self::NULL,
            1 => items.pop().unwrap_or(Self::NULL),
            _ => Self::list(items),
        }
    }

    #[must_use]
    pub fn tainted(mut self, taint: Taint) -> Self {
        self.taint = self.taint.and(taint);
        self
    }

    /// Of all that is in it.
    pub fn whole_taint(&self) -> Taint {
        match &self.kind {
            Kind::List(items) => items.iter().fold(self.taint, |taint, item| taint.and(item.taint)),
            Kind::Table(entries) => entries.iter().fold(self.taint, |taint, (_, item)| taint.and(item.taint)),
            _ => self.taint,
        }
    }

    /// Items that looking at all of it takes.
    pub fn weight(&self) -> usize {
        match &self.kind {
            Kind::List(items) => items.len(),
            Kind::Table(entries) => entries.len(),
            _ => 1,
        }
    }

    pub const fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }

    /// The items of a list; one of anything else.
    pub fn items(&self) -> Vec<Self> {
        match &self.kind {
            Kind::Null => Vec::new(),
            Kind::List(items) => items.iter().map(|item| item.clone().tainted(self.taint)).collect(),
            _ => vec![self.clone()],
        }
    }

    /// As it would be printed.
    pub fn display(&self) -> String {
        match &self.kind {
            Kind::Null => String::new(),
            Kind::Text(text) => text.to_string(),
            Kind::List(items) => {
                let mut all = String::new();
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        all.push(' ');
                    }
                    if all.len() > crate::shell::MAX_TEXT {
                        break;
                    }
                    all.push_str(&item.display());
                }
                all
            }
            Kind::Block(block) => block.text.to_string(),
            Kind::Files { path, .. } | Kind::Command(path) => path.to_string(),
            Kind::Table(_) | Kind::Things { .. } | Kind::Named(_) => UNKNOWN.to_string(),
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<i64> {
        let text = self.as_text()?.trim();
        if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            return i64::from_str_radix(hex, 16).ok();
        }
        text.parse().ok()
    }

    pub fn known(&self) -> Option<&str> {
        self.as_text().filter(|text| !text.contains(UNKNOWN))
    }

    /// `$false`, `0`, `''`, nothing.
    pub fn is_false(&self) -> bool {
        match &self.kind {
            Kind::Null => true,
            Kind::Text(text) => matches!(&**text, "" | "0") || text.eq_ignore_ascii_case("false"),
            _ => false,
        }
    }

    /// A constant that is not false.
    pub fn is_true(&self) -> bool {
        self.known().is_some_and(|text| text.eq_ignore_ascii_case("true") || text == "1")
    }

    /// As text for a program or a file: one item a line.
    pub fn stream(&self) -> Stream {
        let known = match &self.kind {
            Kind::Text(text) => Some(text.to_string()),
            Kind::List(items) => {
                let mut lines = String::new();
                for (place, item) in items.iter().enumerate() {
                    if lines.len() > crate::shell::MAX_TEXT {
                        break;
                    }
                    lines.push_str(if place > 0 { "\n" } else { "" });
                    lines.push_str(&item.display());
                }
                Some(lines)
            }
            Kind::Null => Some(String::new()),
            _ => None,
        };
        let known = known.filter(|text| !text.trim_matches(UNKNOWN).is_empty());
        known.map_or_else(Stream::default, |text| Stream::known(&text)).tainted(self.whole_taint())
    }
}

impl From<Stream> for Value {
    fn from(stream: Stream) -> Self {
        let text = stream.text.unwrap_or_else(|| Rc::from(UNKNOWN.to_string()));
        Self { kind: Kind::Text(text), taint: stream.taint }
    }
}
