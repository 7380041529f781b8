//! Real shells and terminals.

pub mod bash;
pub mod fish;
pub mod sh;
pub mod shells;
pub mod zsh;
