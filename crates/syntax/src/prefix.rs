//! Programs that run another program: `sudo`, `env`, `time` and their options.

use crate::{Command, Word};

/// A program that runs the command in its arguments.
struct Prefix {
    name: &'static str,
    /// Options that take the next word as their argument.
    valued: &'static [&'static str],
    /// Words of its own before the command.
    operands: usize,
}

const fn prefix(name: &'static str, valued: &'static [&'static str], operands: usize) -> Prefix {
    Prefix { name, valued, operands }
}

#[rustfmt::skip]
const PREFIXES: &[Prefix] = &[
    prefix("sudo", &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-r", "-t", "-T", "-U",
        "--user", "--group", "--host", "--prompt", "--chdir", "--chroot", "--close-from", "--role", "--type",
        "--other-user", "--command-timeout"], 0),
    prefix("doas", &["-u", "-C"], 0),
    prefix("run0", &["-u", "-g", "-D", "--user", "--group", "--chdir"], 0),
    prefix("pkexec", &["--user"], 0),
    prefix("env", &["-u", "-C", "--unset", "--chdir"], 0),
    prefix("time", &["-f", "-o", "--format", "--output"], 0),
    prefix("nice", &["-n", "--adjustment"], 0),
    prefix("ionice", &["-c", "-n", "--class", "--classdata"], 0),
    prefix("timeout", &["-k", "-s", "--kill-after", "--signal"], 1),
    prefix("taskset", &[], 1),
    prefix("nohup", &[], 0),
    prefix("setsid", &[], 0),
    prefix("stdbuf", &["-i", "-o", "-e", "--input", "--output", "--error"], 0),
    prefix("unbuffer", &[], 0),
    prefix("command", &[], 0),
    prefix("builtin", &[], 0),
    prefix("exec", &["-a"], 0),
    prefix("noglob", &[], 0),
    prefix("nocorrect", &[], 0),
    prefix("-", &[], 0),
];

impl Command {
    /// Index in [`Command::words`] of the program that really runs, behind `sudo`, `env` and the
    /// like; `None` where there is no word. A prefix without a command after it (`sudo -i`,
    /// `command -v x`) is its own program.
    #[must_use]
    pub fn program(&self) -> Option<usize> {
        let mut at = 0;
        while let Some(word) = self.words.get(at) {
            let Some(prefix) = PREFIXES.iter().find(|prefix| prefix.name == word.value) else { break };
            match self.behind(prefix, at + 1) {
                Some(next) => at = next,
                None => break,
            }
        }
        (at < self.words.len()).then_some(at)
    }

    /// Where the command of a prefix begins, its own options and operands ending before it.
    fn behind(&self, prefix: &Prefix, mut at: usize) -> Option<usize> {
        let mut operands = prefix.operands;
        loop {
            let text = self.words.get(at)?.value.as_str();
            if text == "--" {
                at += 1;
                break;
            }
            if prefix.name == "command" && matches!(text, "-v" | "-V") {
                return None;
            }
            if text.starts_with('-') && text != "-" {
                at += 1 + usize::from(prefix.takes_value(text));
            } else if prefix.takes_variables() && text.contains('=') && !text.starts_with('=') {
                at += 1;
            } else if operands > 0 {
                operands -= 1;
                at += 1;
            } else {
                break;
            }
        }
        at += operands;
        (at < self.words.len()).then_some(at)
    }

    /// Value of the program word, behind prefixes.
    #[must_use]
    pub fn program_name(&self) -> Option<&str> {
        self.words.get(self.program()?).map(|word| word.value.as_str())
    }

    /// The words after the program.
    #[must_use]
    pub fn arguments(&self) -> &[Word] {
        self.program().and_then(|at| self.words.get(at + 1..)).unwrap_or_default()
    }

    /// True when a prefix raises privileges.
    #[must_use]
    pub fn is_privileged(&self) -> bool {
        let end = self.program().unwrap_or(0);
        self.words.iter().take(end).any(|w| matches!(w.value.as_str(), "sudo" | "doas" | "run0" | "pkexec"))
    }
}

impl Prefix {
    fn takes_variables(&self) -> bool {
        matches!(self.name, "env" | "sudo" | "doas")
    }

    /// `-u`, `--user`, and `-Eu`: the last of several letters.
    fn takes_value(&self, option: &str) -> bool {
        if self.valued.contains(&option) {
            return true;
        }
        let mut letters = option.chars();
        letters.next();
        let short = |letter: char| self.valued.iter().any(|o| o.len() == 2 && o.ends_with(letter));
        let Some(last) = letters.next_back() else { return false };
        !option.starts_with("--") && short(last) && !letters.any(short)
    }
}
