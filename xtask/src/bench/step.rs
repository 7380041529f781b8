//! The cost of a step in a session of `darn do`, beside a new shell for each command and a shell driven through tmux.

use crate::prelude::*;
use crate::process::{run as run_program, target};

pub fn run() -> Result<()> {
    super::build_release(&["darnit-shell", "--example", "session"])?;
    run_program(&mut Command::new(target().join("release/examples/session")))
}
