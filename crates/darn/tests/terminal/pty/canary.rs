//! A canary in place of `rm`: a script that records that it ran, and deletes nothing.

use super::{Builder, Terminal};

/// The HOME that the shell sees, as files below `/tmp` may be deleted without confirmation.
pub const HOME: &str = "/home/darn-test";
/// Appends its arguments to the file named by `$CANARY`.
pub const RM: &str = "#!/bin/sh\n[ \"$1\" = --version ] || echo \"rm $*\" >>\"$CANARY\"\n";

/// A shell with the canary first in its path, and with [`HOME`].
pub fn builder(shell: &str) -> Builder {
    let home = match shell {
        "fish" => {
            "set -gx CANARY $HOME/ran; set -gx XDG_CONFIG_HOME $HOME/.config; set -gx XDG_STATE_HOME $HOME/.state; set -gx XDG_CACHE_HOME $HOME/.cache; set -gx HOME /home/darn-test"
        }
        _ => {
            "export CANARY=$HOME/ran XDG_CONFIG_HOME=$HOME/.config XDG_STATE_HOME=$HOME/.state XDG_CACHE_HOME=$HOME/.cache HOME=/home/darn-test"
        }
    };
    Builder::new(shell).before(home).file("bin/rm", RM)
}

/// Returns the canary's records.
pub fn ran(t: &Terminal) -> String {
    std::fs::read_to_string(t.home().join("ran")).unwrap_or_default()
}
