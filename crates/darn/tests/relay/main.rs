//! `darn shell` against the same session without it: every byte, every status, every limit alike.
// What cannot be set up fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod bytes;
mod endings;
mod inherited;
mod jobs;
mod many;
mod programs;
mod session;
mod starts;
