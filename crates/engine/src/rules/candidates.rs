//! Values for `{candidate}`: from the tool's own hints and from named sources, nearest first.

use std::collections::BTreeSet;

use syntax::Command;

use super::load::CompiledRule;
use super::{Case, grounded, sources, template};
use crate::pattern::Holes;
use crate::spell;
use crate::text::Text;
use facts::vocabulary::{self, Vocabulary};

/// Maximum number of candidates of one rule.
const MAX: usize = 4;
/// Advantage of the tool's hint over other names, in hundredths of an edit.
const HINT_BONUS: u32 = 15;

/// Returns candidates with their distance; one `None` if the rule needs none.
pub fn find(
    rule: &CompiledRule,
    case: &Case<'_>,
    command: &Command,
    holes: &Holes,
    output: &Text,
) -> Vec<(Option<String>, u32)> {
    let Some(wanted) = &rule.rule.candidates else { return vec![(None, 0)] };
    let mut hints: Vec<String> =
        wanted.below.as_slice().iter().flat_map(|text| below(output, text)).collect();
    for pattern in &rule.candidates {
        for found in pattern.find_iter(output) {
            hints.extend(split_list(found.get("candidate").unwrap_or("")));
        }
    }
    let typed = wanted
        .near
        .as_ref()
        .map(|name| holes.get(name).map_or_else(|| template::plain(name, holes), ToOwned::to_owned));
    let Some(typed) = typed else {
        let mut all = hints;
        all.retain(|hint| grounded::is_grounded(hint, case, command));
        all.extend(wanted.source.as_slice().iter().flat_map(|source| sources::names(source, case, command)));
        all.extend(wanted.names.as_slice().iter().cloned());
        all.dedup();
        return all.into_iter().take(MAX).map(|name| (Some(name), 0)).collect();
    };
    hints.retain(|hint| is_possible(case, command, &typed, hint));
    let mut found: Vec<(String, u32)> = hints
        .iter()
        .filter_map(|hint| {
            // accept the tool's hint even if it is distant, as long as it resembles the word
            let distance = spell::distance(&typed, hint, spell::tolerance(&typed) + 150)?;
            (*hint != typed).then(|| (hint.clone(), distance.saturating_sub(HINT_BONUS)))
        })
        .collect();
    let lists = wanted.source.as_slice().iter().map(|source| sources::names(source, case, command));
    for names in lists.chain([wanted.names.as_slice().to_vec()]) {
        // without output, an existing name is not a typo
        if case.output.is_none() && names.contains(&typed) {
            return Vec::new();
        }
        if names.iter().any(|name| continues(name, &typed)) {
            continue;
        }
        found.extend(
            spell::nearest(&typed, names.iter().map(String::as_str))
                .into_iter()
                .map(|near| (near.name.to_owned(), near.distance)),
        );
    }
    found.sort_by_key(|(_, distance)| *distance);
    let mut seen = BTreeSet::new();
    found.retain(|(name, _)| seen.insert(name.clone()));
    found.into_iter().take(MAX).map(|(name, distance)| (Some(name), distance)).collect()
}

/// Returns whether a name is one of the family that was typed: with `openssh-server` at hand, `openssh` is
/// incomplete and not a typo of `openssl`.
fn continues(name: &str, typed: &str) -> bool {
    typed.len() > 3 && name.strip_prefix(typed).is_some_and(|rest| rest.starts_with('-'))
}

/// Returns whether the hint is possible: if the program's subcommands are known, it must be one of them.
fn is_possible(case: &Case<'_>, command: &Command, typed: &str, hint: &str) -> bool {
    let Some(program) = command.program_name() else { return true };
    let words = vocabulary::find(program, case.world).filter(Vocabulary::is_complete);
    let Some(words) = words else { return true };
    let walk = words.walk_command(command).unwrap_or_default();
    let is_subcommand =
        walk.unknown.and_then(|at| command.words.get(at)).is_some_and(|word| word.value == typed);
    !is_subcommand
        || words.subcommands(&walk.path).any(|known| known == hint)
        || case.world.is_program(&format!("{program}-{hint}"))
}

/// Returns the words on the lines below the one that contains `text`, and after it on that line.
fn below(output: &Text, text: &str) -> Vec<String> {
    let mut lines = output.lines().skip_while(|line| !line.contains(text));
    let mut found = Vec::new();
    let Some(head) = lines.next() else { return found };
    if let Some((_, rest)) = head.split_once(text) {
        found.extend(split_list(rest.trim_start_matches(['?', ':', ' '])));
    }
    for line in lines.take(200) {
        // a table: `batch-get-item  | create-backup`
        if line.contains(" |") {
            found.extend(line.split('|').map(|cell| trim_mark(cell.trim()).to_owned()));
            continue;
        }
        let Some(word) = line.split_whitespace().next() else {
            if found.is_empty() {
                continue;
            }
            break;
        };
        if !line.starts_with([' ', '\t']) {
            break;
        }
        // `  - 'always', 'yes'`: a list
        match line.trim_start().strip_prefix(['-', '*']).and_then(|rest| rest.strip_prefix(' ')) {
            Some(list) => found.extend(split_list(list)),
            None => found.push(trim_mark(word).to_owned()),
        }
    }
    found
}

/// `'a', 'b' or "c"?` → a b c
fn split_list(text: &str) -> Vec<String> {
    text.split([',', ' ', '\n'])
        .map(trim_mark)
        .filter(|word| !word.is_empty() && !matches!(*word, "or" | "and" | "is" | "are"))
        .map(str::to_owned)
        .collect()
}

fn trim_mark(word: &str) -> &str {
    word.trim_matches(['\'', '"', '?', '.', ',', ';', '(', ')', '[', ']', ':'])
}
