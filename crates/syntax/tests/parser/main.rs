//! Parsing, printing, edits and quoting.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "tests read files, print and panic"
)]

#[path = "../helpers/cases.rs"]
mod cases;
mod edits;
mod invariants;
mod properties;
mod quoting;
mod tables;
mod tree;
#[path = "../helpers/values.rs"]
mod values;
