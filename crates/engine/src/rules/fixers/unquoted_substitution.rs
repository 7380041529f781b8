//! `> log/$(date).txt`, `docker run -v $(pwd):/x`, `export $(cat .env)`: the shell splits at its spaces what a
//! substitution prints. (POSIX 2.6.5)

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.dialect() == Dialect::Fish {
        return None; // splits at line feeds only
    }
    redirect(case).or_else(|| directory(case)).or_else(|| exported_file(case))
}

/// `> log/$(date).txt`
fn redirect(case: &Case<'_>) -> Option<Proposal> {
    if !case.printed("ambiguous redirect") {
        return None;
    }
    let mut targets =
        case.commands().flat_map(|command| &command.redirects).filter_map(|r| r.target.as_ref());
    let target = targets.find(|word| word.dynamic && case.printed(case.raw(word.span)))?;
    let raw = case.raw(target.span);
    let quoted = quoted(raw)?;
    let edit = Edit::new().replace(target.span, quoted.clone());
    // bash says the same where nothing was printed
    let is_whole = quoted.starts_with('"') && quoted.ends_with('"');
    Some(match is_whole {
        true => Proposal::likely(edit, "what the substitution prints has spaces, or is nothing: quote it"),
        false => Proposal::certain(edit, "the file name has spaces: quote them"),
    })
}

/// Quotes the substitution of a word without quotes.
fn quoted(raw: &str) -> Option<String> {
    if raw.contains(['"', '\'']) {
        return None;
    }
    let start = raw.find("$(").or_else(|| raw.find('`'))?;
    let end = raw.rfind(')').or_else(|| raw.rfind('`')).filter(|end| *end > start)? + 1;
    Some(format!("{}\"{}\"{}", raw.get(..start)?, raw.get(start..end)?, raw.get(end..)?))
}

/// `docker run -v $(pwd):/x IMAGE` in a directory whose name has a space: the rest is taken for the image.
fn directory(case: &Case<'_>) -> Option<Proposal> {
    if !case.printed("invalid reference format") || !case.world.directory()?.contains(' ') {
        return None;
    }
    // zsh splits substitutions only
    let here: &[&str] = match case.dialect() {
        Dialect::Bash | Dialect::Posix => &["$(pwd)", "`pwd`", "$PWD", "${PWD}"],
        Dialect::Zsh => &["$(pwd)", "`pwd`"],
        _ => return None,
    };
    let words = case.commands().flat_map(Command::arguments).filter(|word| {
        let raw = case.raw(word.span);
        !raw.contains(['"', '\'', '\\']) && here.iter().any(|here| raw.contains(here))
    });
    let edit =
        words.fold(Edit::new(), |edit, word| edit.replace(word.span, format!("\"{}\"", case.raw(word.span))));
    (!edit.is_empty()).then(|| Proposal::certain(edit, "the name of this directory has a space: quote it"))
}

/// Maximum size of a file that is read for its variables, in bytes; of a larger one only the beginning is known.
const MAX_FILE: usize = 64 * 1024;

/// `export $(cat .env)`: a file of variables whose values have spaces. Only a file that runs nothing is offered to
/// be read by the shell.
fn exported_file(case: &Case<'_>) -> Option<Proposal> {
    let refused = case.printed("not a valid identifier") || case.printed("not valid in this context");
    let command = case.command_of("export").filter(|_| refused)?;
    // another command of the line may change the directory
    if case.failure.script.text.trim() != case.raw(command.span) {
        return None;
    }
    let [argument] = command.arguments() else { return None };
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|' | '<' | '"' | '\'');
    let raw = case.raw(argument.span).strip_prefix("$(")?;
    let file = raw.split(ends).find(|text| text.contains("env") && case.kind(text) == PathKind::File)?;
    let text = case.world.read(&paths::expand(file, case.world)?)?;
    if text.len() > MAX_FILE || !text.lines().all(is_assignment) {
        return None;
    }
    let place = if file.contains('/') { file.to_owned() } else { format!("./{file}") };
    let edit = Edit::new().replace(command.span, format!("set -a; . {place}; set +a"));
    let because = format!("a value in {file} has spaces: let the shell read the file");
    Some(Proposal::likely(edit, because))
}

/// Returns whether a shell reads the line as a comment, as nothing, or as an assignment that runs nothing.
fn is_assignment(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return !line.ends_with('\\');
    }
    let line = line.strip_prefix("export ").unwrap_or(line);
    let Some((name, value)) = line.split_once('=') else { return false };
    let within = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    is_name(name)
        && match (within('"'), within('\'')) {
            (Some(text), _) => !text.contains(['"', '$', '`', '\\']),
            (_, Some(text)) => !text.contains('\''),
            _ => value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_./:@%+,-".contains(&b)),
        }
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, world};
    use super::MAX_FILE;

    #[test]
    fn a_redirect_to_a_name_with_blanks() {
        let said = "bash: log/$(date).txt: ambiguous redirect\n";
        mends("bash", "ls > log/$(date).txt", 1, said, "ls > log/\"$(date)\".txt");
        let said = "bash: ~/$(date).txt: ambiguous redirect\n";
        mends("bash", "ls > ~/$(date).txt", 1, said, "ls > ~/\"$(date)\".txt");
        leaves("bash", "ls > $OUT", 1, Some("bash: $OUT: ambiguous redirect\n"));
    }

    #[test]
    fn a_file_of_variables_is_read_by_the_shell() {
        let mut world = world();
        world.files.insert(".env".into(), "# x\nNAME=\"two words\"\nPORT=80\n".into());
        let said = "bash: export: `words\"': not a valid identifier\n";
        let found =
            |world: &facts::FakeWorld| fixes("bash", "export $(cat .env | xargs)", 1, Some(said), world);
        assert_eq!(found(&world), ["set -a; . ./.env; set +a"]);
        for text in [
            "NAME=two words\n", "X=\"$(touch y)\"\n", "A=\"a\\\"\nB=\"; touch y; #\"\n", "A=x\\\nB=y\n",
            "A='x'y'\n",
        ] {
            world.files.insert(".env".into(), text.into());
            assert!(found(&world).is_empty(), "the shell would run something: {text}");
        }
        world.files.insert(".env".into(), format!("{}\nA=1\n", "# x\n".repeat(MAX_FILE)));
        assert!(found(&world).is_empty(), "only the beginning is known");
        world.files.insert(".env".into(), "A=\"b c\"\n".into());
        let elsewhere = fixes("bash", "cd sub && export $(cat .env)", 1, Some(said), &world);
        assert!(!elsewhere.iter().any(|fix| fix.contains("set -a")), "{elsewhere:?}");
    }

    #[test]
    fn a_directory_with_a_blank() {
        let said = "docker: invalid reference format.\n";
        let mut world = world();
        let text = "docker run -v $(pwd)/a:/a tf";
        assert!(fixes("bash", text, 125, Some(said), &world).is_empty());
        world.directory = Some("/home/me/my project".into());
        assert_eq!(fixes("bash", text, 125, Some(said), &world), ["docker run -v \"$(pwd)/a:/a\" tf"]);
        let two = "docker run -v $(pwd)/a:/a -v $(pwd)/b:/b tf";
        let mended = "docker run -v \"$(pwd)/a:/a\" -v \"$(pwd)/b:/b\" tf";
        assert_eq!(fixes("bash", two, 125, Some(said), &world), [mended]);
    }
}
