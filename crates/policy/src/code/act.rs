//! Effects and value of a call, by the meaning of its function.

use super::apply::{property, variable};
use super::bind::module_name;
use super::call::Call;
use super::expression::joined_path;
use super::reader::{Given, Reader};
use super::table::{Means, Reach, Style};
use super::text::filled;
use super::value::{Kind, Value};
use crate::Level;
use crate::field::Taint;
use crate::payload::{redis, sql};
use programs::Sql;

impl Reader<'_, '_> {
    /// Applies the meaning of a function; returns the value of the call.
    pub fn act(&mut self, means: Option<Means>, call: Call) -> Value {
        let Some(means) = means else { return self.other(call) };
        match means {
            Means::Shell => self.shell_with_input(&call),
            Means::Start(how) => self.start(how, &call),
            Means::Delete(reach) => self.delete(&call.subject(), reach, &call),
            Means::DeleteAll(reach) => self.delete_all(reach, &call),
            Means::Move => self.moved(&call),
            Means::Copy => self.copied(&call),
            Means::Read => self.opened(call.subject(), false),
            Means::Write => self.opened(call.subject(), true),
            Means::WriteAt(at) => self.opened(call.argument(at), true),
            Means::Open => self.open(&call),
            Means::OpenPerl => self.open_perl(&call),
            Means::Attributes => self.attributes(&[call.subject()], &call),
            Means::AttributesFrom(at) => {
                self.attributes(call.given.values.get(at..).unwrap_or_default(), &call)
            }
            Means::Kill(at) => self.kill(at, &call),
            Means::Network => self.network(&call),
            Means::NetworkOrFile if is_url(&call.subject()) => self.network(&call),
            Means::NetworkOrFile => self.opened(call.subject(), false),
            Means::Connect => {
                self.scope.connects = true;
                self.network(&call)
            }
            Means::Eval => self.evaluate(&call.subject()),
            Means::Source => self.source(&call),
            Means::Decode(decode) => self.decoded(decode, &call),
            Means::Decoded => Value::unknown(call.origin().and(Taint::DECODED)),
            Means::Pack => packed(&call),
            Means::Stdin => Value::unknown(Taint::STDIN),
            Means::Argv(from) => self.argument_list(from, &call),
            Means::Environment => Value::of(Kind::Environment),
            Means::Variable => {
                call.given.values.first().and_then(Value::as_text).map_or_else(Value::default, variable)
            }
            Means::Home => Value::text("~"),
            Means::Glob => self.globbed(&call),
            Means::Names => Value::pattern("*"),
            Means::Paths => joined_path(call.subject(), &Value::pattern("*")),
            Means::Walk => walked(&call),
            Means::Path => self.path(&call),
            Means::Join => self.joined(&call),
            Means::Character => character(&call),
            Means::Reverse => reversed(&call.subject()),
            Means::Replace => replaced(&call),
            Means::List => self.scope.pay(Value::of(Kind::List(call.given.values))),
            Means::Concat => {
                let all = call.receiver.iter().chain(&call.given.values);
                self.scope.pay(all.fold(Value::text(""), |whole, part| whole.join(part)))
            }
            Means::Parse => call.option("text").cloned().unwrap_or_else(|| call.subject()),
            Means::Same => call.subject(),
            Means::Format => formatted(&call),
            Means::Import => {
                let name = call.argument(0).as_text().map(module_name);
                name.map(|name| Value::of(Kind::Name(self.full_name(name)))).unwrap_or_default()
            }
            Means::Attribute => self.attribute(&call),
            Means::Call => self.call_first(call),
            Means::Fork => {
                self.scope.forks = true;
                Value::default()
            }
            Means::Endless => {
                self.scope.loops = true;
                Value::default()
            }
            Means::Terminal if call.given.values.is_empty() => self.shell(&Value::text("sh")),
            Means::Terminal => self.shell(&call.argument(0)),
            Means::Feed => self.feed(&call),
            Means::Sql(dialect) => self.query(dialect, &call),
            Means::Redis => self.redis(&call),
            Means::Loss(level, because) => self.lose(level, because, &call),
            Means::LossOfAll(level, because) if chooses_all(&call) => self.lose(level, because, &call),
            Means::LossOfAll(..) => Value::default(),
            Means::MongoCommand => self.mongo_command(&call),
            Means::Everything => match call.receiver {
                Some(Value { kind: Kind::Name(path), .. }) if path.ends_with(".objects") => {
                    Value::of(Kind::Name("everything".to_owned()))
                }
                _ => Value::default(),
            },
            Means::Nothing => Value::unknown(call.origin()),
        }
    }

    // --- commands and files

    fn shell_with_input(&mut self, call: &Call) -> Value {
        let command = self.shell(&call.argument(0));
        self.input(&command, call);
        command
    }

    fn feed(&mut self, call: &Call) -> Value {
        let command = call.receiver.clone().unwrap_or_default();
        if let Kind::Process(_) = command.kind
            && !call.given.values.is_empty()
        {
            self.fed(&command, &call.argument(0));
        }
        command
    }

    fn delete_all(&mut self, reach: Reach, call: &Call) -> Value {
        let mut paths = Value::of(Kind::List(call.given.values.clone()));
        if call.given.values.is_empty() && self.spec.style == Style::Perl {
            paths = self.lookup("$_");
        }
        self.delete(&paths, reach, call)
    }

    fn moved(&mut self, call: &Call) -> Value {
        self.writes(&call.second());
        self.delete(&call.subject(), Reach::Tree, call)
    }

    fn copied(&mut self, call: &Call) -> Value {
        let to = call.second();
        self.reads(&call.subject());
        self.writes(&to);
        to
    }

    fn open(&mut self, call: &Call) -> Value {
        let mode = call.option("mode").cloned().unwrap_or_else(|| call.second());
        let writes = mode.as_text().is_some_and(|mode| mode.len() < 8 && mode.contains(['w', 'a', 'x', '+']));
        self.opened(call.subject(), writes)
    }

    fn globbed(&mut self, call: &Call) -> Value {
        let pattern = call.given.values.first().cloned().unwrap_or_default();
        let mut whole = match &call.receiver {
            Some(directory) if directory.as_text().is_some() => {
                let below = match call.name.as_str() {
                    "rglob" => joined_path(directory.clone(), &Value::pattern("**")),
                    _ => directory.clone(),
                };
                joined_path(below, &pattern)
            }
            _ => pattern,
        };
        if let Kind::List(list) = &mut whole.kind {
            list.iter_mut().for_each(|value| value.glob = true);
        }
        whole.glob = true;
        self.scope.pay(whole)
    }

    fn path(&mut self, call: &Call) -> Value {
        let mut parts = call.given.values.iter();
        let first = call.receiver.as_ref().or_else(|| parts.next()).cloned().unwrap_or_default();
        let path = parts.fold(first, joined_path);
        self.scope.pay(path)
    }

    // --- where values come from

    fn network(&mut self, call: &Call) -> Value {
        self.scope.found.network = true;
        Value::unknown(call.origin().and(Taint::FETCHED))
    }

    fn argument_list(&mut self, from: usize, call: &Call) -> Value {
        let mut list = vec![Value::default(); from];
        list.extend(self.scope.arguments.iter().map(Value::text));
        if let Some(Kind::Number(at)) = call.given.values.first().map(|value| &value.kind) {
            return usize::try_from(*at).ok().and_then(|at| list.get(at)).cloned().unwrap_or_default();
        }
        self.scope.pay(Value::of(Kind::List(list)))
    }

    // --- code

    fn source(&mut self, call: &Call) -> Value {
        let origin = Taint { network: is_url(&call.subject()), ..Taint::default() };
        let code = if origin.network { Value::unknown(origin) } else { self.opened(call.subject(), false) };
        self.scope.found.network |= origin.network;
        self.evaluate(&code)
    }

    fn decoded(&mut self, decode: fn(&str) -> Option<String>, call: &Call) -> Value {
        let origin = call.origin().and(Taint::DECODED);
        let text = call.subject().as_text().and_then(decode);
        self.scope.pay(Value { kind: text.map_or(Kind::Unknown, Kind::Text), origin, glob: false })
    }

    /// `getattr(os, "system")`.
    fn attribute(&mut self, call: &Call) -> Value {
        let name = call.given.values.iter().find_map(|value| value.as_text().map(str::to_owned));
        let holder = call.receiver.clone().unwrap_or_else(|| call.argument(0));
        match (holder.kind, name) {
            (Kind::Name(path), Some(name)) if path.len() < 256 => {
                Value::of(Kind::Name(self.full_name(format!("{path}.{name}"))))
            }
            (Kind::Text(name), None) => Value::of(Kind::Name(name)),
            (_, Some(name)) => Value::of(Kind::Member(Box::default(), name)),
            _ => Value::default(),
        }
    }

    /// Calls the function that the first argument names.
    fn call_first(&mut self, call: Call) -> Value {
        let mut given = call.given;
        if given.values.is_empty() {
            return Value::default();
        }
        let function = match given.values.remove(0).kind {
            Kind::Text(name) => Kind::Name(self.full_name(name)),
            Kind::Map(_) => Kind::Unknown,
            other => other,
        };
        self.call(Value::of(function), given, call.start, call.end)
    }

    /// Handles a call without a meaning: functions among its arguments may be called with the receiver.
    fn other(&mut self, call: Call) -> Value {
        let origin = call.origin();
        if let Some(receiver) = &call.receiver {
            let function = call
                .given
                .values
                .iter()
                .find(|value| matches!(&value.kind, Kind::Name(path) if self.means(path).is_some()));
            if let Some(function) = function.cloned() {
                let given = Given { values: vec![super::bind::elements(receiver)], named: Vec::new() };
                return self.call(function, given, call.start, call.end);
            }
            return property(Value { origin: receiver.origin.and(origin), ..receiver.clone() }, &call.name);
        }
        Value::unknown(origin)
    }

    // --- texts

    /// `", ".join(list)`, `list.join(",")`, `implode(",", list)`.
    fn joined(&mut self, call: &Call) -> Value {
        let mut all: Vec<&Value> = call.receiver.iter().chain(&call.given.values).collect();
        let list = all.iter().position(|value| matches!(value.kind, Kind::List(_)));
        let list = list.map(|at| all.remove(at));
        let between = all.first().map_or_else(|| Value::text(""), |value| (*value).clone());
        let Some(Value { kind: Kind::List(list), .. }) = list else { return Value::unknown(call.origin()) };
        if list.iter().any(|value| matches!(value.kind, Kind::List(_))) {
            return Value::unknown(call.origin());
        }
        let mut whole = Value::text("");
        for (at, value) in list.iter().enumerate() {
            if at > 0 {
                whole = whole.join(&between);
            }
            whole = whole.join(value);
        }
        self.scope.pay(whole)
    }

    // --- databases and services

    fn query(&mut self, dialect: Sql, call: &Call) -> Value {
        let before = self.scope.found.losses.len();
        let statement = call.argument(0);
        let statement = statement.as_text().map_or_else(|| call.argument(1).to_text(), str::to_owned);
        sql::read(dialect, &statement, &mut self.scope.found);
        let span = self.span(call.start, call.end);
        self.scope.found.losses.iter_mut().skip(before).for_each(|loss| loss.span = span);
        Value::unknown(call.origin())
    }

    fn redis(&mut self, call: &Call) -> Value {
        let words: Vec<String> = call.given.values.iter().map(Value::to_text).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let span = self.span(call.start, call.end);
        // Redis refuses scripts within scripts
        let _ = redis::command(&words, span, &mut self.scope.found);
        Value::default()
    }

    fn mongo_command(&mut self, call: &Call) -> Value {
        let key = call.given.values.first().and_then(|value| match &value.kind {
            Kind::Map(map) => map.first().map(|(key, _)| key.clone()),
            Kind::Text(text) => Some(text.clone()),
            _ => None,
        });
        let because = match key.as_deref() {
            Some("dropDatabase") => "deletes a whole database",
            Some("drop") => "deletes a collection",
            Some("shutdown") => "stops the database",
            Some("dropAllUsersFromDatabase" | "dropAllRolesFromDatabase") => {
                "deletes all users or roles of a database"
            }
            _ => return Value::default(),
        };
        self.lose(Level::Confirm, because, call)
    }

    fn lose(&mut self, level: Level, because: &'static str, call: &Call) -> Value {
        let span = self.span(call.start, call.end);
        self.scope.found.lose(level, because, span);
        Value::unknown(call.origin())
    }
}

fn is_url(value: &Value) -> bool {
    let starts = ["http://", "https://", "ftp://", "tcp://", "udp://"];
    let text = value.as_text().unwrap_or_default().trim_start_matches('|');
    starts.iter().any(|start| text.starts_with(start))
}

/// Returns whether the filter is empty or missing.
fn chooses_all(call: &Call) -> bool {
    match call.given.values.first() {
        None => true,
        Some(Value { kind: Kind::Map(map), .. }) => map.is_empty(),
        Some(_) => false,
    }
}

/// Returns a directory, its subdirectories and their files, as one row of a list.
fn walked(call: &Call) -> Value {
    let below = joined_path(call.subject(), &Value::pattern("**"));
    let row = vec![below, Value::pattern("*"), Value::pattern("*")];
    Value::of(Kind::List(vec![Value::of(Kind::List(row))]))
}

fn reversed(value: &Value) -> Value {
    let text = value.as_text().map(|text| text.chars().rev().collect());
    Value { kind: text.map_or(Kind::Unknown, Kind::Text), origin: value.origin, glob: false }
}

fn replaced(call: &Call) -> Value {
    let (value, from, to) = (call.subject(), call.argument(0), call.argument(1));
    let kind = match (value.as_text(), from.as_text(), to.as_text()) {
        (Some(text), Some(from), Some(to))
            if !from.is_empty() && call.receiver.is_some() && text.len() < 1024 && to.len() < 16 =>
        {
            Kind::Text(text.replace(from, to))
        }
        _ => Kind::Unknown,
    };
    Value { kind, origin: call.origin(), glob: false }
}

fn formatted(call: &Call) -> Value {
    let values = call.given.values.get(usize::from(call.receiver.is_none())..).unwrap_or_default();
    let text = call.subject();
    text.as_text().map_or_else(|| Value::unknown(call.origin()), |format| filled(format, values, text.origin))
}

/// Returns the text of character codes: `chr(47)`.
fn character(call: &Call) -> Value {
    let mut leaves = Vec::new();
    call.given
        .values
        .iter()
        .chain(call.receiver.iter().filter(|value| matches!(value.kind, Kind::Number(_) | Kind::List(_))))
        .for_each(|value| value.leaves(&mut leaves));
    let letters: Option<String> = leaves
        .iter()
        .map(|leaf| match &leaf.kind {
            Kind::Number(code) => u32::try_from(*code).ok().and_then(char::from_u32),
            _ => None,
        })
        .collect();
    match letters.filter(|text| !text.is_empty()) {
        Some(text) => Value::text(text),
        // from unknown character codes: unreadable as it stands
        None => Value::unknown(call.origin().and(Taint::DECODED)),
    }
}

/// `pack("H*", "726d")`, `["726d"].pack("H*")`, `"cm0=".unpack1("m")`.
fn packed(call: &Call) -> Value {
    let origin = call.origin().and(Taint::DECODED);
    let mut leaves = Vec::new();
    call.receiver.iter().chain(&call.given.values).for_each(|value| value.leaves(&mut leaves));
    let texts: Vec<&str> = leaves.iter().filter_map(|leaf| leaf.as_text()).collect();
    let (template, text) = match (texts.as_slice(), &call.receiver) {
        ([text, template], Some(_)) | ([template, text], None) => (*template, *text),
        _ => return Value::unknown(origin),
    };
    let decode = match template.chars().next() {
        Some('H') => crate::decode::hex,
        Some('m') => crate::decode::base64,
        _ => return Value::unknown(origin),
    };
    Value { kind: decode(text).map_or(Kind::Unknown, Kind::Text), origin, glob: false }
}
