//! Integration with shells and terminals.

pub mod bash;
pub mod capture;
pub mod descriptors;
pub mod fish;
pub mod notation;
pub mod processes;
pub mod relay;
pub mod session;
pub mod sh;
pub mod shells;
pub mod spec;
pub mod words;
pub mod zsh;
