//! Redacting a text four times as long takes at most about four times the work, in every shape. Work is
//! measured in allocated bytes.

use crate::{counting, shapes};

#[test]
fn redaction_of_every_shape_is_linear() {
    let work = |text: String| {
        let before = counting::bytes();
        drop(std::hint::black_box(redact::redact(&text)));
        counting::bytes() - before
    };
    let mut wrong = Vec::new();
    for shape in shapes::SHAPES {
        let [short, long] = [8, 32].map(|kib: usize| work(shape.repeat(kib * 1024 / shape.len())));
        // a very long value is processed in parts, each in its own round
        if long > short * 5 + 1024 * 1024 {
            wrong.push(format!("{shape:?}: {short} bytes, then {long}"));
        }
    }
    assert!(wrong.is_empty(), "{} shapes:\n{}", wrong.len(), wrong.join("\n"));
}
