//! `sudo echo x > /etc/hosts`: the shell opens the file itself, before it runs sudo. (POSIX 2.7)

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let command = case.commands().find(|command| command.is_privileged())?;
    let targets = command.redirects.iter().filter(|redirect| case.raw(redirect.operator).contains('>'));
    let mut targets = targets.filter_map(|redirect| redirect.target.as_ref());
    // bash and zsh
    let is_refused = |path: &str| {
        case.printed(&format!("{path}: Permission denied"))
            || case.printed(&format!("permission denied: {path}"))
    };
    let target = targets.find(|word| is_refused(&word.value))?;
    let sudo = command.words.first()?;
    Some(Finding::read(format!(
        "the shell opens {} itself, as you: {} covers only the command",
        quoted(&target.value),
        quoted(&sudo.value)
    )))
}
