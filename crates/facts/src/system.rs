//! Parsers for system files, over [`crate::World`].
//!
//! Unknown facts give empty answers; nothing is guessed from unreadable files.

pub mod elf;
pub mod limits;
pub mod mounts;
pub mod network;
pub mod processes;
pub mod signals;
pub mod size;
pub mod users;
