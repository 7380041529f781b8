//! What is known of the shell while a command line is read: what commands see ([`Env`]), what files hold
//! ([`Files`]), what has been found ([`Findings`]) and how much more may be read ([`Budget`]).
//!
//! Nothing is run. Where a value depends on something that only running would tell, it is
//! [`UNKNOWN`](crate::UNKNOWN); where a branch may or may not be taken, variables keep all the values they may
//! have.

mod budget;
mod env;
mod files;
mod findings;
mod origin;
mod stream;
mod value;

pub use budget::{Budget, MAX_ARGUMENTS};
pub use env::{CHECKED, Env};
pub use files::{Files, Node, is_network};
pub use findings::Findings;
pub use origin::{Body, Frame, Origin, is_background};
pub use stream::{MAX_TEXT, Printed, Search, Stream};
pub use value::{Item, Value, Variable};
