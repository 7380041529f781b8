//! `echo ${HOME.x}`, `echo $(HOME)`: braces and parentheses around the wrong part.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let text = case.failure.script.text.as_str();
    if let Some(found) = case.commands().find_map(|command| in_zsh(case, command)) {
        return Some(found);
    }
    // without output, only what every shell rejects
    let blind = case.output.is_none() && case.status() != 0 && case.dialect().is_bourne();
    let (edit, because) = if case.printed("ad substitution") || blind && text.contains('.') {
        (braces(text, blind), "${…} takes a variable name")
    } else {
        (parentheses(case, text), "$(…) runs a command; a variable is $NAME")
    };
    edit.map(|edit| Proposal::certain(edit, because))
}

/// `bash -c 'echo ${(%):-%x}'`: flags and nested expansions are those of zsh.
fn in_zsh(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program =
        command.program_word().filter(|word| matches!(word.value.as_str(), "bash" | "sh" | "dash"))?;
    let code =
        command.arguments().windows(2).find(|pair| pair.first().is_some_and(|word| word.value == "-c"));
    let code = code.and_then(|pair| pair.last())?;
    let is_of_zsh = code.value.contains("${(") || code.value.contains("${${");
    if !is_of_zsh || !case.printed("ad substitution") || !case.is_command("zsh") {
        return None;
    }
    let because = "`${(…)…}` and nested `${${…}}` are expansions of zsh";
    Some(Proposal::likely(case.set_word(program, "zsh"), because))
}

/// `${HOME.x}` → `${HOME}.x`, `${ HOME }` → `${HOME}`, `${$x}` → `${x}`
fn braces(text: &str, blind: bool) -> Option<Edit> {
    text.match_indices("${").find_map(|(at, _)| {
        let inside = text.get(at + 2..)?;
        let inside = inside.get(..inside.find('}')?)?;
        let end = at + 2 + inside.len();
        let bare = inside.trim().trim_start_matches('$');
        let length = name_length(bare);
        if length == 0 {
            return None;
        }
        let (name, rest) = bare.split_at_checked(length)?;
        if rest.is_empty() && bare != inside && !blind {
            return Some(Edit::new().replace(Span::new(at + 2, end), name));
        }
        // without output, the others may begin an operator or an index
        let follows: &[char] = if blind { &['.'] } else { &['.', '/', ' ', '-', '=', ',', '@', '+'] };
        let joins = rest.starts_with(follows) && !rest.starts_with("/}") && bare == inside;
        joins.then(|| Edit::new().replace(Span::new(at, end + 1), format!("${{{name}}}{rest}")))
    })
}

/// `$(HOME)` → `$HOME`
fn parentheses(case: &Case<'_>, text: &str) -> Option<Edit> {
    let name = case.failure.named.as_deref()?;
    let variable = name_length(name) == name.len()
        && name.chars().any(|c| c.is_ascii_uppercase())
        && !name.chars().any(|c| c.is_ascii_lowercase());
    let at = text.find(&format!("$({name})")).filter(|_| variable && !case.is_command(name))?;
    let end = at + name.len() + 3;
    let joins = text.get(end..).is_some_and(|rest| name_length(rest) > 0);
    let said = if joins { format!("${{{name}}}") } else { format!("${name}") };
    Some(Edit::new().replace(Span::new(at, end), said))
}

/// Returns the length of the name at the beginning.
fn name_length(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count()
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn moves_the_braces() {
        mends("bash", "echo ${HOME.x}", 1, "bash: ${HOME.x}: bad substitution\n", "echo ${HOME}.x");
        mends("zsh", "echo ${HOME.x}", 1, "zsh: bad substitution\n", "echo ${HOME}.x");
        mends("dash", "echo ${HOME.x}", 2, "dash: 1: Bad substitution\n", "echo ${HOME}.x");
        mends("bash", "echo ${ HOME }", 1, "bash: ${ HOME }: bad substitution\n", "echo ${HOME}");
        mends("bash", "ls $(HOME)/bin", 2, "bash: HOME: command not found\n", "ls $HOME/bin");
    }

    #[test]
    fn leaves_operators() {
        mends_blind("bash", "echo ${HOME.x}", 1, "echo ${HOME}.x");
        leaves("bash", "echo ${x-a.b} ${y:?no.y}", 1, None);
        leaves("dash", "echo ${x[0]}", 2, Some("dash: 1: Bad substitution\n"));
        leaves("bash", "cat log", 0, Some("bash: ${HOME.x}: bad substitution\n"));
    }
}
