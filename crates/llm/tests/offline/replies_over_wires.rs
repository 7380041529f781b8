//! The labelled replies as transmitted over a wire, complete and cut at every byte.

use crate::labelled::Case;
use llm::wire::{Completion, Decoder, Fault, FaultKind, Finish, Wire};
use policy::Policy;

/// Number of places at which longer bodies are cut, instead of at every byte.
const CUTS: usize = 200;

fn bodies() -> impl Iterator<Item = (Case, Wire)> {
    crate::labelled::CLASSES.flat_map(crate::labelled::cases).filter_map(|case| {
        let wire = match case.wire.as_deref()? {
            "openai" => Wire::OpenAi,
            "anthropic" => Wire::Anthropic,
            "ollama" => Wire::Ollama,
            other => panic!("{}: wire {other}", case.name),
        };
        Some((case, wire))
    })
}

fn decoded(wire: Wire, status: u16, body: &[u8]) -> Result<Completion, Fault> {
    if status != 200 {
        return Err(Fault::of_response(status, body));
    }
    let mut decoder = Decoder::new(wire);
    decoder.feed(body, &mut |_| {})?;
    decoder.end(&mut |_| {})
}

fn offered(case: &Case, completion: &Completion, policy: &Policy) -> Vec<String> {
    let world = crate::labelled::world(case.dialect());
    let reply = case.read_in(completion, &world);
    case.offered_in(&reply, policy, &world).into_iter().map(|suggestion| suggestion.text).collect()
}

#[test]
fn bodies_become_what_their_labels_say() {
    let policy = Policy::default();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (case, wire) in bodies() {
        count += 1;
        let completion = decoded(wire, case.status.unwrap_or(200), &case.body());
        match (&completion, &case.error) {
            (Err(fault), Some(error)) => {
                let kind = if fault.kind == FaultKind::Filtered { "content filter" } else { "" };
                let status = fault.status.unwrap_or_default();
                let said = format!("{kind} {status} {} {}", fault.code, fault.message).to_lowercase();
                if !said.contains(error.as_str()) {
                    wrong.push(format!("{}: says {said:?}, not {error:?}", case.name));
                }
            }
            (Ok(completion), Some(error)) => {
                wrong.push(format!("{}: {completion:?} instead of {error:?}", case.name));
            }
            (Ok(completion), None) => {
                let texts = offered(&case, completion, &policy);
                if texts != case.wanted() {
                    wrong.push(format!("{}: {texts:?} instead of {:?}", case.name, case.wanted()));
                }
                if case.text.as_ref().is_some_and(|text| *text != completion.text) {
                    wrong.push(format!("{}: text {:?}", case.name, completion.text));
                }
            }
            (Err(fault), None) => {
                if !case.wanted().is_empty() || case.text.is_some() {
                    wrong.push(format!("{}: {fault:?}", case.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 90, "{count} bodies");
}

#[test]
fn too_much_is_not_read() {
    let policy = Policy::default();
    let (case, _) = bodies().next().unwrap_or_else(|| panic!("no case"));
    let word = "a".repeat(300_000);
    let delta = |text: &str| {
        format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n")
    };
    let end =
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let line =
        format!("{{\"message\":{{\"content\":\"echo {word}\"}},\"done\":true,\"done_reason\":\"stop\"}}\n");
    for (wire, body) in [
        (Wire::OpenAi, format!("{}{}{end}", delta("echo "), delta(&word))),
        (Wire::OpenAi, format!("{}{end}", delta("a").repeat(300_000))),
        (Wire::OpenAi, format!("data: {word}")),
        (Wire::Ollama, line),
    ] {
        if let Ok(completion) = decoded(wire, 200, body.as_bytes()) {
            assert_eq!(offered(&case, &completion, &policy), [""; 0]);
        }
    }
    // the same format is read if it is short
    let body = format!("{}{end}", delta("git status"));
    let completion = decoded(Wire::OpenAi, 200, body.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert_eq!(offered(&case, &completion, &policy), ["git status"]);
}

#[test]
fn a_cut_body_becomes_the_whole_reply_or_nothing() {
    let policy = Policy::default();
    let mut cuts = 0;
    for (case, wire) in bodies().filter(|(case, _)| case.status == Some(200)) {
        let body = case.body();
        let wanted = case.wanted();
        for end in (0..body.len()).step_by(body.len().div_ceil(CUTS).max(1)) {
            cuts += 1;
            let Ok(completion) = decoded(wire, 200, body.get(..end).unwrap_or_default()) else { continue };
            if completion.finish == Finish::Cut {
                let reply = case.read(&completion);
                assert!(reply.commands.is_empty(), "{} cut at {end}: {reply:?}", case.name);
                continue;
            }
            let texts = offered(&case, &completion, &policy);
            assert!(texts.is_empty() || texts == wanted, "{} cut at {end}: {texts:?}", case.name);
        }
    }
    assert!(cuts > 10_000, "{cuts}");
}
