//! `git checkout mian`, `git push orgin topic`: a branch, tag, remote or file that does not exist.
//!
//! Searches for the name in git's message among the names of the expected kind; without output, checks the
//! operands of the commands that take such names.

use super::prelude::*;
use crate::rules::interpret;
use crate::rules::sources::git::Repository;

/// Kind of name expected at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Any name of a commit.
    Commit,
    /// A commit, or a file of the work tree.
    CommitOrFile,
    File,
    Branch,
    /// Anything that can be pushed.
    Local,
    /// A branch at the remote, without the remote's name.
    AtRemote,
    RemoteBranch,
    Remote,
    Tag,
}

impl Kind {
    /// Returns what git calls it.
    fn noun(self) -> &'static str {
        match self {
            Self::Commit | Self::Local => "branch, tag or commit",
            Self::CommitOrFile => "branch, commit or file",
            Self::File => "file",
            Self::Branch => "branch",
            Self::AtRemote | Self::RemoteBranch => "remote branch",
            Self::Remote => "remote",
            Self::Tag => "tag",
        }
    }
}

/// git's messages about a name, `{}`, and the kind of name that it expects.
const MESSAGES: &[(&str, Kind)] = table!("git_unknown_name");

/// Finds the names that git complains about. A bare name in a line printed by a hook or another program does
/// not count.
fn complaints(output: &str) -> impl Iterator<Item = (&str, Kind)> {
    output.lines().take(40).filter_map(|line| {
        MESSAGES.iter().find_map(|(message, kind)| {
            let (before, after) = message.split_once("{}")?;
            let rest = line.strip_prefix(before)?;
            let name = if after.is_empty() { rest.trim_end() } else { rest.split_once(after)?.0 };
            (!name.is_empty()).then_some((name, *kind))
        })
    })
}

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let Some(command) = case.command_of("git") else { return Vec::new() };
    if !matches!(case.status(), 1 | 2 | 128) {
        return Vec::new();
    }
    let Some(git) = Repository::of(case.world, command) else { return Vec::new() };
    let walk = vocabulary::walk(command, case.world).unwrap_or_default();
    let subcommand = walk.path.first().copied().unwrap_or("");
    let place = Place { case, command, git: &git, subcommand };
    match case.output {
        Some(output) => first(complaints(output).map(|(name, kind)| place.mend(name, kind, None))),
        None => place.without_output(),
    }
}

/// A git command and its repository.
struct Place<'a> {
    case: &'a Case<'a>,
    command: &'a Command,
    git: &'a Repository<'a>,
    subcommand: &'a str,
}

impl Place<'_> {
    fn has(&self, option: &str) -> bool {
        self.command.arguments().iter().any(|word| word.value == option)
    }

    fn operands(&self) -> Vec<&Word> {
        vocabulary::operands(self.command, self.case.world)
            .iter()
            .filter_map(|at| self.command.words.get(*at))
            .collect()
    }

    /// Determines the kind of name of each operand from the words alone.
    fn without_output(&self) -> Vec<Proposal> {
        let operands = self.operands();
        let only_files = self.has("--");
        let status = self.case.status();
        let mut kinds: Vec<Kind> = match (self.subcommand, status) {
            // `-b NEW START`: the new name is the value of its option
            ("checkout", 128) if self.has("-b") => vec![Kind::Commit; operands.len()],
            ("checkout", 1 | 128) => vec![Kind::CommitOrFile; operands.len()],
            ("switch", 128) => vec![Kind::Commit; 1],
            ("merge", 1) | ("rebase" | "cherry-pick" | "revert", 128) => vec![Kind::Commit; operands.len()],
            ("diff" | "log" | "show" | "reset", 128) if !only_files => {
                vec![Kind::CommitOrFile; operands.len()]
            }
            ("add" | "rm" | "blame", 128) => vec![Kind::File; operands.len()],
            ("push", 1 | 128) => vec![Kind::Remote, Kind::Local],
            ("pull" | "fetch", 1 | 128) => vec![Kind::Remote, Kind::AtRemote],
            ("branch", 1) if self.has("-d") || self.has("--delete") => vec![Kind::Branch; operands.len()],
            _ => Vec::new(),
        };
        kinds.truncate(operands.len());
        let known = |word: &Word, kind: Kind| match kind {
            Kind::Remote => word.value.contains(['/', ':', '.']),
            _ => {
                self.git.has_path(&word.value)
                    || word.value.contains([':', '*']) && kind != Kind::CommitOrFile
            }
        };
        let unknown =
            operands.into_iter().zip(kinds).filter(|(word, kind)| !word.dynamic && !known(word, *kind));
        first(unknown.map(|(word, kind)| self.mend(&word.value, kind, Some(word))))
    }

    /// Returns corrections of the name that git complained about, in the word that contains it.
    fn mend(&self, complaint: &str, kind: Kind, word: Option<&Word>) -> Vec<Proposal> {
        let mut words = self.command.arguments().iter().filter(|word| !word.dynamic);
        let Some(word) = word
            .or_else(|| words.clone().find(|word| word.value == complaint))
            .or_else(|| words.find(|word| interpret::holds_part(&word.value, complaint)))
        else {
            return Vec::new();
        };
        let names = self.names(kind);
        let script = &self.case.failure.script;
        let mut found = Vec::new();
        for bad in pieces(complaint, kind) {
            for (name, distance) in self.near(bad, kind, &names) {
                let edit = if word.value == bad {
                    Some(Edit::new().set_word(script, word, &name))
                } else {
                    Edit::new().replace_part(script, word, bad, &name)
                };
                let applicability =
                    if distance <= 160 { Applicability::Certain } else { Applicability::Likely };
                let because = format!("there is no {} `{bad}`", kind.noun());
                found.extend(
                    edit.map(|edit| Proposal::new(edit, because, applicability).at_distance(distance)),
                );
            }
        }
        if word.value == complaint && matches!(kind, Kind::Commit | Kind::CommitOrFile) {
            found.extend(self.new_branch(word));
        }
        found
    }

    fn names(&self, kind: Kind) -> Vec<String> {
        let git = self.git;
        match kind {
            Kind::Commit => git.all_refs(),
            // do not guess files, as checking one out discards its changes
            Kind::CommitOrFile if self.subcommand == "checkout" => {
                git.all_refs().into_iter().filter(|name| !git.has_path(name)).collect()
            }
            Kind::CommitOrFile if self.has("--") || self.subcommand == "commit" => git.files(),
            Kind::CommitOrFile => git.all_refs().into_iter().chain(git.files()).collect(),
            Kind::File => git.files(),
            Kind::Branch if self.has("-r") => git.remote_branches(),
            Kind::Branch => git.branches(),
            Kind::Local => git.branches().into_iter().chain(git.tags()).collect(),
            Kind::AtRemote => {
                let remote =
                    self.operands().first().map(|word| format!("{}/", word.value)).unwrap_or_default();
                git.remote_branches()
                    .iter()
                    .filter_map(|name| name.strip_prefix(&remote))
                    .map(str::to_owned)
                    .collect()
            }
            Kind::RemoteBranch => git.remote_branches(),
            Kind::Remote => git.remotes(),
            Kind::Tag => git.tags(),
        }
    }

    /// Returns names similar to a missing one, with their distance.
    fn near(&self, bad: &str, kind: Kind, names: &[String]) -> Vec<(String, u32)> {
        if names.iter().any(|name| name == bad) {
            return Vec::new();
        }
        let mut found: Vec<(String, u32)> = Vec::new();
        let mut add = |name: &str, distance: u32| {
            if !found.iter().any(|(known, _)| known == name) {
                found.push((name.to_owned(), distance));
            }
        };
        let is_file = |name: &str| self.git.has_path(name);
        if kind != Kind::File {
            let other = match bad {
                "main" => "master",
                "master" => "main",
                _ => "",
            };
            if names.iter().any(|name| name == other) {
                add(other, 30);
            }
            // `topic` for `origin/topic`, where git does not try that by itself
            let suffix = format!("/{bad}");
            let mut ending = names.iter().filter(|name| name.ends_with(&suffix) && !is_file(name));
            let guesses = matches!(self.subcommand, "checkout" | "switch");
            if let (Some(name), None) = (ending.next(), ending.next())
                && !(guesses && self.git.remote_branches().contains(name))
            {
                add(name, 100);
            }
        }
        let other =
            |name: &str| kind != Kind::File && !spell::has_same_digits(bad, name) || spell::is_short(bad);
        let near = spell::nearest(bad, names.iter().map(String::as_str)).into_iter();
        for near in near.filter(|near| !other(near.name)) {
            add(near.name, near.distance + 1);
        }
        if matches!(kind, Kind::File | Kind::CommitOrFile) {
            for (tail, distance) in [(format!("/{bad}"), 100), (format!("{bad}."), 61)] {
                let mut fitting = names.iter().filter(|name| {
                    if distance == 100 { name.ends_with(&tail) } else { name.starts_with(&tail) }
                });
                if let (Some(name), None) = (fitting.next(), fitting.next())
                    && is_file(name)
                {
                    add(name, distance);
                }
            }
        }
        found.sort_by_key(|(_, distance)| *distance);
        let best = found.first().map_or(0, |(_, distance)| *distance);
        found.retain(|(_, distance)| *distance <= best + 60);
        found.truncate(3);
        found
    }

    /// Handles a branch that does not exist locally: not fetched yet, or to be created.
    fn new_branch(&self, word: &Word) -> Vec<Proposal> {
        let option = match self.subcommand {
            "checkout" => "-b",
            "switch" => "-c",
            _ => return Vec::new(),
        };
        let name = word.value.as_str();
        let is_name = name.len() > 1
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/'))
            && !name.starts_with('-')
            && !self
                .git
                .remotes()
                .iter()
                .any(|remote| name == remote || name.starts_with(&format!("{remote}/")));
        let at = vocabulary::walk(self.command, self.case.world).and_then(|walk| walk.words.first().copied());
        let (Some(after), true, 1) =
            (at.and_then(|at| self.command.words.get(at)), is_name, self.operands().len())
        else {
            return Vec::new();
        };
        let known = self.git.has_path(name) || self.git.all_refs().iter().any(|known| known == name);
        if known || self.has(option) || self.has("--") {
            return Vec::new();
        }
        let mut found = Vec::new();
        if !self.git.remotes().is_empty() {
            let edit = Edit::new().insert(self.command.span.start, "git fetch && ");
            let because = format!("no local branch `{name}`; it may be on the remote");
            found.push(Proposal::likely(edit, because).at_distance(240));
        }
        let edit = Edit::new().insert(after.span.end, format!(" {option}"));
        let because = format!("no branch `{name}`: this creates it");
        found.push(Proposal::likely(edit, because).at_distance(250));
        found
    }
}

/// Splits `main..featrue~2` into `main` and `featrue`, `HEAD:READMEE.md` into `HEAD`. Names of branches and
/// tags cannot contain these characters (git-check-ref-format(1)).
fn pieces(complaint: &str, kind: Kind) -> Vec<&str> {
    if !matches!(kind, Kind::Commit | Kind::CommitOrFile)
        || !(complaint.contains(['~', '^', ':']) || complaint.contains("..") || complaint.contains("@{"))
    {
        return vec![complaint];
    }
    let sides = complaint.split("..").map(|side| side.trim_matches('.').trim_start_matches('^'));
    let names = sides.map(|side| side.split(['~', '^', '@', ':']).next().unwrap_or(side));
    names.filter(|name| !matches!(*name, "" | "HEAD")).collect()
}
