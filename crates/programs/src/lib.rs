//! What programs are: one record for each, in `data/*.toml`.
//!
//! Pure: no files, environment, clock, processes, output. The build turns the data into tables that need no
//! preparation at run time.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    forbid(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)
)]

mod details;
mod language;
mod role;
mod wrapper;

use std::ops::{Deref, Range};

pub use details::{Answer, Destroys, Details, Once};
pub use language::{Language, Sql};
pub use role::Role;
pub use wrapper::{Form, Inner, Wrapper};

/// `NAMES` and `PACKAGES`: all names one after the other, sorted, and the packages in the same order; `NAME_ENDS`
/// and `PACKAGE_ENDS`: where each ends; `ROLES` and `DETAILS`: of each, the roles as bits, and a place in `TABLE`.
/// Texts without pointers need no relocation when the program starts.
mod table {
    use crate::{Answer, Destroys, Details, Form, Language, Once, Sql, Wrapper};

    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

/// A program that is known. Its [`Details`] are its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program(usize);

impl Program {
    pub fn name(self) -> &'static str {
        name(self.0)
    }

    /// Returns the package of Debian that contains it; empty if unknown.
    pub fn package(self) -> &'static str {
        part(table::PACKAGES, table::PACKAGE_ENDS, self.0)
    }

    pub fn is(self, role: Role) -> bool {
        table::ROLES.get(self.0).is_some_and(|roles| roles & (1 << role as u8) != 0)
    }

    pub fn is_any(self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.is(*role))
    }

    /// Returns whether it is a shell.
    pub fn is_shell(self) -> bool {
        !self.details().shell.is_empty()
    }

    /// Returns whether it is a shell, or runs texts of a language that can do anything.
    pub fn is_interpreter(self) -> bool {
        self.is_shell() || self.details().language.is_some_and(Language::is_scripting)
    }

    /// Returns whether the words behind its first operand belong to what that names: a script, a program.
    pub fn hands_over(self) -> bool {
        let takes_command = |wrapper: &Wrapper| {
            wrapper.verbs.is_empty() && matches!(wrapper.form, Form::Words | Form::Text | Form::Items)
        };
        self.is(Role::Launches)
            || self.is_interpreter() && !self.is(Role::PatternFirst)
            || self.details().runs.iter().any(takes_command)
    }

    /// Returns whether each of its operands is something that it reads, so that all must exist.
    pub fn only_opens(self) -> bool {
        self.is_any(&[Role::Reads, Role::Enters])
            && !self.is_any(&[Role::PatternFirst, Role::Makes])
            && !self.is_interpreter()
    }

    /// Returns whether it can do lasting harm, or run what can.
    pub fn can_harm(self) -> bool {
        const HARMFUL: &[Role] = &[
            Role::Deletes,
            Role::Disks,
            Role::Ends,
            Role::Halts,
            Role::Attributes,
            Role::Discards,
            Role::System,
            Role::Harms,
        ];
        self.is_any(HARMFUL) || self.is_shell() || self.details().language.is_some()
    }

    pub fn details(self) -> &'static Details {
        let place = table::DETAILS.get(self.0).copied().unwrap_or_default();
        table::TABLE.get(usize::from(place)).unwrap_or(&Details::NONE)
    }
}

impl Deref for Program {
    type Target = Details;

    fn deref(&self) -> &Details {
        self.details()
    }
}

fn name(at: usize) -> &'static str {
    part(table::NAMES, table::NAME_ENDS, at)
}

/// Returns one of the texts in `all`.
fn part(all: &'static str, ends: &[u16], at: usize) -> &'static str {
    all.get(range(ends, at)).unwrap_or_default()
}

fn range(ends: &[u16], at: usize) -> Range<usize> {
    let end = |at: usize| ends.get(at).map_or(0, |end| usize::from(*end));
    at.checked_sub(1).map_or(0, end)..end(at)
}

/// Returns the program of exactly this name.
pub fn find(wanted: &str) -> Option<Program> {
    let (mut low, mut high) = (0, table::NAME_ENDS.len());
    while low < high {
        let middle = low.midpoint(high);
        // bytes: each name begins and ends between characters
        let known = table::NAMES.as_bytes().get(range(table::NAME_ENDS, middle)).unwrap_or_default();
        match known.cmp(wanted.as_bytes()) {
            std::cmp::Ordering::Equal => return Some(Program(middle)),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// Returns the program of this name, or of the name without its version or ending: `python3.12`, `gcc-12`,
/// `cmd.exe`, `mkfs.ext4`.
pub fn find_version(wanted: &str) -> Option<Program> {
    let bare = || {
        let bare = wanted.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
        find(bare).filter(|_| bare.len() > 1)
    };
    let windows = || find(wanted.strip_suffix(".exe")?);
    let family = || find(wanted.split_once('.')?.0).filter(|program| program.is(Role::Family));
    find(wanted).or_else(windows).or_else(bare).or_else(family)
}

impl Language {
    /// Returns the language of a program's `-c`, `-e` or standard input. The name has no directory.
    pub fn of(program: &str) -> Option<Self> {
        crate::find_version(program)?.language
    }
}

/// Returns every program, sorted by name.
pub fn all() -> impl Iterator<Item = Program> {
    (0..table::NAME_ENDS.len()).map(Program)
}

/// Returns every program that has one of the roles.
pub fn with(roles: &[Role]) -> impl Iterator<Item = Program> {
    all().filter(move |program| program.is_any(roles))
}

/// Returns whether the program of exactly this name has the role.
pub fn is(name: &str, role: Role) -> bool {
    find(name).is_some_and(|program| program.is(role))
}

/// Returns whether the program of exactly this name has one of the roles.
pub fn is_any(name: &str, roles: &[Role]) -> bool {
    find(name).is_some_and(|program| program.is_any(roles))
}

/// Returns the details of the program of exactly this name; empty ones if it is unknown.
pub fn details(name: &str) -> &'static Details {
    find(name).map_or(&Details::NONE, Program::details)
}

/// Returns the name of a program without its directory.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_found_by_its_name() {
        assert!(all().count() > 1000);
        for program in all() {
            assert_eq!(find(program.name()), Some(program), "{}", program.name());
        }
        assert_eq!(find(""), None);
        assert_eq!(find("no such program"), None);
    }

    #[test]
    fn roles_and_details_are_those_of_the_record() {
        assert!(is("rm", Role::Deletes) && !is("rm", Role::Reads));
        assert!(is("sudo", Role::Privileged) && !is("nice", Role::Privileged));
        assert_eq!(find("fd").map(Program::package), Some("fd-find"));
        assert_eq!(find("rm").map(Program::package), Some(""));
        assert_eq!(details("bash").shell, "bash");
        assert_eq!(details("psql").language, Some(Language::Sql(Sql::Postgres)));
        assert_eq!(details("no such program"), &Details::NONE);
    }

    #[test]
    fn versions_and_endings_name_the_same_program() {
        let found = |name: &str| find_version(name).map(Program::name);
        assert_eq!(found("python3.12"), Some("python"));
        assert_eq!(found("python3"), Some("python3"));
        assert_eq!(found("gcc-12"), Some("gcc"));
        assert_eq!(found("cmd.exe"), Some("cmd"));
        assert_eq!(found("mkfs.ext4"), Some("mkfs"));
        assert_eq!(found("demo.py"), None);
        assert_eq!(found("7"), None);
    }

    #[test]
    fn the_last_letter_of_a_cluster_takes_the_value() {
        let sudo = details("sudo").runs.first().unwrap();
        assert!(sudo.takes_value("-u") && sudo.takes_value("--user") && sudo.takes_value("-Eu"));
        assert!(!sudo.takes_value("-E") && !sudo.takes_value("-uroot") && !sudo.takes_value("--user=root"));
    }

    /// A name that a record refers to.
    fn first_word(line: &str) -> &str {
        line.split(' ').next().unwrap_or(line)
    }

    #[test]
    fn a_record_does_not_refer_to_itself() {
        for program in all() {
            let others = program.same.iter().chain(program.instead);
            assert!(others.clone().all(|line| first_word(line) != program.name()), "{}", program.name());
        }
    }
}
