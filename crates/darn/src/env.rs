//! The table of every `DARN_*` variable.

use protocol::process;

/// Who sets a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setter {
    /// The user, in the shell's startup file or for one command.
    User,
    /// The integration scripts, for one call of `darn`; never exported to other programs.
    Hook,
    /// `darn shell`, for the shell in it and its children.
    Shell,
}

/// One environment variable.
#[derive(Debug)]
pub struct Variable {
    pub name: &'static str,
    pub setter: Setter,
    pub meaning: &'static str,
}

pub const DISABLE: &str = "DARN_DISABLE";
pub const LOG: &str = "DARN_LOG";
pub const CONFIG: &str = "DARN_CONFIG";
pub const SESSION: &str = "DARN_SESSION";
pub const FAILED: &str = "DARN_FAILED";
pub const FAILED_STATUS: &str = "DARN_FAILED_STATUS";

pub const SOCKET: &str = "DARN_SOCKET";
pub const TIMEOUT: &str = "DARN_TIMEOUT";
pub const GUARD: &str = "DARN_GUARD";
pub const OUTPUT: &str = "DARN_OUTPUT";
pub const CAPTURE: &str = "DARN_CAPTURE";
pub const TTY: &str = "DARN_TTY";
pub const NONCE: &str = "DARN_NONCE";
pub const RELAY: &str = "DARN_RELAY";

use Setter::{Hook, Shell, User};

const fn row(name: &'static str, setter: Setter, meaning: &'static str) -> Variable {
    Variable { name, setter, meaning }
}

/// The table that `darn config env` prints.
pub const ALL: &[Variable] = &[
    row(DISABLE, User, "if not empty, the hooks do nothing in this shell"),
    row(LOG, User, "file for messages that the hooks cannot print on the terminal"),
    row(CONFIG, User, "configuration file to use instead of the default one"),
    row(SOCKET, User, "socket of the daemon"),
    row(TIMEOUT, User, "milliseconds a hook waits for the daemon; 0: it does not ask it"),
    row(SESSION, Hook, "the calling shell: its name, version and process id"),
    row(FAILED, Hook, "the last failed command line, as typed"),
    row(FAILED_STATUS, Hook, "its exit status"),
    row(GUARD, Hook, "state of the Enter guard in this shell"),
    row(OUTPUT, Hook, "its output, where standard error goes to a file"),
    row(CAPTURE, Hook, "whether standard error goes to a file in this shell"),
    row(TTY, Shell, "the terminal of the relay: shells on it can talk to the relay"),
    row(NONCE, Shell, "distinguishes the hooks' marks from those that a program prints"),
    row(RELAY, Shell, "socket of the relay"),
    row(process::COLUMNS, Hook, "width of the terminal"),
    row(process::ALIASES, Hook, "the shell's aliases"),
    row(process::FUNCTIONS, Hook, "names of the shell's functions"),
    row(process::VARIABLES, Hook, "which variables on the line are unset or empty"),
    row(process::HISTORY, Hook, "the last command lines of the session"),
    row(process::TAKEN, Hook, "how many suggestions were accepted by key since the last call"),
    row(process::KEYS, Hook, "`none` where the shell has no accept key"),
    row(process::ENTERED_IN, Hook, "directory in which the failed line was entered"),
    row(process::DURATION, Hook, "how many milliseconds the failed command took"),
    row(process::MODEL, Hook, "set where the shell has a key that asks a model"),
    row(process::HANDLER, Hook, "set where the user's command-not-found handler printed a message"),
];

/// Returns the variables that describe the calling shell; they would be wrong in another shell started from
/// here.
pub fn of_hooks() -> impl Iterator<Item = &'static str> {
    ALL.iter().filter(|variable| variable.setter == Hook).map(|variable| variable.name)
}

/// Returns a variable of this process; an empty one counts as absent. For what belongs to the user, not to a
/// calling shell: everything else comes with its `Caller`.
pub fn get(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::ALL;

    /// Every variable that an integration script sets or reads is in the table.
    #[test]
    fn the_scripts_use_no_other_variable() {
        for spec in shell::shells::ALL {
            for name in spec.hook.split(|c: char| !c.is_ascii_uppercase() && c != '_') {
                let is_ours = name.starts_with("DARN_") && name.len() > "DARN_".len();
                assert!(
                    !is_ours || ALL.iter().any(|variable| variable.name == name),
                    "{}: {name}",
                    spec.name
                );
            }
        }
    }
}
