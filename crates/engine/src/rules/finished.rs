//! `git commit -m x && git psuh`: does not repeat completed commands of a chain if that would act twice or
//! fail, and offers only the rest.

use syntax::{Command, Connector, Span, Word};

use super::Case;
use super::guard::has_option;
use super::interpret::pipeline_start;

/// Messages of programs that did not do it.
const NOT_DONE: &[&str] = table!("not_done");

/// Returns where the rest of the line begins if only the part `changed` failed; `None` if the whole line may
/// be repeated, or if the earlier part is not known to have succeeded.
pub fn rest(case: &Case<'_>, is_within: impl Fn(Span) -> bool) -> Option<usize> {
    let script = &case.failure.script;
    // without output, only the shell's status for an unknown command proves that those before it succeeded
    let output = case.output.map_or("", |output| output);
    if case.output.is_none() && !case.is_unstarted() {
        return None;
    }
    let behind = script.commands.iter().filter(|c| c.depth == 0 && c.connector == Connector::And);
    let start = behind
        .map(|command| pipeline_start(case, command))
        .filter(|start| {
            is_within(Span::new(*start, script.text.len()))
                && !is_within(Span::new(0, start.saturating_sub(1)))
        })
        .last()?;
    let before: Vec<&Command> =
        script.commands.iter().filter(|c| c.depth == 0 && c.span.end <= start).collect();
    let chained = before.iter().all(|command| {
        let joined = matches!(command.connector, Connector::Start | Connector::And | Connector::Pipe);
        joined && !command.negated && !complains(command, output)
    });
    // the name that the failed program uses for itself
    let ran = script.commands.iter().filter(|c| c.span.start >= start).take(1).any(|command| {
        let own = |word: &&Word| {
            word.value.len() > 2 && !before.iter().any(|c| c.words.iter().any(|w| w.value == word.value))
        };
        case.output.is_none() || command.words.iter().filter(own).any(|word| output.contains(&word.value))
    });
    let failed = NOT_DONE.iter().any(|said| output.contains(said));
    (script.issues.is_empty()
        && ran
        && chained
        && !failed
        && before.iter().any(|command| acts_once(case, command)))
    .then_some(start)
}

/// Returns whether the program itself reported an error; git's messages have another format.
fn complains(command: &Command, output: &str) -> bool {
    let name = command.program_name().unwrap_or("");
    let mut lines = output.lines();
    name != "git" && lines.any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(": ")))
}

fn acts_once(case: &Case<'_>, command: &Command) -> bool {
    let name = command.program_name().unwrap_or("");
    let arguments = command.arguments();
    let subcommand =
        arguments.iter().find(|word| !word.value.starts_with('-')).map_or("", |word| &word.value);
    let known = programs::details(name).once.iter().any(|once| {
        (once.verb.is_empty() || once.verb == subcommand)
            && !arguments.iter().any(|word| once.unless.iter().any(|option| has_option(word, option)))
    });
    let appends = |redirect: &syntax::Redirect| case.failure.script.raw(redirect.operator).contains(">>");
    known || command.redirects.iter().any(appends)
}

#[cfg(test)]
mod tests {
    use super::super::fixers::repair::tests::{fixes, mends, mends_blind, world};

    #[test]
    fn only_the_rest() {
        let said = "git: 'psuh' is not a git command. See 'git --help'.\n";
        mends("bash", "git commit -qm x && git psuh origin", 1, said, "git push origin");
        let said = "bash: tuoch: command not found\n";
        mends("bash", "mkdir new && tuoch new/a && ls new", 127, said, "touch new/a && ls new");
        mends("bash", "echo x >> a.txt && tuoch b | cat", 127, said, "touch b | cat");
        mends_blind("bash", "git commit -qm x && gti push", 127, "git push");
    }

    #[test]
    fn the_whole_line() {
        let said = "bash: tuoch: command not found\n";
        mends("bash", "mkdir -p new && tuoch new/a", 127, said, "mkdir -p new && touch new/a");
        mends("bash", "mkdir new; tuoch new/a", 127, said, "mkdir new; touch new/a");
        let said = "nothing to commit, working tree clean\n";
        let first = fixes("bash", "git commit -m x && git psuh", 1, Some(said), &world()).first().cloned();
        assert!(first.is_none_or(|fix| fix == "git commit -m x && git push"));
    }
}
