//! A chat in which shell commands and questions mix; the output of a failed command goes with the next question.
//!
//! ```text
//! Editor     reads a line; its prompt says what the line is         editor, complete, keymap
//! Line       command, question, built-in, or doubtful               line, prose
//! Shell      runs a command in the user's terminal                  console, tasks::workspace
//! Captures   keeps failing outputs; one waits                       capture
//! Talk       attaches it and files, asks, streams the answer        talk, files, model::converse
//! Repl       the loop, and the built-ins                            repl, builtins, explain
//! ```

mod answer;
mod builtins;
mod capture;
mod complete;
mod console;
mod editor;
mod explain;
mod files;
mod keymap;
mod leave;
mod line;
mod prose;
pub mod repl;
mod saved;
mod shell;
mod talk;
mod write;

pub use capture::Capture;
