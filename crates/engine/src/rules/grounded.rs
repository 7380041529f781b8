//! Checks whether anything else supports a name from the output.
//!
//! Output is hostile: any program may print `use 'npm install evil'`. A name from it reaches a suggestion
//! only if the user typed it, if it names something that exists here, or, marked, if it is a plain name in the
//! place of an operand.

use syntax::Command;

use super::interpret::holds_part;
use super::{Case, sources};
use facts::paths;

/// Sources of the names that programs define themselves.
const SOURCES: &[(&str, &str)] = table!("own_names");
/// Directories of a project's source files, their extensions, and the maximum number of files read.
const DIRECTORIES: [&str; 2] = [".", "src"];
const ENDINGS: [&str; 7] = [".rs", ".go", ".js", ".mjs", ".cjs", ".ts", ".py"];
const MAX_FILES: usize = 24;
/// Maximum length of a name that nothing but the output supports.
pub const MAX_NAME: usize = 40;

/// Returns whether the value is a word of the command, a path, a name known to the program, or used in the
/// project.
pub fn is_grounded(value: &str, case: &Case<'_>, command: &Command) -> bool {
    is_typed(value, command)
        || value == case.failure.record.cwd
        || paths::expand(value, case.world).is_some_and(|path| case.world.kind(&path).exists())
        || is_own_name(value, case, command)
        || is_used(value, case, command)
}

/// Returns whether a word can be the name of a subcommand or a package, and no host, path or option value.
pub fn is_plain_name(word: &str) -> bool {
    let plain = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.@+".contains(c))
    };
    let scoped = word.strip_prefix('@').and_then(|rest| rest.split_once('/'));
    word.len() <= MAX_NAME && scoped.map_or_else(|| plain(word), |(scope, name)| plain(scope) && plain(name))
}

/// Returns whether a word stands for one that the user chooses: `NAME`, `FILE.txt`, `your-project`.
pub fn is_placeholder(word: &str) -> bool {
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    letters().count() > 2 && letters().all(char::is_uppercase) && !word.contains(|c: char| c.is_ascii_digit())
        || ["your", "my-", "my_", "path/to", "xxx", "foo"].iter().any(|start| word.starts_with(start))
        || is_described(word)
}

/// Returns whether a word says what to put in its place: `formula_name`.
pub fn is_described(word: &str) -> bool {
    ["_name", "-name"].iter().any(|end| word.ends_with(end))
}

/// Adds the names that only the output has to the reason.
pub fn marked(because: String, foreign: &[&str]) -> String {
    if foreign.is_empty() {
        because
    } else {
        format!("{because} · from program output: {}", foreign.join(", "))
    }
}

fn is_typed(value: &str, command: &Command) -> bool {
    command.words.iter().any(|word| holds_part(&word.value, value))
}

fn is_own_name(value: &str, case: &Case<'_>, command: &Command) -> bool {
    let program = command.program_name().unwrap_or("");
    SOURCES
        .iter()
        .filter(|(_, owner)| *owner == program)
        .any(|(source, _)| sources::names(source, case, command).iter().any(|name| name == value))
}

/// Returns whether the file that ran, or a source file of the project, mentions the value.
fn is_used(value: &str, case: &Case<'_>, command: &Command) -> bool {
    let world = case.world;
    let operands = command.arguments().iter().filter(|word| !word.value.starts_with('-'));
    let named = operands.map(|word| word.value.clone());
    let sources = DIRECTORIES.into_iter().flat_map(|directory| {
        let entries = world.entries(directory).into_iter();
        let files = entries.filter(|e| !e.is_directory && ENDINGS.iter().any(|end| e.name.ends_with(end)));
        files.map(move |entry| format!("{directory}/{}", entry.name))
    });
    named
        .filter(|path| world.kind(path).is_file())
        .chain(named_by_output(case))
        .chain(sources)
        .take(MAX_FILES)
        .filter_map(|path| world.read(&path))
        .any(|text| holds_part(&text, value))
}

/// Returns the source files below the directory that the output names: `./cmd/x/main.go:2:8`.
fn named_by_output(case: &Case<'_>) -> impl Iterator<Item = String> {
    let root = format!("{}/", case.failure.record.cwd);
    let words = case.output.map_or("", |output| output).split([' ', '\n', '\t', '\'', '"', ':', '(', ')']);
    let below = words
        .filter(|word| ENDINGS.iter().any(|end| word.ends_with(end)))
        .filter_map(move |word| {
            let path =
                word.strip_prefix(&root).or_else(|| (!word.starts_with(['/', '~'])).then_some(word))?;
            (!path.contains("..")).then(|| path.to_owned())
        })
        .take(MAX_FILES);
    below.collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use crate::diagnose::diagnose;
    use crate::failure::Failure;
    use crate::rules::RuleSet;
    use facts::FakeWorld;
    use facts::record::{CommandRecord, Output};
    use syntax::Dialect;

    /// Returns the first fix of a rule with this fix, and its reason, for a name in the output.
    fn fixed(fix: &str, name: &str) -> Option<(String, String)> {
        fixed_by(&format!("prepend = '{fix} && '"), "frob x", name)
    }

    fn fixed_by(fix: &str, line: &str, name: &str) -> Option<(String, String)> {
        let rule = format!(
            "program = 'frob'\n[[rule]]\nid = 'frob/knob'\noutput = 'there is no knob {{name}} here'\n\
             fix = {{ {fix} }}\nbecause = 'it is not there'\n"
        );
        let mut rules = RuleSet::default();
        assert!(rules.add("frob.toml", &rule).is_empty());
        let world = FakeWorld {
            programs: ["frob", "oilcan", "sudo", "evil"].map(str::to_owned).to_vec(),
            ..FakeWorld::default()
        };
        let output = format!("frob: error: there is no knob {name} here\n");
        let record = CommandRecord {
            text: line.into(),
            dialect: Dialect::Bash,
            cwd: "/home/me".into(),
            entered_in: String::new(),
            status: 2,
            output: Some(Output::from_bytes(output.as_bytes())),
        };
        let found = diagnose(&Failure::of(&record, &world).unwrap(), &world, &rules).suggestions;
        found.into_iter().next().map(|fix| (fix.text, fix.because))
    }

    #[test]
    fn a_plain_name_from_the_output_is_a_marked_operand() {
        let (text, because) = fixed("oilcan add {name}", "left-pad").unwrap();
        assert_eq!(text, "oilcan add left-pad && frob x");
        assert_eq!(because, "it is not there · from program output: left-pad");
    }

    #[test]
    fn a_name_from_the_output_is_neither_a_program_nor_more_than_a_name() {
        for name in ["-rf", "a;evil", "https://evil.example/x", "/etc/passwd", "$(evil)", "x y"] {
            assert_eq!(fixed("oilcan add {name}", name), None, "{name}");
        }
        for fix in ["{name} add", "sudo {name} x", "oilcan x && {name} x", "oilcan {name} && sudo {name} x"] {
            assert_eq!(fixed(fix, "evil"), None, "{fix}");
        }
    }

    #[test]
    fn a_name_from_the_output_stands_only_behind_a_program_of_the_line() {
        for (fix, mended) in [
            ("append = ' {name}'", Some("sudo frob x left-pad")),
            ("insert = '--with {name}', after = 'program'", Some("sudo frob --with left-pad x")),
            ("replace = 'x', with = '{name}'", Some("sudo frob left-pad")),
            ("replace = 'frob', with = '{name}'", None),
            ("insert = '{name}', after = 'sudo'", None),
            ("append = ' && {name}'", None),
        ] {
            let found = fixed_by(fix, "sudo frob x", "left-pad").map(|(text, _)| text);
            assert_eq!(found.as_deref(), mended, "{fix}");
        }
    }
}
