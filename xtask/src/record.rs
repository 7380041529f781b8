//! `cargo xtask record [--shell S] [--setup 'CMDS'] --file corpus/P.md --title T -- 'COMMAND'`:
//! runs the command in a real interactive shell on a PTY (script(1)), in a new home directory, and
//! appends what happened to a page of the corpus. The expected fix is what darn proposes now; the
//! author looks at it before the commit.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

/// What the recorded home is called in the corpus.
const HOME: &str = "/home/me";
/// Content of a file goes into the corpus up to this size.
const MAX_FILE: u64 = 2048;
const MAX_FILES: usize = 80;

struct Request {
    shell: String,
    setup: String,
    file: PathBuf,
    title: String,
    command: String,
}

pub fn run(args: &[String]) -> Result<()> {
    let request = read(args)?;
    let sandbox = Sandbox::new()?;
    sandbox.bash(&request.setup).context("the set-up failed")?;
    let world = sandbox.world(&request.command)?;
    let (status, output) = sandbox.interactive(&request)?;
    let section = section(&request, &sandbox.named(&world), status, &sandbox.named(&output))?;
    if let Some(directory) = request.file.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut page = fs::OpenOptions::new().create(true).append(true).open(&request.file)?;
    page.write_all(section.as_bytes())?;
    let engine = ["test", "--quiet", "-p", "darnit-engine", "--test", "corpus"];
    let filled = Command::new(crate::cargo())
        .args(engine)
        .env("DARN_CORPUS", "fill")
        .stdout(Stdio::null())
        .status()?;
    ensure!(filled.success(), "the corpus test failed: look at {}", request.file.display());
    println!("{}: look at the last section before you commit it", request.file.display());
    Ok(())
}

fn read(args: &[String]) -> Result<Request> {
    let mut request = Request {
        shell: "bash".into(),
        setup: String::new(),
        file: PathBuf::new(),
        title: String::new(),
        command: String::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().with_context(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--shell" => request.shell = value()?,
            "--setup" => request.setup = value()?,
            "--file" => request.file = crate::root().join(value()?),
            "--title" => request.title = value()?,
            "--" => request.command = args.by_ref().cloned().collect::<Vec<_>>().join(" "),
            other => bail!("unknown argument {other}"),
        }
    }
    ensure!(
        !request.command.is_empty() && !request.title.is_empty() && request.file.file_name().is_some(),
        "usage: cargo xtask record [--shell S] [--setup 'CMDS'] --file corpus/P.md --title T -- 'COMMAND'"
    );
    Ok(request)
}

/// A new home directory with a project in it; removed at the end.
struct Sandbox {
    home: PathBuf,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.home);
    }
}

impl Sandbox {
    fn new() -> Result<Self> {
        let home = std::env::temp_dir().join(format!("darn-record-{}", std::process::id()));
        fs::create_dir_all(home.join("project"))?;
        fs::write(
            home.join(".gitconfig"),
            "[user]\n\tname = Me\n\temail = me@example.com\n[init]\n\tdefaultBranch = main\n",
        )?;
        let sandbox = Self { home };
        sandbox.hand_over()?;
        Ok(sandbox)
    }

    /// Everything belongs to an ordinary user, as most are.
    fn hand_over(&self) -> Result<()> {
        if is_root() {
            let owned = Command::new("chown").arg("-R").arg("1000:1000").arg(&self.home).status()?;
            ensure!(owned.success(), "chown failed");
        }
        Ok(())
    }

    /// A program in the sandbox, as an ordinary user.
    fn program(&self, name: &str) -> Command {
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=1000", "--regid=1000", "--clear-groups", name]);
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
        command.env_clear().env("HOME", &self.home).envs(settings).current_dir(self.home.join("project"));
        command
    }

    fn bash(&self, script: &str) -> Result<String> {
        let done = self.program("bash").args(["-ec", script]).stdin(Stdio::null()).output()?;
        ensure!(
            done.status.success(),
            "{}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    }

    /// The command typed into an interactive shell: its status and what appeared.
    fn interactive(&self, request: &Request) -> Result<(i32, String)> {
        let rc = |name: &str, text: &str| {
            fs::write(self.home.join(name), text)?;
            self.hand_over()
        };
        let start = match request.shell.as_str() {
            "bash" => {
                rc(
                    ".recordrc",
                    "bind 'set enable-bracketed-paste off'\nPS1='$ ' PS0='@@START@@\\n' PROMPT_COMMAND='printf \"\\n@@END %s@@\\n\" $?'\nunset -f command_not_found_handle\n",
                )?;
                "bash --noprofile --rcfile ~/.recordrc -i"
            }
            "zsh" => {
                rc(
                    ".zshrc",
                    "unsetopt zle prompt_sp\nPS1='$ '\npreexec() { print '@@START@@' }\nprecmd() { printf '\\n@@END %s@@\\n' $? }\n",
                )?;
                "zsh -d -i"
            }
            "fish" => {
                fs::create_dir_all(self.home.join(".config/fish"))?;
                rc(
                    ".config/fish/config.fish",
                    "function fish_prompt; printf '$ '; end\nfunction fish_greeting; end\nfunction s --on-event fish_preexec; printf '@@START@@\\n'; end\nfunction e --on-event fish_postexec; printf '\\n@@END %s@@\\n' $status; end\nfunction fish_command_not_found; __fish_default_command_not_found_handler $argv; end\nprintf '\\n@@END 0@@\\n'\n",
                )?;
                "fish -i"
            }
            "sh" | "dash" => "PS1='\n@@END $?@@\n$ ' dash -i",
            other => bail!("no recipe for the shell {other}"),
        };
        let mut child = self
            .program("timeout")
            .args(["60", "script", "-qec", &format!("stty cols 1000 2>/dev/null; {start}"), "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("script(1) is needed")?;
        if let Some(mut stdin) = child.stdin.take() {
            std::thread::sleep(std::time::Duration::from_millis(1500)); // the shell has read its files
            stdin.write_all(format!("{}\n", request.command).as_bytes())?;
            std::thread::sleep(std::time::Duration::from_millis(2500)); // the command is done
            stdin.write_all(b"exit\n")?;
        }
        let done = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&done.stdout).replace("\r\n", "\n").replace('\r', "");
        between_marks(&text, &request.command)
            .with_context(|| format!("no marks in what {} printed:\n{text}", request.shell))
    }

    /// Facts that darn may ask for, taken before the command runs; as in a rule's example.
    fn world(&self, command: &str) -> Result<String> {
        let mut files = BTreeMap::new();
        let mut executable = Vec::new();
        self.files(&self.home.join("project"), "", &mut files, &mut executable)?;
        if let Ok(text) = fs::read_to_string(self.home.join(".gitconfig"))
            && command.contains("git")
        {
            files.insert(format!("{HOME}/.gitconfig"), text);
        }
        let mut readonly = Vec::new();
        let words =
            command.split([' ', '=', '>', '<', ';']).filter(|word| word.starts_with('/') && word.len() > 1);
        for path in words
            .flat_map(|word| [Some(word), Path::new(word).parent().and_then(Path::to_str)])
            .flatten()
            .filter(|path| *path != "/")
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
        if !executable.is_empty() {
            world.insert("executable".into(), executable.into());
        }
        if !readonly.is_empty() {
            world.insert("readonly".into(), readonly.into());
        }
        world.insert(
            "files".into(),
            toml::Value::Table(files.into_iter().map(|(path, text)| (path, text.into())).collect()),
        );
        Ok(toml::to_string(&world)?)
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
            let about = entry.metadata()?;
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

    /// The sandbox's home under the name it has in the corpus.
    fn named(&self, text: &str) -> String {
        text.replace(&self.home.display().to_string(), HOME)
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

/// Status and output of the first command between the marks of the shell's hooks.
fn between_marks(text: &str, command: &str) -> Option<(i32, String)> {
    let mut ends = text.match_indices("@@END ");
    let (first, _) = ends.next()?;
    let (second, _) = ends.next()?;
    let rest = text.get(second + "@@END ".len()..)?;
    let status = rest.split_once("@@")?.0.parse().ok()?;
    let between = text.get(first..second)?.split_once("@@\n").map_or("", |(_, rest)| rest);
    // the line as typed comes first, unless the mark of the start says where the output begins
    let output = match between.rsplit_once("@@START@@\n") {
        Some((_, output)) => output.to_owned(),
        None => between.lines().filter(|line| !line.ends_with(command)).collect::<Vec<_>>().join("\n"),
    };
    let output = output.trim_end_matches(['\n', '\u{1b}']).to_owned();
    Some((status, without_escapes(&output)))
}

/// Sequences that fish sends even to a dumb terminal.
fn without_escapes(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('[') => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            Some(']') => while chars.next().is_some_and(|c| c != '\u{7}') {},
            Some('(') => drop(chars.next()),
            _ => {}
        }
    }
    out.trim_end().to_owned()
}

fn section(request: &Request, world: &str, status: i32, output: &str) -> Result<String> {
    ensure!(!output.contains("```"), "an output with ``` in it does not fit into the page");
    let mut text = format!("\n## {}\n\n", request.title);
    if !request.setup.is_empty() {
        text.push_str(&format!("```sh\n{}\n```\n\n", request.setup.trim()));
    }
    text.push_str(&format!("```console {} {status}\n$ {}\n", request.shell, request.command));
    if !output.is_empty() {
        text.push_str(output);
        text.push('\n');
    }
    text.push_str(&format!("```\n\n```toml\n{}\n```\n\n```fix\n?\n```\n", world.trim()));
    Ok(text)
}
