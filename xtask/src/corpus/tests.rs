//! The corpus holds: every page can be read, and darn answers as its sections say.

use super::*;

/// Of the fixable cases, this many in a hundred must be mended by the first proposal.
const MENDED: usize = 80;
/// Of all cases, the kind must be told right in this many of a hundred.
const KINDS: usize = 85;

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
    let (mut fixable, mut mended, mut negatives, mut cases, mut kinds) = (0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    let mut kinds_wrong = Vec::new();
    for path in paths().unwrap() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        for section in Page::read(&path).unwrap().sections {
            let answer = section.answer(&programs).unwrap();
            let first = answer.suggestions.first();
            let is_right = first.is_some_and(|first| section.fixes.contains(first));
            let place = format!("{name}: {}: `{}`", section.title, section.command);
            cases += 1;
            if answer.kind == section.kind {
                kinds += 1;
            } else {
                kinds_wrong.push(format!("{place}: {} is taken for {}", section.kind, answer.kind));
            }
            match (section.is_negative(), section.is_gap) {
                (true, _) => {
                    negatives += 1;
                    if let Some(first) = first {
                        wrong.push(format!("{place}\n    nothing may be proposed, but {first:?} is"));
                    }
                    continue;
                }
                (false, true) if is_right => wrong.push(format!("{place}\n    mended now: no longer a gap")),
                (false, false) if !is_right => {
                    wrong.push(format!("{place}\n    wanted {:?}\n    got    {first:?}", section.fixes));
                }
                _ => {}
            }
            fixable += 1;
            mended += usize::from(is_right);
        }
    }
    println!("{mended} of {fixable} mended, {negatives} negatives, kind right in {kinds} of {cases}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(mended * 100 >= fixable * MENDED, "{mended} of {fixable} mended");
    assert!(kinds * 100 >= cases * KINDS, "kind right in {kinds} of {cases}:\n{}", kinds_wrong.join("\n"));
}
