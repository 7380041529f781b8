//! `NAME = value`, `$NAME=value`, `export A = b`, `alias ll = 'ls -l'`, `NAME=hello world`: an assignment is
//! one word without a dollar sign.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let script = &case.failure.script;
    if script.issues.is_empty()
        && matches!(case.failure.kind, FailureKind::Network | FailureKind::InvalidOption)
    {
        return None;
    }
    let edit = declared(script, command)
        .or_else(|| settings(command))
        .or_else(|| outside_function(case, script, command))
        .or_else(|| plain(case, command))
        .or_else(|| array(script, command))
        .or_else(|| split_value(case, command))?;
    let is_fish = script.dialect == Dialect::Fish;
    let is_expanded = command.words.iter().any(|word| {
        let raw = script.raw(word.span);
        raw.strip_prefix('$').and_then(|rest| rest.split_once('=')).is_some_and(|(name, _)| is_name(name))
    });
    let because = match () {
        () if is_fish => "fish assigns with set",
        () if is_expanded => "the name that is assigned has no $ before it",
        () => "an assignment has no spaces around =",
    };
    (edit.apply(&script.text) != script.text).then(|| Proposal::certain(edit, because))
}

/// `make VERBOSE = 1`, `env DEBUG = 1 ls`: assignments among the arguments.
fn settings(command: &Command) -> Option<Edit> {
    let behind_env = command.words.first().is_some_and(|word| word.value == "env");
    if !behind_env && !matches!(command.program_name(), Some("make" | "gmake")) {
        return None;
    }
    let edit = command.words.windows(3).filter_map(|three| match three {
        [name, equals, value] if equals.value == "=" && is_name(&name.value) => {
            Some(Edit::new().replace(Span::new(name.span.end, value.span.start), "="))
        }
        _ => None,
    });
    let edit = edit.reduce(|all, next| all.clone().and(&next).unwrap_or(all))?;
    Some(edit)
}

/// `local x=1` at the prompt, where a plain assignment suffices; `export API-KEY=x`: names cannot contain
/// hyphens.
fn outside_function(case: &Case<'_>, script: &Script, command: &Command) -> Option<Edit> {
    let program = command.program_word()?;
    let word = command.arguments().first()?;
    let (name, _) = word.value.split_once('=')?;
    match command.program_name()? {
        "local" if case.printed("only be used in a function") && command.arguments().len() == 1 => {
            Some(Edit::new().replace(Span::new(program.span.start, word.span.start), ""))
        }
        "export" if case.printed("not a valid identifier") || case.printed("not valid in this context") => {
            let mended = name.replace('-', "_");
            (mended != name && is_name(&mended))
                .then(|| Edit::new().replace_part(script, word, name, &mended))?
        }
        _ => None,
    }
}

/// `NAME = value`, `NAME =value`, `NAME= value`, `$NAME=value`
fn plain(case: &Case<'_>, command: &Command) -> Option<Edit> {
    let script = &case.failure.script;
    let free = |name: &Word| is_name(&name.value) && !case.is_command(&name.value);
    match command.words.as_slice() {
        // `VERSION = 1.2 make`: a command follows
        [name, equals, value, next, ..]
            if equals.value == "="
                && free(name)
                && command.assignments.is_empty()
                && case.is_command(&next.value) =>
        {
            Some(Edit::new().replace(Span::new(name.span.end, value.span.start), "="))
        }
        // `hosts[0] = web1`
        [name, equals, value]
            if equals.value == "="
                && is_element(&name.value)
                && command.assignments.is_empty()
                && matches!(script.dialect, Dialect::Bash | Dialect::Zsh) =>
        {
            Some(Edit::new().replace(Span::new(name.span.end, value.span.start), "="))
        }
        [name, equals, values @ ..]
            if equals.value == "=" && free(name) && !values.is_empty() && command.assignments.is_empty() =>
        {
            let text = describe(script, &name.value, &joined(script, values));
            Some(Edit::new().replace(name.span.to(values.last()?.span), text))
        }
        [name, value, rest @ ..]
            if free(name)
                && value.value.len() > 1
                && value.value.starts_with('=')
                && !value.value.starts_with("==")
                && rest.is_empty() =>
        {
            let text = script.raw(value.span).trim_start_matches('=');
            Some(Edit::new().replace(name.span.to(value.span), describe(script, &name.value, text)))
        }
        // `NAME= value`: the shell ran the value as a command
        [value]
            if command.assignments.len() == 1 && !case.is_command(&value.value) && case.status() == 127 =>
        {
            let assignment = command.assignments.first()?;
            let name = script.raw(assignment.span).strip_suffix('=').filter(|name| is_name(name))?;
            Some(
                Edit::new()
                    .replace(assignment.span.to(value.span), describe(script, name, script.raw(value.span))),
            )
        }
        [word, rest @ ..] if word.dynamic && command.assignments.is_empty() => {
            let (name, value) = script.raw(word.span).strip_prefix('$')?.split_once('=')?;
            if !is_name(name) {
                return None;
            }
            if !value.is_empty() && rest.is_empty() {
                return Some(Edit::new().replace(word.span, describe(script, name, value)));
            }
            None
        }
        _ => None,
    }
}

/// `export A = b`, `export $A=b`, `alias ll = 'ls -l'`, `let x = 1`
fn declared(script: &Script, command: &Command) -> Option<Edit> {
    let (keyword, arguments) = (command.program_name()?, command.arguments());
    if !programs::is(keyword, Role::Declares) {
        return None;
    }
    let skip = arguments.iter().take_while(|w| w.value.starts_with('-')).count();
    let arguments = arguments.get(skip..)?;
    let alias = keyword == "alias";
    let named = |word: &Word| is_name(&word.value) || alias && !word.value.contains(['=', '/', '$']);
    match arguments {
        [name, equals, values @ ..] if equals.value == "=" && named(name) && !values.is_empty() => {
            let start = name.span.end;
            let last = values.last()?.span.end;
            Some(Edit::new().replace(Span::new(start, last), format!("={}", joined(script, values))))
        }
        [name, value] if named(name) && value.value.starts_with('=') && value.value.len() > 1 => {
            Some(Edit::new().replace(Span::new(name.span.end, value.span.start), ""))
        }
        // `alias ll= 'ls -l'`
        [name, value] if alias && name.value.ends_with('=') => {
            Some(Edit::new().replace(Span::new(name.span.end, value.span.start), ""))
        }
        // `alias ll ls -l`; in fish, `alias` takes two words
        [name, values @ ..]
            if alias
                && named(name)
                && values.len() > usize::from(script.dialect == Dialect::Fish)
                && values.iter().all(|w| !w.value.contains('=')) =>
        {
            let last = values.last()?.span.end;
            Some(Edit::new().replace(Span::new(name.span.end, last), format!("={}", joined(script, values))))
        }
        [word, ..] if script.raw(word.span).starts_with('$') => {
            let (name, value) = script.raw(word.span).strip_prefix('$')?.split_once('=')?;
            (is_name(name) && !value.is_empty())
                .then(|| Edit::new().replace(Span::new(word.span.start, word.span.start + 1), ""))
        }
        // `export PATH=$PATH:/my dir/bin`
        [first, rest @ ..] if !rest.is_empty() && keyword == "export" => {
            let (name, value) = script.raw(first.span).split_once('=')?;
            let torn = is_name(name)
                && !value.is_empty()
                && !value.contains(['"', '\''])
                && rest.iter().all(|w| {
                    w.quote == syntax::QuoteStyle::Bare && !is_name(&w.value) && !w.value.contains('=')
                });
            let last = rest.last()?.span.end;
            torn.then(|| Edit::new().insert(first.span.start + name.len() + 1, "\"").insert(last, "\""))
        }
        _ => None,
    }
}

/// `x = (1 2)`
fn array(script: &Script, command: &Command) -> Option<Edit> {
    let [name, equals, ..] = command.words.as_slice() else { return None };
    let list = script.text.get(equals.span.end..)?.trim_start().starts_with('(');
    (equals.value == "=" && is_name(&name.value) && list && script.dialect.is_bourne()).then(|| {
        let blanks =
            script.text.get(equals.span.end..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        let text = format!("{}=", name.value);
        Edit::new().replace(Span::new(name.span.start, equals.span.end + blanks), text)
    })
}

/// `NAME=hello world`
fn split_value(case: &Case<'_>, command: &Command) -> Option<Edit> {
    let ([assignment], [word, ..]) = (command.assignments.as_slice(), command.words.as_slice()) else {
        return None;
    };
    let (name, value) = case.raw(assignment.span).split_once('=')?;
    let last = command.words.last()?;
    let plain = |text: &str| !text.contains(['"', '\'', '`', '\\', '(']);
    let rest = word.span.to(last.span);
    if case.status() != 127
        || word.value.starts_with('-')
        || value.is_empty()
        || !plain(value)
        || !plain(case.raw(rest))
        || case.is_command(&word.value)
        || programs::find(&word.value).is_some()
        || install::package_of(case, &word.value).is_some()
        || is_environment(name, value)
    {
        return None;
    }
    let text = format!("\"{value} {}\"", case.raw(rest));
    let text =
        if case.dialect() == Dialect::Fish { format!("set {name} {text}") } else { format!("{name}={text}") };
    Some(Edit::new().replace(assignment.span.to(last.span), text))
}

/// `LC_ALL=C foo`, `DEBUG=1 foo`: variables set for one command; the mistake is in the command.
fn is_environment(name: &str, value: &str) -> bool {
    const NAMES: &[&str] = table!("environment");
    name.starts_with("LC_")
        || name.starts_with("LD_")
        || name.starts_with("RUST")
        || name.starts_with("GIT_")
        || NAMES.contains(&name)
        || matches!(value, "0" | "1" | "true" | "false" | "yes" | "no" | "on" | "off")
}

fn describe(script: &Script, name: &str, value: &str) -> String {
    if script.dialect == Dialect::Fish { format!("set {name} {value}") } else { format!("{name}={value}") }
}

/// Joins the values: one as typed, several in quotes.
fn joined(script: &Script, values: &[Word]) -> String {
    match values {
        [value] => script.raw(value.span).to_owned(),
        [first, .., last] => {
            let raw = script.raw(first.span.to(last.span));
            if raw.contains(['"', '`', '\\']) {
                format!("'{}'", raw.replace('\'', "'\\''"))
            } else if raw.contains('\'') || raw.contains('$') {
                format!("\"{raw}\"")
            } else {
                format!("'{raw}'")
            }
        }
        [] => String::new(),
    }
}

/// `name[index]`
fn is_element(text: &str) -> bool {
    let inside = text.split_once('[').and_then(|(name, rest)| Some((name, rest.strip_suffix(']')?)));
    inside.is_some_and(|(name, index)| {
        is_name(name) && (is_name(index) || !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn variables() {
        mends("bash", "NAME = world", 127, "bash: NAME: command not found\n", "NAME=world");
        mends("fish", "$NAME=world", 123, "fish: The expanded command was empty.\n", "set NAME world");
        mends("fish", "x = 5", 127, "fish: Unknown command: x\n", "set x 5");
        mends("zsh", "NAME =world", 1, "zsh: world not found\n", "NAME=world");
        mends("dash", "NAME= world", 127, "dash: 1: world: not found\n", "NAME=world");
        mends("bash", "$NAME=world", 127, "bash: =world: command not found\n", "NAME=world");
        mends(
            "fish",
            "$NAME=world",
            123,
            "fish: The expanded command was empty.\n$NAME=world\n^~~~~~~~~~^\n",
            "set NAME world",
        );
        mends("zsh", "NAME=hello world", 127, "zsh: command not found: world\n", "NAME=\"hello world\"");
        mends("bash", "x = (1 2)", 2, "bash: syntax error near unexpected token `('\n", "x=(1 2)");
        mends("bash", "list[2] = x", 127, "bash: list[2]: command not found\n", "list[2]=x");
        mends(
            "bash", "MODE = dev cargo build", 127, "bash: MODE: command not found\n", "MODE=dev cargo build",
        );
        mends_blind("bash", "NAME = world", 127, "NAME=world");
        mends_blind("bash", "$NAME=world", 127, "NAME=world");
    }

    #[test]
    fn declarations() {
        mends("bash", "export A = b", 1, "bash: export: `=': not a valid identifier\n", "export A=b");
        mends("zsh", "export A = b", 0, "zsh: bad assignment\n", "export A=b");
        mends("dash", "export A =b", 2, "dash: 1: export: : bad variable name\n", "export A=b");
        mends("bash", "export $A=b", 1, "bash: export: `=b': not a valid identifier\n", "export A=b");
        mends(
            "zsh",
            "export PATH=$PATH:/my dir/bin",
            1,
            "export: not valid in this context: dir/bin\n",
            "export PATH=\"$PATH:/my dir/bin\"",
        );
        mends(
            "bash",
            "alias ll = 'ls -l'",
            1,
            "bash: alias: ll: not found\nbash: alias: =: not found\nbash: alias: ls -l: not found\n",
            "alias ll='ls -l'",
        );
        mends(
            "dash",
            "alias ll ls -l",
            1,
            "alias: ll not found\nalias: ls not found\nalias: -l not found\n",
            "alias ll='ls -l'",
        );
        mends("fish", "alias ll = 'ls -l'", 1, "alias: expected <= 2 arguments; got 3\n", "alias ll='ls -l'");
    }

    #[test]
    fn leaves_commands() {
        leaves("bash", "A=1 ls nothing", 2, Some("ls: cannot access 'nothing': No such file or directory\n"));
        leaves("bash", "LC_ALL=C nosuchprogram", 127, Some("bash: nosuchprogram: command not found\n"));
        leaves("bash", "DEBUG=1 nosuchprogram", 127, None);
        leaves("bash", "export A=b c", 0, Some(""));
        leaves("bash", "test a = b", 1, Some(""));
    }
}
