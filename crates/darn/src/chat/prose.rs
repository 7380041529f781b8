//! Tells prose from commands.

use facts::{World, builtins, vocabulary};
use programs::Role;
use syntax::{Command, Dialect, IssueKind, QuoteStyle, Script, Word};

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
    few for forever from had has hasn't have he her here hey his how i i'd i'll i'm i've if in inside instead into is isn't it its \
    it's just keeps let's many maybe me might more most much must my need needs neither never no not \
    nothing now of off often on once only or other our ours out outside over please properly rather says seems she \
    should shouldn't since so some someone something sometimes still such than thank thanks that that's \
    the their them then there these they this those through to today together tomorrow too under until up us \
    very was wasn't we well were what what's whatever when where whether which whichever while who whose why will with without won't \
    works would wrong yesterday yet you your";
/// Of these, those that are also arguments: of `git add`, `ip route`, `systemctl status`, `set`, `bind`.
const OPERANDS: &str = "a all any at before by do else for from here i if in is no not now of off on only or other out \
    over then to under up well with";
/// Words that name nothing in a command, even alone behind it.
const PRONOUNS: &str = "it me them this that everything anything something these those us";
/// What people say of a program or a file: `tar says …`, `./run.sh fails`.
const SAID: &str = "can can't complains crashes does doesn't exits fails gives hangs has is isn't keeps looks needs \
    prints refuses reports returns runs says seems shows stops takes thinks throws tries wants was won't works";
/// Answers to a question of the model that are programs as well.
const REPLIES: &str = "yes more";
/// Verbs with which requests begin; there is no such program.
const OPENERS: &str = "add analyse analyze ask build change check clean compare configure count create debug deploy \
    describe document download enable error estimate extract fix format generate give improve list make move \
    optimise optimize prepare print refactor remove rename replace restart retry review rewrite run search send \
    show simplify skip start stop suggest summarise summarize tell translate try undo update upgrade use verify \
    work write";
/// Words of a conversation, alone or before anything else.
const TALK: &str = "can continue could do does explain go hello help hi how i is no ok okay please really see should \
    thanks the what when where which who why will would yes";

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

fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
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
    /// It has a word that people say of a program, or one of an error message: `npm ERR!`.
    is_told: bool,
    /// Words that end as participles do: `rejected`, `restarting`.
    participles: usize,
    /// Options, variables, pipes, redirections, quotes: what prose has not.
    is_shell: bool,
    /// Paths: commands have them, and questions about them.
    has_paths: bool,
}

impl Prose {
    fn of(text: &str, words: &[&str], script: &Script, world: &dyn World) -> Self {
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
            || arguments.iter().any(|word| word.quote != QuoteStyle::Bare);
        let has_paths = arguments.iter().any(|word| word.value.contains('/') || exists(&word.value));
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
            is_told: words.len() > 2 && bare.iter().any(|word| is_in(SAID, word)) || is_message(words),
            participles: bare.iter().filter(|word| is_participle(word) && !exists(word)).count(),
            is_shell,
            has_paths,
        }
    }
}

impl Prose {
    /// Weighs the signs of prose.
    fn weight(&self) -> usize {
        let signs = [self.is_punctuated, self.is_told].into_iter().filter(|is| *is).count();
        self.strong * 2 + (self.weak - self.strong) + self.participles.min(2) + signs * 2
    }
}

fn is_participle(word: &str) -> bool {
    word.len() > 5 && (word.ends_with("ed") || word.ends_with("ing"))
}

/// Returns whether the words look like a pasted error message.
fn is_message(words: &[&str]) -> bool {
    let marks = ["ERR!", "error:", "Error:", "ERROR:", "fatal:", "warning:", "Warning:"];
    words.iter().skip(1).any(|word| marks.contains(word))
}

/// Classifies a line whose first word can be run.
fn of_runnable(script: &Script, prose: &Prose, words: &[&str], world: &dyn World) -> Class {
    let command = script.commands.first();
    let name = command.and_then(|command| command.program_name()).unwrap_or_default();
    let program = programs::find(name);
    let is = |role: Role| program.is_some_and(|program| program.is(role));
    if prose.is_broken {
        // an apostrophe: `don't`
        return if words.len() > 2 && prose.weak + prose.strong > 0 { Class::Prose } else { Class::Command };
    }
    // without an operand `yes` floods the screen and `more` waits for input
    if words.len() == 1 && REPLIES.split(' ').any(|reply| words.first() == Some(&reply)) {
        return Class::Doubtful;
    }
    // the words of `echo` may be anything, but not what people say of it; `who am i` is POSIX's
    let is_said =
        words.get(1).is_some_and(|word| is_in(SAID, word) && !is_in(FUNCTION, word)) && prose.weight() > 4;
    if words.len() == 1 || is(Role::Message) && !is_said || words.join(" ").eq_ignore_ascii_case("who am i") {
        return Class::Command;
    }
    // `sudo` comes before commands, not before sentences
    if command.is_some_and(|command| command.is_privileged() && command.program() != Some(0)) && !prose.asks {
        return Class::Command;
    }
    if prose.asks && (prose.weak > 0 || words.len() > 3) || prose.is_foreign && !prose.is_shell {
        return Class::Prose;
    }
    let weight = prose.weight();
    if prose.is_shell {
        return match weight {
            0..=3 => Class::Command,
            4..=5 if words.len() > 4 => Class::Prose,
            4..=5 => Class::Doubtful,
            _ => Class::Prose,
        };
    }
    if words.len() == 2 {
        let operand = words.get(1).map(|word| word.to_lowercase()).unwrap_or_default();
        // `watch tests`: it runs what is no program
        let runs_operand = programs::details(words.first().copied().unwrap_or_default())
            .runs
            .iter()
            .any(|wrapper| wrapper.verbs.is_empty());
        let is_misused =
            runs_operand && is_word(&operand) && !builtins::is_command(script.dialect, &operand, world);
        let has_no_use =
            is_word(&operand) && !world.kind(&operand).exists() && has_no_use(command, &is, world);
        let is_name = builtins::is_command(script.dialect, &operand, world) && !is_in(PRONOUNS, &operand);
        return match is_misused || has_no_use {
            true => Class::Doubtful,
            false if is_name => Class::Command,
            false => of_two(&operand, &is, world),
        };
    }
    // these look for what exists, and draw for themselves
    let operands: Vec<&str> = command
        .into_iter()
        .flat_map(|command| &command.words)
        .skip(1)
        .map(|word| word.value.as_str())
        .collect();
    let exists = |word: &&str| world.kind(word).exists();
    // `bash deploy.sh the rest`, `grep the notes.txt`: the other words may be anything
    let is_script = program.is_some_and(|program| program.is_shell() || program.language.is_some())
        && operands.first().is_some_and(exists);
    let is_search = is(Role::PatternFirst) && operands.len() > 1 && operands.iter().skip(1).all(exists);
    if (is_script || is_search) && !prose.is_told && !prose.is_punctuated {
        return Class::Command;
    }
    let are_words = operands.iter().all(|word| is_word(word) && !exists(word));
    let is_short = operands.len() == 2 && operands.last().is_some_and(|word| is_in(PRONOUNS, word));
    if are_words && (is_short || prose.weight() == 0 && has_no_use(command, &is, world)) {
        return Class::Doubtful;
    }
    // a script may take any words
    if name.contains('/') && !prose.is_told && prose.weight() < 6 {
        return Class::Command;
    }
    let wants_files = [Role::Reads, Role::Paths, Role::Walks, Role::FullScreen].into_iter().any(is);
    let misses_files = wants_files && !prose.has_paths;
    let is_question = matches!(name, "who" | "which" | "where" | "what")
        && words.len() > 3
        && prose.weak + prose.participles > 0;
    let are_letters = operands.iter().all(|word| word.chars().all(char::is_alphabetic));
    if misses_files && prose.weight() == 0 && operands.len() > 2 && are_letters && !is(Role::PatternFirst) {
        return Class::Doubtful;
    }
    // `git grep how`, `mkdir my project`, `grep what notes.txt`: these take any word, but no article
    let has_subcommand = || {
        let walk = command.and_then(|command| vocabulary::walk(command, world));
        walk.is_some_and(|walk| walk.words.first() == Some(&1))
    };
    let takes_any = is(Role::Makes) || is(Role::PatternFirst) || has_subcommand();
    let has_article = words.iter().any(|word| matches!(*word, "a" | "an" | "the"));
    let is_operand = words.len() < 5 && !has_article && takes_any;
    let weight = weight.saturating_sub(if is_operand { 2 } else { 0 });
    match weight + usize::from(misses_files) + if is_question { 2 } else { 0 } {
        0 | 1 => Class::Command,
        _ => Class::Prose,
    }
}

/// Returns whether the program has no use for words such as these, which are neither options nor files: it
/// takes none, or subcommands with other names.
fn has_no_use(command: Option<&Command>, is: &dyn Fn(Role) -> bool, world: &dyn World) -> bool {
    let is_unknown = |command: &Command| {
        let name = command.program_name()?;
        let walk = vocabulary::walk(command, world)?;
        let word = command.words.get(walk.unknown.or(walk.open)?)?.value.as_str();
        let known = vocabulary::find(name, world)?;
        let is_plugin = builtins::is_command(Dialect::Posix, &format!("{name}-{word}"), world);
        Some(!is_plugin && engine::spell::nearest(word, known.subcommands(&walk.path)).is_empty())
    };
    is(Role::Wordless) || command.and_then(is_unknown).unwrap_or(false)
}

fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Classifies two words; the first can be run: `make docs`, `kill it`, `sort files`.
fn of_two(operand: &str, is: &dyn Fn(Role) -> bool, world: &dyn World) -> Class {
    let bare = operand.trim_end_matches(['.', '!']);
    let takes_paths = [Role::Reads, Role::Paths, Role::Walks].into_iter().any(is) && !is(Role::Makes);
    if world.kind(operand).exists() {
        Class::Command
    } else if is_in(PRONOUNS, bare) || takes_paths && is_word(operand) {
        Class::Doubtful
    } else if is_in(FUNCTION, bare) && !is_in(OPERANDS, bare) && !is(Role::LooksUp) {
        Class::Prose
    } else {
        Class::Command
    }
}

/// Classifies a line whose first word cannot be run.
fn of_unknown(first: &str, script: &Script, prose: &Prose, words: &[&str], world: &dyn World) -> Class {
    let lower = first.to_lowercase();
    let bare = lower.trim_end_matches(['?', '!', '.', ',', ':']);
    let is_opener = [OPENERS, TALK, FUNCTION].iter().any(|list| is_in(list, bare));
    if begins_as_shell(first) && prose.weight() < 4 {
        return Class::Command;
    }
    // the name of a program that is not here, or a request
    if words.len() == 1 && is_word(first) && ![TALK, FUNCTION].iter().any(|list| is_in(list, first)) {
        let is_name = !is_in(OPENERS, first) && is_near_command(first, words, script, world);
        return if is_name { Class::Command } else { Class::Doubtful };
    }
    let starts = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '~' | '_');
    let is_name = first.is_ascii()
        && first.starts_with(starts)
        && !first.ends_with(['?', '!', ',', ':'])
        && !first.contains(['\'', '`'])
        && !first.contains("://");
    if !is_name || is_opener || prose.asks || prose.is_broken || prose.is_foreign {
        return Class::Prose;
    }
    let weight = prose.weight();
    if first.contains('/') {
        // a path that is not there: the shell says so
        return if weight < 2 { Class::Command } else { Class::Prose };
    }
    if prose.is_shell && weight < 3 || weight < 2 && is_near_command(first, words, script, world) {
        return Class::Command;
    }
    Class::Prose
}

/// `[[ … ]]`, `(( … ))`, and the quick substitution of the history: `^foo^bar`.
fn begins_as_shell(first: &str) -> bool {
    let substitution = first.strip_prefix('^').is_some_and(|rest| rest.contains('^'));
    substitution || matches!(first, "[[" | "((" | "{" | "(" | "[" | "..")
}

/// Returns whether the first word is a program that is not here, or a name that is misspelt: in other letters
/// (`LS -la`), glued to what follows (`cd..`), or near an existing name.
fn is_near_command(first: &str, words: &[&str], script: &Script, world: &dyn World) -> bool {
    if programs::find(first).is_some() && words.len() < 5 {
        return true;
    }
    let is_command = |name: &str| builtins::is_command(script.dialect, name, world);
    let head = first.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    if head.len() > 1 && head.len() < first.len() && is_command(head) {
        return words.len() < 3;
    }
    let lower = first.to_lowercase();
    if lower != first && is_command(&lower) {
        // a sentence begins with a capital letter, too
        return words.len() == 1
            || words.iter().skip(1).all(|word| word.starts_with('-'))
            || words.len() == 2;
    }
    let names = world.executables();
    let names = names.lines().chain(builtins::names(script.dialect));
    words.len() < 5 && script.commands.len() == 1 && !engine::spell::nearest(first, names).is_empty()
}
