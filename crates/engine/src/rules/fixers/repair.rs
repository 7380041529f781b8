//! Shared parts of syntax repairs: the mistakes of a line are fixed one by one, each by the file for its
//! kind, until the line parses.

use super::prelude::*;

/// Changes that may fix one issue, likeliest first.
pub type Repair = fn(&Case<'_>, &Script, Issue) -> Vec<Edit>;

/// All kinds of repair; the first that recognises an issue fixes it.
const REPAIRS: &[Repair] = &[
    super::unclosed_quote::repair,
    super::unbalanced_bracket::repair,
    super::doubled_operator::repair,
    super::missing_keyword::repair,
    super::stray_parentheses::repair,
];

/// Maximum number of mistakes; a line with more is not a typo.
const MAX_STEPS: usize = 6;
/// Maximum length of a line; longer ones are programs, not typos.
const MAX_BYTES: usize = 4096;

/// Proposes repairs of one kind for the first issue that it recognises; other kinds fix the remaining issues.
pub fn propose(case: &Case<'_>, because: &str, repair: Repair) -> Vec<Proposal> {
    let script = &case.failure.script;
    if !is_wrong(case) {
        return Vec::new();
    }
    let mut proposals = Vec::new();
    let edits =
        script.issues.iter().map(|issue| repair(case, script, *issue)).find(|edits| !edits.is_empty());
    for edit in edits.unwrap_or_default() {
        let Some(text) = complete(case, edit.apply(&script.text)) else { continue };
        let applicability = if proposals.is_empty() { Applicability::Certain } else { Applicability::Likely };
        proposals.push(Proposal::new(between(&script.text, &text), because, applicability));
    }
    proposals
}

/// Returns whether the shell complained about the line itself.
pub fn is_wrong(case: &Case<'_>) -> bool {
    case.failure.kind == FailureKind::SyntaxError && case.failure.script.text.len() <= MAX_BYTES
}

/// Fixes the remaining issues; `None` if that is not possible.
fn complete(case: &Case<'_>, mut text: String) -> Option<String> {
    for _ in 0..MAX_STEPS {
        let script = Script::parse(&text, case.dialect());
        let Some(issue) = script.issues.first().copied() else {
            return (script.is_well_formed() != Some(false)).then(|| text.trim_end().to_owned());
        };
        let edits = REPAIRS
            .iter()
            .find_map(|repair| Some(repair(case, &script, issue)).filter(|edits| !edits.is_empty()))?;
        let next = edits
            .iter()
            .map(|edit| edit.apply(&text))
            .min_by_key(|next| Script::parse(next, script.dialect).issues.len())?;
        if next == text {
            return None;
        }
        text = next;
    }
    None
}

/// Returns whether the text parses completely in the shell's grammar.
pub fn is_whole(text: &str, case: &Case<'_>) -> bool {
    let script = Script::parse(text, case.dialect());
    script.issues.is_empty() && script.is_well_formed() != Some(false)
}

/// Returns the smallest single change from `old` to `new`.
pub fn between(old: &str, new: &str) -> Edit {
    let start = old
        .char_indices()
        .zip(new.chars())
        .find(|((_, a), b)| a != b)
        .map_or(old.len().min(new.len()), |((at, _), _)| at);
    let (old_tail, new_tail) = (old.get(start..).unwrap_or(""), new.get(start..).unwrap_or(""));
    let same = old_tail
        .chars()
        .rev()
        .zip(new_tail.chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum::<usize>();
    let with = new_tail.get(..new_tail.len() - same).unwrap_or("");
    Edit::new().replace(Span::new(start, old.len() - same), with)
}

/// Returns the offset after the last non-blank text before `at`.
pub fn end_before(text: &str, at: usize) -> usize {
    text.get(..at).map_or(at, |before| before.trim_end_matches([' ', '\t']).len())
}

#[cfg(test)]
pub mod tests {
    use crate::diagnose::diagnose;
    use crate::failure::Failure;
    use crate::rules::RuleSet;
    use facts::FakeWorld;
    use facts::record::{CommandRecord, Output};

    /// A world with common programs and a few files.
    pub fn world() -> FakeWorld {
        let programs = "ls cat git grep echo awk sed jq find curl wget sudo mkdir date wc cargo npm rm touch python3 bash sh sort head basename seq cd";
        FakeWorld {
            programs: programs.split(' ').map(str::to_owned).collect(),
            files: [("a.txt", "a b\n"), ("notes.txt", "x\n"), ("dir/", "")]
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
                .into(),
            ..FakeWorld::default()
        }
    }

    /// Returns the proposals of the fixers alone.
    pub fn fixes(
        shell: &str,
        text: &str,
        status: i32,
        output: Option<&str>,
        world: &FakeWorld,
    ) -> Vec<String> {
        let record = CommandRecord {
            text: text.to_owned(),
            dialect: shell.parse().unwrap(),
            cwd: "/home/me".to_owned(),
            entered_in: String::new(),
            status,
            output: output.map(|text| Output::from_bytes(text.as_bytes())),
        };
        let Some(failure) = Failure::of(&record, world) else { return Vec::new() };
        diagnose(&failure, world, &RuleSet::default()).suggestions.into_iter().map(|s| s.text).collect()
    }

    /// Checks the first proposal with the recorded output and without any output.
    pub fn mends(shell: &str, text: &str, status: i32, output: &str, fixed: &str) {
        assert_eq!(
            fixes(shell, text, status, Some(output), &world()).first().map(String::as_str),
            Some(fixed),
            "{shell}: {text}"
        );
    }

    pub fn mends_blind(shell: &str, text: &str, status: i32, fixed: &str) {
        assert_eq!(
            fixes(shell, text, status, None, &world()).first().map(String::as_str),
            Some(fixed),
            "{shell}, no output: {text}"
        );
    }

    pub fn leaves(shell: &str, text: &str, status: i32, output: Option<&str>) {
        assert_eq!(fixes(shell, text, status, output, &world()), Vec::<String>::new(), "{shell}: {text}");
    }
}
