//! `cd $HMOE/src`: an unset variable, which leaves only the rest of the path.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let words = case.commands().flat_map(|command| command.arguments());
    let mut words = words.filter(|word| word.dynamic);
    words.clone().find_map(|word| mend(case, word)).or_else(|| words.find_map(|word| in_capitals(case, word)))
}

/// `-v ${pwd}:/src`: the variable has capital letters, and the complaint shows that this one was empty.
fn in_capitals(case: &Case<'_>, word: &Word) -> Option<Proposal> {
    let raw = case.raw(word.span);
    let (before, rest) = raw.split_once('$')?;
    let (name, behind) = match rest.strip_prefix('{') {
        Some(inner) => inner.split_once('}')?,
        None => rest.split_at_checked(rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len()))?,
    };
    let capitals = name.to_ascii_uppercase();
    let known = case.world.variables();
    let is_known = |name: &str| known.iter().any(|variable| variable == name);
    let left = format!("{before}{behind}").replace('"', "");
    let is_shown =
        left.len() > 2 && ['"', '\''].iter().any(|quote| case.printed(&format!("{quote}{left}{quote}")));
    if name == capitals
        || !name.chars().all(is_name_part)
        || !is_shown
        || is_known(name)
        || !is_known(&capitals)
    {
        return None;
    }
    let edit = case.replace_part(word, name, &capitals)?;
    Some(Proposal::certain(edit, format!("{name} is not set; {capitals} is")).at_distance(50))
}

fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Applies only if the complaint is about the rest of the path, which proves that the variable was empty.
fn mend(case: &Case<'_>, word: &Word) -> Option<Proposal> {
    let raw = case.raw(word.span);
    let rest = raw.trim_matches('"').strip_prefix('$')?;
    let (name, path) = rest.split_at_checked(rest.find('/')?)?;
    let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-./".contains(&b));
    let left = [": ", "'"].iter().any(|before| {
        [": No such", "': No such", ": no such"]
            .iter()
            .any(|after| case.printed(&format!("{before}{path}{after}")))
    }) || case.printed(&format!("no such file or directory: {path}\n"));
    if !left || name.is_empty() || !is_plain(rest) {
        return None;
    }
    let known = case.world.variables();
    if known.iter().any(|variable| variable == name) {
        return None;
    }
    let near = spell::nearest(name, known.iter().map(String::as_str));
    let meant = near.first()?;
    let value = match meant.name {
        "HOME" => case.world.home()?.to_owned(),
        other => case.world.variable(other)?,
    };
    let target = paths::expand(&format!("{value}{path}"), case.world)?;
    if !case.world.kind(&target).exists() {
        return None;
    }
    let edit = case.replace_part(word, name, meant.name)?;
    let because = format!("{name} is not set");
    Some(Proposal::certain(edit, because).at_distance(meant.distance))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn variables() {
        let mut world = world();
        world.variables =
            [("HOME".to_owned(), "/home/me".to_owned()), ("PWD".to_owned(), "/home/me".to_owned())].into();
        world.files.insert("/home/me/papers/".to_owned(), String::new());
        let first = |text: &str, said: &str| fixes("bash", text, 1, Some(said), &world).first().cloned();
        assert_eq!(
            first("ls $HOEM/papers", "ls: cannot access '/papers': No such file or directory\n").as_deref(),
            Some("ls $HOME/papers")
        );
        assert_eq!(first("ls $HOEM/play", "ls: cannot access '/play': No such file or directory\n"), None);
        assert_eq!(
            first("ls $root/papers", "ls: cannot access '/papers': No such file or directory\n"),
            None
        );
    }
}
