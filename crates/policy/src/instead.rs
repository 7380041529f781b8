//! A safer form of a delete, as far as this machine has one: into the trash where there is a program
//! for it, else asked about once. What follows from the words alone is data of the catalogue.

use syntax::{Command, Dialect, Edit, Script, Span};

use super::level::Level;
use super::verdict::Verdict;
use facts::world::World;

/// Programs that move files into the trash, and how they are called.
const TRASH: &[(&str, &str)] = &[("trash", "trash"), ("trash-put", "trash-put"), ("gio", "gio trash")];

/// Maximum length of a line that gets a safer form; longer ones would not be read.
pub const MAX_LINE: usize = 4 * 1024;

/// The line with its deletes made milder; to be judged again before it is offered.
pub fn find(text: &str, dialect: Dialect, world: &dyn World, verdict: &Verdict) -> Option<String> {
    let has_rm = !matches!(dialect, Dialect::PowerShell | Dialect::Nu);
    if text.len() > MAX_LINE || !has_rm || !matches!(verdict.level, Level::Warn | Level::Confirm) {
        return None;
    }
    let spans = verdict.reasons.iter().filter(|reason| reason.rule == "files/delete");
    let spans: Vec<Span> = spans.map(|reason| reason.span).collect();
    if spans.is_empty() {
        return None;
    }
    let script = Script::parse(text, dialect);
    let trash = TRASH.iter().find(|(program, _)| world.is_program(program)).map(|(_, call)| *call);
    let mut edit = Edit::new();
    for command in &script.commands {
        let holds = |span: &Span| command.span.start <= span.start && span.end <= command.span.end;
        let is_rm = command.words.first().is_some_and(|word| script.raw(word.span) == "rm");
        if is_rm && spans.iter().any(holds) {
            edit = match trash {
                Some(trash) => trashed(edit, &script, command, trash),
                None => ask_before_deleting(edit, &script, command)?,
            };
        }
    }
    (!edit.is_empty()).then(|| edit.apply(text))
}

/// `rm`'s options mean nothing to the others; `--` does.
fn trashed(mut edit: Edit, script: &Script, command: &Command, trash: &str) -> Edit {
    let mut words = command.words.iter();
    if let Some(program) = words.next() {
        edit = edit.replace(program.span, trash);
    }
    for word in words.take_while(|word| word.value != "--") {
        if word.value.starts_with('-') && word.value.len() > 1 {
            edit = edit.remove_word(script, word);
        }
    }
    edit
}

/// `rm -I`: one question before it deletes what is below a directory, or more than three files.
fn ask_before_deleting(mut edit: Edit, script: &Script, command: &Command) -> Option<Edit> {
    let mut options = command.words.iter().skip(1).take_while(|word| word.value != "--");
    let option = options.find(|word| word.value.starts_with('-') && word.value.len() > 1);
    let Some(first) = option else {
        let program = command.words.first()?;
        return Some(edit.insert(program.span.end, " -I"));
    };
    let mut asks = false;
    for word in std::iter::once(first).chain(options) {
        let raw = script.raw(word.span);
        if !word.value.starts_with('-') {
            continue;
        }
        if raw != word.value {
            return None; // quoted: unusual for options, and it could be anything
        }
        let kept: String = match raw {
            "--force" => "-".to_owned(),
            _ if raw.starts_with("--") => raw.to_owned(),
            _ => raw.chars().filter(|letter| *letter != 'f').collect(),
        };
        edit = match (asks, kept.as_str()) {
            (false, long) if long.starts_with("--") => edit,
            (false, _) => edit.replace(word.span, format!("{kept}I")),
            (true, "-") => edit.remove_word(script, word),
            (true, _) => edit.replace(word.span, kept.as_str()),
        };
        asks |= !kept.starts_with("--");
    }
    if asks { Some(edit) } else { Some(edit.insert(first.span.end, " -I")) }
}

#[cfg(test)]
mod tests {
    use crate::Policy;
    use facts::FakeWorld;
    use syntax::Dialect;

    fn instead(line: &str, programs: &[&str]) -> Option<String> {
        let world = FakeWorld {
            programs: programs.iter().map(|name| (*name).to_owned()).collect(),
            home: Some("/home/me".into()),
            directory: Some("/home/me/project".into()),
            ..FakeWorld::default()
        };
        Policy::default().assess(line, Dialect::Bash, &world).instead
    }

    #[test]
    fn deletes_go_to_the_trash_where_there_is_one() {
        for (line, programs, expected) in [
            ("rm -rf ~/docs", &["trash"][..], Some("trash ~/docs")),
            ("rm -r -f -- ~/docs", &["trash-put"], Some("trash-put -- ~/docs")),
            ("cd && rm ~/docs -rf; ls", &["gio"], Some("cd && gio trash ~/docs; ls")),
            ("rm -rf ~/a; rm -rf ~/b", &["trash"], Some("trash ~/a; trash ~/b")),
        ] {
            assert_eq!(instead(line, programs).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn else_they_ask_once() {
        for (line, expected) in [
            ("rm -rf ~/docs", Some("rm -rI ~/docs")),
            ("rm -r -f ~/docs", Some("rm -rI ~/docs")),
            ("rm -fr ~/docs", Some("rm -rI ~/docs")),
            ("rm --recursive --force ~/docs", Some("rm --recursive -I ~/docs")),
            ("rm -r ~/docs", Some("rm -rI ~/docs")),
        ] {
            assert_eq!(instead(line, &[]).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn what_is_no_milder_is_not_offered() {
        for line in ["rm -rf /", "ls", "rm file", "sudo rm -rf ~/docs", "bash -c 'rm -rf ~/docs'"] {
            assert_eq!(instead(line, &["trash"]), None, "{line}");
        }
    }
}
