//! Checks that the program that a fix adds exists.

use syntax::Script;

use super::Case;

/// Returns whether the first program of a fix that is not in the failed line is missing here. It may provide
/// those behind it.
pub fn calls_missing_program(case: &Case<'_>, fix: &Script) -> bool {
    let failed = &case.failure.script.commands;
    let added = fix.commands.iter().filter_map(|command| command.program_word()).find(|word| {
        let is_plain = !word.dynamic && !word.value.is_empty() && !word.value.contains(['/', '<', '=']);
        is_plain && !failed.iter().any(|old| old.program_name() == Some(word.value.as_str()))
    });
    added.is_some_and(|word| !case.is_command(&word.value))
}

#[cfg(test)]
mod tests {
    use crate::diagnose::diagnose;
    use crate::failure::Failure;
    use crate::rules::RuleSet;
    use facts::FakeWorld;
    use facts::record::{CommandRecord, Output};
    use syntax::Dialect;

    #[test]
    fn fix_with_a_missing_program_is_dropped() {
        let rule = "program = 'frob'\n[[rule]]\nid = 'frob/knob'\noutput = 'the knob is stuck'\n\
                    fix = { prepend = 'oilcan knob && polish && ' }\nbecause = 'it needs oil'\n";
        let mut rules = RuleSet::default();
        assert!(rules.add("frob.toml", rule).is_empty());
        let fixes = |programs: &[&str]| -> Vec<String> {
            let programs = programs.iter().map(|name| (*name).to_owned()).collect();
            let world = FakeWorld { programs, ..FakeWorld::default() };
            let record = CommandRecord {
                text: "frob x".into(),
                dialect: Dialect::Bash,
                cwd: "/home/me".into(),
                entered_in: String::new(),
                status: 2,
                output: Some(Output::from_bytes(b"frob: error: the knob is stuck\n")),
            };
            let failure = Failure::of(&record, &world).unwrap();
            diagnose(&failure, &world, &rules).suggestions.into_iter().map(|fix| fix.text).collect()
        };
        assert!(fixes(&["frob"]).is_empty(), "oilcan is not here");
        // the first program may install the second one
        assert_eq!(fixes(&["frob", "oilcan"]), ["oilcan knob && polish && frob x"]);
    }
}
