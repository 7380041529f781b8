//! What the user's settings allow and block: patterns of commands, perhaps only in a directory,
//! perhaps only until a day.
//!
//! ```text
//! git push --force origin wip/*
//! rm -rf build @ ~/src/x until 2027-01-31
//! kubectl --context dev delete **
//! ```
//!
//! A pattern is compared with the words that the program would get, after expansion and without
//! `sudo`. To be allowed a command must have these words and no others, `**` at the end stands for
//! any more; what is denied must be spelt out in full, without a pattern. To be blocked it must have
//! them in this order, others may stand between.

use std::fmt;

use syntax::{Dialect, Script, Span};

use super::{Invocation, Level, Reason, UNKNOWN};

/// A day of the calendar; compares as days do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    pub year: i16,
    pub month: i8,
    pub day: i8,
}

impl Day {
    /// Reads `2027-01-31`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let is_date = year.len() == 4 && month.len() == 2 && day.len() == 2 && parts.next().is_none();
        let date = Self { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        (is_date && (1..=12).contains(&date.month) && (1..=31).contains(&date.day)).then_some(date)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// One entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// As the user wrote it.
    pub text: String,
    program: String,
    words: Vec<String>,
    any_more: bool,
    /// Counts in this directory and below it.
    directory: Option<String>,
    /// The last day on which it counts.
    pub until: Option<Day>,
    /// The project's file that it stands in; `None`: the user's own settings.
    pub file: Option<String>,
}

impl Entry {
    /// Reads an entry. `home` stands for a leading `~` of its directory.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn parse(text: &str, home: Option<&str>) -> Result<Self, String> {
        let (rest, until) = match text.rsplit_once(" until ") {
            Some((rest, day)) => {
                let day = Day::parse(day.trim());
                (rest, Some(day.ok_or_else(|| format!("`{text}`: write the day as 2027-01-31"))?))
            }
            None => (text, None),
        };
        let (command, directory) = match rest.rsplit_once(" @ ") {
            Some((command, directory)) => (command, Some(absolute(directory.trim(), home, text)?)),
            None => (rest, None),
        };
        let script = Script::parse(command, Dialect::Bash);
        let [only] = script.commands.as_slice() else {
            return Err(format!("`{text}`: an entry is one command"));
        };
        let mut words: Vec<String> = only.words.iter().map(|word| word.value.clone()).collect();
        let any_more = words.last().is_some_and(|last| last == "**");
        if any_more {
            words.pop();
        }
        if words.is_empty() || words.first().is_some_and(|program| program.starts_with('*')) {
            return Err(format!("`{text}`: an entry starts with the name of a program"));
        }
        let program = words.remove(0);
        Ok(Self { text: text.to_owned(), program, words, any_more, directory, until, file: None })
    }

    pub fn is_expired(&self, today: Day) -> bool {
        self.until.is_some_and(|until| until < today)
    }

    /// The program whose commands it is about.
    pub fn program(&self) -> &str {
        &self.program
    }

    fn allows(&self, at: &Invocation<'_>, cwd: Option<&str>) -> bool {
        let enough =
            |count: usize| if self.any_more { count >= self.words.len() } else { count == self.words.len() };
        let same =
            || self.words.iter().zip(at.arguments).all(|(pattern, field)| is_word(pattern, &field.text));
        let known = || at.arguments.iter().all(|field| field.taint.is_none());
        self.program == at.program && enough(at.arguments.len()) && self.is_here(cwd) && same() && known()
    }

    /// Does it have the command's words themselves, not a pattern that fits them?
    fn is_literal(&self, at: &Invocation<'_>) -> bool {
        !self.any_more && self.words.iter().zip(at.arguments).all(|(word, field)| *word == field.text)
    }

    fn blocks(&self, at: &Invocation<'_>, cwd: Option<&str>) -> bool {
        let mut rest = at.arguments.iter();
        self.program == at.program
            && (cwd.is_none() || self.is_here(cwd))
            && self.words.iter().all(|pattern| rest.any(|field| is_word(pattern, &field.text)))
    }

    /// Is this its directory? Where the directory is not known it is not.
    fn is_here(&self, cwd: Option<&str>) -> bool {
        let Some(directory) = self.directory.as_deref() else { return true };
        let below = |cwd: &str| {
            let rest = cwd.strip_prefix(directory.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        cwd.is_some_and(|cwd| below(cwd) && !cwd.split('/').any(|part| part == ".."))
    }
}

/// The entry that spells a command out; `None` where a word of it is not known.
pub fn entry(at: &Invocation<'_>) -> Option<String> {
    let mut text = at.program.to_owned();
    for field in at.arguments {
        let word = field.known().filter(|word| field.taint.is_none() && !word.contains(char::is_control))?;
        text.push(' ');
        // a star is a star in an entry
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,*?%@".contains(c);
        if word.chars().all(is_plain) && !word.is_empty() {
            text.push_str(word);
        } else {
            text.push_str(&syntax::quote(word, Dialect::Bash));
        }
    }
    Some(text)
}

fn absolute(directory: &str, home: Option<&str>, text: &str) -> Result<String, String> {
    let path = match (directory.strip_prefix('~'), home) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => format!("{home}{rest}"),
        _ => directory.to_owned(),
    };
    match path.starts_with('/') {
        true => Ok(path),
        false => Err(format!("`{text}`: the directory after @ must be absolute or start with ~")),
    }
}

/// Is the word that of the pattern? Letters of a cluster may stand in another order.
fn is_word(pattern: &str, word: &str) -> bool {
    if word.contains(UNKNOWN) {
        return false;
    }
    facts::glob::stars(pattern, word, false)
        || cluster(pattern).is_some_and(|letters| Some(letters) == cluster(word))
}

fn cluster(word: &str) -> Option<Vec<u8>> {
    let letters =
        word.strip_prefix('-').filter(|rest| rest.bytes().all(|byte| byte.is_ascii_alphabetic()))?;
    let mut letters = letters.as_bytes().to_vec();
    letters.sort_unstable();
    Some(letters)
}

/// The user's lists; the caller leaves out expired entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lists {
    pub allow: Vec<Entry>,
    pub block: Vec<Entry>,
}

impl Lists {
    /// May the command run without a word? It silences what is said of this very command; what is
    /// denied only where [`Lists::allows_to_the_letter`] holds. `cwd`: the directory in which it runs, `None` where that is not known.
    pub fn allowed(&self, at: &Invocation<'_>, cwd: Option<&str>) -> bool {
        self.allow.iter().any(|entry| entry.allows(at, cwd)) && self.blocked(at, cwd).is_none()
    }

    /// Is there an entry that spells the command out, so that it cannot be meant by accident?
    pub fn allows_to_the_letter(&self, at: &Invocation<'_>, cwd: Option<&str>) -> bool {
        self.allow.iter().any(|entry| entry.allows(at, cwd) && entry.is_literal(at))
    }

    /// Why the command may not run. An entry for a directory counts too where it is not known
    /// which that is.
    pub fn blocked(&self, at: &Invocation<'_>, cwd: Option<&str>) -> Option<Reason> {
        let entry = self.block.iter().find(|entry| entry.blocks(at, cwd))?;
        let span: Span = at.span;
        Some(Reason {
            rule: "settings/block".into(),
            because: match &entry.file {
                Some(file) => format!("Blocked by {file}: `{}`.", entry.text),
                None => format!("Blocked by your settings: `{}`.", entry.text),
            },
            span,
            level: Level::Deny,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;

    fn entry(text: &str) -> Entry {
        Entry::parse(text, Some("/home/me")).unwrap()
    }

    fn with<T>(line: &str, ask: impl FnOnce(&Invocation<'_>) -> T) -> T {
        let mut words = line.split(' ');
        let program = words.next().unwrap();
        let fields: Vec<Field> = words.map(Field::plain).collect();
        ask(&Invocation { program, arguments: &fields, span: Span::new(0, 0) })
    }

    fn allows(text: &str, line: &str, cwd: Option<&str>) -> bool {
        let lists = Lists { allow: vec![entry(text)], block: Vec::new() };
        with(line, |at| lists.allowed(at, cwd))
    }

    #[test]
    fn only_these_words_are_allowed() {
        assert!(allows("git push --force origin wip/*", "git push --force origin wip/x", None));
        assert!(allows("rm -rf build", "rm -fr build", None));
        assert!(allows("kubectl delete **", "kubectl delete pod x", None));
        assert!(allows("kubectl delete **", "kubectl delete", None));
        for line in [
            "git push --force origin wip/x main", "git push --force origin main",
            "hg push --force origin wip/x",
        ] {
            assert!(!allows("git push --force origin wip/*", line, None), "{line}");
        }
        assert!(!allows("rm -rf build", "rm -rf build /", None));
        assert!(!allows("rm -rf *", &format!("rm -rf {UNKNOWN}"), None), "unknown words are never allowed");
    }

    #[test]
    fn a_directory_binds() {
        let text = "rm -rf build @ ~/src/x";
        assert!(allows(text, "rm -rf build", Some("/home/me/src/x")));
        assert!(allows(text, "rm -rf build", Some("/home/me/src/x/sub")));
        for cwd in [None, Some("/home/me/src/xy"), Some("/"), Some("/home/me/src/x/../..")] {
            assert!(!allows(text, "rm -rf build", cwd), "{cwd:?}");
        }
    }

    #[test]
    fn a_day_ends_it() {
        let entry = entry("rm -rf build @ /srv until 2027-01-31");
        let day = |text| Day::parse(text).unwrap();
        assert!(!entry.is_expired(day("2027-01-31")));
        assert!(entry.is_expired(day("2027-02-01")));
        assert_eq!(day("2027-02-01").to_string(), "2027-02-01");
    }

    #[test]
    fn block_wins_and_needs_only_its_words() {
        let lists = Lists { allow: vec![entry("terraform apply **")], block: vec![entry("terraform apply")] };
        assert!(with("terraform -chdir=x apply -auto-approve", |at| lists.blocked(at, None)).is_some());
        assert!(with("terraform plan", |at| lists.blocked(at, None)).is_none());
        assert!(!with("terraform apply x", |at| lists.allowed(at, None)));
    }

    /// What the whole policy says, with these entries.
    fn level(allow: &str, block: &str, line: &str) -> Level {
        let list = |text: &str| text.lines().map(entry).collect();
        let lists = Lists { allow: list(allow), block: list(block) };
        let policy = crate::Policy { lists, ..crate::Policy::default() };
        let world = facts::FakeWorld::default();
        policy.assess(line, Dialect::Bash, &world).level
    }

    #[test]
    fn the_policy_follows_the_lists() {
        let line = "sudo git push --force origin wip/x";
        assert_eq!(level("", "", line), Level::Confirm);
        assert_eq!(level("git push --force origin wip/*", "", line), Level::Allow);
        assert_eq!(
            level("git push --force origin wip/*", "", "git push --force origin main"),
            Level::Confirm
        );
        assert_eq!(level("rm **", "", "rm -rf /"), Level::Deny, "what is denied stays denied");
        assert_eq!(level("git push **", "", "git push -f; git reset --hard"), Level::Confirm);
        assert_eq!(level("", "git push", "git push"), Level::Deny);
        assert_eq!(level("", "git push", "git status"), Level::Allow);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for wrong in ["", "* -rf", "a; b", "rm x until tomorrow", "rm x @ src", "**", "rm x until 2027-13-01"]
        {
            assert!(Entry::parse(wrong, None).is_err(), "{wrong}");
        }
    }
}
