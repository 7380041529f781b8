//! Runs the program in its own home directory, without a terminal.
#![allow(dead_code)] // each of the two test programs uses a part of it

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A home directory that is deleted when the test ends.
pub struct Home {
    directory: tempfile::TempDir,
    variables: Vec<(String, String)>,
    is_nobody: bool,
}

/// The output of a call of the program.
#[derive(Debug)]
pub struct Said {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Home {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap(), variables: Vec::new(), is_nobody: false }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file, creating its parent directories.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.read(name)).into_owned()
    }

    /// Returns all files and directories below the home, to check for leftovers.
    pub fn everything(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = vec![self.directory.path().to_owned()];
        while let Some(directory) = open.pop() {
            for entry in std::fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                found.push(path.strip_prefix(self.directory.path()).unwrap().display().to_string());
                if path.is_dir() && !path.is_symlink() {
                    open.push(path);
                }
            }
        }
        found.sort();
        found
    }

    pub fn set(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Runs as a user without privileges from now on: for root, no file is write-protected.
    pub fn without_privileges(mut self) -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        if rustix::process::geteuid().is_root() {
            let program = self.path("darn-program");
            // copied by cp(1): a descriptor open for writing here would be inherited by a child of another
            // test, and executing the copy would fail with "text file busy"
            let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_darn")).arg(&program).status().unwrap();
            assert!(copied.success());
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
            std::fs::set_permissions(self.directory.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
            self.is_nobody = true;
        }
        self
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = if self.is_nobody {
            let mut command = Command::new(self.path("darn-program"));
            command.uid(65534).gid(65534);
            command
        } else {
            Command::new(env!("CARGO_BIN_EXE_darn"))
        };
        command
            .args(arguments)
            .current_dir(self.directory.path())
            .env_clear()
            .env("HOME", self.directory.path())
            .env("PATH", "/usr/bin:/bin")
            .env("SHELL", "/bin/bash")
            .env("LANG", "C.UTF-8")
            .stdin(std::process::Stdio::null());
        for (name, value) in &self.variables {
            if value.is_empty() {
                command.env_remove(name);
            } else {
                command.env(name, value);
            }
        }
        command
    }

    pub fn darn(&self, arguments: &[&str]) -> Said {
        let output = self.command(arguments).output().unwrap();
        Said {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Like [`Self::darn`], with standard input.
    pub fn darn_with_input(&self, arguments: &[&str], input: &[u8]) -> Said {
        use std::io::{Seek as _, Write as _};
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(input).unwrap();
        file.rewind().unwrap();
        let output = self.command(arguments).stdin(file).output().unwrap();
        Said {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub fn root(&self) -> &Path {
        self.directory.path()
    }
}
