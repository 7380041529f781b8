//! What must hold for any words, and for every rule.

use std::collections::BTreeSet;

use super::*;
use crate::{Field, UNKNOWN};
use facts::glob::stars;

fn fields(words: &[&str]) -> Vec<Field> {
    words.iter().map(|word| Field::plain(*word)).collect()
}

fn ids(catalogue: &Catalogue, program: &str, words: &[&str]) -> Vec<String> {
    let fields = fields(words);
    let invocation = Invocation { program, arguments: &fields, span: Span::new(0, 0) };
    catalogue.hits(&invocation).into_iter().map(|hit| hit.rule).collect()
}

#[test]
fn options_may_stand_anywhere_and_have_values() {
    let built_in = Catalogue::built_in();
    for words in [
        &["push", "--force"][..],
        &["--git-dir=x", "-C", "push", "push", "-vf"],
        &["--unknown", "value", "push", "--force"],
        &["--unknown", "push", "origin", "-f"],
        &["push", "--no-force", "--force"],
    ] {
        assert_eq!(ids(built_in, "git", words), ["git/force-push"], "{words:?}");
    }
    for words in [
        &["push", "--", "-f"][..],
        &["push", "--force", "--no-force"],
        &["push", "--force=false"],
        &["-C", "push", "pull", "--force"],
        &["push", "--message", "--force"],
        &["push", "-f", "--help"],
    ] {
        assert!(ids(built_in, "git", words).is_empty(), "{words:?}");
    }
}

#[test]
fn unknown_words_are_no_literals() {
    let unknown = UNKNOWN.to_string();
    let built_in = Catalogue::built_in();
    assert!(ids(built_in, "git", &[&unknown, "--hard"]).is_empty());
    assert_eq!(ids(built_in, "git", &[&unknown, "reset", "--hard"]), ["git/reset-hard"]);
    assert_eq!(ids(built_in, "git", &["push", "origin", &format!("+{unknown}")]), ["git/force-push-refspec"]);
}

#[test]
fn a_user_replaces_and_adds_rules() {
    let mut catalogue = Catalogue::default();
    catalogue.add(
        r#"
        [program.deploy]
        also = ["dp", "ship-prod = deploy production"]
        [[rule]]
        id = "git/reset-hard"
        command = "git reset"
        flags = { any = "--hard" }
        level = "warn"
        because = "mine"
        dangerous = []
        harmless = []
        [[rule]]
        id = "my/deploy"
        command = "deploy production"
        because = "customers see it"
        dangerous = []
        harmless = []
        "#,
    );
    let words = fields(&["reset", "--har"]);
    let hits = catalogue.hits(&Invocation { program: "git", arguments: &words, span: Span::new(0, 0) });
    assert_eq!(
        hits.iter().map(|hit| (hit.level, hit.because.as_str())).collect::<Vec<_>>(),
        [(Level::Warn, "mine")]
    );
    for (program, words) in [("deploy", &["production"][..]), ("dp", &["production"]), ("ship-prod", &[])] {
        assert_eq!(ids(&catalogue, program, words), ["my/deploy"]);
    }
}

#[test]
fn a_wrong_rule_is_told_and_the_rest_applies() {
    let mut catalogue = Catalogue::default();
    let text = "[[rule]]\nid = \"a/b\"\ncommand = \"x y\"\nflagz = 1\n\n[[rule]]\nid = \"a/c\"\ncommand = \"x (z\"\n\
                because = \"\"\ndangerous = []\nharmless = []\n[[rule]]\nid = \"a/d\"\ncommand = \"x d\"\nbecause = \"\"\n\
                dangerous = []\nharmless = []\n";
    catalogue.add(text);
    let errors = errors("f.toml", text);
    assert_eq!(errors.iter().map(|error| error.line).collect::<Vec<_>>(), [4, 7], "{errors:?}");
    assert_eq!(ids(&catalogue, "x", &["d"]), ["a/d"]);
    assert_eq!(super::errors("f.toml", "[[rule]]\nid = \"x")[0].line, 2);
}

/// Pieces of words that might confuse the reader.
const PIECES: &[&str] = &[
    "-", "--", "=", "push", "-f", "--force", "*", "(", "\u{10FFFE}", "ä", "delete", "rm", "\\", "+", ":",
    "0", "", "--dry-run", "-n", "--x=", "system", "prune",
];

#[test]
fn no_words_make_it_panic() {
    let mut state = 7u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let programs: Vec<&str> = built_in::programs().map(|(name, _)| name).collect();
    for _ in 0..20_000 {
        let words: Vec<String> =
            (0..next(7)).map(|_| (0..next(4)).map(|_| PIECES[next(PIECES.len())]).collect()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let _ = ids(Catalogue::built_in(), programs[next(programs.len())], &words);
    }
}

/// What a shell lets pass without asking may fit no rule.
#[test]
fn every_dangerous_example_has_a_trigger() {
    let triggers: Vec<Trigger> = Catalogue::built_in().triggers().collect();
    for (stem, text) in built_in_files() {
        for rule in load::parse(&stem, &text, &mut Vec::new()).rule {
            for line in rule.dangerous.as_slice() {
                let script = syntax::Script::parse(line, syntax::Dialect::Bash);
                let is_triggered = script.commands.iter().any(|command| {
                    let name = command.program_name().unwrap_or_default();
                    let name = name.rsplit('/').next().unwrap();
                    triggers.iter().filter(|trigger| stars(&trigger.program, name, trigger.ignore_case)).any(
                        |trigger| {
                            trigger.words.is_empty()
                                || command.arguments().iter().any(|word| {
                                    let fits =
                                        |pattern: &String| stars(pattern, &word.value, trigger.ignore_case);
                                    trigger.words.iter().any(fits)
                                })
                        },
                    )
                });
                assert!(is_triggered, "{line}");
            }
        }
    }
}

#[test]
fn ids_are_unique_and_reasons_short() {
    let mut seen = BTreeSet::new();
    for (stem, text) in built_in_files() {
        for rule in listed(&stem, &text) {
            assert!(rule.because.chars().count() <= 90, "{}: {}", rule.id, rule.because);
            assert!(seen.insert(rule.id.clone()), "{} occurs twice", rule.id);
        }
    }
}

/// A broken rule of the user takes no built-in one away.
#[test]
fn only_a_right_rule_replaces() {
    let mut catalogue = Catalogue::default();
    catalogue.add("[[rule]]\nid = \"git/reset-hard\"\ncommand = \"git reset\"\nnonsense = 1\n");
    assert_eq!(ids(&catalogue, "git", &["reset", "--hard"]), ["git/reset-hard"]);
}
