//! Effects of programs on files, processes and other machines: one file for each kind of effect.
//!
//! A check gets a [`Context`] and one command. It returns at once for programs that are not its own.

use crate::prelude::*;

mod abandon;
mod archives;
mod carry;
mod code;
mod copy;
mod delete;
mod device;
mod discard;
mod edit;
mod environment;
mod execute;
mod find;
mod foreign;
mod forks;
mod installers;
mod kill;
mod network;
mod options;
mod overwrite;
mod permissions;
mod printed;
mod proposed;
mod secrets;
mod send;
mod started;
mod windows;

pub use carry::{check as carry, mounted};
pub use code::check as code;
pub use delete::{How, delete};
pub use environment::environment;
pub use execute::execute;
pub use find::applied;
pub use foreign::cloned;
pub use forks::repeated_forks;
pub use network::network_descriptor;
pub use overwrite::{overwrite, overwrite_with};
pub use printed::printed;
pub use proposed::{level as proposed_level, overwritten};
pub use secrets::prints_secrets;
pub use send::send;
pub use started::{is_trusted, named};
pub use windows::{delete as delete_as_cmd, moved};

/// A check for one kind of effect of a command.
type Check = fn(&mut Context<'_>, &Invocation<'_>);

/// All checks of single commands.
pub const CHECKS: &[Check] = &[
    abandon::check,
    delete::check,
    execute::check,
    device::check,
    discard::check,
    find::check,
    foreign::check,
    copy::check,
    permissions::check,
    kill::check,
    network::check,
    carry::check,
    options::check,
    overwrite::check,
    proposed::check,
    windows::check,
];

/// The checks of a wrapper whose command is judged by itself.
pub const OF_WRAPPERS: &[Check] =
    &[options::check, network::check, carry::check, foreign::check, windows::check];
