//! `cat READEM.md`, `cd /ect`: a path that does not exist, misspelt in any of its segments.

mod search;

use super::prelude::*;
use crate::rules::guard;
use search::{ELSEWHERE, corrections};

/// Cost of a path with one wrong, missing or swapped letter.
const ONE_SLIP: u32 = 100;

/// Complaints that are only about missing paths.
const SAYS_MISSING: &[&str] =
    &["No such file", "no such file", "name not matched", "cannot find the file", "No such directory"];
/// Complaints about a missing path.
const MISSING: &[&str] = table!("missing_path");
/// Complaints about a class, which is no path.
const NAMES_CLASSES: &[&str] = &["load main class", "ClassNotFoundException", "No such file or class"];

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    first(case.commands().flat_map(|command| {
        let program = command.program().unwrap_or(0);
        let words = command.words.iter().enumerate();
        let words = words.filter(move |(at, word)| *at > program || word.value.contains('/'));
        let redirects = command.redirects.iter();
        let opened = redirects.filter(|redirect| case.raw(redirect.operator).ends_with(['<', '>']));
        let targets = opened.filter_map(|redirect| redirect.target.as_ref());
        words.map(|(_, word)| word).chain(targets).map(|word| mend(case, command, word))
    }))
}

fn mend(case: &Case<'_>, command: &Command, word: &Word) -> Vec<Proposal> {
    let (prefix, typed) = path_of(word);
    let Some(path) = paths::expand(typed, case.world) else { return Vec::new() };
    if path.is_empty()
        || is_subcommand(case, command, word)
        || installs(command) && !path.contains(['.', '/'])
        || path.contains("://")
        || path.starts_with("/dev/")
        || path.starts_with("/proc/")
        || case.printed_any(NAMES_CLASSES)
        || case.world.kind(&path).exists()
        || adds_ending(case, command, &path)
        || guard::is_output(command, word)
    {
        return Vec::new();
    }
    let is_meant = is_meant(case, command, word, typed, &path);
    if !is_meant && !may_be_meant(case, command, word, typed) {
        return Vec::new();
    }
    let wants_directory =
        command.program_name().is_some_and(|name| name == "rmdir" || programs::is(name, Role::Enters));
    let is_target = |redirect: &&Redirect| redirect.target.as_ref().is_some_and(|it| it.span == word.span);
    let redirect = command.redirects.iter().find(is_target);
    let is_new = redirect.is_some_and(|redirect| !case.raw(redirect.operator).ends_with('<'));
    let may_wander = is_meant && (wants_directory || case.output.is_some());
    let runs = command.program_word().is_some_and(|p| p.span == word.span);
    corrections(case, &path, wants_directory, is_new, may_wander)
        .into_iter()
        .filter(|(_, distance)| is_meant || *distance <= ONE_SLIP)
        // the corrected name must be a program, or a script without its x bit
        .filter(|(mended, _)| {
            !runs || matches!(case.world.kind(mended), PathKind::Executable) || is_script(mended)
        })
        // a name with an extension is not that of a directory without one
        .filter(|(mended, _)| {
            let has_extension = |path: &str| paths::split(path).1.trim_start_matches('.').contains('.');
            !has_extension(&path)
                || has_extension(mended)
                || wants_directory
                || case.world.kind(mended) != PathKind::Directory
        })
        // the name of a script, a package or a task is no path without its slash
        .filter(|(mended, _)| {
            mended.strip_prefix('/') != Some(typed)
                || command
                    .program_name()
                    .is_some_and(|name| programs::is_any(name, &[Role::Enters, Role::Reads, Role::Walks]))
        })
        .filter_map(|(mended, distance)| {
            let mut shown = restore_home(&mended, typed, case);
            if installs(command) && !shown.contains('/') {
                shown.insert_str(0, "./"); // without it, the name of a package
            }
            let edit = if prefix.is_empty() && shown.starts_with("~/") {
                Edit::new().replace(word.span, paths::quoted(&shown, case.dialect()))
            } else if prefix.is_empty() {
                case.set_word(word, &shown)
            } else {
                case.replace_part(word, typed, &shown)?
            };
            let because = if distance >= ELSEWHERE { "found in another directory" } else { "closest match" };
            // two typos in two segments are as likely as one
            let limit = 160 + 60 * u32::try_from(typed.matches('/').count().min(2)).unwrap_or(0);
            let applicability = if distance > limit { Applicability::Likely } else { Applicability::Certain };
            Some(Proposal::new(edit, because, applicability).at_distance(distance))
        })
        .collect()
}

/// Returns whether the operands are packages, or files of them.
fn installs(command: &Command) -> bool {
    command.program_name().is_some_and(|name| !programs::details(name).installs.is_empty())
}

/// Returns whether the word is a subcommand that the program knows.
fn is_subcommand(case: &Case<'_>, command: &Command, word: &Word) -> bool {
    let walk = vocabulary::walk(command, case.world).unwrap_or_default();
    walk.words.iter().filter_map(|at| command.words.get(*at)).any(|known| known.span == word.span)
}

/// Returns whether the program appends its usual extension to the name, and finds that file.
fn adds_ending(case: &Case<'_>, command: &Command, path: &str) -> bool {
    const ENDINGS: &[(&str, &str)] = table!("added_endings");
    let ending = ENDINGS.iter().find(|(name, _)| command.program_name() == Some(name));
    ending.is_some_and(|(_, ending)| case.world.kind(&format!("{path}{ending}")).exists())
}

fn is_script(path: &str) -> bool {
    [".sh", ".py", ".pl", ".rb"].iter().any(|ending| path.ends_with(ending))
}

/// `--file=PATH`, `@PATH`, `-fPATH` → (`--file=`, `PATH`)
fn path_of(word: &Word) -> (&str, &str) {
    let value = word.value.as_str();
    if value.starts_with('@') {
        return value.split_at_checked(1).unwrap_or(("", value));
    }
    // a cluster of letters has neither, but a path attached to a letter has
    if value.starts_with('-')
        && let Some((letter, path)) = value.split_at_checked(2)
        && letter != "--"
        && path.contains(['.', '/'])
        && !path.contains('=')
    {
        return (letter, path);
    }
    if value.starts_with('-')
        && let Some(at) = value.find('=')
    {
        return value.split_at_checked(at + 1).unwrap_or(("", value));
    }
    ("", value)
}

/// Without output, for a program that may use its words in any way: a word that looks like a path, or the
/// value of an option, is probably a path if only a typo keeps it from existing. The last of several operands
/// may be a file to create.
fn may_be_meant(case: &Case<'_>, command: &Command, word: &Word, typed: &str) -> bool {
    const SHORTEST: usize = 5;
    let at = command.words.iter().position(|other| other.span == word.span);
    let Some(before) = at.and_then(|at| command.words.get(at.checked_sub(1)?)) else { return false };
    let name = command.program_name().unwrap_or("");
    let is_value = before.value.starts_with('-') || word.value.starts_with('-');
    let looks = typed.contains('/') || typed.trim_start_matches('.').contains('.');
    let operands = vocabulary::arguments(command, case.world).operands;
    let is_last_of_several = operands.len() > 1 && operands.last().copied() == at;
    let is_plain =
        !word.dynamic && !word.glob && !typed.starts_with('-') && !typed.contains([':', '@', ',', '%']);
    let is_known = programs::is_any(name, &[Role::Paths, Role::Names]);
    case.output.is_none()
        && !case.is_unstarted()
        && typed.len() >= SHORTEST
        && is_plain
        && !is_known
        && (is_value || looks && !is_last_of_several)
}

/// Returns whether the word is a path that should exist.
fn is_meant(case: &Case<'_>, command: &Command, word: &Word, typed: &str, path: &str) -> bool {
    if word.dynamic || word.glob || typed.starts_with('-') && !typed.contains('/') {
        return false;
    }
    let (typed, path) = (typed.trim_end_matches('/'), path.trim_end_matches('/'));
    let typed = typed.strip_prefix("./").unwrap_or(typed);
    let names = |text: &str| {
        !typed.is_empty() && names_whole(text, typed) || names_whole(text, path) && path.len() > 2
    };
    match case.output {
        // a short message may span several lines
        Some(output)
            if output.lines().count() <= 8 && case.printed_any(SAYS_MISSING) && holds_part(output, typed) =>
        {
            true
        }
        Some(output) => std::iter::once("").chain(output.lines()).zip(output.lines()).any(|(above, line)| {
            // `errno=2 : No such file or directory`, with the name alone on the next line
            if line.trim() == typed && above.contains("o such file") {
                return true;
            }
            // a unit of systemd is no path
            let is_unit = line.contains("Unit ") || line.contains("unit ");
            let complains = !is_unit && MISSING.iter().any(|text| line.contains(text));
            complains && names(line)
        }),
        None => {
            let name = command.program_name().unwrap_or("");
            let is_program = command.program_word().is_some_and(|program| program.span == word.span);
            let is_target = !command.words.iter().any(|w| w.span == word.span);
            is_program || is_target || programs::is(name, Role::Paths) && !is_pattern(command, word, name)
        }
    }
}

/// Returns whether a text has the path as a whole name: `vitest.config.ts` does not name `vitest`, nor
/// `com.android.build` names `build`.
fn names_whole(text: &str, path: &str) -> bool {
    let goes_on = |mut next: std::str::Chars<'_>, back: bool| {
        let mut next = || if back { next.next_back() } else { next.next() };
        match next() {
            Some('.') => next().is_some_and(char::is_alphanumeric),
            first => first.is_some_and(|c| c.is_alphanumeric() || c == '_'),
        }
    };
    text.match_indices(path).any(|(at, _)| {
        let (before, behind) = (text.get(..at).unwrap_or(""), text.get(at + path.len()..).unwrap_or(""));
        !goes_on(before.chars(), true) && !goes_on(behind.chars(), false)
    })
}

/// Returns whether the word is not a path, such as the first operand of grep or sed, or `+x` of chmod.
fn is_pattern(command: &Command, word: &Word, name: &str) -> bool {
    let mut operands = command.arguments().iter().filter(|argument| !argument.value.starts_with('-'));
    if name == "tar" && command.arguments().first().is_some_and(|letters| !letters.value.starts_with('-')) {
        operands.next(); // `tar xf`: letters without a dash
    }
    let first = operands.next();
    let is_first = first.is_some_and(|first| first.span == word.span);
    is_first && programs::is(name, Role::PatternFirst)
        || !is_first && (programs::is(name, Role::Makes) || matches!(name, "gcc" | "g++"))
}

/// Abbreviates the home directory as the user did.
fn restore_home(path: &str, typed: &str, case: &Case<'_>) -> String {
    let Some(home) = case.world.home() else { return path.to_owned() };
    let Some(rest) = path.strip_prefix(home).filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
        return path.to_owned();
    };
    if typed.starts_with(home) {
        return path.to_owned();
    }
    format!("~{rest}")
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    fn first(text: &str, status: i32, output: &str) -> Option<String> {
        let mut world = world();
        for file in ["backup.7z", "body.json", "pods.yaml", "pkg/server/main.go"] {
            world.files.insert(file.to_owned(), String::new());
        }
        fixes("bash", text, status, Some(output), &world).first().cloned()
    }

    #[test]
    fn a_name_is_no_path_without_its_slash() {
        let mut world = world();
        world.files.insert("/dev/null".to_owned(), String::new());
        world.programs.push("frob".to_owned());
        let output = "frob: dev: No such file or directory\n";
        assert_eq!(fixes("bash", "frob dev", 1, Some(output), &world), Vec::<String>::new());
    }

    #[test]
    fn a_part_of_a_longer_name_is_another_one() {
        let mut world = world();
        world.programs.push("frob".to_owned());
        for file in ["vitest.config.ts", "build.gradle"] {
            world.files.insert(file.to_owned(), String::new());
        }
        let import = "Error: Cannot find package 'x' imported from /home/me/vitest.config.ts\n";
        assert_eq!(fixes("bash", "frob vitest", 1, Some(import), &world), Vec::<String>::new());
        let class = "> com.android.build.gradle.Aapt2: resource drawable/foo not found.\n";
        assert_eq!(fixes("bash", "frob build", 1, Some(class), &world), Vec::<String>::new());
    }

    #[test]
    fn a_class_or_a_file_is_no_other_file_or_directory() {
        let mut world = world();
        world.programs.push("frob".to_owned());
        for file in ["Main.java", "proto/b.proto"] {
            world.files.insert(file.to_owned(), String::new());
        }
        let class = "Error: Could not find or load main class Main\nCaused by: java.lang.ClassNotFoundException: Main\n";
        assert_eq!(fixes("bash", "frob Main", 1, Some(class), &world), Vec::<String>::new());
        let file = "Could not make proto path relative: a.proto: No such file or directory\n";
        assert!(!fixes("bash", "frob a.proto", 1, Some(file), &world).contains(&"frob proto".to_owned()));
    }

    #[test]
    fn paths_in_every_form() {
        let below = "\nERROR: errno=2 : No such file or directory\nbakcup.7z\n\n\n\nSystem ERROR:\nerrno=2 : No such file or directory\n";
        assert_eq!(first("7z t bakcup.7z", 2, below).as_deref(), Some("7z t backup.7z"));
        let data = "Warning: Couldn't read data from file \"bdoy.json\", this makes an empty \nWarning: POST.\ncurl: (7) Failed to connect to 127.0.0.1 port 9 after 0 ms: Couldn't connect to server\n";
        let mended = "curl -d @body.json http://127.0.0.1:9/";
        assert_eq!(first("curl -d @bdoy.json http://127.0.0.1:9/", 7, data).as_deref(), Some(mended));
        let glued = "error: the path \"pdos.yaml\" does not exist\n";
        assert_eq!(
            first("kubectl create -fpdos.yaml", 1, glued).as_deref(),
            Some("kubectl create -fpods.yaml")
        );
        let package = "stat /home/me/pkg/sevrer: directory not found\n";
        assert_eq!(first("go vet ./pkg/sevrer", 1, package).as_deref(), Some("go vet ./pkg/server"));
    }

    #[test]
    fn short_and_other_names_are_no_slips() {
        let mut world = world();
        for file in ["chapter1.md", "id_ed25519", "b", "archive.zip", "report.csv", "main.c"] {
            world.files.insert(file.to_owned(), String::new());
        }
        let all = |text: &str, status| {
            let word = text.rsplit(' ').next().unwrap_or("");
            let program = text.split(' ').next().unwrap_or("");
            let said = format!("{program}: cannot open '{word}': No such file or directory\n");
            let mut found = fixes("bash", text, status, None, &world);
            found.extend(fixes("bash", text, status, Some(&said), &world));
            found
        };
        for text in
            ["cat y.txt", "cat x", "cat a", "ln -s a b c d", "cat chapter2.md", "cat nope.txt", "cat ab.txt"]
        {
            assert_eq!(all(text, 1), Vec::<String>::new(), "{text}");
        }
        // unzip looks for archive.zip by itself; status 80: interrupted at its question (unzip(1))
        assert_eq!(all("unzip archive", 80), Vec::<String>::new());
        assert_eq!(all("unzip archive", 9), Vec::<String>::new());
        for (text, meant) in [
            ("cat notes", "cat notes.txt"),
            ("cat A.txt", "cat a.txt"),
            ("cat a.tx", "cat a.txt"),
            ("cat mian.c", "cat main.c"),
            ("cat reprot.csv", "cat report.csv"),
            ("cat chatper1.md", "cat chapter1.md"),
            ("cat id_ed25591", "cat id_ed25519"),
        ] {
            assert_eq!(all(text, 1).first().map(String::as_str), Some(meant), "{text}");
        }
    }

    #[test]
    fn words_that_are_no_paths() {
        let user = "ssh: Could not resolve hostname @bdoy.json: Name or service not known\n";
        assert_eq!(first("ssh me@bdoy.json", 255, user), None);
        assert_eq!(
            first("7z t frobnicate.7z", 2, "ERROR: errno=2 : No such file or directory\nfrobnicate.7z\n"),
            None
        );
    }
}
