//! `cargo xtask ci [quick]`: the checks that fail fast first, then everything.

use anyhow::Result;

pub fn run(arguments: &[String]) -> Result<()> {
    if arguments.iter().any(|argument| argument == "quick") {
        return crate::test::quick();
    }
    crate::test::run(&[])
}
