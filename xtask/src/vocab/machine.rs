//! Runs the tools in an empty git repository, without the user's settings, colours and pagers.

use std::io::Read as _;
use std::iter;

use tempfile::TempDir;

use crate::prelude::*;
use crate::terminal::without_escapes;

pub struct Machine {
    dir: TempDir,
}

impl Machine {
    pub fn new() -> Result<Self> {
        let machine = Self { dir: tempfile::tempdir()? };
        machine.out(&["git", "init", "--quiet"]);
        Ok(machine)
    }

    /// Returns the output on both channels as plain text; empty if it cannot be run or takes over a minute.
    pub fn out(&self, argv: &[&str]) -> String {
        plain(&self.run(argv).unwrap_or_default())
    }

    /// Returns what the program prints for these arguments, or its manual page for `man`.
    pub fn text(&self, program: &str, ask: &str) -> String {
        match ask {
            "man" => self.man(program),
            _ => self.out(&iter::once(program).chain(ask.split_whitespace()).collect::<Vec<_>>()),
        }
    }

    /// Returns the manual page as text whose lines do not wrap within an option.
    pub fn man(&self, page: &str) -> String {
        self.out(&["man", page])
    }

    /// Returns the first word of the output that looks like a version.
    pub fn version(&self, program: &str, ask: &[&str]) -> String {
        let mut argv = ask.to_vec();
        if ask.first().is_none_or(|a| a.starts_with('-') || *a == "version") {
            argv.insert(0, program);
        }
        let text = self.out(&argv);
        let looks = |w: &&str| w.contains('.') && w.starts_with(|c: char| c.is_ascii_digit());
        let words = || {
            text.split(|c: char| c.is_whitespace() || "(),=\"@'_/[]".contains(c))
                .map(|w| w.trim_end_matches(['.', ';', ':']))
        };
        let bare = |w: &'_ str| -> String {
            // `v1.2`, `go1.19`, `jq-1.6`, `iproute2-6.1.0`, `1.32.4-dispatcher`
            let w = w.trim_start_matches("go").trim_start_matches('v');
            let w = if w.starts_with(|c: char| c.is_ascii_alphabetic()) {
                w.split_once('-').map_or(w, |(_, v)| v)
            } else {
                w
            };
            w.split("-d").next().unwrap_or(w).to_owned()
        };
        let found = words().map(bare).find(|w| looks(&w.as_str()));
        found
            .or_else(|| {
                words().find(|w| !w.is_empty() && w.chars().all(|c| c.is_ascii_digit())).map(str::to_owned)
            })
            .unwrap_or_default()
    }

    fn run(&self, argv: &[&str]) -> Option<String> {
        let (program, args) = argv.split_first()?;
        let (mut reader, writer) = std::io::pipe().ok()?;
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(self.dir.path())
            .stdin(Stdio::null())
            .stdout(writer.try_clone().ok()?)
            .stderr(writer)
            .envs([
                ("LC_ALL", "C.UTF-8"),
                ("TERM", "dumb"),
                ("NO_COLOR", "1"),
                ("COLUMNS", "200"),
                ("MANWIDTH", "200"),
            ])
            .envs([
                ("PAGER", "cat"),
                ("GIT_PAGER", "cat"),
                ("MANPAGER", "cat"),
                ("GH_NO_UPDATE_NOTIFIER", "1"),
            ])
            .envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")])
            .envs([("npm_config_userconfig", "/dev/null"), ("npm_config_update_notifier", "false")])
            .envs([("CHECKPOINT_DISABLE", "1"), ("TF_CLI_CONFIG_FILE", "/dev/null"), ("UV_NO_CONFIG", "1")]);
        let mut child = command.spawn().ok()?;
        drop(command); // it holds the writing ends
        let reading = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = reader.read_to_end(&mut bytes);
            bytes
        });
        let until = Instant::now() + Duration::from_secs(60);
        while child.try_wait().ok()?.is_none() {
            if Instant::now() > until {
                let _ = child.kill();
                let _ = child.wait();
                eprintln!("{argv:?}: no end in a minute, its answer is missing"); // look before committing
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Some(String::from_utf8_lossy(&reading.join().ok()?).into_owned())
    }
}

/// Removes escape sequences and overstriking; converts tabs to eight blanks and typographic dashes to ASCII.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in without_escapes(text).chars() {
        match c {
            '\u{8}' => drop(out.pop()),
            '\r' => {}
            '\t' => out.push_str("        "),
            '\u{2010}' | '\u{2011}' | '\u{2212}' => out.push('-'),
            c => out.push(c),
        }
    }
    out
}
