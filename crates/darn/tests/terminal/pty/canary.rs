//! A canary in the place of `rm`: a script that writes down that it ran, and deletes nothing.

use super::{Builder, Terminal};

/// Where the shell believes to be at home: what lies below `/tmp` may be deleted without a word.
pub const HOME: &str = "/home/darn-test";
/// Writes its arguments into the file that `$CANARY` names.
pub const RM: &str = "#!/bin/sh\n[ \"$1\" = --version ] || echo \"rm $*\" >>\"$CANARY\"\n";

/// A shell with the canary first in its path, at home in [`HOME`].
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

/// What the canary has written.
pub fn ran(t: &Terminal) -> String {
    std::fs::read_to_string(t.home().join("ran")).unwrap_or_default()
}
