//! Programs that take the terminal for themselves: who accepts such a line should know.

use programs::{Program, Role};
use syntax::{Command, Connector, Script};

/// Program, and an option with which it does not ask.
const CLIENTS: [(&str, &[&str]); 5] = [
    ("psql", &["-c", "-f", "-l", "--command", "--file", "--list"]),
    ("mysql", &["-e", "--execute"]),
    ("mariadb", &["-e", "--execute"]),
    ("mongosh", &["--eval", "--file"]),
    ("redis-cli", &[]),
];

/// The program of the line that takes over the terminal, as it is named there.
pub fn program(script: &Script) -> Option<String> {
    let commands = &script.commands;
    let own = commands.iter().enumerate().filter(|(_, command)| !command.substituted);
    let free = own.filter(|(at, command)| {
        let pipes_on = commands.get(at + 1).is_some_and(|next| next.connector == Connector::Pipe);
        !pipes_on && command.redirects.is_empty()
    });
    let found = free.map(|(_, command)| command).find(|command| takes_terminal(command))?;
    let name = found.program_name()?;
    Some(name.rsplit('/').next().unwrap_or(name).to_owned())
}

fn takes_terminal(command: &Command) -> bool {
    let name = command.program_name().unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or(name);
    let arguments: Vec<&str> = command.arguments().iter().map(|word| word.value.as_str()).collect();
    let has = |options: &[&str]| arguments.iter().any(|argument| options.contains(argument));
    let fed = command.connector == Connector::Pipe;
    if arguments.iter().any(|argument| matches!(*argument, "--version" | "--help" | "-V" | "-h")) {
        return false;
    }
    let Some(program) = programs::find_version(name) else { return false };
    match name {
        "git" => {
            let commits =
                has(&["commit"]) && !has(&["-m", "-am", "--message", "-F", "--file", "--no-edit", "-C"]);
            commits && !arguments.iter().any(|a| a.starts_with("-m") || a.starts_with("--message="))
                || has(&["rebase"]) && has(&["-i", "--interactive"])
                || has(&["add", "checkout", "restore", "reset"]) && has(&["-p", "--patch", "-i"])
                || has(&["mergetool", "difftool"])
        }
        "tail" | "journalctl" => has(&["-f", "-F", "--follow"]),
        "crontab" => has(&["-e"]),
        "top" if has(&["-b"]) => false,
        "ssh" => arguments.iter().filter(|argument| !argument.starts_with('-')).count() == 1,
        "redis-cli" => arguments.iter().all(|argument| argument.starts_with('-')),
        _ if reads_commands(program) => {
            let is_database = name == "sqlite3" && arguments.len() == 1;
            !fed && (arguments.is_empty() || is_database || has(&["-i"]))
        }
        _ => {
            let client = CLIENTS.iter().find(|(client, _)| *client == name);
            client.is_some_and(|(_, quiet)| !fed && !has(quiet)) || program.is(Role::FullScreen)
        }
    }
}

/// Returns whether the program reads commands from the terminal where no program text and no file is given.
fn reads_commands(program: Program) -> bool {
    program.name() == "sqlite3"
        || program.is(Role::Interactive)
        || program.is_interpreter() && !program.is(Role::PatternFirst)
}

#[cfg(test)]
mod tests {
    use syntax::Dialect;

    use super::*;

    #[test]
    fn who_takes_the_terminal() {
        let of = |text: &str| program(&Script::parse(text, Dialect::Bash));
        for (text, name) in [
            ("sudo vim /etc/hosts", "vim"),
            ("git log | less", "less"),
            ("python3", "python3"),
            ("git commit --amend", "git"),
            ("git rebase -i HEAD~3", "git"),
            ("cd x && top", "top"),
            ("ssh me@host", "ssh"),
            ("psql shop", "psql"),
            ("tail -f a.log", "tail"),
        ] {
            assert_eq!(of(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "git commit -m x", "git commit -am 'x'", "git status", "python3 app.py", "echo 1 | python3",
            "ssh me@host ls", "psql -c 'select 1' shop", "man ls > ls.txt", "top -b -n 1 | head",
            "vim --version",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
