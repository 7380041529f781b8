//! Moves an option with its value to another place in the command: `helm install CHART --name web` →
//! `helm install web CHART`.

use syntax::{Command, Edit, Span, Word};

use super::Case;
use super::options::ValuedOption;

/// Moves an option behind a word; `is_bare`: only its value.
pub fn option(
    edit: Edit,
    case: &Case<'_>,
    command: &Command,
    name: &str,
    behind: &Word,
    is_bare: bool,
) -> Option<Edit> {
    let script = &case.failure.script;
    let ValuedOption { word, attached, next: value } = ValuedOption::find(command, name)?;
    let last = value.unwrap_or(word);
    let text = match (is_bare, attached) {
        (true, Some(value)) => syntax::quote(value, case.dialect()).into_owned(),
        (true, None) => case.raw(value?.span).to_owned(),
        (false, _) => case.raw(Span::new(word.span.start, last.span.end)).to_owned(),
    };
    if behind.span.end >= word.span.start && behind.span.end <= last.span.end {
        return None;
    }
    let edit = edit.insert(behind.span.end, format!(" {text}")).remove_word(script, word);
    Some(match value {
        Some(value) => edit.remove_word(script, value),
        None => edit,
    })
}

#[cfg(test)]
mod tests {
    use crate::examples;

    #[test]
    fn an_option_is_moved_with_or_without_its_name() {
        let rules = "program = 'helm'\n\
            [[rule]]\nid = 'helm/name'\noutput = 'unknown flag: --name'\nargs = 'install'\n\
            fix = { move = '--name', bare = true, after = 'install' }\nbecause = 'x'\n\
            [[rule.example]]\ncommand = 'helm install repo/web --name web -n a'\nstatus = 1\n\
            output = 'Error: unknown flag: --name'\nfixes = ['helm install web repo/web -n a']\n\
            [[rule.example]]\ncommand = 'helm install --name=web repo/web'\nstatus = 1\n\
            output = 'Error: unknown flag: --name'\nfixes = ['helm install web repo/web']\n\
            [[rule.example]]\ncommand = 'helm install'\nstatus = 1\noutput = 'Error: x'\nfixes = []\n\
            [[rule]]\nid = 'helm/order'\noutput = 'options first'\n\
            fix = { move = '-p', after = 'program' }\nbecause = 'x'\n\
            [[rule.example]]\ncommand = 'helm host -p 33'\nstatus = 1\noutput = 'options first'\n\
            fixes = ['helm -p 33 host']\n\
            [[rule.example]]\ncommand = 'helm host'\nstatus = 1\noutput = 'Error: x'\nfixes = []\n";
        examples::assert_right(rules);
    }
}
