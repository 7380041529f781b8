//! Buckets of literals by their first two bytes. Shared with the build script, which sorts the built-in patterns.

/// Number of places.
pub const PLACES: usize = 1 << 12;

/// Returns the place of a literal that begins so.
pub fn place(text: &[u8]) -> usize {
    match text {
        [first, second, ..] => usize::from(*first) % 64 * 64 + usize::from(*second) % 64,
        _ => 0,
    }
}

/// Returns for each place, and for the end, how many of the places before it there are; they are sorted.
pub fn before(places: impl Iterator<Item = usize>) -> Vec<u32> {
    let (mut places, mut count) = (places.peekable(), 0);
    (0..=PLACES)
        .map(|at| {
            while places.next_if(|place| *place < at).is_some() {
                count += 1;
            }
            count
        })
        .collect()
}
