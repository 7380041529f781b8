//! A new home with a project, where real interactive shells run on a PTY created by script(1).

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::ChildStdout;

use rustix::process::geteuid;
use tempfile::TempDir;

use crate::prelude::*;
use crate::terminal::{has_ended, read_until, without_escapes};

/// Name of the recorded home in the corpus.
const HOME: &str = "/home/me";
/// Maximum size of a file whose content is recorded, in bytes.
const MAX_FILE: u64 = 2048;
const MAX_FILES: usize = 80;
/// Time limit of a command.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time after which a silent fish is taken to have refused a line, since no event follows a parse error.
const QUIET: Duration = Duration::from_secs(3);
/// Time for a shell to end after its input has ended.
const PARTING: Duration = Duration::from_millis(500);

/// A temporary home, removed when dropped.
pub struct Sandbox {
    home: TempDir,
}

impl Sandbox {
    pub fn new() -> Result<Self> {
        let sandbox = Self { home: tempfile::Builder::new().prefix("darn-record-").tempdir()? };
        fs::create_dir(sandbox.home().join("project"))?;
        let settings = "[user]\n\tname = Me\n\temail = me@example.com\n[init]\n\tdefaultBranch = main\n";
        sandbox.file(".gitconfig", settings)?;
        Ok(sandbox)
    }

    /// Gives the home and what is in it to an ordinary user.
    pub fn hand_over(&self) -> Result<()> {
        if geteuid().is_root() {
            let owned = Command::new("chown").arg("-R").arg("1000:1000").arg(self.home()).status()?;
            ensure!(owned.success(), "chown failed");
        }
        Ok(())
    }

    /// Returns the temporary home.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Returns a command that runs a program in the sandbox as an ordinary user.
    pub fn program(&self, name: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = if geteuid().is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=1000", "--regid=1000", "--clear-groups"]).arg(name);
            command
        } else {
            Command::new(name)
        };
        let settings = [
            ("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"),
            ("LANG", "C.UTF-8"),
            ("TERM", "dumb"),
            ("GIT_EDITOR", "true"),
            ("PAGER", "cat"),
            ("USER", "me"),
        ];
        command.env_clear().env("HOME", self.home()).envs(settings).current_dir(self.home().join("project"));
        command
    }

    /// Runs a bash script and returns its output.
    ///
    /// # Errors
    /// The script fails; the error contains its output.
    pub fn bash(&self, script: &str) -> Result<String> {
        let done = self.program("bash").args(["-ec", script]).stdin(Stdio::null()).output()?;
        ensure!(
            done.status.success(),
            "{}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// Writes a file beside the project.
    pub fn file(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.home().join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        self.hand_over()?;
        Ok(path)
    }

    /// Types a command into an interactive shell and returns its status and output.
    pub fn interactive(&self, shell: &str, command: &str) -> Result<(i32, String)> {
        let start = self.shell(shell)?;
        let mut child = self
            .program("timeout")
            .args(["90", "script", "-qec", &format!("stty cols 1000 2>/dev/null; {start}"), "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("script(1) is needed")?;
        let mut keys = child.stdin.take().context("stdin")?;
        let output = child.stdout.take().context("stdout")?;
        let mut screen = Screen { output, seen: Vec::new() };
        let found = (|| {
            ensure!(screen.wait_for(2, PATIENCE)?, "no prompt:\n{}", screen.text());
            keys.write_all(format!("{command}\n").as_bytes())?;
            let is_fish = shell == "fish";
            let refused = is_fish && !screen.wait_for(3, QUIET)? && screen.is_refused();
            ensure!(refused || screen.wait_for(3, PATIENCE)?, "the command does not end:\n{}", screen.text());
            between_marks(&screen.text(), command).with_context(|| format!("no marks in:\n{}", screen.text()))
        })();
        drop(keys); // hangs up
        if !has_ended(&mut child, &mut screen.output, PARTING).unwrap_or(false) {
            // timeout(1) passes SIGTERM on to its children; SIGKILL would leave the shell behind
            let _ = Command::new("kill").arg(child.id().to_string()).status();
        }
        drop(screen); // a shell that still prints must not wait for a reader
        let _ = child.wait();
        let (status, output) = found?;
        Ok((status, self.named(&output)))
    }

    /// Writes the startup file of a shell and returns the command that starts it. The shell prints a mark at
    /// each prompt, including the first; bash, zsh and fish print another one before the output.
    fn shell(&self, shell: &str) -> Result<String> {
        let (file, text, start) = match shell {
            "bash" => (
                ".recordrc",
                "bind 'set enable-bracketed-paste off'\nPS1='$ ' PS0='@@START@@\\n' PROMPT_COMMAND='printf \"\\n@@END %s@@\\n\" $?'\nunset -f command_not_found_handle\n",
                "bash --noprofile --rcfile ~/.recordrc -i",
            ),
            "zsh" => (
                ".zshrc",
                "unsetopt zle prompt_sp\nPS1='$ '\npreexec() { print '@@START@@' }\nprecmd() { printf '\\n@@END %s@@\\n' $? }\n",
                "zsh -d -i",
            ),
            "fish" => (
                ".config/fish/config.fish",
                "function fish_prompt; printf '$ '; end\nfunction fish_greeting; end\nfunction s --on-event fish_preexec; printf '@@START@@\\n'; end\nfunction e --on-event fish_postexec; printf '\\n@@END %s@@\\n' $status; end\nfunction fish_command_not_found; __fish_default_command_not_found_handler $argv; end\nprintf '\\n@@END 0@@\\n'\n",
                "fish -i",
            ),
            "sh" | "dash" => return Ok("PS1='\n@@END $?@@\n$ ' dash -i".to_owned()),
            other => bail!("no recipe for the shell {other}"),
        };
        if shell == "fish" {
            fs::create_dir_all(self.home().join(".config/fish"))?;
            // without this directory, fish reads every manual page in the background
            fs::create_dir_all(self.home().join(".local/share/fish/generated_completions"))?;
        }
        self.file(file, text)?;
        Ok(start.to_owned())
    }

    /// Records the facts that darn may query, before the command runs. `known` has facts that cannot be read
    /// from the home (variables, other users' files) and takes precedence.
    pub fn world(&self, command: &str, known: &str) -> Result<String> {
        let mut files = BTreeMap::new();
        let mut executable = Vec::new();
        self.files(&self.home().join("project"), "", &mut files, &mut executable)?;
        if let Ok(text) = fs::read_to_string(self.home().join(".gitconfig"))
            && command.contains("git")
        {
            files.insert(format!("{HOME}/.gitconfig"), text);
        }
        let mut readonly = Vec::new();
        let words = command
            .split([' ', '=', '>', '<', ';', '\n'])
            .filter(|word| word.starts_with('/') && word.len() > 1);
        for path in words
            .flat_map(|word| [Some(word), Path::new(word).parent().and_then(Path::to_str)])
            .flatten()
            .filter(|path| *path != "/" && !path.contains('\''))
        {
            let facts = self.bash(&format!("[ -d '{path}' ] && echo d; [ -f '{path}' ] && echo f; [ -e '{path}' ] && [ ! -w '{path}' ] && echo r; true"))?;
            match facts.chars().next() {
                Some('d') => files.insert(format!("{path}/"), String::new()),
                Some('f') => files.insert(path.to_owned(), String::new()),
                _ => None,
            };
            if facts.contains('r') {
                readonly.push(path.to_owned());
            }
        }
        let mut world = toml::Table::new();
        for (key, paths) in [("executable", executable), ("readonly", readonly)] {
            if !paths.is_empty() {
                world.insert(key.into(), paths.into());
            }
        }
        let files = files.into_iter().map(|(path, text)| (path, text.into())).collect();
        world.insert("files".into(), toml::Value::Table(files));
        for (key, value) in known.parse::<toml::Table>()? {
            match (world.get_mut(&key), value) {
                (Some(toml::Value::Table(found)), toml::Value::Table(given)) => found.extend(given),
                (_, value) => drop(world.insert(key, value)),
            }
        }
        Ok(self.named(&toml::to_string(&world)?))
    }

    fn files(
        &self,
        directory: &Path,
        prefix: &str,
        found: &mut BTreeMap<String, String>,
        executable: &mut Vec<String>,
    ) -> Result<()> {
        let mut entries = fs::read_dir(directory)?.collect::<std::io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        if entries.is_empty() && !prefix.is_empty() {
            found.insert(prefix.to_owned(), String::new());
        }
        for entry in entries {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let in_git = name.starts_with(".git/");
            let is_state = ["HEAD", "config", "packed-refs", "MERGE_HEAD", "refs", "rebase-merge"]
                .iter()
                .any(|known| name.strip_prefix(".git/").is_some_and(|rest| rest.starts_with(known)));
            if in_git && !is_state || found.len() >= MAX_FILES {
                continue;
            }
            if entry.file_type()?.is_dir() {
                self.files(&entry.path(), &format!("{name}/"), found, executable)?;
                continue;
            }
            let Ok(about) = entry.path().metadata() else { continue }; // a link to nowhere
            if about.permissions().mode() & 0o111 != 0 {
                executable.push(name.clone());
            }
            let short = about.len() <= MAX_FILE && !name.contains("/refs/");
            found.insert(
                name,
                if short { fs::read_to_string(entry.path()).unwrap_or_default() } else { String::new() },
            );
        }
        Ok(())
    }

    /// Replaces the sandbox's home by its name in the corpus.
    pub fn named(&self, text: &str) -> String {
        text.replace(&self.home().display().to_string(), HOME)
    }
}

/// What a shell has printed on the terminal.
struct Screen {
    output: ChildStdout,
    seen: Vec<u8>,
}

impl Screen {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.seen).replace('\r', "")
    }

    /// Waits until the prompt marks divide the text into this many pieces.
    fn wait_for(&mut self, pieces: usize, patience: Duration) -> Result<bool> {
        let is_enough = |text: &str| text.split("@@END ").count() >= pieces;
        read_until(&mut self.output, &mut self.seen, patience, is_enough)
    }

    /// Returns whether fish refused to run the line; then no event follows its message.
    fn is_refused(&self) -> bool {
        let text = self.text();
        text.contains("fish: ") && !text.contains("@@START@@")
    }
}

/// Returns status and output of the first command between the marks of the shell's hooks.
fn between_marks(text: &str, command: &str) -> Option<(i32, String)> {
    // fish sends escape sequences even to a dumb terminal
    let plain = without_escapes(text);
    let (_, rest) = plain.split_once("@@END ")?.1.split_once("@@\n")?;
    let (typed, status) = match rest.split_once("@@END ") {
        Some((typed, status)) => (typed, status.split_once("@@")?.0.parse().ok()?),
        None => (rest, 0), // fish refused the line and left `$status` as it was
    };
    // the typed line comes first, unless the start mark shows where the output begins
    let output = match typed.rsplit_once("@@START@@\n") {
        Some((_, output)) => output.to_owned(),
        None => {
            // fish draws the line piece by piece before it refuses it
            let typed = typed.find("\nfish: ").and_then(|start| typed.get(start + 1..)).unwrap_or(typed);
            let echoed = |line: &&str| command.lines().any(|typed| line.ends_with(typed));
            typed.lines().filter(|line| !echoed(line)).map(|line| format!("{line}\n")).collect()
        }
    };
    let output = output.trim_end_matches('\n');
    Some((status, if output.is_empty() { String::new() } else { format!("{output}\n") }))
}
