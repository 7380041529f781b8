//! Programs that run another program: `sudo`, `env`, `time` and their options.

use crate::Command;

/// A prefix program and its options that take an argument of their own.
const PREFIXES: &[(&str, &[&str])] = &[
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-r", "-t", "-T", "-U", "--user", "--group", "--host", "--prompt", "--chdir"]),
    ("doas", &["-u", "-C"]),
    ("run0", &["-u", "-D"]),
    ("env", &["-u", "-C", "-S", "--unset", "--chdir"]),
    ("time", &["-f", "-o"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("nohup", &[]),
    ("setsid", &[]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("command", &[]),
    ("builtin", &[]),
    ("exec", &["-a"]),
    ("noglob", &[]),
    ("nocorrect", &[]),
];

impl Command {
    /// Index in [`Command::words`] of the program that really runs, behind `sudo`, `env` and the
    /// like; `None` where there are only options. `sudo -i` alone is its own program.
    #[must_use]
    pub fn program(&self) -> Option<usize> {
        let mut at = 0;
        'prefixes: loop {
            let Some(word) = self.words.get(at) else { break };
            let Some((_, takes_argument)) = PREFIXES.iter().find(|(name, _)| *name == word.value) else {
                return Some(at);
            };
            let prefix = at;
            at += 1;
            while let Some(word) = self.words.get(at) {
                let text = word.value.as_str();
                if text == "--" {
                    at += 1;
                    continue 'prefixes;
                }
                let is_variable = prefix_takes_variables(&self.words[prefix].value) && text.contains('=') && !text.starts_with('=');
                if !text.starts_with('-') && !is_variable {
                    continue 'prefixes;
                }
                if matches!((self.words[prefix].value.as_str(), text), ("command", "-v" | "-V")) {
                    return Some(prefix);
                }
                at += 1 + usize::from(takes_argument.contains(&text));
            }
            return Some(prefix);
        }
        None
    }

    /// Value of the program word, behind prefixes.
    #[must_use]
    pub fn program_name(&self) -> Option<&str> {
        self.words.get(self.program()?).map(|word| word.value.as_str())
    }

    /// The words after the program.
    #[must_use]
    pub fn arguments(&self) -> &[crate::Word] {
        self.program().and_then(|at| self.words.get(at + 1..)).unwrap_or_default()
    }

    /// True when a prefix raises privileges.
    #[must_use]
    pub fn is_privileged(&self) -> bool {
        let end = self.program().unwrap_or(0);
        self.words.iter().take(end).any(|w| matches!(w.value.as_str(), "sudo" | "doas" | "run0"))
    }
}

fn prefix_takes_variables(name: &str) -> bool {
    matches!(name, "env" | "sudo" | "doas")
}
