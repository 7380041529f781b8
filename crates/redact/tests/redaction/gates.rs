//! Thresholds for the project's own set of texts, whose author had not seen the patterns.
use crate::set;

const OWN: &str = include_str!("own.jsonl");

#[test]
fn nearly_all_secrets_are_caught_and_nearly_nothing_else() {
    let rows = set::read(OWN);
    assert!(rows.len() > 400);
    // in per mille; the second half is held out
    let rates =
        |count: set::Count| (count.caught * 1000 / count.secrets, (count.hit * 1000).div_ceil(count.clean));
    let (caught, hit) = rates(set::count(rows.iter()));
    assert!(caught >= 940 && hit <= 10, "{caught}, {hit}");
    let (caught, hit) = rates(set::count(rows.iter().filter(|row| row.half() == 2)));
    assert!(caught >= 900 && hit <= 15, "half 2: {caught}, {hit}");
}
