//! Compares `darn shell` with the same session without it: every byte, every status, every limit.

mod bytes;
mod endings;
mod inherited;
mod jobs;
mod logins;
mod many;
mod multiplexers;
mod playing;
mod programs;
mod resizing;
mod session;
mod starts;
mod vttest;
