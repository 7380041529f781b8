//! Joins steps into one command line in which each step runs only if the one before succeeded.

use syntax::{Connector, Dialect, Script};

/// Joins all steps with the operators of the shell.
pub fn join(steps: &[String], dialect: Dialect) -> String {
    let Some((first, rest)) = steps.split_first() else { return String::new() };
    if rest.is_empty() {
        return first.clone();
    }
    match dialect {
        Dialect::PowerShell => guarded(steps),
        // a failing external program ends the line
        Dialect::Nu => steps.join("; "),
        _ => steps.iter().map(|step| grouped(step, dialect)).collect::<Vec<_>>().join(" && "),
    }
}

/// Groups a step that is a list, or that a following operator cannot continue.
fn grouped(step: &str, dialect: Dialect) -> String {
    let script = Script::parse(step, dialect);
    let is_list = script.tree().iter().any(|node| match node {
        syntax::Node::Command(command) => splits(command.connector),
        syntax::Node::Block(block, _) => splits(block.connector),
    });
    let has_document =
        script.commands.iter().flat_map(|command| &command.redirects).any(|redirect| redirect.body.is_some());
    let ends = step.trim_end().ends_with('&') || has_document || last_line_has_comment(step);
    match dialect {
        _ if !is_list && !ends => step.to_owned(),
        Dialect::Fish => format!("begin\n{step}\nend"),
        _ => format!("{{\n{step}\n}}"),
    }
}

const fn splits(connector: Connector) -> bool {
    matches!(connector, Connector::Sequence | Connector::Background | Connector::Or)
}

fn last_line_has_comment(step: &str) -> bool {
    step.lines().last().is_some_and(|line| line.contains(" #"))
}

/// Joins steps with `if ($?)`, because Windows PowerShell has no `&&`.
fn guarded(steps: &[String]) -> String {
    let closed = "}".repeat(steps.len() - 1);
    format!("{}{}", steps.join("; if ($?) { "), closed.replace('}', " }"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(steps: &[&str], dialect: Dialect) -> String {
        let steps: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
        join(&steps, dialect)
    }

    #[test]
    fn each_shell_has_its_way() {
        let steps = ["mkdir a", "cd a", "ls"];
        assert_eq!(joined(&steps, Dialect::Bash), "mkdir a && cd a && ls");
        assert_eq!(joined(&steps, Dialect::Fish), "mkdir a && cd a && ls");
        assert_eq!(joined(&steps, Dialect::PowerShell), "mkdir a; if ($?) { cd a; if ($?) { ls } }");
        assert_eq!(joined(&steps, Dialect::Nu), "mkdir a; cd a; ls");
    }

    #[test]
    fn lists_and_here_documents_are_grouped() {
        assert_eq!(joined(&["a", "b || c"], Dialect::Bash), "a && {\nb || c\n}");
        assert_eq!(joined(&["sleep 9 &", "b"], Dialect::Zsh), "{\nsleep 9 &\n} && b");
        assert_eq!(joined(&["a; b", "c"], Dialect::Fish), "begin\na; b\nend && c");
        assert_eq!(joined(&["a # note", "b"], Dialect::Bash), "{\na # note\n} && b");
        assert_eq!(joined(&["cat <<E\nx\nE", "b"], Dialect::Bash), "{\ncat <<E\nx\nE\n} && b");
        assert_eq!(
            joined(&["for f in *; do\n  a\ndone", "b"], Dialect::Bash),
            "for f in *; do\n  a\ndone && b"
        );
        assert_eq!(joined(&["a | b", "c && d"], Dialect::Posix), "a | b && c && d");
    }
}
