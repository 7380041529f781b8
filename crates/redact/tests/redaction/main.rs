//! What the redaction detects, what it leaves alone, and what it costs.
#![allow(clippy::unwrap_used, clippy::panic)]
#![allow(unsafe_code, reason = "an allocator that counts")]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

#[path = "../../../policy/tests/hostile/counting.rs"]
mod counting;
mod gates;
mod linear;
#[allow(dead_code, reason = "the benchmark uses all of it")]
mod set;
mod shapes;
