//! The labelled bodies in all chunk sizes, and cut at every byte: the decoded reply does not depend on where
//! the network splits it, and a truncated body never looks complete.

use llm::Error;
use llm::wire::{Completion, Decoder, Fault, Finish, Wire};

/// Length from which a body is not cut at every byte.
const LONG: usize = 20_000;

struct Body {
    name: String,
    wire: Wire,
    bytes: Vec<u8>,
}

fn bodies() -> Vec<Body> {
    let cases =
        crate::labelled::CLASSES.flat_map(crate::labelled::cases).filter(|case| case.status == Some(200));
    let bodies = cases.filter_map(|case| {
        let wire = match case.wire.as_deref()? {
            "openai" => Wire::OpenAi,
            "anthropic" => Wire::Anthropic,
            "ollama" => Wire::Ollama,
            other => panic!("{}: wire {other}", case.name),
        };
        Some(Body { name: case.name.clone(), wire, bytes: case.body() })
    });
    let bodies: Vec<Body> = bodies.collect();
    assert!(bodies.len() > 80, "only {} bodies", bodies.len());
    bodies
}

/// Decodes the bytes. The concatenated text events must equal the text of the result.
fn read(body: &Body, chunk: usize) -> Result<Completion, Fault> {
    let mut decoder = Decoder::new(body.wire);
    let mut told = String::new();
    for bytes in body.bytes.chunks(chunk) {
        decoder.feed(bytes, &mut |text| told.push_str(text))?;
    }
    let completion = decoder.end(&mut |text| told.push_str(text))?;
    if completion.finish != Finish::Refusal {
        assert_eq!(told, completion.text, "{}", body.name);
    }
    Ok(completion)
}

#[test]
fn chunks_make_no_difference() {
    for body in bodies() {
        let whole = read(&body, usize::MAX);
        for chunk in [1, 2, 3, 5, 7, 64, 1000] {
            assert_eq!(read(&body, chunk), whole, "{} in chunks of {chunk}", body.name);
        }
    }
}

#[test]
fn what_was_cut_never_looks_whole() {
    for body in bodies().iter().filter(|body| body.bytes.len() < LONG) {
        let whole = read(body, usize::MAX);
        let mut decoder = Decoder::new(body.wire);
        for (end, byte) in body.bytes.iter().enumerate() {
            let cut = decoder.clone().end(&mut |_| {});
            if decoder.feed(&[*byte], &mut |_| {}).is_err() {
                break;
            }
            let Ok(cut) = cut else { continue };
            if cut.finish == Finish::Cut {
                continue;
            }
            // data after the end, such as the token count, may be missing
            match &whole {
                Ok(whole) => assert_eq!(
                    (&cut.text, &cut.calls, cut.finish),
                    (&whole.text, &whole.calls, whole.finish),
                    "{} cut at {end}",
                    body.name
                ),
                Err(fault) => panic!("{} cut at {end} looks whole, but is {fault:?}", body.name),
            }
        }
    }
}

#[test]
fn errors_say_what_the_server_said() {
    for case in crate::labelled::CLASSES.flat_map(crate::labelled::cases) {
        let (Some(status), Some(error)) = (case.status.filter(|status| *status != 200), &case.error) else {
            continue;
        };
        let found = Error::of_fault(&Fault::of_response(status, &case.body()), None, None);
        assert!(found.to_string().to_lowercase().contains(error.as_str()), "{}: {found}", case.name);
        assert!(!found.hint().is_empty());
    }
}
