//! What measured shells run in: a home, a `$PATH`, the release build, and a daemon if wanted.

use std::io::BufRead as _;

use super::session::PROMPT;
use crate::prelude::*;

/// Number of names on the PATH of the measured shells.
pub const NAMES: usize = 3000;

/// Where shells are measured.
pub struct Bed {
    pub directory: PathBuf,
    /// The release build.
    pub darn: PathBuf,
    /// The `$PATH` of the shells.
    pub path: String,
}

/// A daemon, killed when dropped.
pub struct Daemon {
    pub child: Child,
    pub socket: PathBuf,
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Bed {
    /// Prepares the bed of the benchmark of this name.
    pub fn new(name: &str) -> Result<Self> {
        let directory = crate::root().join("target/bench").join(name);
        let darn = super::advisers::darn()?;
        // scripts there may belong to another build, and would start it
        let _ = std::fs::remove_dir_all(directory.join("home/.cache/darn"));
        let path = super::long_path(name, NAMES)?;
        Ok(Self { directory, darn, path })
    }

    /// Returns the environment of the shells; `socket`: that of their daemon.
    pub fn environment(&self, socket: Option<&Path>) -> Vec<(String, String)> {
        let home = self.directory.join("home");
        // without this directory, fish parses every manual page at its first start
        let _ = std::fs::create_dir_all(home.join(".local/share/fish/generated_completions"));
        [
            ("HOME", home.display().to_string()),
            ("ZDOTDIR", home.display().to_string()),
            ("PATH", self.path.clone()),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
            ("PS1", PROMPT.into()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .chain(socket.map(|socket| ("DARN_SOCKET".to_owned(), socket.display().to_string())))
        .collect()
    }

    /// Returns the arguments that start the shell with `more` in a separate startup file.
    pub fn argv(&self, shell: &str, more: &str) -> Result<Vec<String>> {
        let name = format!("{shell}-{:x}", more.len());
        let prompt = match shell {
            "fish" => "function fish_prompt; printf '@@> '; end; set -g fish_greeting\n",
            // as its wizard for new users sets it; bash has such a file by default
            "zsh" => "PS1='@@> '\nHISTFILE=~/.zsh_history HISTSIZE=1000 SAVEHIST=1000\n",
            _ => "PS1='@@> '\n",
        };
        let file = match shell {
            "zsh" => self.directory.join(&name).join(".zshrc"),
            _ => self.directory.join(&name),
        };
        std::fs::create_dir_all(file.parent().unwrap_or(&self.directory))?;
        std::fs::write(&file, format!("{prompt}{more}"))?;
        let file = file.display().to_string();
        let words = match shell {
            "zsh" => format!("env ZDOTDIR={} zsh -d -i", file.trim_end_matches("/.zshrc")),
            // not --no-config: that implies private mode, in which darn is silent
            "fish" => format!("fish -i -C\tsource {file}"),
            _ => format!("bash --noprofile --rcfile {file} -i"),
        };
        let (words, command) = words.split_once('\t').unwrap_or((&words, ""));
        let words = words.split(' ').chain(Some(command).filter(|command| !command.is_empty()));
        Ok(words.map(str::to_owned).collect())
    }

    /// Returns the line that users have in their startup files.
    pub fn line(&self, shell: &str) -> String {
        let darn = self.darn.display();
        match shell {
            "fish" => format!(
                "source $HOME/.cache/darn/init.fish 2>/dev/null; or {darn} init fish --keep | source\n"
            ),
            _ => format!(
                ". \"$HOME\"/.cache/darn/init.{shell} 2>/dev/null || eval \"$({darn} init {shell} --keep)\"\n"
            ),
        }
    }

    /// Starts a daemon and waits until it listens.
    pub fn daemon(&self) -> Result<Daemon> {
        let socket = self.directory.join("run/darn.sock");
        let _ = std::fs::remove_file(&socket);
        let child = Command::new(&self.darn)
            .args(["daemon", "run"])
            .env_clear()
            .envs(self.environment(Some(&socket)))
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut daemon = Daemon { child, socket };
        let mut listens = String::new();
        if let Some(stderr) = &mut daemon.child.stderr {
            std::io::BufReader::new(stderr).read_line(&mut listens)?;
        }
        ensure!(listens.contains("listening"), "the daemon says: {listens}");
        Ok(daemon)
    }
}
