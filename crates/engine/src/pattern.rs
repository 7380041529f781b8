//! Patterns: literal text with `{holes}`.
//!
//! A hole stays within one line and is as short as the text after it allows; at the end of a pattern it
//! extends to the end of the line. Typographic quotes and backquotes count as `'`, since even one version of
//! a tool mixes them (GNU coreutils). There is no other syntax; `{{` is a brace.

use crate::parts::{self, Part};
use crate::text::Text;

pub use crate::parts::normalise;

/// A compiled pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Alternating literals and holes.
    parts: Vec<Part>,
    /// The longest literal: the prefilter.
    needle: String,
}

/// Values of the holes of a pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holes {
    values: Vec<(String, String)>,
    /// Byte offset of the end of the match.
    pub end: usize,
}

impl Holes {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.values.retain(|(known, _)| known != name);
        self.values.push((name.to_owned(), value.into()));
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Pattern {
    /// Returns the longest literal, which occurs in every text that matches.
    pub(crate) fn needle(&self) -> &str {
        &self.needle
    }

    /// Compiles a pattern. Errors name what is wrong.
    pub fn new(source: &str) -> Result<Self, String> {
        let parts = parts::split(source)?;
        let needle = parts::longest_literal(&parts).to_owned();
        Ok(Self { parts, needle })
    }

    /// Returns the matches in a text, at most 16, in order.
    pub fn find_iter<'a>(&'a self, text: &'a Text) -> impl Iterator<Item = Holes> + 'a {
        const MAX_MATCHES: usize = 16;
        const MAX_ANCHORS: usize = 256;
        let anchor =
            self.parts.iter().find_map(|part| if let Part::Text(text) = part { Some(text) } else { None });
        let anchor = anchor.filter(|_| text.contains(&self.needle));
        let leading = matches!(self.parts.first(), Some(Part::Hole(_)));
        anchor
            .into_iter()
            .flat_map(move |anchor| {
                memchr::memmem::find_iter(text.as_bytes(), anchor.as_bytes())
                    .take(MAX_ANCHORS)
                    .filter_map(move |at| self.match_at(text, at, leading, anchor.len()))
            })
            .take(MAX_MATCHES)
    }

    /// Returns whether the pattern occurs in the text.
    pub fn occurs(&self, text: &Text) -> bool {
        self.find_iter(text).next().is_some()
    }

    fn match_at(&self, text: &str, at: usize, leading: bool, anchor: usize) -> Option<Holes> {
        let mut holes = Holes::default();
        let mut parts = self.parts.iter();
        if leading {
            let Some(Part::Hole(name)) = parts.next() else { return None };
            let before = text.get(..at)?;
            let line = before.rsplit('\n').next().unwrap_or(before);
            holes.set(name, line.trim_start());
        }
        parts.next(); // the anchor itself
        let mut pos = at + anchor;
        let mut open: Option<&str> = None;
        for part in parts {
            match part {
                Part::Hole(name) => open = Some(name),
                Part::Text(literal) => {
                    let rest = text.get(pos..)?;
                    let line = if open.is_some() { rest.split('\n').next().unwrap_or(rest) } else { rest };
                    let step = if let Some(name) = open.take() {
                        // a literal may cross the end of the line; the hole may not
                        let found = rest.find(literal.as_str()).filter(|found| *found <= line.len())?;
                        bind(&mut holes, name, rest.get(..found)?)?;
                        found
                    } else {
                        rest.starts_with(literal.as_str()).then_some(0)?
                    };
                    pos += step + literal.len();
                }
            }
        }
        if let Some(name) = open {
            let rest = text.get(pos..)?;
            let line = rest.split('\n').next().unwrap_or(rest);
            bind(&mut holes, name, line.trim_end())?;
            pos += line.len();
        }
        holes.end = pos;
        Some(holes)
    }
}

/// Fills a hole; a repeated name must have the same value.
fn bind(holes: &mut Holes, name: &str, value: &str) -> Option<()> {
    match holes.get(name) {
        Some(known) if known != value => None,
        _ => {
            holes.set(name, value);
            Some(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severity_and_first_letter_do_not_matter_but_a_name_does() {
        let occurs =
            |pattern: &str, text: &str| Pattern::new(pattern).unwrap().occurs(&text.to_owned().into());
        assert!(occurs("error: cannot rebase this", "fatal: Cannot rebase this\n"));
        assert!(occurs("watch: cannot run that", "watch: cannot run that\n"));
        assert!(!occurs("watch: cannot run that", "patch: cannot run that\n"));
    }

    fn holes(pattern: &str, text: &str) -> Vec<Vec<(String, String)>> {
        let (pattern, text) = (Pattern::new(pattern).unwrap(), normalise(text).into());
        pattern
            .find_iter(&text)
            .map(|h| h.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect())
            .collect()
    }

    #[test]
    fn holes_stay_within_a_line() {
        let text = "git: 'pul' is not a git command. See 'git --help'.\n";
        assert_eq!(holes("git: '{bad}' is not a git command", text), [[("bad".into(), "pul".into())]]);
        assert!(holes("git: '{bad}' is not", "git: 'pul\n' is not").is_empty());
    }

    #[test]
    fn typographic_quotes_are_quotes() {
        let text = "mkdir: cannot create directory \u{2018}a/b\u{2019}: No such file or directory";
        assert_eq!(
            holes("cannot create directory '{path}': No such", text),
            [[("path".into(), "a/b".into())]]
        );
    }

    #[test]
    fn leading_and_trailing_holes_reach_the_ends_of_the_line() {
        let text = "x\nbash: gti: command not found\n";
        assert_eq!(holes("{bad}: command not found", text), [[("bad".into(), "bash: gti".into())]]);
        assert_eq!(
            holes("zsh: command not found: {bad}", "zsh: command not found: gti\nx"),
            [[("bad".into(), "gti".into())]]
        );
    }

    #[test]
    fn a_name_used_twice_means_the_same_text() {
        assert_eq!(holes("{a} and '{b}' or '{b}'", "x and 'y' or 'y'").len(), 1);
        assert!(holes("{a} and '{b}' or '{b}'", "x and 'y' or 'z'").is_empty());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for bad in ["{a", "{a}{b}", "{a}", "", "{ }x"] {
            assert!(Pattern::new(bad).is_err(), "{bad}");
        }
        assert!(Pattern::new("{{x}").unwrap().occurs(&"a {x} b".to_owned().into()));
    }
}
