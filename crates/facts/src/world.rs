//! The engine's only source of facts about the machine, queried one at a time.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Kind of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    Missing,
    File,
    /// A regular file that the user may execute.
    Executable,
    Directory,
    /// Socket, device, pipe.
    Other,
}

impl PathKind {
    pub const fn exists(self) -> bool {
        !matches!(self, Self::Missing)
    }

    pub const fn is_file(self) -> bool {
        matches!(self, Self::File | Self::Executable)
    }
}

/// One name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub is_directory: bool,
}

/// The result of stat(2), links followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Attributes {
    /// The lower twelve bits: permissions, set-user-ID, sticky.
    pub mode: u32,
    pub owner: u32,
    pub group: u32,
    /// Major and minor number of the device.
    pub device: (u32, u32),
    pub inode: u64,
    /// Immutable even for root (`chattr +i`).
    pub is_immutable: bool,
}

/// Capacity of a file system, as an ordinary user sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// Bytes: total, and still writable.
    pub size: u64,
    pub free: u64,
    /// Inodes: total (0 if the file system does not count them), and free.
    pub files: u64,
    pub files_free: u64,
}

/// A process that uses something.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Process {
    pub pid: u32,
    /// Name of its program, at most 15 bytes.
    pub name: String,
}

/// The live shell's state of one of its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShellVariable {
    Unset,
    /// Not empty; the value is not disclosed.
    Set,
    Value(String),
}

/// Facts about the machine. Relative paths are relative to the record's directory; `~` is not expanded here
/// (see [`crate::paths`]). The implementation limits every answer in size and time; a fact that it
/// does not know is an empty answer, as in the defaults.
pub trait World {
    /// Returns the names of the programs on `$PATH`, one per line, each terminated by `\n`.
    fn executables(&self) -> Cow<'_, str>;
    /// Returns whether `name` on `$PATH` really is an executable file.
    fn is_program(&self, name: &str) -> bool;
    /// Returns names and bodies of the user's aliases.
    fn aliases(&self) -> &BTreeMap<String, String> {
        static NONE: BTreeMap<String, String> = BTreeMap::new();
        &NONE
    }
    /// Returns the names of the user's shell functions.
    fn functions(&self) -> &[String] {
        &[]
    }
    /// Returns the user's recent commands, newest last.
    fn history(&self) -> &[String] {
        &[]
    }
    fn kind(&self, _path: &str) -> PathKind {
        PathKind::Missing
    }
    /// Returns the names in a directory, unsorted, without `.` and `..`.
    fn entries(&self, _directory: &str) -> Vec<Entry> {
        Vec::new()
    }
    /// Returns the beginning of a text file, at most 256 KiB; `None` if it cannot be read.
    fn read(&self, _path: &str) -> Option<String> {
        None
    }
    /// Returns the user's home directory, absolute.
    fn home(&self) -> Option<&str> {
        None
    }
    /// Returns the absolute directory in which the command runs, if known.
    fn directory(&self) -> Option<String> {
        None
    }
    /// Returns a variable of the user's shell that names a place (`CDPATH`, `VIRTUAL_ENV` …).
    fn variable(&self, _name: &str) -> Option<String> {
        None
    }
    /// Returns the live shell's state of a variable in the judged line; `None` without a shell, or if the
    /// line may change it first.
    fn shell_variable(&self, _name: &str) -> Option<ShellVariable> {
        None
    }
    /// Returns the names of the exported variables of the user's shell; never their values.
    fn variables(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the package of a program, from the system's command-not-found data.
    fn package_of(&self, _program: &str) -> Option<String> {
        None
    }
    /// Returns whether the user is root.
    fn is_root(&self) -> bool {
        false
    }
    /// Returns whether the current user may write to the path.
    fn is_writable(&self, _path: &str) -> bool {
        false
    }
    /// Returns whether the current user owns the path.
    fn is_own(&self, _path: &str) -> bool {
        false
    }
    /// Returns the source of a program's manual page (man(7)), at most 256 KiB.
    fn manual(&self, _program: &str) -> Option<String> {
        None
    }
    /// Returns the attributes of the file, following symbolic links.
    fn attributes(&self, _path: &str) -> Option<Attributes> {
        None
    }
    /// Returns the target of a symbolic link, as stored.
    fn link(&self, _path: &str) -> Option<String> {
        None
    }
    /// Returns the capacity of the file system that contains the path.
    fn space(&self, _path: &str) -> Option<Space> {
        None
    }
    /// Returns the beginning of a regular file, at most 4 MiB.
    fn bytes(&self, _path: &str) -> Vec<u8> {
        Vec::new()
    }
    /// Returns the processes whose descriptor, program or working directory has this name, as in the links of
    /// `/proc`: an absolute path, or `socket:[4711]`. A name that ends in `/` matches everything below it. At
    /// most 16, and only those visible to this user.
    fn holders(&self, _name: &str) -> Vec<Process> {
        Vec::new()
    }
    /// Returns the kernel's newest messages, oldest first, at most 64 KiB; empty if the user may not read
    /// them.
    fn kernel_log(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the words of an installed program from its completion files and manual pages, as printed by
    /// [`crate::vocabulary::on_disk::words`]. Use [`crate::vocabulary::find`] instead.
    fn words(&self, program: &str) -> Option<&str>;
}
