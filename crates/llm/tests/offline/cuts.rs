//! Truncated text never becomes a command, wherever it is cut.

use crate::labelled::Case;
use llm::wire::Finish;
use policy::Policy;

/// Length from which the second test reads only `OF_LONG` prefixes of a text.
const LONG: usize = 1024;
const OF_LONG: usize = 64;

fn texts() -> impl Iterator<Item = (Case, String)> {
    crate::labelled::CLASSES
        .flat_map(crate::labelled::cases)
        .filter_map(|case| case.content.clone().map(|text| (case, text)))
}

fn prefix(text: &str, end: usize) -> String {
    String::from_utf8_lossy(text.as_bytes().get(..end).unwrap_or_default()).into_owned()
}

#[test]
fn where_the_server_says_that_it_was_cut_nothing_is_proposed() {
    let mut cuts = 0;
    for (case, text) in texts() {
        let world = crate::labelled::world(case.dialect());
        for end in 0..=text.len() {
            for finish in [Finish::Cut, Finish::Length, Finish::Refusal] {
                let completion = crate::labelled::completion(&prefix(&text, end), finish);
                let reply = case.read_in(&completion, &world);
                assert!(reply.commands.is_empty(), "{} cut at {end}: {reply:?}", case.name);
            }
            cuts += 1;
        }
    }
    assert!(cuts > 100_000, "{cuts}");
}

/// A truncated reply with `stop` is indistinguishable from a complete one; even so, no prose, language name
/// or thought is offered. Two cases cannot be detected: that a text which is a command on its own would have
/// continued, and that a thought without its opening tag is a thought, before it ends.
#[test]
fn where_the_server_says_stop_nothing_forbidden_is_offered() {
    let policy = Policy::default();
    let mut cuts = 0;
    let mut wrong = Vec::new();
    let thoughts: Vec<String> = crate::labelled::cases(6).into_iter().map(|case| case.name).collect();
    for (case, text) in texts() {
        let opened = text.find("<think").or_else(|| text.find("<|channel|>"));
        if text.find("</think>").is_some_and(|close| opened.is_none_or(|open| close < open)) {
            continue;
        }
        let world = crate::labelled::world(case.dialect());
        let is_command = |never: &String| {
            let reply = case.read_in(&crate::labelled::completion(never, Finish::Stop), &world);
            !case.offered_in(&reply, &policy, &world).is_empty()
        };
        let is_thought = thoughts.contains(&case.name);
        let never: Vec<&String> =
            case.never.iter().filter(|never| is_thought || !is_command(never)).collect();
        if never.is_empty() {
            continue;
        }
        let wanted = case.wanted();
        let step = if text.len() > LONG { text.len() / OF_LONG } else { 1 };
        for end in (0..=text.len()).step_by(step) {
            let reply = case.read_in(&crate::labelled::completion(&prefix(&text, end), Finish::Stop), &world);
            cuts += 1;
            for suggestion in case.offered_in(&reply, &policy, &world) {
                let is_never = never.contains(&&suggestion.text);
                let begins = wanted.iter().any(|wanted| wanted.starts_with(&suggestion.text));
                if is_never && !begins {
                    wrong.push(format!("{} cut at {end}: {:?}", case.name, suggestion.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cuts > 8_000, "{cuts}");
}
