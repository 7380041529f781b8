//! `gti status`: the program does not exist; suggests the most similar one, or its package.

use super::not_executable;
use super::prelude::*;
use crate::rules::destructive;
use facts::frequency;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    // a script whose interpreter is missing does exist
    if case.failure.kind != FailureKind::CommandNotFound || case.printed("bad interpreter") {
        return Vec::new();
    }
    let Some((command, word)) = case.commands().find_map(|c| Some((c, unknown(case, c)?))) else {
        return Vec::new();
    };
    if is_other_corrector(&word.value) {
        let edit = Edit::new().replace(command.span, "darn");
        return vec![Proposal::certain(edit, "fixes the previous command")];
    }
    let replace = |value: &str, because: &str, applicability, distance| {
        Proposal::new(case.set_word(word, value), because, applicability).at_distance(distance)
    };
    let mut proposals = local(case, command, word);
    for name in programs::details(&word.value).same.iter().filter(|name| case.is_command(name)) {
        proposals.push(replace(name, "its name on this system", Applicability::Certain, 0));
    }
    // a package's name is seldom a typo
    let package = install::package_of(case, &word.value)
        // a program that is here is missing somewhere else: on the host that it connects to
        .filter(|_| proposals.is_empty() && !case.is_command(&word.value))
        .and_then(|package| install::first(case, command, &word.value, &[package]));
    if is_foreign_builtin(case, &word.value) {
        return proposals;
    }
    let limit = if install::package_of(case, &word.value).is_some() { A_SLIP } else { u32::MAX };
    for (name, distance) in near(case, command, word).into_iter().filter(|(_, distance)| *distance <= limit) {
        let because = format!("did you mean `{name}`?");
        proposals.push(replace(&name, &because, Applicability::Certain, distance + 1));
    }
    proposals.extend(package);
    proposals
}

/// `setopt` in bash, `shopt` in zsh: a builtin of another shell.
fn is_foreign_builtin(case: &Case<'_>, name: &str) -> bool {
    use syntax::Dialect::{Bash, Fish, Zsh};
    name.len() > 3
        && [Bash, Zsh, Fish].iter().any(|dialect| *dialect != case.dialect() && builtins::has(*dialect, name))
}

/// Cost of two swapped letters in the name of an everyday command, in hundredths of an edit.
const A_SLIP: u32 = 80;

/// Cost of a single typo: two letters swapped, one lost or doubled, or a neighbouring key, in hundredths of
/// an edit. Beyond it, nothing is corrected to a destructive program or one that changes the system.
const PLAIN_SLIP: u32 = 95;

/// Returns the correction of a misspelt program that is certain, to apply along with another fix.
pub fn correction(case: &Case<'_>, command: &Command) -> Option<Edit> {
    let word = unknown(case, command).filter(|word| !is_other_corrector(&word.value))?;
    let (name, _) = near(case, command, word).into_iter().next()?;
    Some(case.set_word(word, &name))
}

/// Returns whether this is the name of another command corrector, typed out of habit.
fn is_other_corrector(name: &str) -> bool {
    matches!(name, "fuck" | "thefuck")
}

/// Returns the [`candidates`] that fit these arguments; omits dangerous programs that would do nothing
/// without arguments.
fn near(case: &Case<'_>, command: &Command, word: &Word) -> Vec<(String, u32)> {
    let mut found = candidates(case, &word.value);
    found.retain(|(name, _)| {
        !destructive::is_dangerous(name) || destructive::can_start(name, command.arguments())
    });
    found
}

/// Returns the program's name, if the shell does not know it.
fn unknown<'a>(case: &Case<'_>, command: &'a Command) -> Option<&'a Word> {
    // the shell's own message wins: its PATH may differ from ours
    if let (Some(named), Some(first)) = (&case.failure.named, command.words.first())
        && first.value == *named
        && case.failure.kind == FailureKind::CommandNotFound
    {
        return Some(first);
    }
    let word = command.program_word()?;
    let plain = !word.dynamic && !word.value.contains('/') && !word.value.is_empty();
    (plain && !case.is_command(&word.value)).then_some(word)
}

/// Returns a program of exactly this name in this directory, a virtual environment or `node_modules`.
fn local(case: &Case<'_>, command: &Command, word: &Word) -> Vec<Proposal> {
    let name = &word.value;
    let mut found = not_executable::unfound_script(case, command, word);
    let mut offer = |path: String, because: &str| {
        let edit = case.set_word(word, &path);
        found.push(Proposal::certain(edit, because));
    };
    if case.world.kind(name) == PathKind::Executable {
        offer(format!("./{name}"), "programs in this directory need ./");
    }
    for place in [".venv/bin", "venv/bin", "env/bin", "bin", "vendor/bin", "target/release", "target/debug"] {
        let path = format!("{place}/{name}");
        if case.world.kind(&path) == PathKind::Executable {
            offer(path, "it is in this project");
        }
    }
    if case.world.kind(&format!("node_modules/.bin/{name}")).exists() && case.world.is_program("npx") {
        let edit = Edit::new().insert(word.span.start, "npx ");
        found.push(Proposal::certain(edit, "part of this npm project"));
    }
    // `'ls -l a'`: a whole command in quotes
    if matches!(word.quote, syntax::QuoteStyle::Single | syntax::QuoteStyle::Double)
        && command.words.len() == 1
        && name.split(' ').next().is_some_and(|first| first != name && case.is_command(first))
    {
        let edit = Edit::new().replace(word.span, name.clone());
        found.push(Proposal::certain(edit, "the quotes make it one word"));
    }
    // `sudo` is missing: the command may work without it
    if matches!(name.as_str(), "sudo" | "doas")
        && command.words.first().is_some_and(|first| first.span == word.span)
        && let Some(next) = command.words.get(1)
    {
        let edit = Edit::new().replace(syntax::Span::new(word.span.start, next.span.start), "");
        found.push(Proposal::likely(edit, format!("there is no {name} here")));
    }
    found
}

/// Returns names similar to the typed one, best first, with their cost for ranking.
pub fn candidates(case: &Case<'_>, typed: &str) -> Vec<(String, u32)> {
    case.similar.to(typed, || find_candidates(case, typed))
}

fn find_candidates(case: &Case<'_>, typed: &str) -> Vec<(String, u32)> {
    let dialect = case.dialect();
    let world = case.world;
    let executables = world.executables();
    let mut names = spell::plausible_lines(typed, &executables);
    names.extend(builtins::names(dialect));
    names.extend(world.aliases().keys().map(String::as_str));
    names.extend(world.functions().iter().map(String::as_str).filter(|name| !name.starts_with('_')));
    // `test.py` is a user's script, not a typo of `test`
    if let Some(ending) = [".py", ".sh", ".js", ".rb", ".pl"].iter().find(|ending| typed.ends_with(**ending))
    {
        names.retain(|name| name.ends_with(ending));
    }
    let lower = typed.to_lowercase();
    if lower != typed && case.is_command(&lower) {
        return vec![(lower, 0)];
    }
    let names = names.into_iter().filter(|name| name.len() > 1 || typed.len() == 1);
    let near = spell::nearest(typed, names).into_iter();
    let safe = near.filter(|near| near.distance <= PLAIN_SLIP || !destructive::is_dangerous(near.name));
    let cost = |near: &spell::Near<'_>| near.distance + rarity(case, near.name) + versions(typed, near.name);
    let mut found: Vec<(String, u32)> = safe.map(|near| (near.name.to_owned(), cost(&near))).collect();
    found.sort_by_key(|(_, cost)| *cost);
    let best = found.first().map_or(0, |(_, cost)| *cost);
    found.retain(|(_, cost)| *cost <= best + 70 && *cost <= spell::tolerance(typed) + 60);
    found.into_iter().filter(|(name, _)| case.is_command(name)).take(3).collect()
}

/// Returns the extra cost of an uncommon name over a common one at the same distance.
fn rarity(case: &Case<'_>, name: &str) -> u32 {
    let used = case.world.history().iter().any(|line| line.split_whitespace().next() == Some(name));
    if used || case.world.aliases().contains_key(name) || case.world.functions().iter().any(|f| f == name) {
        return 0;
    }
    frequency::rank(name).map_or(75, |rank| u32::try_from(rank / 8).unwrap_or(60).min(55))
}

/// Returns the cost of a version suffix: `python3` is the same program as `python`, but `gcc-12` is rarely
/// meant by `gcc`.
fn versions(typed: &str, name: &str) -> u32 {
    match name.strip_prefix(typed) {
        Some("3") => 0,
        Some(rest) if rest.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => 60,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn a_script_without_its_interpreter_is_no_unknown_command() {
        let said = "bash: /home/me/.local/bin/pipx: /opt/old/bin/python3: bad interpreter: No such file or directory\n";
        assert!(fixes("bash", "pipx list", 126, Some(said), &world()).is_empty());
    }

    #[test]
    fn a_dangerous_program_is_offered_for_a_plain_slip_only() {
        let mut world = world();
        world.programs.extend("fsck kill reboot dd mkfs fdisk shred mv".split(' ').map(str::to_owned));
        let all = |text: &str| fixes("bash", text, 127, None, &world);
        for text in ["fcck /dev/sda1", "fsk", "kil", "tm -rf x", "fdqsk /dev/sda", "shrug x", "rebwat"] {
            let found = all(text);
            let dangerous = ["fsck", "kill", "reboot", "dd", "mkfs", "fdisk", "shred", "rm"];
            let is_dangerous = |fix: &String| dangerous.contains(&fix.split(' ').next().unwrap_or(""));
            assert!(!found.iter().any(is_dangerous), "{text}: {found:?}");
        }
        for (text, meant) in [
            ("rn x", "rm x"),
            ("mr a.txt", "rm a.txt"),
            ("kil 4711", "kill 4711"),
            ("vm a.txt b", "mv a.txt b"),
            ("reboto", "reboot"),
            ("fdsik -l", "fdisk -l"),
        ] {
            assert!(all(text).iter().any(|fix| fix == meant), "{text}: {:?}", all(text));
        }
    }

    #[test]
    fn the_habit_of_another_tool_is_darn() {
        let mut world = world();
        world.programs.push("fsck".to_owned());
        assert_eq!(fixes("bash", "fuck", 127, None, &world), ["darn"]);
        assert_eq!(
            fixes("zsh", "fuck --yeah", 127, Some("zsh: command not found: fuck\n"), &world),
            ["darn"]
        );
        world.programs.push("fuck".to_owned());
        assert_eq!(fixes("bash", "fuck", 1, None, &world), Vec::<String>::new());
    }

    #[test]
    fn a_script_here_that_lacks_its_x() {
        let mut world = world();
        world.files.insert("run.sh".to_owned(), "#!/bin/bash\necho\n".to_owned());
        world.files.insert("deploy".to_owned(), "#!/bin/bash\necho\n".to_owned());
        let all = |text: &str| fixes("bash", text, 127, None, &world);
        assert_eq!(all("run.sh fast"), ["chmod +x run.sh && ./run.sh fast", "bash run.sh fast"]);
        assert_eq!(all("deploy").first().map(String::as_str), Some("chmod +x deploy && ./deploy"));
        assert_eq!(all("notes.txt"), Vec::<String>::new());
    }
}
