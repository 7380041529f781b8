//! Every page of the corpus can be parsed, and darn answers as its sections specify.

mod words;

use super::*;

/// Minimum percentage of fixable cases that the first suggestion must fix.
const MENDED: usize = 85;
/// Maximum number of negatives per thousand that may get a suggestion.
const DISTURBED: usize = 5;
/// Minimum percentage of all cases whose kind must be recognised.
const KINDS: usize = 97;

#[test]
fn pages_print_as_they_were_read() {
    for path in paths().unwrap() {
        let page = Page::read(&path).unwrap();
        assert_eq!(Page::parse(&page.print()).unwrap(), page, "{}", path.display());
    }
}

#[test]
fn recorded_failures_are_mended() {
    let programs = programs().unwrap();
    let (mut fixable, mut mended, mut negatives, mut disturbed, mut cases, mut kinds) = (0, 0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    let mut kinds_wrong = Vec::new();
    for path in paths().unwrap() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for section in Page::read(&path).unwrap().sections {
            let answer = section.answer(&programs).unwrap();
            let is_right = section.is_right(&answer);
            let place = format!("{name}: {}: `{}`", section.title, section.command);
            cases += 1;
            if answer.kind == section.kind {
                kinds += 1;
            } else {
                kinds_wrong.push(format!("{place}: {} is taken for {}", section.kind, answer.kind));
            }
            if is_right == section.is_gap {
                let got = answer.suggestions.first();
                wrong.push(format!("{place}\n    wanted {:?}\n    got    {got:?}", section.fixes));
            }
            if section.is_negative() {
                negatives += 1;
                disturbed += usize::from(!is_right);
            } else {
                fixable += 1;
                mended += usize::from(is_right);
            }
        }
    }
    println!(
        "{mended} of {fixable} mended, {disturbed} of {negatives} negatives disturbed, kind right in {kinds} of {cases}"
    );
    assert!(wrong.is_empty(), "not as marked; `cargo xtask record corpus/*.md`:\n{}", wrong.join("\n"));
    assert!(disturbed * 1000 <= negatives * DISTURBED, "{disturbed} of {negatives} negatives disturbed");
    assert!(mended * 100 >= fixable * MENDED, "{mended} of {fixable} mended");
    assert!(kinds * 100 >= cases * KINDS, "kind right in {kinds} of {cases}:\n{}", kinds_wrong.join("\n"));
}

/// Every suggestion has the verdict of `darn check` on the same line; denied lines are not offered.
#[test]
fn suggestions_have_the_verdict_of_the_policy() {
    let (policy, rules) = (policy::Policy::default(), RuleSet::default());
    let programs = programs().unwrap();
    let mut judged = 0;
    for path in paths().unwrap() {
        for section in Page::read(&path).unwrap().sections {
            let (record, world) = section.failure(&programs).unwrap();
            for suggestion in engine::Answer::of(&record, &world, &rules).diagnosis.suggestions {
                let verdict = policy.assess(&suggestion.text, record.dialect, &world);
                assert_eq!(suggestion.verdict, verdict, "{} → {}", record.text, suggestion.text);
                assert!(verdict.level < policy::Level::Deny, "{} → {}", record.text, suggestion.text);
                judged += usize::from(verdict.level > policy::Level::Allow);
            }
        }
    }
    assert!(judged > 5, "only {judged} suggestions are worth a warning: the test shows too little");
}

/// The corpus is recorded on Linux.
#[test]
fn rules_about_another_system_say_nothing_of_these_failures() {
    let files = engine::rules::built_in_files().into_iter();
    let tables = files.map(|(_, text)| toml::from_str::<toml::Table>(&text).unwrap());
    let foreign = tables.filter(|table| table.contains_key("system"));
    let ids: Vec<String> = foreign
        .flat_map(|table| table["rule"].as_array().unwrap().clone())
        .map(|rule| format!("rule:{}", rule["id"].as_str().unwrap()))
        .collect();
    assert!(ids.len() > 100, "{}", ids.len());
    let (rules, programs) = (RuleSet::default(), programs().unwrap());
    for path in paths().unwrap() {
        for section in Page::read(&path).unwrap().sections {
            let (record, world) = section.failure(&programs).unwrap();
            for suggestion in engine::Answer::of(&record, &world, &rules).diagnosis.suggestions {
                let origin = suggestion.origin.to_string();
                assert!(!ids.contains(&origin), "{}: {origin}: {}", record.text, suggestion.text);
            }
        }
    }
}
