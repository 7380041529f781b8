//! Tasks of the project: `cargo xtask test | ci | bench | record | vocab | tidy`.
fn main() {}
