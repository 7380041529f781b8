//! Readings of what the system says of itself: small parsers over [`crate::World`].
//!
//! "Do not know" is an empty answer here too; nothing is guessed from what could not be read.

pub mod elf;
pub mod limits;
pub mod mounts;
pub mod network;
pub mod processes;
pub mod signals;
pub mod size;
pub mod users;
