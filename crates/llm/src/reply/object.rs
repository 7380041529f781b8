//! Reads the requested JSON object: `{"fix": …, "alternatives": […], "why": …, "risk": …}`.

use super::grammar::{Grammar, Source};
use super::json::{self, Value};
use super::{Command, MAX_WHY, Need, Reply, Risk};

/// Names of the member with the command. Only an object with the first may occur anywhere in a text.
const KEYS: [&str; 3] = ["fix", "command", "commands"];
/// Maximum number of possible beginnings tried.
const MAX_STARTS: usize = 64;

/// Reads the first JSON object in the text. Returns `None` if there is no object and the text does not look
/// like a failed attempt at one.
pub fn read(text: &str, grammar: &Grammar<'_>) -> Option<Reply> {
    if text.starts_with('"')
        && let Some((Value::Text(inner), rest)) = json::parse(text)
        && rest.trim().is_empty()
        && inner.trim_start().starts_with('{')
    {
        return Some(find(&inner).map(|object| of_object(&object, grammar)).unwrap_or_default());
    }
    if let Some(object) = find(text) {
        return Some(of_object(&object, grammar));
    }
    let is_meant = begins_as_json(text) || text.contains("\"fix\"") || text.contains("'fix'");
    is_meant.then(Reply::default)
}

/// Reads the reply in a JSON object, which may also be the arguments of a call.
pub fn of_object(object: &Value, grammar: &Grammar<'_>) -> Reply {
    let fix = KEYS.iter().find_map(|name| object.get(name));
    let Some(fix) = fix.and_then(|fix| command(fix, grammar)) else {
        return Reply { why: why(object), ..Reply::default() };
    };
    let mut commands = vec![fix];
    if let Some(Value::List(others)) = object.get("alternatives") {
        commands.extend(others.iter().filter_map(|other| command(other, grammar)));
    }
    let risk = match object.get("risk").and_then(Value::text) {
        Some("destructive") => Risk::Destructive,
        _ => Risk::Unsaid,
    };
    Reply { commands, why: why(object), risk, needs: needs(object) }
}

fn needs(object: &Value) -> Vec<Need> {
    let Some(Value::List(needs)) = object.get("needs") else { return Vec::new() };
    let known = [("sudo", Need::Root), ("network", Need::Network)];
    let is_said = |name: &str| needs.iter().any(|need| need.text() == Some(name));
    known.into_iter().filter(|(name, _)| is_said(name)).map(|(_, need)| need).collect()
}

/// Reads a command from a text or a list of steps.
fn command(value: &Value, grammar: &Grammar<'_>) -> Option<Command> {
    match value {
        Value::Text(text) => grammar.command(text, Source::Named),
        Value::List(steps) => {
            let steps: Option<Vec<&str>> = steps.iter().map(Value::text).collect();
            grammar.command(&steps?.join("\n"), Source::Named)
        }
        _ => None,
    }
}

fn why(object: &Value) -> Option<String> {
    let text = object.get("why").and_then(Value::text)?;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|c| !c.is_control()).take(MAX_WHY).collect();
    (!line.is_empty()).then_some(line)
}

fn find(text: &str) -> Option<Value> {
    let mut from = 0;
    for _ in 0..MAX_STARTS {
        let at = from + text.get(from..)?.find('{')?;
        if let Some((object, rest)) = json::parse(text.get(at..)?) {
            let begins_line = text.get(..at)?.rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
            let is_known = |name: &str| object.get(name).is_some() && (name == "fix" || begins_line);
            if KEYS.iter().any(|name| is_known(name)) {
                return Some(object);
            }
            from = text.len() - rest.len();
        } else if begins_as_json(text.get(at..)?) {
            return None; // a part of a broken object is not an answer
        } else {
            from = at + 1;
        }
    }
    None
}

/// Returns whether the text begins as no command does: `{"…`, `{}`, `[{…`.
fn begins_as_json(text: &str) -> bool {
    let behind = |open: char| text.strip_prefix(open).map(str::trim_start);
    behind('{').is_some_and(|rest| rest.starts_with(['"', '\'', '}']))
        || behind('[').is_some_and(|rest| rest.starts_with(['{', '"']))
}
