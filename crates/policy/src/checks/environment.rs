//! Variables that make programs run something.

use crate::paths;
use crate::prelude::*;
use crate::state::Value;

/// Variables whose value some program executes.
const RUN: &[&str] = table!("run_variables");

/// Judges `NAME=value`, before a command or exported.
pub fn environment(context: &mut Context<'_>, name: &str, values: &[Value], span: Span) {
    let items = values.iter().flat_map(|value| &value.items);
    let values: Vec<(String, Taint)> = items.map(|item| (item.text.clone(), item.taint)).collect();
    match name {
        "LD_PRELOAD" | "LD_LIBRARY_PATH" | "LD_AUDIT" | "DYLD_INSERT_LIBRARIES" => {
            let foreign = |text: &str| {
                text.split([':', ' ']).any(|path| {
                    paths::is_temporary(path)
                        || path.starts_with("./")
                        || path == "."
                        || path.ends_with(".so") && !path.starts_with('/')
                })
            };
            if name != "LD_LIBRARY_PATH" && values.iter().any(|(text, _)| foreign(text)) {
                let because = "Loads a library of unknown origin into the program.";
                context.find("execute/preload", Level::Warn, because, span);
            }
        }
        "HISTFILE" | "HISTSIZE" | "HISTFILESIZE" | "SAVEHIST" => {
            let none: &[&str] = if name == "HISTFILE" { &["/dev/null", ""] } else { &["0"] };
            if values.iter().any(|(text, _)| none.contains(&text.as_str())) {
                context.find("history/erase", Level::Warn, "Stops recording commands in the history.", span);
            }
        }
        "PS0" | "PS1" | "PS2" | "PS4" | "RPROMPT" | "PROMPT" => {
            for (text, taint) in
                values.into_iter().filter(|(text, _)| text.contains("$(") || text.contains('`'))
            {
                context.run_text(format!(": \"{text}\""), taint, Dialect::Bash, span);
            }
        }
        "BASH_ENV" | "ENV" | "ZDOTDIR" => {
            for (text, taint) in values {
                if paths::is_temporary(&text) {
                    let because = format!("Makes every shell run `{}` first.", display(&text));
                    context.find("execute/preload", Level::Warn, because, span);
                }
                if text.contains("$(") || text.contains('`') {
                    context.run_text(&text, taint, Dialect::Bash, span);
                }
                let stream = context.read(&text);
                if stream.text.is_some() || !stream.is_plain() {
                    context.steps.push(Step::File { contents: stream, span });
                }
            }
        }
        "PYTHONSTARTUP" | "NODE_OPTIONS" | "RUBYOPT" | "JAVA_TOOL_OPTIONS" | "_JAVA_OPTIONS" => {
            for (text, _) in values.iter().filter(|(text, _)| starts_foreign(text)) {
                let because = format!("Makes every such program run `{}`.", display(text));
                context.find("execute/preload", Level::Warn, because, span);
            }
        }
        _ if RUN.contains(&name) && name != "TAR_OPTIONS" => {
            if let Some((text, _)) = values.iter().find(|(text, _)| starts_foreign(text)) {
                let because = format!("Runs `{}` again and again.", display(text));
                context.find("execute/preload", Level::Warn, because, span);
            }
            for (text, taint) in values {
                let text = text.trim_start_matches('|').replace("%s", "x");
                context.run_text(&text, taint, Dialect::Bash, span);
            }
        }
        _ => {}
    }
}

/// Returns whether the text starts a program from a world-writable place: `/tmp/x`, `sh -c /tmp/x`.
fn starts_foreign(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', '=', ':', '"', '\'']).filter(|word| !word.is_empty()).collect();
    let starts = ["-c", "-r", "--require", "--import", "-javaagent", "-agentpath", "sh", "bash", "python3"];
    let is_started = |pair: &[&str]| matches!(pair, [before, path] if starts.contains(before) && paths::is_temporary(path));
    words.first().is_some_and(|word| paths::is_temporary(word)) || words.windows(2).any(is_started)
}
