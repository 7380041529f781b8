//! From calls to effects: what the rows of a language say, with the actual arguments.

use super::bind::module_name;
use super::expression::joined_path;
use super::reader::{Given, Reader};
use super::table::{Means, Reach, Style};
use super::text::filled;
use super::value::{Kind, Origin, Value};
use crate::Level;
use crate::payload::{redis, sql};

/// One call with all that belongs to it.
pub(super) struct Call {
    /// The value that a method belongs to.
    pub receiver: Option<Value>,
    pub given: Given,
    /// Last part of the name.
    pub name: String,
    /// Tokens of the call.
    pub start: usize,
    pub end: usize,
}

impl Call {
    /// The receiver of a method, else the first argument.
    pub fn subject(&self) -> Value {
        self.receiver.clone().or_else(|| self.given.values.first().cloned()).unwrap_or_default()
    }

    pub fn argument(&self, at: usize) -> Value {
        self.given.values.get(at).cloned().unwrap_or_default()
    }

    /// An option by its name, also in a map among the arguments.
    pub fn option(&self, name: &str) -> Option<&Value> {
        let maps = self.given.values.iter().filter_map(|value| match &value.kind {
            Kind::Map(map) => Some(map.iter()),
            _ => None,
        });
        let mut all = self.given.named.iter().chain(maps.flatten());
        all.find(|(key, _)| key.trim_start_matches(':') == name).map(|(_, value)| value)
    }

    pub fn origin(&self) -> Origin {
        let receiver = self.receiver.as_ref().map_or_else(Origin::default, Value::origin);
        self.given.values.iter().fold(receiver, |origin, value| origin.and(value.origin()))
    }
}

impl Reader<'_, '_> {
    /// Calls a value.
    pub fn call(&mut self, value: Value, given: Given, start: usize, end: usize) -> Value {
        let origin = value.origin;
        match value.kind {
            Kind::Name(path) => self.call_name(path, given, start, end),
            // a variable that holds the name of a function
            Kind::Text(name) if matches!(self.spec.style, Style::Php | Style::Perl) => {
                self.call_name(name, given, start, end)
            }
            Kind::Member(receiver, name) => {
                let means = self.method(&name);
                self.act(means, Call { receiver: Some(*receiver), given, name, start, end })
            }
            _ => Value::unknown(given.values.iter().fold(origin, |origin, value| origin.and(value.origin()))),
        }
    }

    fn call_name(&mut self, path: String, given: Given, start: usize, end: usize) -> Value {
        if let Some(means) = self.means(&path) {
            let name = path.rsplit('.').next().unwrap_or(&path).to_owned();
            return self.act(Some(means), Call { receiver: None, given, name, start, end });
        }
        match path.rsplit_once('.') {
            Some((receiver, name)) => {
                let means = self.method(name);
                let receiver = Some(Value::of(Kind::Name(receiver.to_owned())));
                self.act(means, Call { receiver, given, name: name.to_owned(), start, end })
            }
            None => self.act(None, Call { receiver: None, given, name: path, start, end }),
        }
    }

    /// A name that stands for what comes from outside: arguments, the environment.
    pub fn outside(&mut self, value: Value) -> Value {
        match &value.kind {
            Kind::Name(path) if matches!(self.means(path), Some(Means::Argv(_) | Means::Environment)) => {
                self.call(value, Given::default(), 0, 0)
            }
            _ => value,
        }
    }

    /// A name or member that nothing calls.
    pub fn finished(&mut self, value: Value, start: usize, end: usize) -> Value {
        let calls_itself = matches!(self.spec.style, Style::Ruby | Style::Perl);
        match &value.kind {
            Kind::Name(path) => {
                match self.means(path) {
                    Some(Means::Stdin | Means::Argv(_) | Means::Environment | Means::Home) => {
                        self.call(value, Given::default(), start, end)
                    }
                    Some(
                        Means::Fork | Means::DeleteAll(_) | Means::Endless | Means::Names | Means::Terminal,
                    ) if calls_itself && !self.op(end, "=") => self.call(value, Given::default(), start, end),
                    None if self.spec.style == Style::Ruby && path.contains('.') => {
                        self.call(value, Given::default(), start, end)
                    }
                    _ => value,
                }
            }
            Kind::Member(..) if self.spec.style == Style::Ruby => {
                self.call(value, Given::default(), start, end)
            }
            Kind::Member(receiver, name) => property((**receiver).clone(), name),
            _ => value,
        }
    }

    /// An element of a value.
    pub fn index(&mut self, value: Value, given: &Given, reversed: bool) -> Value {
        let value = self.outside(value);
        let origin = value.origin();
        let key = given.values.first();
        match (&value.kind, key.map(|key| &key.kind)) {
            (Kind::Text(text), _) if reversed => {
                Value { kind: Kind::Text(text.chars().rev().collect()), origin, glob: false }
            }
            (Kind::Environment, Some(Kind::Text(name))) => variable(name),
            // `Dir["*"]`
            (Kind::Name(path), _) if matches!(self.means(path), Some(Means::Glob)) => {
                Value::pattern(key.map(Value::to_text).unwrap_or_default())
            }
            (Kind::Name(path), Some(Kind::Text(name))) => {
                let path = self.full_name(format!("{path}.{name}"));
                Value::of(Kind::Name(path))
            }
            (Kind::List(list), Some(Kind::Number(at))) => {
                let at = if *at < 0 {
                    list.len().checked_add_signed(isize::try_from(*at).unwrap_or(0))
                } else {
                    usize::try_from(*at).ok()
                };
                at.and_then(|at| list.get(at)).cloned().unwrap_or_else(|| Value::unknown(origin))
            }
            (Kind::Map(map), Some(Kind::Text(name))) => map
                .iter()
                .find(|(key, _)| key == name)
                .map_or_else(|| Value::unknown(origin), |(_, value)| value.clone()),
            (Kind::Unknown | Kind::Member(..), Some(Kind::Text(name))) => {
                Value::of(Kind::Member(Box::new(Value::unknown(origin)), name.clone()))
            }
            // a part of a text is not followed, of a pattern it may be anything
            _ => Value::unknown(origin),
        }
    }

    fn act(&mut self, means: Option<Means>, call: Call) -> Value {
        let Some(means) = means else { return self.other(call) };
        match means {
            Means::Shell => {
                let command = self.shell(&call.argument(0));
                self.input(&command, &call);
                command
            }
            Means::Start(how) => self.start(how, &call),
            Means::Delete(reach) => self.delete(&call.subject(), reach, &call),
            Means::DeleteAll(reach) => {
                let mut paths = Value::of(Kind::List(call.given.values.clone()));
                if call.given.values.is_empty() && self.spec.style == Style::Perl {
                    paths = self.lookup("$_");
                }
                self.delete(&paths, reach, &call)
            }
            Means::Move => {
                let from = call.subject();
                let to = call.argument(usize::from(call.receiver.is_none()));
                self.writes(&to);
                self.delete(&from, Reach::Tree, &call)
            }
            Means::Copy => {
                let from = call.subject();
                let to = call.argument(usize::from(call.receiver.is_none()));
                self.reads(&from);
                self.writes(&to);
                to
            }
            Means::Read => self.opened(call.subject(), false),
            Means::Write => self.opened(call.subject(), true),
            Means::WriteAt(at) => self.opened(call.argument(at), true),
            Means::Open => {
                let mode = call
                    .option("mode")
                    .cloned()
                    .unwrap_or_else(|| call.argument(usize::from(call.receiver.is_none())));
                let writes =
                    mode.as_text().is_some_and(|mode| mode.len() < 8 && mode.contains(['w', 'a', 'x', '+']));
                self.opened(call.subject(), writes)
            }
            Means::OpenPerl => self.open_perl(&call),
            Means::Attributes => self.attributes(&[call.subject()], &call),
            Means::AttributesFrom(at) => {
                let paths = call.given.values.get(at..).unwrap_or_default().to_vec();
                self.attributes(&paths, &call)
            }
            Means::Kill(at) => self.kill(at, &call),
            Means::Network => self.network(&call),
            Means::NetworkOrFile => {
                if is_url(&call.subject()) {
                    self.network(&call)
                } else {
                    self.opened(call.subject(), false)
                }
            }
            Means::Connect => {
                self.scope.connects = true;
                self.network(&call)
            }
            Means::Eval => self.evaluate(&call.subject()),
            Means::Source => {
                let origin = Origin { network: is_url(&call.subject()), ..Origin::default() };
                let code =
                    if origin.network { Value::unknown(origin) } else { self.opened(call.subject(), false) };
                self.scope.found.network |= origin.network;
                self.evaluate(&code)
            }
            Means::Decode(decode) => {
                let value = call.subject();
                let origin = Origin { decoded: true, ..call.origin() };
                let text = value.as_text().and_then(decode);
                self.scope.pay(Value { kind: text.map_or(Kind::Unknown, Kind::Text), origin, glob: false })
            }
            Means::Decoded => Value::unknown(Origin { decoded: true, ..call.origin() }),
            Means::Pack => packed(&call),
            Means::Stdin => Value::unknown(Origin { stdin: true, ..Origin::default() }),
            Means::Argv(from) => self.argument_list(from, &call),
            Means::Environment => Value::of(Kind::Environment),
            Means::Variable => match call.given.values.first().and_then(Value::as_text) {
                Some(name) => variable(name),
                None => Value::default(),
            },
            Means::Home => Value::text("~"),
            Means::Glob => self.globbed(&call),
            Means::Names => Value::pattern("*"),
            Means::Paths => joined_path(call.subject(), &Value::pattern("*")),
            Means::Walk => {
                let below = joined_path(call.subject(), &Value::pattern("**"));
                let row = vec![below, Value::pattern("*"), Value::pattern("*")];
                Value::of(Kind::List(vec![Value::of(Kind::List(row))]))
            }
            Means::Path => {
                let mut parts = call.given.values.iter();
                let first = call.receiver.as_ref().or_else(|| parts.next()).cloned().unwrap_or_default();
                let path = parts.fold(first, joined_path);
                self.scope.pay(path)
            }
            Means::Join => self.joined(&call),
            Means::Character => character(&call),
            Means::Reverse => {
                let value = call.subject();
                let text = value.as_text().map(|text| text.chars().rev().collect());
                Value { kind: text.map_or(Kind::Unknown, Kind::Text), origin: value.origin, glob: false }
            }
            Means::Replace => {
                let (from, to) = (call.argument(0), call.argument(1));
                let value = call.subject();
                let origin = call.origin();
                let text = match (value.as_text(), from.as_text(), to.as_text()) {
                    (Some(text), Some(from), Some(to))
                        if !from.is_empty()
                            && call.receiver.is_some()
                            && text.len() < 1024
                            && to.len() < 16 =>
                    {
                        Kind::Text(text.replace(from, to))
                    }
                    _ => Kind::Unknown,
                };
                Value { kind: text, origin, glob: false }
            }
            Means::List => self.scope.pay(Value::of(Kind::List(call.given.values))),
            Means::Concat => {
                let all = call.receiver.iter().chain(&call.given.values);
                let whole = all.fold(Value::text(""), |whole, part| whole.join(part));
                self.scope.pay(whole)
            }
            Means::Parse => call.option("text").cloned().unwrap_or_else(|| call.subject()),
            Means::Same => call.subject(),
            Means::Format => {
                let values =
                    call.given.values.get(usize::from(call.receiver.is_none())..).unwrap_or_default();
                let text = call.subject();
                text.as_text().map_or_else(
                    || Value::unknown(call.origin()),
                    |format| filled(format, values, text.origin),
                )
            }
            Means::Import => {
                let name = call.argument(0).as_text().map(module_name);
                name.map_or_else(Value::default, |name| Value::of(Kind::Name(self.full_name(name))))
            }
            Means::Attribute => {
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
            Means::Call => {
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
            Means::Fork => {
                self.scope.forks = true;
                Value::default()
            }
            Means::Endless => {
                self.scope.loops = true;
                Value::default()
            }
            Means::Terminal => {
                let shell = if call.given.values.is_empty() { Value::text("sh") } else { call.argument(0) };
                self.shell(&shell)
            }
            Means::Feed => {
                let command = call.receiver.clone().unwrap_or_default();
                let text = call.argument(0);
                if let Kind::Process(_) = command.kind
                    && !call.given.values.is_empty()
                {
                    self.fed(&command, &text);
                }
                command
            }
            Means::Sql(dialect) => {
                let before = self.scope.found.losses.len();
                let statement = call.argument(0);
                let statement = statement.as_text().map_or_else(|| call.argument(1).to_text(), str::to_owned);
                sql::read(dialect, &statement, &mut self.scope.found);
                let span = self.span(call.start, call.end);
                self.scope.found.losses.iter_mut().skip(before).for_each(|loss| loss.span = span);
                Value::unknown(call.origin())
            }
            Means::Redis => {
                let words: Vec<String> = call.given.values.iter().map(Value::to_text).collect();
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let span = self.span(call.start, call.end);
                redis::command(&words, span, &mut self.scope.found);
                Value::default()
            }
            Means::Loss(level, because) => self.lose(level, because, &call),
            Means::LossOfAll(level, because) => {
                let all = match call.given.values.first() {
                    None => true,
                    Some(Value { kind: Kind::Map(map), .. }) => map.is_empty(),
                    Some(_) => false,
                };
                if all { self.lose(level, because, &call) } else { Value::default() }
            }
            Means::MongoCommand => {
                let key = call.given.values.first().and_then(|value| match &value.kind {
                    Kind::Map(map) => map.first().map(|(key, _)| key.clone()),
                    Kind::Text(text) => Some(text.clone()),
                    _ => None,
                });
                match key.as_deref() {
                    Some("dropDatabase") => self.lose(Level::Confirm, "deletes a whole database", &call),
                    Some("drop") => self.lose(Level::Confirm, "deletes a collection", &call),
                    Some("shutdown") => self.lose(Level::Confirm, "stops the database", &call),
                    Some("dropAllUsersFromDatabase" | "dropAllRolesFromDatabase") => {
                        self.lose(Level::Confirm, "deletes all users or roles of a database", &call)
                    }
                    _ => Value::default(),
                }
            }
            Means::Everything => match call.receiver {
                Some(Value { kind: Kind::Name(path), .. }) if path.ends_with(".objects") => {
                    Value::of(Kind::Name("everything".to_owned()))
                }
                _ => Value::default(),
            },
            Means::Nothing => Value::unknown(call.origin()),
        }
    }

    /// A call that no row knows: functions among its arguments may be called with the receiver.
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

    fn lose(&mut self, level: Level, because: &'static str, call: &Call) -> Value {
        let span = self.span(call.start, call.end);
        self.scope.found.lose(level, because, span);
        Value::unknown(call.origin())
    }

    fn network(&mut self, call: &Call) -> Value {
        self.scope.found.network = true;
        Value::unknown(Origin { network: true, ..call.origin() })
    }

    fn argument_list(&mut self, from: usize, call: &Call) -> Value {
        let mut list = vec![Value::default(); from];
        list.extend(self.scope.arguments.iter().map(Value::text));
        if let Some(Kind::Number(at)) = call.given.values.first().map(|value| &value.kind) {
            return usize::try_from(*at).ok().and_then(|at| list.get(at)).cloned().unwrap_or_default();
        }
        self.scope.pay(Value::of(Kind::List(list)))
    }

    fn globbed(&mut self, call: &Call) -> Value {
        let pattern = call.given.values.first().cloned().unwrap_or_default();
        let mut whole = match &call.receiver {
            Some(directory) if directory.as_text().is_some() => {
                let below = if call.name == "rglob" {
                    joined_path(directory.clone(), &Value::pattern("**"))
                } else {
                    directory.clone()
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
}

fn is_url(value: &Value) -> bool {
    let starts = ["http://", "https://", "ftp://", "tcp://", "udp://"];
    value
        .as_text()
        .is_some_and(|text| starts.iter().any(|start| text.trim_start_matches('|').starts_with(start)))
}

fn variable(name: &str) -> Value {
    if name == "HOME" { Value::text("~") } else { Value::default() }
}

/// A property that nothing is known of has its value's origin; a few are the value itself.
pub(super) fn property(value: Value, name: &str) -> Value {
    match (&value.kind, name) {
        (
            Kind::Text(_) | Kind::List(_),
            "path" | "name" | "to_s" | "to_str" | "full_name" | "each" | "value",
        ) => value,
        (Kind::File(_) | Kind::Process(_), _) => value,
        (Kind::Map(map), _) => {
            let known = map.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
            known.unwrap_or_else(|| Value::unknown(value.origin))
        }
        (Kind::Environment, _) => variable(name),
        (Kind::List(list), "length") => Value::of(Kind::Number(i64::try_from(list.len()).unwrap_or(0))),
        _ => Value::unknown(value.origin()),
    }
}

/// `chr(47)`; of many codes the text.
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
        None => Value::unknown(Origin { decoded: true, ..call.origin() }),
    }
}

/// `pack("H*", "726d")`, `["726d"].pack("H*")`, `"cm0=".unpack1("m")`.
fn packed(call: &Call) -> Value {
    let origin = Origin { decoded: true, ..call.origin() };
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
