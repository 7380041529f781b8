//! `let n=5+3`, `declare -x A=1`, `pushd dir`, `for ((i=0; …))` typed in sh: replaced by the POSIX equivalent
//! if there is one; otherwise bash runs the line, unless it must change this shell.

use super::prelude::*;

/// dash's messages about syntax that it does not support.
const REFUSALS: &[&str] = &["Syntax error: ", "Bad substitution", "[[: not found", "Bad for loop variable"];

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.dialect() != Dialect::Posix {
        return None;
    }
    let said = match case.status() {
        127 => case.commands().find_map(|command| in_posix(&case.failure.script, command)),
        _ => None,
    };
    let because = "sh uses different syntax from bash";
    let said = said.map(|edit| Proposal::certain(edit, because));
    said.or_else(|| by_bash(case))
}

/// Translates `let`, `declare`, `typeset` and `pushd` to POSIX.
fn in_posix(script: &Script, command: &Command) -> Option<Edit> {
    let program = command.program_word()?;
    let arguments = command.arguments();
    match (program.value.as_str(), arguments) {
        ("let", [sum]) => {
            let (name, value) = sum.value.split_once('=').filter(|(name, value)| is_sum(name, value))?;
            let span = program.span.to(sum.span);
            Some(Edit::new().replace(span, format!("{name}=$(({value}))")))
        }
        ("declare" | "typeset", [option, first, ..]) if matches!(option.value.as_str(), "-x" | "-gx") => {
            let _ = first.value.split_once('=')?;
            Some(Edit::new().replace(program.span.to(option.span), "export"))
        }
        ("declare" | "typeset", [option, first, ..]) if option.value == "-r" => {
            let _ = first.value.split_once('=')?;
            Some(Edit::new().replace(program.span.to(option.span), "readonly"))
        }
        ("declare" | "typeset", [only]) => {
            let (name, _) = script.raw(only.span).split_once('=')?;
            is_name(name).then(|| Edit::new().replace(Span::new(program.span.start, only.span.start), ""))
        }
        ("pushd", [directory]) if !directory.value.starts_with(['-', '+']) => {
            Some(Edit::new().replace(program.span, "cd"))
        }
        _ => None,
    }
}

/// Proposes `bash -c '…'` for a line that sh rejects and bash parses.
fn by_bash(case: &Case<'_>) -> Option<Proposal> {
    let text = case.failure.script.text.trim();
    let refused = case.printed_any(REFUSALS);
    let differs = ["for ((", "${", "[[ "].iter().any(|only| text.contains(only));
    let bash = Script::parse(text, Dialect::Bash);
    if !refused
        || !differs
        || !case.world.is_program("bash")
        || !bash.issues.is_empty()
        || !has_operation(text)
        || bash.commands.iter().all(|command| command.words.is_empty())
        || !variables(text).all(|name| is_known(case, text, name))
    {
        return None;
    }
    let line = format!("bash -c {}", syntax::quote(text, Dialect::Posix));
    let edit = case.whole(line);
    Some(Proposal::certain(edit, "sh cannot parse this; bash can"))
}

/// Returns whether the text contains something that only bash has: a C-style loop, `=~` or a pattern in `[[`,
/// `${x:0:4}`, `${x//a/b}`, `${x^^}`, `${x[0]}`. Anything else is a typo that bash would reject, too.
fn has_operation(text: &str) -> bool {
    let operators = [":0", ":1", ":2", ":3", ":4", ":5", ":6", ":7", ":8", ":9", ": -", "/", "^", ",", "["];
    let expansions = text.match_indices("${").any(|(at, _)| {
        let inside = text.get(at + 2..).unwrap_or("");
        let name = inside.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        let rest = inside.get(name..).unwrap_or("");
        name > 0 && operators.iter().any(|operator| rest.starts_with(operator))
    });
    text.contains("for ((")
        || text.contains("[[ ") && (text.contains(" =~ ") || text.contains('*'))
        || expansions
}

/// Returns the names of the variables that the line uses.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('$').filter_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        rest.get(..length).filter(|name| is_name(name))
    })
}

/// Returns whether bash would know the variable, too: it is set in the line itself, or exported.
fn is_known(case: &Case<'_>, text: &str, name: &str) -> bool {
    text.contains(&format!("{name}="))
        || [" ", "(("].iter().any(|before| text.contains(&format!("for{before}{name}")))
        || text.contains(&format!("for (({name}"))
        || case.world.variables().iter().any(|known| known == name)
}

fn is_sum(name: &str, value: &str) -> bool {
    is_name(name)
        && !value.is_empty()
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_+-*/% ()".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn posix_has_a_word_for_it() {
        mends("dash", "let count=2*7", 127, "dash: 1: let: not found\n", "count=$((2*7))");
        mends("sh", "declare -x LEVEL=3", 127, "sh: 1: declare: not found\n", "export LEVEL=3");
        mends("dash", "typeset place=here", 127, "dash: 1: typeset: not found\n", "place=here");
        mends("dash", "pushd dir", 127, "dash: 1: pushd: not found\n", "cd dir");
    }

    #[test]
    fn bash_runs_the_line() {
        let said = "dash: 1: Syntax error: Bad for loop variable\n";
        mends(
            "dash",
            "for ((n=1; n<9; n+=2)); do echo $n; done",
            2,
            said,
            "bash -c 'for ((n=1; n<9; n+=2)); do echo $n; done'",
        );
        let said = "dash: 1: Bad substitution\n";
        mends("dash", "w=hello; echo ${w^^}", 2, said, "bash -c 'w=hello; echo ${w^^}'");
    }

    #[test]
    fn leaves_what_would_be_lost() {
        leaves("dash", "echo ${word:0:2}", 2, Some("dash: 1: Bad substitution\n"));
        leaves("dash", "word=${name:0:2}", 2, Some("dash: 1: Bad substitution\n"));
        leaves("dash", "let nothing", 127, Some("dash: 1: let: not found\n"));
        leaves("bash", "pushd nowhere", 1, Some("bash: pushd: nowhere: No such file or directory\n"));
    }
}
