//! The supported shell languages.

use std::str::FromStr;

/// A shell language. Quoting, substitutions and reserved words depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    Posix,
    Bash,
    Zsh,
    Fish,
    PowerShell,
    Nu,
}

impl Dialect {
    /// Returns the name of the shell as used on the command line (`--shell NAME`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Posix => "sh",
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
            Self::PowerShell => "pwsh",
            Self::Nu => "nu",
        }
    }

    /// Returns whether the shell's grammar descends from the Bourne shell.
    pub const fn is_bourne(self) -> bool {
        matches!(self, Self::Posix | Self::Bash | Self::Zsh)
    }
}

impl FromStr for Dialect {
    type Err = ();

    /// Parses the name of a shell, including other implementations of `sh` (dash, ksh, ash).
    fn from_str(name: &str) -> Result<Self, ()> {
        let shell = programs::details(name).shell;
        Ok(match if shell.is_empty() { name } else { shell } {
            "posix" | "busybox" => Self::Posix,
            "bash" => Self::Bash,
            "zsh" => Self::Zsh,
            "fish" => Self::Fish,
            "pwsh" => Self::PowerShell,
            "nu" => Self::Nu,
            _ => return Err(()),
        })
    }
}
