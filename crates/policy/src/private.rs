//! Programs that print secrets: `private` in their records, and what the user adds (`capture.never`).
//! What they print is neither recorded nor read.

use programs::{Program, base_name};
use syntax::{Dialect, Script};

use crate::runs_another;
use facts::glob;
use facts::plain;

/// Aliases that stand for aliases, texts in texts.
const MAX_DEPTH: usize = 4;

/// A program and its words.
#[derive(Debug)]
struct Row {
    program: String,
    words: Vec<String>,
    except: Vec<String>,
}

/// The commands whose output is private.
#[derive(Debug)]
pub struct Private {
    rows: Vec<Row>,
}

impl Private {
    /// Those that darn knows, and more of the same form: `PROGRAM [WORD…] [except WORD…]`.
    pub fn with(own: &[String]) -> Self {
        let known = programs::all().flat_map(|program| {
            program.details().private.iter().map(move |words| Row::of(program.name(), words))
        });
        Self { rows: known.chain(own.iter().filter_map(|line| Row::read(line))).collect() }
    }

    /// Each as the words that stand in its line in this order, exceptions left out.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |row: &Row| [&row.program].into_iter().chain(&row.words).cloned().collect();
        self.rows.iter().map(row).collect()
    }

    /// Whether a process with these arguments, its own name first, is one of them, or starts one.
    pub fn is_process(&self, words: &[&str]) -> bool {
        if !words.iter().any(|word| self.is_named(word)) {
            return false;
        }
        let words: Vec<_> = words.iter().map(|word| syntax::quote(word, Dialect::Posix)).collect();
        self.is_in(&words.join(" "), Dialect::Posix, "")
    }

    /// Whether a program of this name is one of them, whatever its arguments were.
    pub fn is_ending(&self, name: &str) -> bool {
        self.rows.iter().any(|row| row.except.is_empty() && row.is_about(name, &[]))
    }

    /// Returns whether a line of an unknown shell contains one; the line as typed, or as the terminal showed
    /// it, with corrections and the prompts of its further lines.
    pub fn is_in_drawn(&self, drawn: &str) -> bool {
        if !self.is_named(drawn) && !drawn.contains('\u{8}') {
            return false;
        }
        let text = plain::strip(&corrected(drawn)).replace("\n> ", "\n");
        self.is_named(&text)
            && [Dialect::Bash, Dialect::Fish].iter().any(|dialect| self.is_in(&text, *dialect, ""))
    }

    /// Most texts have no name of one of them: then nothing has to be parsed.
    fn is_named(&self, text: &str) -> bool {
        self.rows.iter().any(|row| text.contains(row.program.trim_end_matches('*')))
    }

    /// Whether a command line has one in it. `aliases`: `name=value` lines.
    pub fn is_in(&self, text: &str, dialect: Dialect, aliases: &str) -> bool {
        self.is_in_text(text, dialect, aliases, 0)
    }

    fn is_in_text(&self, text: &str, dialect: Dialect, aliases: &str, depth: usize) -> bool {
        let script = Script::parse(text, dialect);
        script.commands.iter().any(|command| {
            let Some(at) = command.program() else { return false };
            let words: Vec<&str> = command.words.iter().skip(at).map(|word| word.value.as_str()).collect();
            let Some((name, arguments)) = words.split_first() else { return false };
            if self.is_known(name, arguments) {
                return true;
            }
            if depth == MAX_DEPTH {
                return false;
            }
            let alias = aliases.lines().filter_map(|line| line.split_once('='));
            let mut alias = alias.filter(|(alias, _)| alias == name);
            alias.any(|(_, value)| value != text && self.is_in_text(value, dialect, aliases, depth + 1))
                || self.is_started(base_name(name), arguments, depth)
        })
    }

    /// Whether a program that runs another one runs one of them.
    fn is_started(&self, name: &str, arguments: &[&str], depth: usize) -> bool {
        let is_text = |word: &str| word.contains(' ') && self.is_in_text(word, Dialect::Posix, "", depth + 1);
        if programs::find_version(name).is_some_and(Program::is_interpreter) {
            let script = arguments.iter().position(|word| !word.starts_with('-'));
            let script = script.and_then(|at| arguments.get(at..)?.split_first());
            return script.is_some_and(|(script, arguments)| self.is_known(script, arguments))
                || arguments.iter().any(|word| is_text(word));
        }
        // where in its arguments the command stands does not matter: one word too many is no harm
        (name == "eval" || name == "find" || runs_another(name, arguments))
            && (0..arguments.len()).any(|at| {
                let rest = arguments.get(at..).and_then(<[&str]>::split_first);
                rest.is_some_and(|(name, arguments)| self.is_known(name, arguments) || is_text(name))
            })
    }

    fn is_known(&self, program: &str, arguments: &[&str]) -> bool {
        self.rows.iter().any(|row| row.is_about(base_name(program), arguments))
    }
}

impl Row {
    /// `None`: an empty line.
    fn read(line: &str) -> Option<Self> {
        let (program, words) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        (!program.is_empty()).then(|| Self::of(program, words))
    }

    fn of(program: &str, words: &str) -> Self {
        let mut all = words.split_whitespace().map(str::to_owned);
        let words = all.by_ref().take_while(|word| word != "except").collect();
        Self { program: program.to_owned(), words, except: all.collect() }
    }

    fn is_about(&self, program: &str, arguments: &[&str]) -> bool {
        let mut left = arguments.iter();
        glob::stars(&self.program, program, false)
            && self.words.iter().all(|word| left.any(|argument| glob::stars(word, argument, false)))
            && !self.except.iter().any(|word| arguments.iter().any(|text| glob::stars(word, text, false)))
    }
}

/// Without what was taken back: a backspace, or one before a blank that covers the character and
/// another one.
fn corrected(drawn: &str) -> String {
    let mut out = String::with_capacity(drawn.len());
    let mut rest = drawn.chars();
    while let Some(c) = rest.next() {
        if c != '\u{8}' {
            out.push(c);
            continue;
        }
        out.pop();
        if let Some(behind) = rest.as_str().strip_prefix(" \u{8}") {
            rest = behind.chars();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_secrets_is_known_wherever_it_stands() {
        let private = Private::with(&["mytool show".into(), "ourvault".into()]);
        for text in [
            "pass show mail",
            "/usr/bin/pass show mail",
            "sudo -u x pass show y",
            "A=1 pass y",
            "env A=1 nice -n 5 pass y",
            "cat x | gpg -d",
            "gpg --decrypt x",
            "gpg",
            "echo \"$(op read op://a/b)\"",
            "cd /tmp && vault kv get secret/a; ls",
            "for i in a b; do pass $i; done",
            "bash -c 'pass show x'",
            "bash -lc \"cat y | gpg -d\"",
            "sh /usr/local/bin/pass x",
            "node /usr/bin/bw get password x",
            "xargs -n1 pass show",
            "ssh host 'pass show x'",
            "ssh host pass show x",
            "watch pass show x",
            "find . -name x -exec gpg -d {} ';'",
            "kubectl -n prod get secrets db -o yaml",
            "kubectl get secret/db",
            "aws --profile p secretsmanager get-secret-value --secret-id x",
            "gh auth token",
            "p x",
            "pp",
            "mytool -v show x",
            "sudo ourvault",
            "pinentry-curses",
            "eval 'pass show x'",
        ] {
            let aliases = "p=pass show\npp=p y\nloop=loop x";
            assert!(private.is_in(text, Dialect::Bash, aliases), "{text}");
        }
        assert!(private.is_in("echo (pass show x)", Dialect::Fish, ""));
    }

    #[test]
    fn what_does_not_is_left_alone() {
        let private = Private::with(&["mytool show".into()]);
        for text in [
            "", "ls pass", "git add pass", "git commit -m 'pass show x'", "apt install gpg",
            "npm install bw", "sudo apt install pass gpg", "man gpg", "which op", "./pass.sh",
            "echo gpg -d x", "curl x | gpg --dearmor", "gpg --verify a b", "gh auth login",
            "kubectl get pods", "vault status", "mytool list", "compass", "loop", "bash build.sh pass",
        ] {
            let aliases = "loop=loop x\nother=pass";
            assert!(!private.is_in(text, Dialect::Bash, aliases), "{text}");
        }
    }

    #[test]
    fn a_line_is_known_as_it_was_typed() {
        let private = Private::with(&[]);
        for drawn in [
            "pass show x\r\n\u{1b}[?2004l\r",
            "cd a;cat b | gpg -d",
            "pasz\u{8} \u{8}s show x\r\n",
            "gpq\u{8}\u{1b}[Kg -d x\r\n",
            "pz\u{8}\u{1b}[Kass\r\n",
            "for i in a; do\r\n> pass $i\r\n> done\r\n",
            "\u{1b}[32mpass\u{1b}[m x",
            "echo (pass x)",
        ] {
            assert!(private.is_in_drawn(drawn), "{drawn:?}");
        }
        for drawn in ["cat pass\r\n", "pass\u{8}\u{8}\u{8}\u{8}\u{1b}[Kls pass", "git add (ls)", ""] {
            assert!(!private.is_in_drawn(drawn), "{drawn:?}");
        }
    }

    #[test]
    fn a_process_is_known_by_its_arguments() {
        let private = Private::with(&[]);
        assert!(private.is_process(&["sudo", "-u", "x", "pass", "show", "y"]));
        assert!(private.is_process(&["/bin/bash", "/usr/bin/pass", "show"]));
        assert!(private.is_process(&["gpg", "--batch", "-d", "a b; c"]));
        assert!(!private.is_process(&["gpg", "--status-fd=2", "-bsau", "KEY"]));
        assert!(!private.is_process(&["echo", "x; pass show y"]));
        assert!(!private.is_process(&[]));
        assert!(private.is_ending("pass") && private.is_ending("pinentry-curses"));
        assert!(!private.is_ending("ssh-keygen") && !private.is_ending("kubectl"));
    }

    #[test]
    fn stars_stand_only_at_the_end_of_words() {
        let private = Private::with(&[]);
        assert!(private.rows.len() > 100);
        for row in &private.rows {
            let ends = row.words.iter().chain(&row.except).chain([&row.program]);
            assert!(ends.clone().all(|word| !word.trim_end_matches('*').contains('*')), "{row:?}");
        }
    }
}
