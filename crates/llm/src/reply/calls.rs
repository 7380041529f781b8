//! Tool calls.

use super::grammar::{Grammar, MAX_STEPS};
use super::json::{self, Value};
use super::{Command, Reply, object};
use crate::wire::schema;

/// Tools whose arguments are an answer; others are unknown.
const TOOLS: [&str; 2] = ["run_command", schema::TOOL];
const OPEN: &str = "<tool_call>";
const CLOSE: &str = "</tool_call>";

/// Reads several calls as steps of one command. If one of them is unknown or broken, drops all.
pub fn read(calls: &[(String, String)], grammar: &Grammar<'_>) -> Reply {
    let mut reply = Reply::default();
    if calls.len() > MAX_STEPS {
        return reply;
    }
    let mut steps: Option<Command> = None;
    for (name, arguments) in calls {
        let known = TOOLS.contains(&name.as_str());
        let Some((object, _)) = json::parse(arguments).filter(|_| known) else { return Reply::default() };
        let mut one = object::of_object(&object, grammar);
        if one.commands.is_empty() && calls.len() > 1 {
            return Reply::default();
        }
        match &mut steps {
            Some(command) => {
                let Some(next) = one.commands.into_iter().next() else { return Reply::default() };
                command.steps.extend(next.steps);
                command.has_placeholders |= next.has_placeholders;
                command.was_straightened |= next.was_straightened;
            }
            None if one.commands.is_empty() => reply = one,
            None => {
                steps = Some(one.commands.remove(0));
                reply = one;
            }
        }
    }
    reply.commands.splice(0..0, steps);
    reply
}

/// Returns calls written into the text, as Qwen does if the server does not know its template; `None` if
/// there are no calls. One that is truncated or not JSON makes the list empty.
pub fn in_text(text: &str) -> Option<Vec<(String, String)>> {
    if !text.contains(OPEN) {
        return None;
    }
    let call = |body: &str| {
        let (body, _) = body.split_once(CLOSE)?;
        let (object, _) = json::parse(body.trim_start())?;
        let name = object.get("name").and_then(Value::text)?.to_owned();
        // serialised again, because a call's arguments are text whatever their source
        let arguments = match object.get("arguments")? {
            Value::Text(text) => text.clone(),
            _ => body.split_once("\"arguments\"")?.1.trim_start().strip_prefix(':')?.to_owned(),
        };
        Some((name, arguments))
    };
    Some(text.split(OPEN).skip(1).map(call).collect::<Option<_>>().unwrap_or_default())
}
