//! `find`, `fd`: what they run, and what they delete.

use super::delete::{How, delete};
use crate::policy::field::{Field, Invocation};
use crate::policy::level::Level;
use crate::policy::paths::Place;
use crate::policy::shell::Shell;

pub fn check(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    match at.program {
        "find" | "gfind" | "bfs" => find(shell, at),
        "fd" | "fdfind" => fd(shell, at),
        _ => {}
    }
}

/// Tests that leave only some of the files.
const FILTERS: &[&str] = &[
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-regex",
    "-iregex",
    "-mtime",
    "-ctime",
    "-atime",
    "-mmin",
    "-cmin",
    "-amin",
    "-size",
    "-empty",
    "-newer",
    "-user",
    "-group",
    "-perm",
    "-inum",
    "-lname",
    "-links",
    "-samefile",
    "-newermt",
    "-nouser",
    "-nogroup",
    "-uid",
    "-gid",
];

fn find(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let is_path = |field: &&Field| {
        !field.text.starts_with('-') && !matches!(field.text.as_str(), "(" | "!" | ")" | ",")
    };
    let leading = at.arguments.iter().take_while(|field| matches!(field.text.as_str(), "-H" | "-L" | "-P"));
    let skipped = leading.count();
    let rest = at.arguments.get(skipped..).unwrap_or_default();
    let mut roots: Vec<Field> = rest.iter().take_while(is_path).cloned().collect();
    let expression = rest.get(roots.len()..).unwrap_or_default();
    if roots.is_empty() {
        roots.push(Field { text: ".".to_owned(), span: Some(at.span), ..Field::default() });
    }
    let filter = expression.iter().position(|field| FILTERS.contains(&field.text.as_str()));
    let catches_all = filter.is_some_and(|place| {
        expression.get(place).is_some_and(|field| field.text.ends_with("name"))
            && expression.get(place + 1).is_some_and(|pattern| matches!(pattern.text.as_str(), "*" | "*.*"))
    });
    let filtered = filter.is_some() && !catches_all;
    let mut fields = expression.iter().enumerate();
    while let Some((place, field)) = fields.next() {
        match field.text.as_str() {
            "-delete" => {
                // a test behind `-delete` comes too late
                let late = filter.is_none_or(|filter| filter > place);
                let typed =
                    expression.iter().take(place).any(|f| matches!(f.text.as_str(), "-type" | "-maxdepth"));
                for root in &roots {
                    let some = typed && shell.place(root) >= Place::BelowSystem;
                    deleted(shell, root, filtered && !late || some, at);
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let rest = expression.get(place + 1..).unwrap_or_default();
                let length =
                    rest.iter().position(|f| matches!(f.text.as_str(), ";" | "+")).unwrap_or(rest.len());
                let command = rest.get(..length).unwrap_or_default();
                for root in &roots {
                    run(shell, command, root, filtered, at);
                }
                if length > 0 {
                    let _ = fields.nth(length - 1);
                }
            }
            "-fprint" | "-fprintf" | "-fls" | "-fprint0" => {
                if let Some(path) = expression.get(place + 1) {
                    super::overwrite(shell, path, false, at.span);
                }
            }
            _ => {}
        }
    }
}

fn deleted(shell: &mut Shell<'_>, root: &Field, filtered: bool, at: &Invocation<'_>) {
    if !filtered {
        delete(shell, root, How::Recursive, at);
        return;
    }
    let level = match shell.place(root) {
        Place::Root | Place::System | Place::BelowSystem | Place::Home | Place::MaybeRoot => Level::Warn,
        Place::Everything | Place::BelowHome | Place::Elsewhere if is_unnamed(at) => Level::Warn,
        _ => return,
    };
    let path = super::delete::shown(&root.text);
    shell.find_in("files/delete", level, format!("Deletes what it finds anywhere below `{path}`."), at);
}

/// Chosen by type or depth alone, not by name, age or size.
fn is_unnamed(at: &Invocation<'_>) -> bool {
    !at.arguments.iter().any(|field| FILTERS.contains(&field.text.as_str()))
}

/// Runs the command of `-exec` with what would be found.
fn run(shell: &mut Shell<'_>, command: &[Field], root: &Field, filtered: bool, at: &Invocation<'_>) {
    let place = shell.place(root);
    let name = at
        .arguments
        .iter()
        .position(|field| field.text == "-name")
        .and_then(|at_name| at.arguments.get(at_name + 1));
    let name = name.map(|field| field.text.as_str()).filter(|name| !name.contains(['*', '?', '[']));
    let base = root.text.trim_end_matches('/');
    // one of the files that fit, or all there are
    let found = if filtered && place > Place::BelowSystem {
        format!("{base}/{}", name.unwrap_or("found"))
    } else if filtered {
        format!("{base}/*")
    } else {
        root.text.clone()
    };
    // what is looked for by name, age or size was thought of: worth a line, not a stop
    let first = command.first().map_or("", |field| field.text.rsplit('/').next().unwrap_or(""));
    let is_plain = matches!(
        first,
        "rm" | "unlink" | "mv" | "cp" | "chmod" | "chown" | "chgrp" | "shred" | "truncate" | "find"
    );
    let typed = at.arguments.iter().any(|f| matches!(f.text.as_str(), "-type" | "-maxdepth"));
    let known = shell.reasons.len();
    let filled: Vec<Field> = command
        .iter()
        .map(|field| {
            let is_found = field.text.contains("{}");
            Field {
                text: field.text.replace("{}", &found),
                glob: field.glob || is_found && found.ends_with('*'),
                ..field.clone()
            }
        })
        .collect();
    if let Some((program, arguments)) = filled.split_first() {
        // each file below the root gets it, as with `-r`
        let spreads =
            !filtered && matches!(program.text.rsplit('/').next(), Some("rm" | "chmod" | "chown" | "chgrp"));
        let mut fields = vec![program.clone()];
        if spreads {
            let option = if program.text.ends_with("rm") { "-r" } else { "-R" };
            fields.push(Field { text: option.to_owned(), ..Field::default() });
        }
        fields.extend(arguments.iter().cloned());
        shell.subshell(|shell| shell.start(&fields, at.span));
    }
    let modes = matches!(first, "chmod" | "chown" | "chgrp") && place >= Place::Repository;
    let all = place < Place::BelowSystem && !filtered;
    if is_plain && (filtered || typed && (modes || !all)) {
        for reason in shell.reasons.iter_mut().skip(known) {
            reason.level = reason.level.min(Level::Warn);
        }
    }
}

fn fd(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let place = at
        .arguments
        .iter()
        .position(|field| matches!(field.text.as_str(), "-x" | "-X" | "--exec" | "--exec-batch"));
    let Some(place) = place else { return };
    let before: Vec<&Field> =
        at.arguments.iter().take(place).filter(|field| !field.text.starts_with('-')).collect();
    let root = before.get(1).map_or_else(
        || Field { text: ".".to_owned(), span: Some(at.span), ..Field::default() },
        |field| (*field).clone(),
    );
    let filtered = before.first().is_some_and(|pattern| !matches!(pattern.text.as_str(), "." | "" | ".*"))
        || at.arguments.iter().take(place).any(|f| {
            matches!(f.text.as_str(), "-e" | "--extension" | "-g" | "--changed-before" | "--size" | "-S")
        });
    let mut command: Vec<Field> = at.arguments.get(place + 1..).unwrap_or_default().to_vec();
    if !command.iter().any(|field| field.text.contains("{}")) {
        command.push(Field { text: "{}".to_owned(), ..Field::default() });
    }
    run(shell, &command, &root, filtered, at);
}
