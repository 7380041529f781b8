//! What would this command line do, and should somebody look twice before it does?

use syntax::{Dialect, Script};

use crate::rules::guard;
use crate::world::World;

pub mod catalogue;
pub mod code;
pub mod decode;
mod field;
mod level;
mod payload;
mod verdict;

pub use field::{Field, Invocation, Taint, UNKNOWN};
pub use level::Level;
pub use verdict::{Coverage, Reason, Target, Verdict};

/// The rules by which command lines are judged: the built-in ones and the user's.
#[derive(Debug, Default)]
pub struct Policy {}

impl Policy {
    /// Judges a command line as the shell of this dialect would run it. Never fails, asks the
    /// world about names only (home, aliases), never counts files.
    #[must_use]
    pub fn assess(&self, text: &str, dialect: Dialect, _world: &dyn World) -> Verdict {
        guard::judge(&Script::parse(text, dialect), &Script::parse("", dialect))
    }
}
