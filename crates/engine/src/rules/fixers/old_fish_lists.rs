//! `a && b` in a fish before 3.0, whose lists are `a; and b`.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let is_old = case.dialect() == Dialect::Fish && case.printed("; and COMMAND");
    let text = &case.failure.script.text;
    let mended = text.replace(" && ", "; and ").replace(" || ", "; or ");
    if !is_old || mended == *text || text.contains(['\'', '"']) {
        return None;
    }
    Some(Proposal::likely(
        case.whole(mended),
        "this fish is too old: && and || need fish 3.0 or newer (older ones have ; and, ; or)",
    ))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::mends;

    #[test]
    fn lists_of_old_fish() {
        let said = "fish: Expected a command name, got token of type \u{201c}Run job in background\u{201d}. Did you mean \u{201c}COMMAND; and COMMAND\u{201d}? See the help section for the \u{201c}and\u{201d} builtin command by typing \u{201c}help and\u{201d}.\n";
        mends("fish", "ls && ls -l", 127, said, "ls; and ls -l");
    }
}
