//! The built-ins of the chat.

/// A built-in and what it does.
pub struct Builtin {
    pub name: &'static str,
    /// Its argument as the help shows it; empty: none.
    pub argument: &'static str,
    pub does: &'static str,
}

const fn of(name: &'static str, argument: &'static str, does: &'static str) -> Builtin {
    Builtin { name, argument, does }
}

pub const ALL: &[Builtin] = &[
    of("help", "", "this list"),
    of("showcapture", "", "show the output that goes with your next question"),
    of("clearcapture", "", "send no output with your next question"),
    of("keep", "", "send the output with every question until a newer one comes"),
    of("last", "[N]", "list the failures, or choose which one goes with your next question"),
    of(
        "explain",
        "[--llm] [COMMAND]",
        "explain a command word by word, or have the model explain the last failure",
    ),
    of("do", "TASK", "carry out a task step by step in this shell"),
    of("copy", "[N] [FILE]", "copy the last answer's code block N, or write it to a file"),
    of("diff", "[FILE]", "compare a file that was written with the version before"),
    of("restore", "[FILE]", "restore the version before"),
    of("model", "[NAME]", "show or choose the model of this chat"),
    of("tokens", "", "tokens used, as the server counts them"),
    of("save", "", "save the conversation, redacted"),
    of("resume", "", "go on with the saved conversation"),
    of("exit", "", "leave (also Ctrl-D)"),
];

/// The indent of what a built-in does.
const HELP: &str = "                        ";

pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|builtin| builtin.name).collect()
}

/// Returns the help, at most this wide.
pub fn help(width: usize) -> Vec<String> {
    let rules = [
        "A line that is a command runs in the shell; anything else is a question to the model.",
        "The sign before the line says which: $ command, ? question, / built-in, $? you are asked.",
        "!LINE is always a command, ?LINE always a question. @FILE, @FILE:10-40 and @src/*.rs put files into the",
        "question, `with FILES: QUESTION` likewise. `blog TEXT` writes a post about the session.",
        "Alt-1 to Alt-9 puts a command of the answer into the line. Alt-Enter starts a new line.",
    ];
    let mut lines: Vec<String> = Vec::new();
    for rule in rules {
        lines.extend(crate::ui::text::wrap(rule, "", width));
    }
    lines.push(String::new());
    for Builtin { name, argument, does } in ALL {
        let head = format!("    /{name} {argument}");
        let described = crate::ui::text::wrap(does, HELP, width);
        if head.len() >= HELP.len() {
            lines.push(head);
            lines.extend(described);
        } else {
            // the first line stands beside the name
            let mut described = described.into_iter();
            let first = described.next().unwrap_or_default();
            lines.push(format!("{head:<0$}{1}", HELP.len(), first.trim_start()));
            lines.extend(described);
        }
    }
    lines
}
