//! Types recorded failures of the corpus into a real shell inside `darn shell`: the result must equal that of
//! `darn fix` for the recording.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::pty::{Builder, PROMPT, Terminal};
use serde_json::Value;

/// A section of a page; see `xtask/src/corpus.rs`.
struct Section {
    title: String,
    setup: String,
    command: String,
    status: String,
    output: String,
}

/// Returns the sections of a page that were recorded in this shell, with single-line commands.
fn sections(page: &str, shell: &str) -> Vec<Section> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(page);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let block = |part: &str, start: &str| {
        let rest = part.split_once(&format!("\n```{start}"))?.1;
        Some(rest.split_once("\n```\n").unwrap_or((rest, "")).0.to_owned())
    };
    let section = |part: &str| {
        let transcript = block(part, &format!("console {shell} "))?;
        let (status, rest) = transcript.split_once("\n$ ")?;
        let (command, output) = rest.split_once('\n').unwrap_or((rest, ""));
        // darn is silent about commands that succeeded, unless the shell refused to run them; with aliases
        // and functions, the shell knows more than the recording
        let is_said = status != "0" || output.starts_with("fish: ");
        let is_plain = !output.starts_with("> ") && !part.contains("[aliases]") && !part.contains(" gap\n");
        (is_said && is_plain).then(|| Section {
            title: format!("{page}: {}", part.lines().next().unwrap_or_default()),
            setup: block(part, "sh\n").unwrap_or_default(),
            command: command.to_owned(),
            status: status.to_owned(),
            output: format!("{output}\n"),
        })
    };
    text.split("\n## ").skip(1).filter_map(section).collect()
}

/// The answer of `darn fix`.
#[derive(Debug, PartialEq)]
struct Said {
    kind: Value,
    /// Commands with the level of their verdict, best first.
    suggestions: Vec<(String, String)>,
}

impl Said {
    /// Parses the answer; it is empty if there was no failure.
    fn read(json: &[u8]) -> Self {
        let json = if json.is_empty() { br#"{"suggestions": []}"# } else { json };
        let said: Value = serde_json::from_slice(json)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(json)));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let suggestions = said["suggestions"].as_array().unwrap().iter();
        Self {
            kind: said["failure"]["kind"].clone(),
            suggestions: suggestions.map(|s| (text(&s["command"]), text(&s["verdict"]["level"]))).collect(),
        }
    }

    /// Returns whether a hint contains the first suggestion of the mildest level.
    fn is_drawn_in(&self, drawn: &str) -> bool {
        let rank = ["allow", "warn", "confirm", "deny"];
        let first = self.suggestions.iter().min_by_key(|(_, level)| rank.iter().position(|l| l == level));
        first.is_none_or(|(text, _)| {
            let text = text.lines().next().unwrap();
            drawn.lines().any(|line| line.starts_with("✗ ") && line.contains(text))
        })
    }
}

struct Session {
    shell: &'static str,
    terminal: Terminal,
    scenes: usize,
}

impl Session {
    fn new(shell: &'static str) -> Self {
        let identity = "[user]\n\tname = Me\n\temail = me@example.com\n[init]\n\tdefaultBranch = main\n";
        let terminal = Builder::new(shell)
            .inside()
            .size(250, 50)
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("GIT_EDITOR", "true")
            .env("PAGER", "cat")
            .file(".gitconfig", identity)
            .start();
        Self { shell, terminal, scenes: 0 }
    }

    /// Creates a new directory according to the section and changes the shell to it.
    fn set(&mut self, section: &Section) -> PathBuf {
        self.scenes += 1;
        let project = self.terminal.home().join(format!("scene{}/project", self.scenes));
        std::fs::create_dir_all(&project).unwrap();
        let done = self.program("bash", &project).args(["-ec", &section.setup]).output().unwrap();
        assert!(done.status.success(), "{}: {done:?}", section.title);
        self.terminal.run(&format!("cd {}", project.display()));
        project
    }

    fn program(&self, name: &str, directory: &Path) -> Command {
        let mut command = Command::new(name);
        command
            .env_clear()
            .env("HOME", self.terminal.home())
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LANG", "C.UTF-8")
            .current_dir(directory);
        command
    }

    /// Returns the answer for the recording.
    fn recorded(&self, section: &Section, project: &Path) -> Said {
        let home = project.parent().unwrap();
        let output = home.join("output");
        std::fs::write(&output, section.output.replace("/home/me", &home.display().to_string())).unwrap();
        let mut darn = self.program(env!("CARGO_BIN_EXE_darn"), project);
        darn.args(["fix", "--format", "json", "--shell", self.shell, "--command", &section.command]);
        darn.args(["--status", &section.status, "--output"]).arg(&output);
        Said::read(&darn.output().unwrap().stdout)
    }

    /// Returns what is drawn after entering the command, and the answer to `darn fix`.
    fn typed(&mut self, section: &Section) -> (String, Said) {
        let t = &mut self.terminal;
        t.press(&section.command);
        let from = t.mark();
        t.send("\r");
        // a shell that waits for the relay's answer looks like one that waits for a key, but has not drawn a
        // prompt
        t.wait("an end of the command", |t| {
            t.bytes_since(&from).contains(&b'\n') && t.model().cursor_position().1 > 0
        });
        if usize::from(t.model().cursor_position().1) != PROMPT.len() {
            t.press("\x03"); // it asks for more input; fish keeps a line that it cannot parse
        }
        let drawn = t.drawn(&from);
        let answer = self.terminal.home().join("answer");
        self.terminal.run(&format!("darn fix --format json >{}", answer.display()));
        (drawn, Said::read(&std::fs::read(&answer).unwrap()))
    }

    fn compare(&mut self, section: &Section) -> Result<(), String> {
        let project = self.set(section);
        let (drawn, typed) = self.typed(section);
        let recorded = self.recorded(section, &project);
        let place = format!("{}: {}: {}", self.shell, section.title, section.command);
        if typed.kind != recorded.kind || typed.suggestions.first() != recorded.suggestions.first() {
            return Err(format!("{place}\n  typed    {typed:?}\n  recorded {recorded:?}\n{drawn}\n"));
        }
        // an answer that takes longer than the hook waits is not drawn: on a busy machine, a second attempt
        // may succeed
        if typed.is_drawn_in(&drawn) || typed.is_drawn_in(&self.typed(section).0) {
            return Ok(());
        }
        Err(format!("{place}: no hint of {typed:?}:\n{drawn}\n"))
    }
}

/// Compares the first sections of pages: page and number.
fn compare(shell: &'static str, pages: &[(&str, usize)]) {
    let of_page = |(page, count): &(&str, usize)| sections(page, shell).into_iter().take(*count);
    let all: Vec<Section> = pages.iter().flat_map(of_page).collect();
    assert_eq!(all.len(), pages.iter().map(|(_, count)| count).sum::<usize>());
    let mut session = Session::new(shell);
    let wrong: Vec<String> = all.iter().filter_map(|section| session.compare(section).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn bash() {
    compare("bash", &[("bash.md", 16), ("git.md", 8), ("tar.md", 2), ("grep.md", 2)]);
}

#[test]
fn zsh() {
    compare("zsh", &[("zsh.md", 16), ("git.md", 8), ("tar.md", 2), ("grep.md", 2)]);
}

#[test]
fn fish() {
    compare("fish", &[("fish.md", 16), ("git.md", 8), ("tar.md", 2), ("grep.md", 2)]);
}
