//! Tasks in plain language: a model proposes one step at a time, a person confirms it, and one persistent shell
//! runs it.
//!
//! ```text
//! Course     what is to be done next: events in, effects out      course
//! Task       does it                                              task
//! Step       judged by the policy, shown with its directory       step
//! Person     runs, edits, skips, asks why, leaves                 person: terminal or lines of JSON
//! Workspace  runs it; only a Confirmed command                    workspace
//! Exchange   what came of it, redacted, for the model             task
//! ```

pub mod course;
pub mod history;
pub mod keeper;
pub mod limits;
pub mod lines;
pub mod past;
pub mod person;
pub mod repair;
pub mod repeats;
pub mod shapes;
pub mod step;
pub mod task;
pub mod terminal;
pub mod work;
pub mod workspace;
