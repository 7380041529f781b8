//! An option that the program refuses and darn does not know either: nothing says that it is misspelt.

use super::prelude::*;

/// Texts of such messages, in lower case.
const TEXTS: &[&str] = table!("refused_option");

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let command = case.failure.culprit_command()?;
    let name = command.program_name()?.rsplit('/').next()?;
    let lines = case.output?.lines().map(str::to_ascii_lowercase);
    let refusals: Vec<String> = lines.filter(|line| TEXTS.iter().any(|text| line.contains(text))).collect();
    let is_named = |option: &str| {
        let bare = option.trim_start_matches('-').to_ascii_lowercase();
        let is_end = |c: char| !c.is_alphanumeric() && !"-_".contains(c);
        !bare.is_empty()
            && refusals.iter().any(|line| line.split(is_end).any(|word| word.trim_start_matches('-') == bare))
    };
    let options = command.arguments().iter().map(|word| word.value.as_str());
    let mut options = options.filter(|word| word.starts_with('-') && !word.starts_with("---"));
    let option = options.find_map(|word| word.split('=').next().filter(|option| is_named(option)))?;
    Some(
        Finding::said(format!("the installed {} does not accept {} here", quoted(name), quoted(option)))
            .and("it is misspelt, or belongs to another version or subcommand; `--help` lists the options"),
    )
}
