//! Parsers for system files, over [`crate::World`].
//!
//! Unknown facts give empty answers here, too; nothing is guessed from what could not be read.

pub mod elf;
pub mod limits;
pub mod mounts;
pub mod network;
pub mod processes;
pub mod signals;
pub mod size;
pub mod users;
