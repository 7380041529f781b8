//! The real shells read quoted text as intended, and judge command lines as the parser does.
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
mod quoting;
mod shell;
mod tables;
#[path = "../helpers/values.rs"]
mod values;
