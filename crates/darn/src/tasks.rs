//! Tasks in plain language: a model proposes one step at a time, a person confirms it, and one persistent shell
//! runs it.
//!
//! ```text
//! Next::Think      the model says what is to be done next          model::next_action
//!   or             a certain fix of the rules, without the model   Task::repair
//! Step             judged by the policy, shown with its directory  step
//! Person           runs, edits, skips, asks why, leaves            person: terminal or lines of JSON
//! Workspace        runs it; only a Confirmed command               workspace
//! Exchange         what came of it, redacted, for the model        task
//! ```

pub mod keeper;
pub mod limits;
pub mod lines;
pub mod past;
pub mod person;
pub mod shapes;
pub mod step;
pub mod task;
pub mod terminal;
pub mod workspace;
