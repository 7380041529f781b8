//! `git comit`, `docker volume sl`: a subcommand that the program's vocabulary does not contain.

use super::prelude::*;
use crate::rules::{places, sources};

/// Maximum distance of a guess from an incomplete list without output, in hundredths of an edit (one typo),
/// and minimum length of the word.
const SURE: u32 = 100;
const SURE_LENGTH: usize = 4;
/// Two letters swapped.
const SWAPPED: u32 = 70;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if case.is_unstarted() {
        return Vec::new();
    }
    first(case.commands().map(|command| nearest(case, command)))
}

fn nearest(case: &Case<'_>, command: &Command) -> Vec<Proposal> {
    let Some(words) = command.program_name().and_then(|name| vocabulary::find(name, case.world)) else {
        return Vec::new();
    };
    let Some(walk) = words.walk_command(command) else { return Vec::new() };
    let word = |at: Option<usize>| at.and_then(|at| command.words.get(at));
    // `pnpm lint` may be a script: only the program knows
    let open = word(walk.open).filter(|word| is_refused(case, &word.value));
    let Some(word) = word(walk.unknown).or(open) else { return Vec::new() };
    if word.dynamic || word.value.starts_with('-') || is_alias(case, command, &word.value) {
        return Vec::new();
    }
    // a project's script is not a misspelt subcommand: `run` is missing before it
    let runs = matches!(command.program_name(), Some("npm" | "pnpm" | "yarn"));
    if runs && sources::names("npm.scripts", case, command).contains(&word.value) {
        let edit = Edit::new().insert(word.span.start, "run ");
        let because = format!("`{}` is a package.json script", word.value);
        return vec![Proposal::certain(edit, because)];
    }
    // a word missing from an incomplete list may still exist
    let limit = match (words.is_complete(), case.output) {
        (true, _) => u32::MAX,
        (false, Some(_)) if is_refused(case, &word.value) => u32::MAX,
        (false, None) if word.value.len() >= SURE_LENGTH && !case.world.kind(&word.value).exists() => SURE,
        (false, _) => return Vec::new(),
    };
    let mut names: Vec<&str> = words.subcommands(&walk.path).collect();
    names.sort_unstable();
    let mut found = spell::nearest(&word.value, names);
    // between two-letter names, only a swap is a typo: `sl`, but not `rn` for `rm` or `rb`
    let is_slip = |near: &spell::Near<'_>| {
        // an alias of two letters is not what a longer word means that begins otherwise
        let is_abbreviation =
            near.name.len() < 3 && word.value.len() > near.name.len() && !word.value.starts_with(near.name);
        !(spell::is_short(&word.value) && spell::is_short(near.name) || is_abbreviation)
            || near.distance <= SWAPPED
    };
    found.retain(|near| is_slip(near) && near.distance <= limit);
    if is_about_other(case, &word.value) {
        // `Need an action (get, list, set)` lists what it expects
        found.retain(|near| case.output.is_some_and(|output| holds_part(output, near.name)));
    }
    // the operands show what was meant: `npm rn dev`, if there is a script `dev`
    let fitting: Vec<_> =
        found.iter().filter(|near| operands_fit(case, command, word, near.name)).copied().collect();
    if !fitting.is_empty() {
        found = fitting;
    }
    let best = found.first().map_or(0, |near| near.distance);
    found.retain(|near| near.distance <= best + 60);
    found
        .into_iter()
        .take(3)
        .map(|near| {
            let edit = case.set_word(word, near.name);
            let program = command.program_name().unwrap_or("the program");
            let because = format!("{program} has no command `{}`", word.value);
            let sure = if words.is_complete() { Applicability::Certain } else { Applicability::Likely };
            Proposal::new(edit, because, sure).at_distance(near.distance + 1)
        })
        .collect()
}

/// Returns whether all names among the operands would exist if the word were this subcommand.
fn operands_fit(case: &Case<'_>, command: &Command, word: &Word, subcommand: &str) -> bool {
    let mut meant = command.clone();
    let Some(changed) = meant.words.iter_mut().find(|other| other.span == word.span) else { return false };
    subcommand.clone_into(&mut changed.value);
    let names = places::names(&meant, case.world);
    let behind = names.iter().filter(|name| name.word.span.start > word.span.start);
    let mut exist = behind.map(|name| {
        let mut sources = name.sources.split(' ');
        sources.any(|source| sources::names(source, case, &meant).iter().any(|known| known == name.part))
    });
    exist.next().is_some_and(|first| first && exist.all(|exists| exists))
}

/// Returns the correction to apply along with another fix.
pub fn correction(case: &Case<'_>, command: &Command) -> Option<Edit> {
    nearest(case, command).into_iter().next().map(|proposal| proposal.edit)
}

/// Messages about a word that the program does not know, in lower case.
const ABOUT: &[&str] = table!("refused_word");

/// Returns whether the output neither names the word nor refuses any: the program has accepted it.
fn is_about_other(case: &Case<'_>, word: &str) -> bool {
    case.output.filter(|output| !output.trim().is_empty()).is_some_and(|output| {
        let lower = output.to_ascii_lowercase();
        !holds_part(output, word)
            && !lower.contains("usage")
            && !lower.contains("help")
            && !ABOUT.iter().any(|text| lower.contains(text))
    })
}

/// Returns whether the program complains that it does not know this word.
fn is_refused(case: &Case<'_>, word: &str) -> bool {
    case.output.is_some_and(|output| {
        output.lines().take(400).any(|line| {
            let lower = line.to_ascii_lowercase();
            holds_part(line, word) && ABOUT.iter().any(|text| lower.contains(text))
        })
    })
}

/// `git co` may be the user's own alias.
fn is_alias(case: &Case<'_>, command: &Command, word: &str) -> bool {
    let program = command.program_name();
    if program == Some("cargo") {
        return case.world.is_program(&format!("cargo-{word}"));
    }
    if program != Some("git") {
        return false;
    }
    let own =
        case.world.home().and_then(|home| case.world.read(&format!("{home}/.gitconfig"))).unwrap_or_default();
    let here = case.world.read(".git/config").unwrap_or_default();
    let defines =
        |text: &str| text.lines().any(|line| line.split_once('=').is_some_and(|(key, _)| key.trim() == word));
    defines(&own) || defines(&here) || case.world.is_program(&format!("git-{word}"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, world};

    #[test]
    fn the_operands_tell_which_subcommand_was_meant() {
        let mut world = world();
        let first =
            |text: &str, world: &facts::FakeWorld| fixes("bash", text, 1, None, world).first().cloned();
        // `rb` (rebuild) is one neighbouring key away, but two letters prove nothing
        assert_eq!(first("npm rn dev", &world).as_deref(), Some("npm run dev"));
        world.files.insert("package.json".into(), r#"{"scripts": {"dev": "x", "test": "y"}}"#.into());
        assert_eq!(first("npm rn dev", &world).as_deref(), Some("npm run dev"));
        let unknown =
            "Unknown command: \"rn\"\n\nTo see a list of supported npm commands, run:\n  npm help\n";
        assert_eq!(fixes("bash", "npm rn dev", 1, Some(unknown), &world), ["npm run dev"]);
    }

    #[test]
    fn a_word_that_the_program_accepted_is_not_misspelt() {
        let scopes =
            "Error: GraphQL: Your token has not been granted the required scopes to execute this query.\n";
        leaves("bash", "gh projects list", 1, Some(scopes));
        mends("bash", "gh projects list", 1, "unknown command \"projects\" for \"gh\"\n", "gh project list");
    }

    #[test]
    fn words_that_might_be_scripts() {
        let output = " ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command \"isntall\" not found\n\nDid you mean \"pnpm start\"?\n";
        mends("bash", "pnpm isntall --offline", 254, output, "pnpm install --offline");
        leaves("bash", "pnpm isntall", 1, None);
        leaves("bash", "pnpm tets", 1, Some("FAIL src/tets.js\nTests: 1 failed\n"));
    }
}
