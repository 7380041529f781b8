//! `find`, `fd`: what they match, run and delete.

use super::delete::{How, delete};
use crate::paths::is_secret;
use crate::prelude::*;
use crate::state::Search;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "find" | "gfind" | "bfs" => find(context, at),
        "fd" | "fdfind" => fd(context, at),
        _ => {}
    }
}

/// Tests that select only some of the files.
const FILTERS: &[&str] = table!("find_filters");

/// Returns the searches of a `find`, one for each root.
pub fn searches(at: &Invocation<'_>) -> Vec<Search> {
    let is_path = |field: &&Field| {
        !field.text.starts_with('-') && !matches!(field.text.as_str(), "(" | "!" | ")" | ",")
    };
    let leading = at.arguments.iter().take_while(|field| matches!(field.text.as_str(), "-H" | "-L" | "-P"));
    let rest = at.tail(leading.count());
    let mut roots: Vec<Field> = rest.iter().take_while(is_path).cloned().collect();
    let expression = rest.get(roots.len()..).unwrap_or_default();
    if roots.is_empty() {
        roots.push(Field::at(".", at.span));
    }
    let filtered = filter(expression).is_some();
    let typed = is_typed(expression);
    let deep = !has(expression, "-maxdepth");
    let one_kind = has(expression, "-type");
    let after_name = expression.iter().skip_while(|field| field.text != "-name").nth(1);
    let name =
        after_name.map(|field| field.text.replace("*.", "x.")).filter(|name| !name.contains(['*', '?', '[']));
    let search = |root| Search { root, filtered, typed, deep, one_kind, name: name.clone() };
    roots.into_iter().map(search).collect()
}

/// Returns the first test that selects only some of the files; `-name '*'` selects all.
fn filter(expression: &[Field]) -> Option<usize> {
    let place = expression.iter().position(|field| FILTERS.contains(&field.text.as_str()))?;
    let catches_all = expression.get(place).is_some_and(|field| field.text.ends_with("name"))
        && expression.get(place + 1).is_some_and(|pattern| matches!(pattern.text.as_str(), "*" | "*.*"));
    (!catches_all).then_some(place)
}

fn has(tests: &[Field], test: &str) -> bool {
    tests.iter().any(|field| field.text == test)
}

fn is_typed(tests: &[Field]) -> bool {
    has(tests, "-type") || has(tests, "-maxdepth")
}

fn find(context: &mut Context<'_>, at: &Invocation<'_>) {
    let searches = searches(at);
    let mut fields = at.arguments.iter().enumerate();
    while let Some((place, field)) = fields.next() {
        match field.text.as_str() {
            "-delete" => {
                // a test after `-delete` comes too late
                let before = at.arguments.get(..place).unwrap_or_default();
                let (typed, filtered) = (is_typed(before), filter(before).is_some());
                context.budget.count_words(place);
                for search in &searches {
                    if !context.budget.step() {
                        return;
                    }
                    let some = typed && context.env.place(&search.root) >= Place::BelowSystem;
                    deleted(context, search, filtered || some, at);
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let rest = at.tail(place + 1);
                let length =
                    rest.iter().position(|f| matches!(f.text.as_str(), ";" | "+")).unwrap_or(rest.len());
                for search in &searches {
                    context.budget.count_words(length);
                    if !context.budget.step() {
                        return;
                    }
                    let command = rest.get(..length).unwrap_or_default();
                    context.steps.extend(applied(context.env, command, search, at.span));
                }
                if length > 0 {
                    let _ = fields.nth(length - 1);
                }
            }
            "-fprint" | "-fprintf" | "-fls" | "-fprint0" => {
                if let Some(path) = at.arguments.get(place + 1) {
                    super::overwrite::overwrite(context, path, false, at.span);
                }
            }
            _ => {}
        }
    }
}

fn deleted(context: &mut Context<'_>, search: &Search, filtered: bool, at: &Invocation<'_>) {
    let root = &search.root;
    super::proposed::deleted(context, root, How::Recursive, at.span);
    if !filtered {
        delete(context, root, How::Recursive, at);
        return;
    }
    let level = match context.env.place(root) {
        Place::Root | Place::System | Place::BelowSystem | Place::Home | Place::MaybeRoot => Level::Warn,
        Place::Everything | Place::BelowHome | Place::Elsewhere if is_unnamed(at) => match search.deep {
            true => Level::Confirm,
            false => Level::Warn,
        },
        _ => return,
    };
    let path = display(&root.text);
    context.find("files/delete", level, format!("Deletes everything it finds below `{path}`."), at.span);
}

/// Returns whether files are selected by type or depth alone, not by name, age or size.
fn is_unnamed(at: &Invocation<'_>) -> bool {
    let chooses = |text: &str| FILTERS.contains(&text) || matches!(text, "-exec" | "-execdir" | "-ok");
    !at.arguments.iter().any(|field| chooses(&field.text))
}

/// A command with the matches of a search in place of `{}`: `-exec`, `| xargs`; `None` without such a command.
pub fn applied(env: &Env<'_>, command: &[Field], search: &Search, span: Span) -> Option<Step> {
    let first = programs::base_name(&command.first()?.text);
    let place = env.place(&search.root);
    let seeks_secret = search.name.as_ref().is_some_and(|name| is_secret(name, env));
    let base = search.root.text.trim_end_matches('/');
    // one of the files that match, or all files
    let found = if search.filtered && place > Place::BelowSystem {
        format!("{base}/{}", search.name.as_deref().unwrap_or("found"))
    } else if search.filtered {
        format!("{base}/*")
    } else {
        search.root.text.clone()
    };
    let mut fields: Vec<Field> = command
        .iter()
        .map(|field| {
            let is_found = field.text.contains("{}");
            Field {
                text: field.text.replace("{}", &found),
                // what it finds exists, whatever its name
                glob: field.glob || is_found && (found.ends_with('*') || env.is_strict),
                taint: Taint { secret: is_found && seeks_secret, ..field.taint },
                ..field.clone()
            }
        })
        .collect();
    // each file below the root gets it, as with `-r`; those of one kind (`-type d`) are not changed along with
    // all others
    let one_kind = search.one_kind && first == "chmod" && place >= Place::Repository;
    if !search.filtered && !one_kind && matches!(first, "rm" | "chmod" | "chown" | "chgrp") {
        let option = if first == "rm" { "-r" } else { "-R" };
        fields.insert(1, Field::plain(option));
    }
    let softens = !env.is_strict && is_intentional(first, search, place);
    Some(Step::Start { fields, softens, span })
}

/// Returns whether the command was aimed at some files only, so that a mistake deserves a warning, not a stop.
fn is_intentional(program: &str, search: &Search, place: Place) -> bool {
    let is_plain = matches!(program, "cp" | "find")
        || programs::is_any(program, &[Role::Deletes, Role::Moves, Role::Attributes]);
    let modes = matches!(program, "chmod" | "chown" | "chgrp") && place >= Place::Repository;
    let all = place < Place::BelowSystem && !search.filtered;
    // all files of a tree are worth as much as the tree
    let everything = program == "rm"
        && search.deep
        && matches!(place, Place::Everything | Place::BelowHome | Place::Elsewhere);
    is_plain && (search.filtered || search.typed && (modes || !all) && !everything)
}

/// Returns the matches of `fd`, and the position of its `-x`.
fn fd(context: &mut Context<'_>, at: &Invocation<'_>) {
    let Some(place) = executed(at) else { return };
    let mut command: Vec<Field> = at.tail(place + 1).to_vec();
    if !command.iter().any(|field| field.text.contains("{}")) {
        command.push(Field::plain("{}"));
    }
    context.steps.extend(applied(context.env, &command, &fd_search(at), at.span));
}

fn executed(at: &Invocation<'_>) -> Option<usize> {
    at.find(&["-x", "-X", "--exec", "--exec-batch"])
}

pub fn fd_search(at: &Invocation<'_>) -> Search {
    let own = at.arguments.get(..executed(at).unwrap_or(at.arguments.len())).unwrap_or_default();
    let own = Invocation { arguments: own, ..*at };
    let mut operands = own.undashed();
    let filtered = operands.next().is_some_and(|pattern| !matches!(pattern.text.as_str(), "." | "" | ".*"))
        || own.find(&["-e", "--extension", "-g", "--changed-before", "--size", "-S"]).is_some();
    let root = operands.next().cloned().unwrap_or_else(|| Field::at(".", at.span));
    Search { root, filtered, typed: false, deep: true, one_kind: false, name: None }
}
