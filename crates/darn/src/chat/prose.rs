//! Tells prose from commands.

use facts::{World, builtins};
use programs::Role;
use syntax::{Dialect, IssueKind, QuoteStyle, Script, Word};

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Command,
    Prose,
    /// It can be meant either way.
    Doubtful,
}

/// Words that hold an English sentence together. Among the arguments of a command they are rare.
const FUNCTION: &str = "a about above after again all also always am an and another any anybody anyone anything \
    are aren't as at be because been before being below better between both but by can can't cannot could \
    currently did didn't do does doesn't doing don't each either else ever every everything fails failed failing \
    few for forever from had has hasn't have he her here hey his how i i'd i'll i'm i've if in into is isn't it its \
    it's just keeps let's many maybe me might more most much must my need needs neither never no not \
    nothing now of off often on once only or other our ours out over please properly rather says seems she \
    should shouldn't since so some someone something sometimes still such than thank thanks that that's \
    the their them then there these they this those through to today together tomorrow too under until up us \
    very was wasn't we well were what what's when where whether which while who whose why will with without won't \
    works would wrong yesterday yet you your";
/// Of these, those that are also arguments: of `git add`, `ip route`, `systemctl status`, `set`, `bind`.
const OPERANDS: &str = "a all any at before by do else for from here i if in is no not of off on only or other out \
    over then to under up well with";
/// Words that name nothing in a command, even alone behind it.
const PRONOUNS: &str = "it me them this that everything anything something these those us";
/// Verbs, and words before them, with which requests begin; there is no such program.
const OPENERS: &str = "add analyse analyze ask build can change check clean compare configure continue could count \
    create debug deploy describe do does document download enable error estimate explain extract fix format \
    generate give go hello help hi how i improve is list make move optimise optimize please prepare print \
    refactor remove rename replace restart retry review rewrite run search see send should show simplify skip \
    start stop suggest summarise summarize tell thanks the translate try undo update upgrade use verify what \
    when where which who why will work would write yes no ok okay";

/// Tells what a line is. Pure but for `world`.
pub fn classify(text: &str, dialect: Dialect, world: &dyn World) -> Class {
    let script = Script::parse(text, dialect);
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some(first) = words.first().copied() else { return Class::Prose };
    let runs = runs(&script, dialect, world);
    let prose = Prose::of(text, &words, &script, world);
    if runs {
        of_runnable(&script, &prose, &words, world)
    } else {
        of_unknown(first, &script, &prose, &words, world)
    }
}

/// Returns whether the shell can run the first word.
fn runs(script: &Script, dialect: Dialect, world: &dyn World) -> bool {
    let Some(command) = script.commands.first() else { return false };
    let Some(word) = command.words.first() else { return !command.assignments.is_empty() };
    let name = word.value.as_str();
    if name.contains('/') {
        return facts::paths::expand(name, world).is_some_and(|path| world.kind(&path).exists());
    }
    word.dynamic || builtins::is_command(dialect, name, world)
}

/// Signs of prose and of commands in a line.
#[derive(Debug)]
struct Prose {
    /// Function words outside quotes that are no operands.
    strong: usize,
    /// All function words outside quotes.
    weak: usize,
    /// It ends as a question does: `largest?`
    asks: bool,
    /// It has words of another alphabet, outside quotes, that are not paths.
    is_foreign: bool,
    /// It does not parse, as of an apostrophe.
    is_broken: bool,
    /// Commas or full stops end words.
    is_punctuated: bool,
    /// Options, paths, variables, pipes, redirections, quotes: what prose has not.
    is_shell: bool,
}

impl Prose {
    fn of(text: &str, words: &[&str], script: &Script, world: &dyn World) -> Self {
        let is_in = |list: &str, word: &str| list.split_ascii_whitespace().any(|known| known == word);
        let arguments: Vec<&Word> =
            script.commands.iter().flat_map(|command| command.words.iter().skip(1)).collect();
        let plain: Vec<String> = if script.issues.is_empty() {
            let bare = arguments.iter().filter(|word| word.quote == QuoteStyle::Bare);
            bare.map(|word| word.value.to_lowercase()).collect()
        } else {
            words.iter().skip(1).map(|word| word.to_lowercase()).collect()
        };
        let trimmed = |word: &String| word.trim_matches(['?', '!', '.', ',', ';', ':', '"']).to_owned();
        let bare: Vec<String> = plain.iter().map(trimmed).collect();
        let exists = |word: &str| world.kind(word).exists();
        let is_function = |word: &&String| is_in(FUNCTION, word) && !exists(word);
        let weak = bare.iter().filter(is_function).count();
        let strong = bare.iter().filter(is_function).filter(|word| !is_in(OPERANDS, word)).count();
        let last = words.last().copied().unwrap_or_default();
        let ends_word = |mark: char| {
            words.iter().any(|word| {
                word.strip_suffix(mark)
                    .is_some_and(|rest| rest.chars().next_back().is_some_and(char::is_alphabetic))
            })
        };
        let has_operator =
            script.commands.len() > 1 || script.commands.iter().any(|command| !command.redirects.is_empty());
        let is_option = |word: &&str| {
            word.strip_prefix('-')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
        };
        let is_shell = words.iter().skip(1).any(is_option)
            || words.iter().any(|word| word.contains(['$', '*', '=', '{', '~']) || word.contains("://"))
            || has_operator
            || arguments.iter().any(|word| word.quote != QuoteStyle::Bare)
            || arguments.iter().any(|word| word.value.contains('/') || exists(&word.value));
        let is_foreign = plain
            .iter()
            .any(|word| !word.is_ascii() && !exists(word) && word.chars().any(char::is_alphabetic));
        Self {
            strong,
            weak,
            asks: words.len() > 1 && last.ends_with('?') && ends_word('?') && !text.contains('*'),
            is_foreign,
            is_broken: script.issues.iter().any(|issue| issue.kind != IssueKind::TrailingBackslash),
            is_punctuated: words.len() > 2 && (ends_word(',') || ends_word('.')),
            is_shell,
        }
    }
}

/// Classifies a line whose first word can be run.
fn of_runnable(script: &Script, prose: &Prose, words: &[&str], world: &dyn World) -> Class {
    let name = script.commands.first().and_then(|command| command.program_name()).unwrap_or_default();
    let program = programs::find(name);
    let is = |role: Role| program.is_some_and(|program| program.is(role));
    if prose.is_broken {
        // an apostrophe: `don't`
        return if words.len() > 2 && prose.weak + prose.strong > 0 { Class::Prose } else { Class::Command };
    }
    if words.len() == 1 {
        return Class::Command;
    }
    let operand = words.get(1).map(|word| word.to_lowercase()).unwrap_or_default();
    let is_pronoun =
        PRONOUNS.split_ascii_whitespace().any(|known| known == operand.trim_end_matches(['.', '!']));
    if words.len() == 2 && is_pronoun && is(Role::Names) {
        return Class::Doubtful; // `kill it`
    }
    // the words of `echo` and of a message may be anything
    if is(Role::Message) || is(Role::Mentions) && !prose.asks && prose.strong < 2 {
        return Class::Command;
    }
    if prose.asks && (prose.weak > 0 || words.len() > 3) || prose.is_foreign && !prose.is_shell {
        return Class::Prose;
    }
    let signs = prose.strong * 2 + (prose.weak - prose.strong) + usize::from(prose.is_punctuated) * 2;
    if prose.is_shell {
        return match signs {
            0..=3 => Class::Command,
            4..=5 if words.len() > 4 => Class::Prose,
            4..=5 => Class::Doubtful,
            _ => Class::Prose,
        };
    }
    if words.len() == 2 {
        return of_two(&operand, is_pronoun, &is, world);
    }
    match signs {
        0 | 1 => Class::Command,
        _ => Class::Prose,
    }
}

/// Classifies two words; the first can be run: `make docs`, `kill it`, `sort files`.
fn of_two(operand: &str, is_pronoun: bool, is: &dyn Fn(Role) -> bool, world: &dyn World) -> Class {
    let takes_paths = is(Role::Reads) || is(Role::Paths);
    let is_word = operand.chars().all(|c| c.is_ascii_lowercase());
    if is_pronoun || takes_paths && is_word && !world.kind(operand).exists() {
        return Class::Doubtful;
    }
    Class::Command
}

/// Classifies a line whose first word cannot be run.
fn of_unknown(first: &str, script: &Script, prose: &Prose, words: &[&str], world: &dyn World) -> Class {
    let lower = first.to_lowercase();
    let bare = lower.trim_end_matches(['?', '!', '.', ',', ':']);
    let is_opener =
        [OPENERS, FUNCTION].iter().any(|list| list.split_ascii_whitespace().any(|known| known == bare));
    let is_name = bare == first
        && first.is_ascii()
        && first.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '~' | '_'))
        && !first.contains(['\'', '`']);
    if !is_name || is_opener || prose.asks || prose.is_broken || prose.is_foreign {
        return Class::Prose;
    }
    if first.contains('/') {
        return Class::Command; // a path that is not there: the shell says so
    }
    let signs = prose.strong * 2 + (prose.weak - prose.strong) + usize::from(prose.is_punctuated) * 2;
    if prose.is_shell && signs < 3 {
        return Class::Command;
    }
    if signs > 0 || words.len() > 4 {
        return Class::Prose;
    }
    // a misspelt name is near one that there is
    let names = world.executables();
    let is_misspelt = words.len() > 1
        && script.commands.len() == 1
        && !engine::spell::nearest(bare, names.lines()).is_empty();
    if is_misspelt { Class::Command } else { Class::Prose }
}
