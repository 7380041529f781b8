//! `find -name x src`, `grep notes.txt word`, `tar czf src out.tgz`: operands in the wrong order. The
//! existing files show which is which.

use super::prelude::*;
use crate::diagnosis::Applicability::{Certain, Likely};

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    match command.program_name()? {
        "find" => place_first(case, command),
        "rg" => None, // it needs no file
        name if programs::is(name, Role::PatternFirst) && programs::is(name, Role::Reads) => {
            file_last(case, command)
        }
        "tar" | "zip" => archive_first(case, command),
        "ping" | "ping6" => count_as_option(case, command),
        "helm" => chart_last(case, command),
        _ => None,
    }
}

/// Swaps two words as typed.
fn exchange(case: &Case<'_>, one: &Word, other: &Word) -> Edit {
    Edit::new().replace(one.span, case.raw(other.span)).replace(other.span, case.raw(one.span))
}

/// `find -name '*.c' src`: the starting points precede the tests.
fn place_first(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let arguments = command.arguments();
    let last = arguments.last()?;
    let first = arguments
        .first()
        .filter(|word| word.value.starts_with('-') || matches!(word.value.as_str(), "(" | "!"))?;
    let before = arguments.get(arguments.len().checked_sub(2)?)?;
    // the value of a test is not a starting point
    let is_value = before.value.starts_with('-')
        && !matches!(
            before.value.as_str(),
            "-print" | "-print0" | "-delete" | "-ls" | "-empty" | "-quit" | "-prune"
        );
    if case.status() != 1
        || is_value
        || last.dynamic
        || last.glob
        || last.value.starts_with('-')
        || case.output.is_some_and(|output| !output.contains("paths must precede expression"))
        || case.kind(&last.value) != PathKind::Directory
    {
        return None;
    }
    let edit = Edit::new()
        .remove_word(&case.failure.script, last)
        .insert(first.span.start, format!("{} ", case.raw(last.span)));
    Some(Proposal::certain(edit, "the search path comes first"))
}

/// `helm install shop/web web`: helm 3 takes the name first, and looks for a chart of that name.
fn chart_last(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let verb =
        command.arguments().first().filter(|word| matches!(word.value.as_str(), "install" | "upgrade"))?;
    let mut operands = command.arguments().iter().skip_while(|word| word.span != verb.span).skip(1);
    let chart = operands.next().filter(|word| word.value.contains('/') && !word.value.starts_with('-'))?;
    let name = operands
        .next()
        .filter(|word| !word.value.contains(['/', '.', ':']) && !word.value.starts_with('-'))?;
    let is_sought =
        [format!("failed to download \"{}\"", name.value), format!("_to_chart, got: {}", name.value)]
            .iter()
            .any(|text| case.printed(text));
    (is_sought && !case.exists(&name.value))
        .then(|| Proposal::certain(exchange(case, chart, name), "the release name goes before the chart"))
}

/// `ping localhost 3`: the count needs -c.
fn count_as_option(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let [host, count] = command.arguments() else { return None };
    let is_count = (1..=4).contains(&count.value.len()) && count.value.bytes().all(|b| b.is_ascii_digit());
    let is_name = host.value.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_count && is_name && case.status() == 2).then(|| {
        let edit = Edit::new()
            .insert(host.span.start, format!("-c {} ", count.value))
            .remove_word(&case.failure.script, count);
        Proposal::certain(edit, "-c sets the count")
    })
}

/// `grep notes.txt word`: the pattern precedes the files.
fn file_last(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = command.program_name()?;
    let own = ["-e", "-f", "--regexp", "--file", "--expression", "-n"];
    if program != "grep" && command.arguments().iter().any(|word| own.contains(&word.value.as_str()))
        || command
            .arguments()
            .iter()
            .any(|word| own.get(..5).is_some_and(|own| own.contains(&word.value.as_str())))
    {
        return None;
    }
    let operands = vocabulary::operands(command, case.world);
    let [first, second] = operands.as_slice() else { return None };
    let (first, second) = (command.words.get(*first)?, command.words.get(*second)?);
    let recursive = command.arguments().iter().any(|word| crate::rules::guard::has_option(word, "-r"));
    let fits = |kind: PathKind| kind.is_file() || recursive && kind == PathKind::Directory;
    if first.dynamic
        || first.glob
        || second.glob
        || !fits(case.kind(&first.value))
        || case.kind(&second.value).exists()
    {
        return None;
    }
    let refused = match (program, case.output) {
        ("grep" | "egrep" | "fgrep", None) => case.status() == 2,
        (_, None) => true,
        ("grep" | "egrep" | "fgrep", Some(output)) => {
            output.contains("No such file") && output.contains(&second.value)
        }
        (_, Some(output)) => {
            [second, first].iter().any(|word| output.contains(&word.value) || output.contains("rror"))
        }
    };
    // a name with an extension is more likely a missing file
    let is_pattern = second.quote != syntax::QuoteStyle::Bare
        || !second.value.contains(['/', '.'])
        || second.value.starts_with(['.', 's']) && matches!(program, "jq" | "sed");
    (refused && is_pattern).then(|| Proposal::certain(exchange(case, first, second), "the file comes last"))
}

/// `tar czf src out.tgz`, `tar xzf -C dir a.tgz`: the archive follows the letter `f`.
fn archive_first(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    const ENDINGS: [&str; 9] =
        [".tar", ".tgz", ".tar.gz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".zip"];
    let is_archive = |word: &Word| ENDINGS.iter().any(|ending| word.value.ends_with(ending));
    let arguments = command.arguments();
    let is_zip = command.program_name() == Some("zip");
    let letters = arguments.first()?;
    let place = if is_zip { arguments.iter().position(|word| !word.value.starts_with('-'))? } else { 1 };
    if !is_zip && (!letters.value.trim_start_matches('-').ends_with('f') || letters.value.starts_with("--")) {
        return None;
    }
    let first = arguments.get(place)?;
    if is_archive(first) {
        return None;
    }
    let creates = is_zip || letters.value.contains('c');
    if creates {
        let last = arguments.last().filter(|last| last.span != first.span)?;
        let swapped =
            is_archive(last) && case.kind(&first.value).exists() && !case.kind(&last.value).exists();
        return swapped.then(|| {
            Proposal::certain(exchange(case, first, last), "the archive comes before its contents")
        });
    }
    // an option is in the archive's position
    let archive =
        arguments.iter().skip(2).find(|word| is_archive(word) && case.kind(&word.value).is_file())?;
    if !first.value.starts_with('-') {
        return None;
    }
    let edit = Edit::new()
        .remove_word(&case.failure.script, archive)
        .insert(first.span.start, format!("{} ", case.raw(archive.span)));
    Some(Proposal::new(
        edit,
        "the archive goes after f",
        if case.output.is_some() { Certain } else { Likely },
    ))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    fn first(text: &str, status: i32, output: Option<&str>) -> Option<String> {
        let mut world = world();
        world.programs.extend(["tar".to_owned(), "zip".to_owned()]);
        for file in ["src/main.c", "a.tgz", "d.json"] {
            world.files.insert(file.to_owned(), String::new());
        }
        fixes("bash", text, status, output, &world).first().cloned()
    }

    #[test]
    fn charts_come_last() {
        let mut world = world();
        world.programs.push("helm".to_owned());
        let said = "Error: failed to download \"web\" (hint: running `helm repo update` may help)\n";
        let first = |text: &str| fixes("bash", text, 1, Some(said), &world).first().cloned();
        assert_eq!(first("helm install shop/web web").as_deref(), Some("helm install web shop/web"));
        assert_ne!(first("helm install web shop/web").as_deref(), Some("helm install shop/web web"));
    }

    #[test]
    fn places_come_first() {
        let said = "find: paths must precede expression: `src'\nfind: possible unquoted pattern after predicate `-name'?\n";
        for output in [Some(said), None] {
            assert_eq!(first("find -name main.c src", 1, output).as_deref(), Some("find src -name main.c"));
        }
        assert_eq!(first("find -name src", 1, None), None);
        assert_eq!(first("find -name '*.c' -type f", 1, None), None);
    }

    #[test]
    fn files_come_last() {
        let said = "grep: word: No such file or directory\n";
        for output in [Some(said), None] {
            assert_eq!(first("grep notes.txt word", 2, output).as_deref(), Some("grep word notes.txt"));
            assert_eq!(first("grep -i notes.txt word", 2, output).as_deref(), Some("grep -i word notes.txt"));
        }
        assert_eq!(first("grep word notes.txt", 2, None), None);
        assert_ne!(first("grep notes.txt a.text", 2, None).as_deref(), Some("grep a.text notes.txt"));
        let said = "jq: error: d/0 is not defined at <top-level>, line 1:\nd.json\njq: 1 compile error\n";
        assert_eq!(first("jq d.json .name", 3, Some(said)).as_deref(), Some("jq .name d.json"));
    }

    #[test]
    fn counts_of_ping() {
        let said = "ping: record route: Operation not permitted\n";
        assert_eq!(first("ping localhost 3", 2, Some(said)).as_deref(), Some("ping -c 3 localhost"));
        assert_eq!(first("ping 10.0.0.1", 2, None), None);
    }

    #[test]
    fn archives_follow_the_f() {
        let said = "tar (child): src: Cannot open: Is a directory\ntar (child): Error is not recoverable: exiting now\ntar: out.tgz: Cannot stat: No such file or directory\n";
        assert_eq!(first("tar czf src out.tgz", 2, Some(said)).as_deref(), Some("tar czf out.tgz src"));
        let said = "tar (child): -C: Cannot open: No such file or directory\ntar (child): Error is not recoverable: exiting now\n";
        assert_eq!(first("tar xzf -C dir a.tgz", 2, Some(said)).as_deref(), Some("tar xzf a.tgz -C dir"));
        assert_eq!(first("tar czf out.tgz src", 2, None), None);
    }
}
