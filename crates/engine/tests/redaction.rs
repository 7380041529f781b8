//! The gate on the project's own set of texts, which was written by somebody who had not seen the patterns.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "redaction/set.rs"]
#[allow(dead_code, reason = "the benchmark uses all of it")]
mod set;

const OWN: &str = include_str!("redaction/own.jsonl");

#[test]
fn nearly_all_secrets_are_caught_and_nearly_nothing_else() {
    let rows = set::read(OWN);
    assert!(rows.len() > 400);
    for half in [1, 2] {
        let count = set::count(rows.iter().filter(|row| row.half() == half));
        // per mille
        let caught = count.caught * 1000 / count.secrets;
        let hit = (count.hit * 1000).div_ceil(count.clean);
        assert!(caught >= 900 && hit <= 40, "half {half}: {count:?}");
    }
}
