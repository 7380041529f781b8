//! `> log/$(date).txt`, `docker run -v $(pwd):/x`, `export $(cat .env)`: the shell splits at its blanks what a
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
    let target = targets.find(|word| is_bare(case, word) && case.printed(case.raw(word.span)))?;
    Some(Proposal::certain(quote(case, target), "the file name has blanks: quote it"))
}

/// `docker run -v $(pwd):/x IMAGE` in a directory whose name has a blank: the rest is taken for the image.
fn directory(case: &Case<'_>) -> Option<Proposal> {
    if !case.printed("invalid reference format") || !case.world.directory()?.contains(' ') {
        return None;
    }
    const HERE: [&str; 4] = ["$(pwd)", "$PWD", "${PWD}", "`pwd`"];
    let mut words = case.commands().flat_map(Command::arguments);
    let word = words.find(|word| {
        let raw = case.raw(word.span);
        !raw.contains(['"', '\'']) && HERE.iter().any(|here| raw.contains(here))
    })?;
    Some(Proposal::certain(quote(case, word), "the name of this directory has a blank: quote it"))
}

/// `export $(cat .env)`: a file of variables whose values have blanks.
fn exported_file(case: &Case<'_>) -> Option<Proposal> {
    let refused = case.printed("not a valid identifier") || case.printed("not valid in this context");
    let command = case.command_of("export").filter(|_| refused)?;
    let [argument] = command.arguments() else { return None };
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|' | '<' | '"' | '\'');
    let raw = case.raw(argument.span).strip_prefix("$(")?;
    let file = raw.split(ends).find(|text| text.contains("env") && case.kind(text) == PathKind::File)?;
    let text = case.world.read(&paths::expand(file, case.world)?)?;
    if !text.lines().all(is_assignment) {
        return None;
    }
    let place = if file.contains('/') { file.to_owned() } else { format!("./{file}") };
    let edit = Edit::new().replace(command.span, format!("set -a; . {place}; set +a"));
    let because = format!("a value in {file} has blanks: let the shell read the file");
    Some(Proposal::certain(edit, because))
}

/// Returns whether a shell reads the line as an assignment, a comment or nothing.
fn is_assignment(line: &str) -> bool {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return true;
    }
    let line = line.strip_prefix("export ").unwrap_or(line);
    line.split_once('=').is_some_and(|(name, value)| {
        let is_quoted = ['"', '\''].iter().any(|quote| {
            value.get(1..).and_then(|rest| rest.find(*quote)) == Some(value.len().wrapping_sub(2))
                && value.starts_with(*quote)
        });
        is_name(name)
            && (is_quoted || !value.contains([' ', '\t', '$', '`', '&', ';', '|', '(', '<', '>', '"', '\'']))
    })
}

/// Returns whether the word has a substitution and no quotes.
fn is_bare(case: &Case<'_>, word: &Word) -> bool {
    let raw = case.raw(word.span);
    word.dynamic && (raw.contains("$(") || raw.contains('`')) && !raw.contains(['"', '\''])
}

fn quote(case: &Case<'_>, word: &Word) -> Edit {
    Edit::new().replace(word.span, format!("\"{}\"", case.raw(word.span)))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, world};

    #[test]
    fn a_redirect_to_a_name_with_blanks() {
        let said = "bash: log/$(date).txt: ambiguous redirect\n";
        mends("bash", "ls > log/$(date).txt", 1, said, "ls > \"log/$(date).txt\"");
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
        world.files.insert(".env".into(), "NAME=two words\n".into());
        assert!(found(&world).is_empty(), "the shell would run `words`");
    }

    #[test]
    fn a_directory_with_a_blank() {
        let said = "docker: invalid reference format.\n";
        let mut world = world();
        let text = "docker run -v $(pwd)/a:/a tf";
        assert!(fixes("bash", text, 125, Some(said), &world).is_empty());
        world.directory = Some("/home/me/my project".into());
        assert_eq!(fixes("bash", text, 125, Some(said), &world), ["docker run -v \"$(pwd)/a:/a\" tf"]);
    }
}
