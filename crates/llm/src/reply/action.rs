//! Actions of a task: a JSON object, or a call of the tool with that name.

use super::characters::straightened;
use super::json::{self, Value};
use super::{MAX_OBJECT, calls, visible};
use crate::wire::{Completion, Finish};

/// What the model wants to do next. Untrusted text: nothing of it is acted upon unasked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Run {
        command: String,
        why: String,
        expects: String,
    },
    /// `lines`: `1-80`; empty for the whole file.
    Read {
        path: String,
        lines: String,
    },
    Ask {
        question: String,
    },
    Done {
        summary: String,
    },
}

/// Reads an action; `None` if the reply contains no action or was truncated.
pub fn read(completion: &Completion) -> Option<Action> {
    if !matches!(completion.finish, Finish::Stop | Finish::Tool) {
        return None;
    }
    if let Some((name, arguments)) = completion.calls.first() {
        return of_object(Some(name), &json::parse(arguments)?.0);
    }
    let text = visible(&completion.text)?;
    if let Some((name, arguments)) = calls::in_text(text).and_then(|calls| calls.into_iter().next()) {
        return of_object(Some(&name), &json::parse(&arguments)?.0);
    }
    // prose or a fence may come first
    let starts = text.match_indices('{').take(8);
    starts.filter_map(|(at, _)| json::parse(text.get(at..)?)).find_map(|(object, _)| of_object(None, &object))
}

fn of_object(name: Option<&str>, object: &Value) -> Option<Action> {
    let text = |key: &str| object.get(key).and_then(Value::text).unwrap_or_default().trim().to_owned();
    let said = text("action");
    let name = name.filter(|name| said.is_empty() || is_action(name)).unwrap_or(&said);
    let (first, action) = match name {
        "run_command" => {
            let command = straightened(&text("command")).into_owned();
            let run = Action::Run { command: command.clone(), why: text("why"), expects: text("expects") };
            (command, run)
        }
        "read_file" => (text("path"), Action::Read { path: text("path"), lines: text("lines") }),
        "ask_user" => (text("question"), Action::Ask { question: text("question") }),
        "done" => return Some(Action::Done { summary: text("summary") }),
        _ => return None,
    };
    (!first.is_empty() && first.len() <= MAX_OBJECT && !first.contains(is_hidden)).then_some(action)
}

fn is_action(name: &str) -> bool {
    matches!(name, "run_command" | "read_file" | "ask_user" | "done")
}

/// Returns whether the character changes what a terminal shows of the others. The policy judges the rest, such
/// as invisible characters: a joiner is also part of many an emoji.
fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Option<Action> {
        read(&Completion { text: text.into(), calls: Vec::new(), finish: Finish::Stop, usage: None })
    }

    fn run(command: &str) -> Option<Action> {
        Some(Action::Run { command: command.into(), why: String::new(), expects: String::new() })
    }

    #[test]
    fn an_action_is_read_however_it_is_wrapped() {
        let object = r#"{"action": "run_command", "command": "ls -l"}"#;
        assert_eq!(read_text(object), run("ls -l"));
        assert_eq!(read_text(&format!("I look first.\n```json\n{object}\n```\n")), run("ls -l"));
        assert_eq!(read_text(&format!("<think>hm {{}}</think>{object}")), run("ls -l"));
        let call = r#"<tool_call>{"name": "run_command", "arguments": {"command": "ls -l"}}</tool_call>"#;
        assert_eq!(read_text(call), run("ls -l"));
        let calls = vec![("next_action".to_owned(), object.to_owned())];
        let completion = Completion { text: String::new(), calls, finish: Finish::Tool, usage: None };
        assert_eq!(read(&completion), run("ls -l"));
        assert_eq!(
            read_text("{\"action\": \"run_command\", \"command\": \"ls ‘a b’ 👩\u{200d}👧\"}"),
            run("ls 'a b' 👩\u{200d}👧")
        );
        let done = r#"{"action": "done", "summary": "It works.", "command": null}"#;
        assert_eq!(read_text(done), Some(Action::Done { summary: "It works.".into() }));
    }

    #[test]
    fn what_is_not_an_action_is_none() {
        for text in
            ["ls -l", "", "{\"action\": \"run_command\"}", "{\"action\": \"format\", \"command\": \"x\"}"]
        {
            assert_eq!(read_text(text), None, "{text}");
        }
        assert_eq!(read_text("{\"action\": \"run_command\", \"command\": \"ls \u{202e}x\"}"), None);
        let cut = Completion {
            text: r#"{"action": "run_command", "command": "ls"}"#.into(),
            calls: Vec::new(),
            finish: Finish::Length,
            usage: None,
        };
        assert_eq!(read(&cut), None);
    }
}
