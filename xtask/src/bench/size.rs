//! Size of the stripped program with all features.

use anyhow::{Result, ensure};

const MAX_BYTES: u64 = 16_000_000;

pub fn run() -> Result<()> {
    let bytes = std::fs::metadata(super::darn()?)?.len();
    println!("darn, built as for users: {bytes} bytes; the bound is {MAX_BYTES}");
    ensure!(bytes <= MAX_BYTES, "larger than its bound");
    Ok(())
}
