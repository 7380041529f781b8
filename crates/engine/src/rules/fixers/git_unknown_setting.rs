//! `git config user.nmae`: git prints nothing about an unknown setting.

use super::prelude::*;

const SETTINGS: &[&str] = table!("git_settings");

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if case.status() != 1 || case.output.is_some_and(|output| !output.trim().is_empty()) {
        return Vec::new();
    }
    let Some(command) =
        case.failure.culprit_command().filter(|command| command.program_name() == Some("git"))
    else {
        return Vec::new();
    };
    let is_config =
        vocabulary::walk(command, case.world).is_some_and(|walk| walk.path.first() == Some(&"config"));
    let operands = vocabulary::operands(command, case.world);
    let (true, [only]) = (is_config, operands.as_slice()) else { return Vec::new() };
    let Some(word) = command.words.get(*only).filter(|word| !word.dynamic && word.value.contains('.')) else {
        return Vec::new();
    };
    // names ignore case; sections such as `branch.NAME.merge` contain names chosen by the user
    if word.value.matches('.').count() > 1
        || SETTINGS.iter().any(|name| name.eq_ignore_ascii_case(&word.value))
    {
        return Vec::new();
    }
    let near = spell::nearest(&word.value, SETTINGS.iter().copied());
    let best = near.first().map_or(0, |near| near.distance);
    near.into_iter()
        .take_while(|near| near.distance <= best.min(180))
        .take(2)
        .map(|near| {
            let edit = case.set_word(word, near.name);
            let because = format!("git has no setting {}", word.value);
            Proposal::certain(edit, because).at_distance(near.distance)
        })
        .collect()
}
