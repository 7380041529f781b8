//! `git push - u origin main`: a blank between the dash and its letter.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let dash = command.arguments().iter().position(|word| matches!(word.value.as_str(), "-" | "--"))?;
    let (dash, name) = (command.arguments().get(dash)?, command.arguments().get(dash + 1)?);
    let known: Vec<_> = {
        let words = vocabulary::find(command.program_name()?, case.world)?;
        let path = vocabulary::walk(command, case.world)?.path;
        words.options(&path).map(|option| option.name).collect()
    };
    let joined = format!("{}{}", dash.value, name.value);
    let is_named = case.output.is_none_or(|output| holds_part(output, &name.value) || output.contains("'-'"));
    let is_option = known.contains(&joined.as_str())
        && !name.dynamic
        && name.value.starts_with(|c: char| c.is_ascii_alphabetic())
        && (dash.value.len() == 1) == (name.value.len() == 1);
    (is_option && is_named && !case.is_unstarted()).then(|| {
        let edit = Edit::new().replace(dash.span.to(name.span), joined.clone());
        Proposal::likely(edit, format!("{joined} is one word"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn the_dash_and_its_letter_are_joined() {
        let refused = "error: src refspec u does not match any\nerror: failed to push some refs to '-'\n";
        mends("bash", "git push - u origin dev", 1, refused, "git push -u origin dev");
        leaves("bash", "git log -- x", 128, Some("fatal: bad object x\n"));
    }
}
