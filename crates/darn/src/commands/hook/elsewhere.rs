//! Shells without our hooks inside the relay: ssh, a container, `su`. What failed there is read off the
//! terminal as far as its prompts show it, so darn answers only when the list key is pressed.

use engine::Answer;
use facts::{CommandRecord, Output};
use shell::relay::session::Session;
use syntax::Dialect;

use crate::commands::prelude::*;
use crate::host::{Elsewhere, RealWorld};

/// Longest line accepted as a prompt.
const MAX_PROMPT: usize = 120;
/// How long to think about it: the user asked explicitly, and the relay waits a little longer.
const PATIENCE: Duration = Duration::from_secs(4);

/// Prints the fix for the last failure in the running shell; nothing if none is known.
pub fn say(session: &Session) {
    let Some(printed) = session.recorder.running() else { return };
    let output = Output::from_bytes(&printed.bytes());
    let Some(last) = Last::parse(output.text()) else { return };
    let record = CommandRecord {
        text: last.command.to_owned(),
        dialect: last.dialect(),
        cwd: String::new(),
        entered_in: String::new(),
        status: if last.is_unknown() { 127 } else { 1 },
        output: Some(Output::from_bytes(last.output.as_bytes())),
    };
    let caller = context::caller(last.dialect());
    let world = Elsewhere(RealWorld::new(&caller, PATIENCE));
    let settings = crate::config::for_hook(&caller.nowhere()); // that of the other shell is unknown
    let answer = Answer::of(&record, &world, &crate::rules::user_rules(&settings, context::today()));
    let first = answer.diagnosis.suggestions.into_iter().find(|first| first.verdict.level == Level::Allow);
    if let Some(first) = first
        && SafeText::new(&first.text).is_ok()
        && !first.text.contains(char::is_control)
    {
        ui::print(&first.text);
    }
}

/// The last command entered after a prompt, and the text below it.
#[derive(Debug, PartialEq, Eq)]
struct Last<'t> {
    command: &'t str,
    output: &'t str,
}

impl<'t> Last<'t> {
    /// Finds the last command in a text that ends in a prompt: the line above that begins like it.
    fn parse(text: &'t str) -> Option<Self> {
        let (above, prompt) = text.rsplit_once('\n')?;
        let prompt = prompt.trim_end();
        if !is_prompt(prompt) {
            return None;
        }
        let mut end = above.len();
        loop {
            let start = above.get(..end)?.rfind('\n').map_or(0, |at| at + 1);
            let line = above.get(start..end)?;
            let command = line.strip_prefix(prompt).filter(|rest| rest.starts_with(' ')).map(str::trim);
            if let Some(command) = command {
                let output = above.get(end..)?.trim_start_matches('\n');
                // an empty Enter, or a private line
                let is_private = line.get(prompt.len()..).is_some_and(|rest| rest.starts_with("  "));
                return (!command.is_empty() && !output.is_empty() && !is_private)
                    .then_some(Self { command, output });
            }
            end = start.checked_sub(1)?;
        }
    }

    fn is_unknown(&self) -> bool {
        self.output.contains("not found")
    }

    fn dialect(&self) -> Dialect {
        match self.output.split(':').next() {
            Some("zsh") => Dialect::Zsh,
            Some("fish") => Dialect::Fish,
            _ => Dialect::Bash,
        }
    }
}

/// Returns whether it is a shell's prompt, by its end. (Interpreters and debuggers have others: `>>>`,
/// `mysql>`, `db=#`, `(gdb)`.)
fn is_prompt(line: &str) -> bool {
    let mut end = line.chars().rev();
    line.len() <= MAX_PROMPT
        && matches!(end.next(), Some('$' | '#' | '%' | '❯' | '➜'))
        && !matches!(end.next(), Some('=' | '-' | '(' | '*' | '!' | '\'' | '"' | '^'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_tell_what_was_entered() {
        let remote = "Last login: today\nme@far:~$ ls\na b\nme@far:~$ gti status\n-bash: gti: command not found\nme@far:~$ ";
        let last = Last::parse(remote).unwrap();
        assert_eq!((last.command, last.output), ("gti status", "-bash: gti: command not found"));
        assert!(last.is_unknown() && last.dialect() == Dialect::Bash);
        let root = "/ # apk ad vim\nERROR: 'ad' is not an apk command\n/ # ";
        assert_eq!(Last::parse(root).unwrap().command, "apk ad vim");
        let zsh = "host% gti\nzsh: command not found: gti\nhost% ";
        assert_eq!(Last::parse(zsh).unwrap().dialect(), Dialect::Zsh);
    }

    #[test]
    fn what_is_no_shell_is_left_alone() {
        for text in [
            ">>> imprt os\nSyntaxError: invalid syntax\n>>> ",
            "db=# selct 1;\nERROR: syntax error\ndb=# ",
            "mysql> selct\nERROR\nmysql> ",
            "(gdb) brek\nUndefined command\n(gdb) ",
            "me@far:~$ \nme@far:~$ ",
            "me@far:~$  secret thing\nno\nme@far:~$ ",
            "me@far:~$ true\nme@far:~$ ",
            "other:~$ gti\nbash: gti: command not found\nme@far:~$ ",
            "me@far:~$ gti\nbash: gti: command not found\nme@far:~$ half a li",
            "$ ",
            "",
        ] {
            assert_eq!(Last::parse(text), None, "{text}");
        }
    }
}
