//! Parameters of cmdlets: names may be shortened, values stand behind them or by their position.

use syntax::Span;

use super::arguments::{Argument, Part};
use super::value::{Kind, Value};
use crate::field::Field;

/// A cmdlet with its parameters.
#[derive(Debug)]
pub struct Call {
    /// Full, in lower case.
    pub name: String,
    named: Vec<(String, Option<Value>)>,
    pub positional: Vec<Value>,
    pub input: Option<Value>,
    pub span: Span,
}

/// Parameters that take no value.
#[rustfmt::skip]
const SWITCHES: &[&str] = &[
    "recurse", "force", "whatif", "confirm", "verbose", "debug", "passthru", "asjob", "wait", "nonewline",
    "noclobber", "append", "raw", "file", "directory", "hidden", "system", "readonly", "casesensitive",
    "simplematch", "quiet", "list", "allmatches", "notmatch", "usebasicparsing", "removedata", "removeoem",
    "full", "compress", "allusers", "unique", "descending", "asplaintext", "asstring", "restart", "norestart",
    "leaf", "resolve", "usedefaultcredentials", "autosize", "wrap", "skipcertificatecheck", "nonewwindow",
    "newwindow", "asbytestream", "includeusername", "turnoff", "s", "ad", "af", "wi", "cf", "vb", "db", "f", "r",
    "online", "all", "purge", "permanent", "usessl", "update", "removeunassigned",
];

/// Parameters that take one and begin like a switch.
#[rustfmt::skip]
const VALUED: &[&str] = &[
    "path", "literalpath", "filter", "include", "exclude", "name", "id", "destination", "depth", "computername",
    "credential", "filepath", "fullname", "value", "version", "verb", "variable", "windowstyle",
    "workingdirectory", "namespace", "newname", "scope", "session", "startuptype", "status", "stream", "uri",
    "username", "use", "action", "argumentlist", "property", "parameter", "parallel", "process", "password",
    "erroraction", "expandproperty", "database", "displayname", "driveletter", "disknumber", "description",
    "class", "classname", "command", "contenttype", "custommethod", "first", "friendlyname", "last", "logname",
    "listimported", "query", "runlevel", "remote", "referenceobject",
];

impl Call {
    pub fn new(name: &str, arguments: &[Argument], input: Option<Value>, span: Span) -> Self {
        let mut named = Vec::new();
        let mut positional = Vec::new();
        let mut at = 0;
        while let Some(argument) = arguments.get(at) {
            at += 1;
            match &argument.part {
                Part::Value(value) => positional.push(value.clone()),
                Part::Parameter(parameter, Some(value)) => {
                    named.push((parameter.clone(), Some(value.clone())))
                }
                Part::Parameter(parameter, None) => {
                    let next = arguments.get(at).map(|next| &next.part);
                    match next {
                        Some(Part::Value(value)) if !is_switch(parameter) => {
                            named.push((parameter.clone(), Some(value.clone())));
                            at += 1;
                        }
                        _ => named.push((parameter.clone(), None)),
                    }
                }
            }
        }
        Self { name: name.to_owned(), named, positional, input, span }
    }

    /// Is the switch there, and not turned off with `:$false`?
    pub fn has(&self, switch: &str) -> bool {
        self.named.iter().any(|(given, value)| {
            let named = given == switch
                || given.len() >= 2 && switch.starts_with(given.as_str())
                || given.len() == 1
                    && matches!(switch, "recurse" | "force")
                    && switch.starts_with(given.as_str())
                || switch == "whatif" && given == "wi"
                || switch == "recurse" && given == "s";
            named && value.as_ref().is_none_or(|value| !value.known().is_some_and(|_| value.is_false()))
        })
    }

    /// The value of the first of the parameters that is there.
    pub fn value(&self, names: &[&str]) -> Option<&Value> {
        names.iter().find_map(|name| {
            let given =
                self.named.iter().find(|(given, _)| given == name || name.starts_with(given.as_str()));
            given.and_then(|(_, value)| value.as_ref())
        })
    }

    /// The same, or the value at that position.
    pub fn value_or(&self, names: &[&str], position: usize) -> Option<&Value> {
        self.value(names).or_else(|| self.positional.get(position))
    }

    pub fn text(&self, names: &[&str], position: usize) -> String {
        self.value_or(names, position).map(Value::display).unwrap_or_default()
    }

    /// `-Path`, the first position, or what comes through the pipe.
    pub fn targets(&self, names: &[&str]) -> Option<Value> {
        self.value_or(names, 0).or(self.input.as_ref()).cloned()
    }

    pub fn parameters(&self) -> impl Iterator<Item = (&str, Option<&Value>)> {
        self.named.iter().map(|(name, value)| (name.as_str(), value.as_ref()))
    }

    /// As the words of a program.
    pub fn fields(&self) -> Vec<Field> {
        let field = |text: String| Field { text, span: Some(self.span), ..Field::default() };
        let named = self.named.iter().flat_map(|(name, value)| {
            [Some(format!("-{name}")), value.as_ref().map(Value::display)].into_iter().flatten()
        });
        named.chain(self.positional.iter().map(Value::display)).map(field).collect()
    }

    /// All values, wherever they stand.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.named.iter().filter_map(|(_, value)| value.as_ref()).chain(&self.positional)
    }

    pub fn blocks(&self) -> Vec<super::Block> {
        let blocks = self.values().flat_map(Value::items).filter_map(|value| match value.kind {
            Kind::Block(block) => Some(block),
            _ => None,
        });
        blocks.collect()
    }
}

fn is_switch(name: &str) -> bool {
    SWITCHES.contains(&name)
        || name.len() >= 2
            && SWITCHES.iter().any(|switch| switch.starts_with(name))
            && !VALUED.iter().any(|valued| valued.starts_with(name))
}
