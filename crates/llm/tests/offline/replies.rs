//! Each labelled reply yields what its label says: the fix and its alternatives, nothing else.

use engine::{Applicability, Suggestion};
use policy::{Level, Policy};

/// Replies given as text; `wires.rs` tests those given as bytes.
#[test]
fn texts_become_what_their_labels_say() {
    let policy = Policy::default();
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in crate::labelled::CLASSES.flat_map(crate::labelled::cases) {
        let Some(content) = &case.content else { continue };
        count += 1;
        let reply = case.read(&crate::labelled::completion(content, case.finish()));
        let offered = case.offered(&reply, &policy);
        let texts: Vec<&str> = offered.iter().map(|suggestion| suggestion.text.as_str()).collect();
        if texts != case.wanted() {
            wrong.push(format!("{}: {texts:?} instead of {:?}", case.name, case.wanted()));
        }
        if texts.iter().any(|text| case.never.iter().any(|never| never == text)) {
            wrong.push(format!("{}: never {texts:?}", case.name));
        }
        if case.why.is_some() && case.why != reply.why {
            wrong.push(format!("{}: because {:?}", case.name, reply.why));
        }
        let holes =
            offered.first().is_some_and(|first| first.applicability == Applicability::HasPlaceholders);
        if holes != case.placeholder {
            wrong.push(format!("{}: placeholder {holes}", case.name));
        }
        assert!(offered.iter().all(|suggestion| suggestion.applicability != Applicability::Certain));
        for Suggestion { text, verdict, applicability, .. } in &offered {
            assert!(verdict.level < Level::Deny, "{}: {text}", case.name);
            if *applicability == Applicability::HasPlaceholders {
                continue; // judged with its placeholders filled
            }
            let world = crate::labelled::world(case.dialect());
            let strict = policy.assess_strict(text, case.dialect(), &world);
            assert!(verdict.level >= strict.level, "{}: {text}: {verdict:?}", case.name);
            assert!(strict.reasons.iter().all(|reason| verdict.reasons.contains(reason)), "{}", case.name);
            assert_eq!(verdict.instead, strict.instead, "{}: {text}", case.name);
        }
    }
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 240, "{count} texts");
}
