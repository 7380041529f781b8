//! `java jar app.jar`, `mvn package pl core`: an option without its dashes.

use super::prelude::*;

/// Messages that refuse a word, in lower case.
const REFUSALS: &[&str] = &["unknown", "unrecogni", "not recogni", "could not find", "invalid"];
/// Maximum number of output lines examined.
const LINES: usize = 100;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let words = vocabulary::find(command.program_name()?, case.world)?;
    let walk = words.walk_command(command).unwrap_or_default();
    let depths: Vec<_> = (0..=walk.path.len()).filter_map(|depth| walk.path.get(..depth)).collect();
    let has = |name: &str| depths.iter().any(|path| words.options(path).any(|option| option.name == name));
    let first = command.program()? + 1;
    command.arguments().iter().enumerate().find_map(|(at, word)| {
        if walk.words.contains(&(first + at)) {
            return None; // a subcommand
        }
        let name = word.value.as_str();
        let is_name = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if !is_name || word.dynamic || name.starts_with('-') || case.exists(name) || !is_refused(case, name) {
            return None;
        }
        // the value of an option is no option
        let before = at.checked_sub(1).and_then(|before| command.arguments().get(before));
        if before.is_some_and(|before| before.value.starts_with('-') && !before.value.contains('=')) {
            return None;
        }
        let option = [format!("-{name}"), format!("--{name}")].into_iter().find(|option| has(option))?;
        let because = format!("`{name}` is an option: {option}");
        Some(Proposal::certain(case.set_word(word, &option), because).at_distance(90))
    })
}

/// Returns whether a message is about the word itself.
fn is_refused(case: &Case<'_>, name: &str) -> bool {
    case.output.is_some_and(|output| {
        output.lines().take(LINES).any(|line| {
            let lower = line.to_ascii_lowercase();
            holds_part(line, name) && REFUSALS.iter().any(|text| lower.contains(text))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn the_dash_is_added() {
        let mut world = world();
        world.programs.extend(["java", "mvn"].map(str::to_owned));
        world.files.insert("App.jar".into(), String::new());
        let first = |text: &str, output: &str| fixes("bash", text, 1, Some(output), &world).first().cloned();
        let java = "Error: Could not find or load main class jar\n";
        assert_eq!(first("java jar App.jar", java).as_deref(), Some("java -jar App.jar"));
        let mvn = "[ERROR] Unknown lifecycle phase \"pl\". You must specify a valid lifecycle phase\n";
        assert_eq!(first("mvn -B exec:java pl core", mvn).as_deref(), Some("mvn -B exec:java -pl core"));
        assert_eq!(first("mvn -B exec:java", mvn), None);
    }
}
