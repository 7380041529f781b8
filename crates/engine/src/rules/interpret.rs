//! The interpreter of rules: whether a rule applies, and what it proposes.

use std::borrow::Cow;

use syntax::{Command, Dialect, Edit, Word};

use datafiles::Many;

use super::format::{Fix, Rule};
use super::load::CompiledRule;
use super::options::ValuedOption;
use super::{
    Case, Proposal, candidates, foreign, grounded, guard, install, moves, options, sources, template,
};
use crate::diagnosis::Applicability;
use crate::pattern::{Holes, Pattern};
use crate::text::Text;
use facts::world::PathKind;
use facts::{paths, vocabulary};

/// The result of a rule: its proposals, and the cause if it applied.
#[derive(Debug, Default)]
pub struct Outcome {
    pub proposals: Vec<Proposal>,
    pub because: Option<String>,
}

/// Applies one rule to one command of the line.
pub fn apply(rule: &CompiledRule, case: &Case<'_>, command: &Command) -> Outcome {
    let mut outcome = Outcome::default();
    let output = case.output.unwrap_or(Text::empty());
    // check the cheap conditions first: a program may have a hundred rules
    let patterns = if case.output.is_none() && rule.rule.uncaptured { &[][..] } else { &rule.output[..] };
    if rule.rule.uncaptured && rule.output.is_empty() && case.output.is_some() {
        return outcome;
    }
    let has = |option: &str| command.arguments().iter().any(|word| guard::has_option(word, option));
    let (statuses, shells) = (rule.rule.status.as_slice(), rule.rule.shell.as_slice());
    let counts = rule.rule.operands.as_slice();
    if !statuses.is_empty() && !statuses.contains(&case.status())
        || !shells.is_empty() && !shells.iter().any(|name| name.parse() == Ok(case.dialect()))
        || !patterns.is_empty() && !patterns.iter().any(|pattern| pattern.occurs(output))
        || !arguments_fit(&rule.rule.args, case, command)
        || !counts.is_empty() && !counts.contains(&vocabulary::operands(command, case.world).len())
        || rule.rule.without.as_slice().iter().any(|option| has(option))
        || rule.unless.iter().any(|pattern| pattern.occurs(output))
    {
        return outcome;
    }
    let found_here = matches(patterns, output);
    if leaves_another(rule, case, command, &found_here) {
        let holes = with_standard_holes(found_here.into_iter().next().unwrap_or_default(), case, command);
        outcome.because = Some(template::plain(&rule.rule.because, &holes));
        return outcome;
    }
    for found in found_here {
        if rule.rule.system.is_some() && !is_of_its_system(&found, case, command) {
            continue;
        }
        let holes = with_standard_holes(found.clone(), case, command);
        let Some(holes) = options::fill(&rule.rule.values, holes, command) else { continue };
        let Some(holes) = with_facts(rule, holes, case, command) else { continue };
        if !paths_fit(rule, case, &holes) {
            continue;
        }
        let fixes = rule.rule.fix.as_slice();
        let mut fired = fixes.is_empty();
        for fix in fixes {
            let Some(foreign) = foreign::names(fix, &found, &holes, case, command) else { continue };
            for (candidate, distance) in candidates::find(rule, case, command, &holes, output) {
                let mut holes = holes.clone();
                if let Some(candidate) = &candidate {
                    holes.set("candidate", candidate);
                }
                // a missing package is the cause even where its name is unknown
                fired |= fix.install.is_some();
                if let Some(edit) = edit(fix, case, command, &holes) {
                    fired = true;
                    let because = fix.because.as_ref().unwrap_or(&rule.rule.because);
                    outcome.proposals.push(Proposal {
                        rule: rule.rule.id.clone(),
                        edit,
                        because: grounded::marked(template::plain(because, &holes), &foreign),
                        applicability: applicability(&rule.rule, fix, foreign.is_empty(), distance),
                        distance,
                    });
                }
            }
        }
        if (fired || rule.rule.candidates.is_some()) && outcome.because.is_none() {
            // a cause that names the candidate needs one
            let because = &rule.rule.because;
            outcome.because = if because.contains("{candidate") && template::filled(because, &holes).is_none()
            {
                outcome.proposals.first().map(|first| first.because.clone())
            } else {
                Some(template::plain(because, &holes))
            };
        }
        if !outcome.proposals.is_empty() {
            break;
        }
    }
    outcome
}

/// Returns whether the output refuses several words of the line and not each has a candidate: what knows such names
/// is missing (`apt update`), or the line would fail again.
fn leaves_another(rule: &CompiledRule, case: &Case<'_>, command: &Command, found: &[Holes]) -> bool {
    let Some(near) = rule.rule.candidates.as_ref().and_then(|candidates| candidates.near.as_ref()) else {
        return false;
    };
    let refused = || {
        let is_typed = |value: &str| command.words.iter().any(|word| word.value == value);
        found.iter().filter(move |holes| holes.get(near).is_some_and(is_typed))
    };
    let first = refused().next().and_then(|holes| holes.get(near));
    let output = case.output.unwrap_or(Text::empty());
    refused().any(|holes| holes.get(near) != first)
        && refused().any(|holes| {
            let holes = with_standard_holes(holes.clone(), case, command);
            candidates::find(rule, case, command, &holes, output).is_empty()
        })
}

/// Returns whether an output is one of the system that the rule needs: its program names something there. The
/// program of another system may say a phrase there (`mkdir: cannot create directory 'a/b': No such file`).
fn is_of_its_system(found: &Holes, case: &Case<'_>, command: &Command) -> bool {
    let is_typed = |value: &str| command.words.iter().any(|word| word.value.contains(value));
    let is_phrase = |value: &str| value.contains(" '") && value.ends_with('\'');
    case.output.is_some() && found.iter().all(|(_, value)| !is_phrase(value) || is_typed(value))
}

/// Distance of a name beyond which it is no more than likely, in hundredths of an edit.
const CERTAINLY_NEAR: u32 = 160;

/// Returns the applicability of a fix. The output alone proves neither that a step before the line is what it
/// lacks, nor a name; and a name that differs in two places may be another one.
fn applicability(rule: &Rule, fix: &Fix, is_grounded: bool, distance: u32) -> Applicability {
    let said = fix.applicability.unwrap_or(rule.applicability);
    let is_proved = !rule.facts.is_empty() || !rule.exists.is_empty() || !rule.missing.is_empty();
    let is_far = distance > CERTAINLY_NEAR;
    if fix.is_step() && !is_proved || !is_grounded || is_far { said.max(Applicability::Likely) } else { said }
}

fn matches(patterns: &[Pattern], output: &Text) -> Vec<Holes> {
    if patterns.is_empty() {
        return vec![Holes::default()];
    }
    patterns.iter().flat_map(|pattern| pattern.find_iter(output)).take(16).collect()
}

/// Returns whether the words after the program begin with one of `wanted`; options before them are skipped.
fn arguments_fit(wanted: &Many<String>, case: &Case<'_>, command: &Command) -> bool {
    wanted.is_empty()
        || wanted.as_slice().iter().any(|words| {
            if !words.split(' ').all(|word| command.arguments().iter().any(|argument| argument.value == word))
            {
                return false;
            }
            // options of the program itself may have values (`git -C DIR push`)
            let start = vocabulary::walk(command, case.world).and_then(|walk| walk.words.first().copied());
            let start = start.or_else(|| command.program().map(|at| at + 1)).unwrap_or(0);
            let mut arguments = command.words.iter().skip(start);
            words.split(' ').all(|word| {
                if word.starts_with('-') {
                    return command.arguments().iter().any(|argument| argument.value == word);
                }
                arguments
                    .by_ref()
                    .find(|argument| !argument.value.starts_with('-'))
                    .is_some_and(|a| a.value == word)
            })
        })
}

/// Completes the holes with facts; `None` if a fact is missing or contradicts a hole.
fn with_facts(rule: &CompiledRule, mut holes: Holes, case: &Case<'_>, command: &Command) -> Option<Holes> {
    for (name, source) in &rule.rule.facts {
        let names = sources::names(source, case, command);
        match holes.get(name) {
            Some(value) => names.iter().any(|known| known == value).then_some(())?,
            None => holes.set(name, names.first()?),
        }
    }
    Some(holes)
}

/// Adds the standard holes: `{cwd}`; `{command}`, `{args}` and `{operands}` as typed; `{program}`; `{first}`,
/// `{second}` and `{last}` operand.
fn with_standard_holes(mut holes: Holes, case: &Case<'_>, command: &Command) -> Holes {
    if let (Some(first), Some(last)) = (command.arguments().first(), command.arguments().last()) {
        holes.set("args", case.raw(syntax::Span::new(first.span.start, last.span.end)));
    } else {
        holes.set("args", "");
    }
    holes.set("command", case.raw(command.span));
    holes.set("end", command.words.last().map_or("", |word| &word.value));
    holes.set("cwd", &case.failure.record.cwd);
    holes.set("program", command.program_name().unwrap_or(""));
    let operands: Vec<&Word> =
        vocabulary::operands(command, case.world).iter().filter_map(|at| command.words.get(*at)).collect();
    for (name, word) in [("first", operands.first()), ("second", operands.get(1)), ("last", operands.last())]
    {
        if let Some(word) = word {
            holes.set(name, &word.value);
        }
    }
    let typed: Vec<&str> = operands.iter().map(|word| case.raw(word.span)).collect();
    holes.set("operands", typed.join(" "));
    holes
}

fn paths_fit(rule: &CompiledRule, case: &Case<'_>, holes: &Holes) -> bool {
    let kind = |name: &String| {
        let path = holes.get(name).map_or_else(|| template::plain(name, holes), ToOwned::to_owned);
        match paths::expand(&path, case.world).map_or(PathKind::Missing, |path| case.world.kind(&path)) {
            kind if name.ends_with('/') && kind != PathKind::Directory => PathKind::Missing,
            kind => kind,
        }
    };
    rule.rule.missing.as_slice().iter().all(|name| !kind(name).exists())
        && rule.rule.exists.as_slice().iter().all(|name| kind(name).exists())
}

/// Returns the change that a fix makes; `None` if it does not apply to this command.
fn edit(fix: &Fix, case: &Case<'_>, command: &Command, holes: &Holes) -> Option<Edit> {
    let dialect = case.dialect();
    let mut edit = Edit::new();
    if let Some(whole) = &fix.whole {
        edit = edit.replace(command.span, template::shell(whole, holes, dialect)?);
    }
    if let (Some(replace), Some(with)) = (&fix.replace, &fix.with) {
        let (old, new) = (template::plain(replace, holes), template::filled(with, holes)?);
        edit = match find_word(command, &old) {
            _ if fix.every => replace_every(edit, case, command, &old, &new)?,
            Some(word) if with.contains(' ') => {
                edit.replace(word.span, template::shell(with, holes, dialect)?)
            }
            _ => replace_word(edit, case, command, &old, &new)?,
        };
    }
    if let Some(remove) = &fix.remove {
        let value = template::plain(remove, holes);
        let script = &case.failure.script;
        edit = if fix.valued {
            let option = ValuedOption::find(command, &value)?;
            let words = [Some(option.word), option.next].into_iter().flatten();
            words.fold(edit, |edit, word| edit.remove_word(script, word))
        } else {
            edit.remove_word(script, find_word(command, &value)?)
        };
    }
    if let Some(name) = &fix.moved {
        let behind = anchor(case, command, fix.after.as_deref().unwrap_or("subcommand"), holes)?;
        edit = moves::option(edit, case, command, name, behind, fix.bare)?;
    }
    if let Some(insert) = &fix.insert {
        let after = anchor(case, command, fix.after.as_deref().unwrap_or("subcommand"), holes)?;
        let text = template::shell(insert, holes, dialect)?;
        edit = edit.insert(after.span.end, format!(" {text}"));
    }
    if let Some(prepend) = &fix.prepend {
        if !fix.is_step() && prepend.starts_with("sudo ") && command.is_privileged() {
            return None;
        }
        let start = if prepend.trim_end().ends_with(['&', ';']) {
            pipeline_start(case, command)
        } else {
            command.span.start
        };
        let user =
            as_user(case, command).filter(|_| fix.is_step() && !prepend.starts_with("sudo ")).unwrap_or("");
        edit = edit.insert(
            start,
            format!("{user}{}", assigned(&template::shell(prepend, holes, dialect)?, dialect)),
        );
    }
    if let Some(list) = &fix.install {
        let packages = install::named(list, case, holes)?;
        edit = install::before(edit, case, command, &packages)?;
    }
    if let Some(append) = &fix.append {
        edit = edit.insert(command.span.end, template::shell(append, holes, dialect)?);
    }
    (!edit.is_empty()).then_some(edit)
}

/// Writes `NAME=value ` before a command as the shell does: in PowerShell as a statement of its own.
fn assigned(text: &str, dialect: Dialect) -> Cow<'_, str> {
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    match text.strip_suffix(' ').and_then(|text| text.split_once('=')) {
        Some((name, value))
            if dialect == Dialect::PowerShell && is_name(name) && !value.contains(['"', ' ', '$']) =>
        {
            format!("$env:{name}=\"{value}\"; ").into()
        }
        _ => text.into(),
    }
}

/// `sudo -u postgres createdb x`: the words with which a step is done as the same user.
fn as_user<'a>(case: &Case<'a>, command: &Command) -> Option<&'a str> {
    let program = command.program_word()?;
    let [sudo, user, ..] = command.words.as_slice() else { return None };
    let is_other = sudo.value == "sudo" && matches!(user.value.as_str(), "-u" | "--user");
    is_other.then(|| case.raw(syntax::Span::new(sudo.span.start, program.span.start)))
}

/// Returns where the command's pipeline begins: an inserted step must not feed it.
pub fn pipeline_start(case: &Case<'_>, command: &Command) -> usize {
    let commands = &case.failure.script.commands;
    let mut start = command;
    while start.connector == syntax::Connector::Pipe {
        let before = commands.iter().rev().find(|c| c.depth == start.depth && c.span.end <= start.span.start);
        match before {
            Some(before) => start = before,
            None => break,
        }
    }
    start.span.start
}

/// Replaces a word of the failed command, or the part of exactly one word, that is equal to `old`.
fn replace_word(edit: Edit, case: &Case<'_>, command: &Command, old: &str, new: &str) -> Option<Edit> {
    let script = &case.failure.script;
    if old.is_empty() || old == new {
        return None;
    }
    if let Some(word) = find_word(command, old) {
        if word.glob || word.dynamic {
            return edit.replace_part(script, word, old, new);
        }
        return Some(edit.set_word(script, word, new));
    }
    // `--colour=x`, `origin/mian`, `user@hsot`: only the wrong part
    let mut holding = command.arguments().iter().filter(|word| {
        // an option must match from the start: `-out` is not part of `--out`
        holds_part(&word.value, old) && (!old.starts_with('-') || word.value.starts_with(old))
    });
    match (holding.next(), holding.next()) {
        (Some(word), None) => edit.replace_part(script, word, old, new),
        _ => None,
    }
}

/// Replaces a name in program text passed as one word.
fn replace_every(edit: Edit, case: &Case<'_>, command: &Command, old: &str, new: &str) -> Option<Edit> {
    let word = command.arguments().iter().find(|word| holds_part(&word.value, old))?;
    let raw = case.failure.script.raw(word.span);
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut mended = String::with_capacity(raw.len() + 16);
    let mut done = 0;
    for (at, _) in raw.match_indices(old) {
        let before = raw.get(done..at)?;
        let alone = !is_name(raw.get(..at)?.chars().next_back())
            && !is_name(raw.get(at + old.len()..)?.chars().next());
        mended.push_str(before);
        mended.push_str(if alone { new } else { old });
        done = at + old.len();
    }
    mended.push_str(raw.get(done..)?);
    (mended != raw).then(|| edit.replace(word.span, mended))
}

pub(super) fn find_word<'a>(command: &'a Command, value: &str) -> Option<&'a Word> {
    command
        .words
        .iter()
        .chain(command.redirects.iter().filter_map(|redirect| redirect.target.as_ref()))
        .find(|word| crate::pattern::normalise(&word.value) == value)
}

/// Returns whether `part` is a complete part of the word, between separators.
pub fn holds_part(word: &str, part: &str) -> bool {
    word.match_indices(part).any(|(at, _)| {
        let before = word.get(..at).unwrap_or("").chars().next_back();
        let after = word.get(at + part.len()..).unwrap_or("").chars().next();
        let separates = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        separates(before) && separates(after)
    })
}

pub(super) fn anchor<'a>(
    case: &Case<'_>,
    command: &'a Command,
    after: &str,
    holes: &Holes,
) -> Option<&'a Word> {
    match after {
        "program" => command.words.get(command.program()?),
        "end" => command.words.last(),
        "subcommand" => {
            let walk = vocabulary::walk(command, case.world);
            let at = walk.and_then(|walk| walk.words.last().copied());
            command.words.get(at.unwrap_or(command.program()?))
        }
        word => find_word(command, &template::plain(word, holes)),
    }
}
