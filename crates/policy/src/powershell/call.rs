//! A cmdlet with its parameters: names may be cut short, values stand behind them or by position.

use super::value::{Argument, Form, Value};
use crate::prelude::*;
use crate::windows::names;

#[derive(Debug)]
pub struct Call {
    /// In lower case.
    pub name: String,
    /// Full names in lower case, where the table has them.
    named: Vec<(String, Option<Value>)>,
    pub positional: Vec<Value>,
    /// What comes through the pipe.
    pub input: Option<Value>,
    /// What the last script block among its arguments gives.
    pub block: Option<Value>,
    pub span: Span,
}

/// `-Name` or `-Name:value`; the name in lower case.
fn parameter(argument: &Argument) -> Option<(String, Option<&str>)> {
    let text = argument.value.first().strip_prefix('-').filter(|_| argument.form == Form::Bare)?;
    let (name, value) = text.split_once(':').map_or((text, None), |(name, value)| (name, Some(value)));
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| (name.to_ascii_lowercase(), value))
}

/// Is this an option that no cmdlet has: `-rf`, `-9`, `--recursive`?
pub fn is_foreign(argument: &Argument) -> bool {
    let text = argument.value.first();
    let is_option = argument.form == Form::Bare && text.len() > 1 && text.starts_with('-');
    is_option && parameter(argument).is_none_or(|(name, _)| names::parameter(&name).is_none())
}

impl Call {
    pub fn new(name: &str, arguments: &[Argument], input: Option<Value>, span: Span) -> Self {
        let (mut named, mut positional, mut block) = (Vec::new(), Vec::new(), None);
        let mut arguments = arguments.iter().peekable();
        while let Some(argument) = arguments.next() {
            if argument.form == Form::Block {
                block = Some(argument.value.clone());
                continue;
            }
            let Some((given, value)) = parameter(argument) else {
                positional.push(argument.value.clone());
                continue;
            };
            let (full, takes_value) = names::parameter(&given).unwrap_or((&given, true));
            let is_value = |next: &&Argument| next.form != Form::Block && parameter(next).is_none();
            let value = match value {
                Some(value) => Some(Value::text(value)),
                None if takes_value => arguments.next_if(is_value).map(|next| next.value.clone()),
                None => None,
            };
            named.push((full.to_owned(), value));
        }
        Self { name: name.to_owned(), named, positional, input, block, span }
    }

    /// The cmdlet that does what a method does with these arguments.
    pub fn of_method(name: &str, arguments: Value, span: Span) -> Self {
        let one = |item| Argument::new(Value { items: vec![item], ..Value::default() }, Form::Quoted);
        let mut list: Vec<Argument> = arguments.items.into_iter().map(one).collect();
        if name == "remove-item" {
            list.push(Argument::new(Value::text("-recurse"), Form::Bare));
        }
        Self::new(name, &list, None, span)
    }

    /// Is the switch there, and not turned off with `:$false`?
    pub fn has(&self, switch: &str) -> bool {
        self.named.iter().any(|(name, value)| {
            name == switch && value.as_ref().is_none_or(|value| !matches!(value.first(), "false" | "0"))
        })
    }

    /// The value of one of the parameters.
    pub fn value(&self, names: &[&str]) -> Option<&Value> {
        self.named.iter().find(|(name, _)| names.contains(&name.as_str()))?.1.as_ref()
    }

    /// The same, or the value at that position.
    pub fn value_at(&self, names: &[&str], position: usize) -> Option<&Value> {
        self.value(names).or_else(|| self.positional.get(position))
    }

    pub fn text_at(&self, names: &[&str], position: usize) -> &str {
        self.value_at(names, position).map_or("", Value::first)
    }

    /// The files that it is about: `-Path`, the first word, or what comes through the pipe.
    pub fn targets(&self) -> Value {
        let given = self.value_at(&["path", "literalpath", "filepath"], 0);
        given.or(self.input.as_ref()).cloned().unwrap_or_default()
    }

    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.named.iter().filter_map(|(_, value)| value.as_ref()).chain(&self.positional)
    }

    /// As the words of a program; `*` where a value is everything of its kind.
    pub fn fields(&self) -> Vec<Field> {
        let field = |text: String| Field::at(text, self.span);
        let mut fields = Vec::new();
        let named = self.named.iter().map(|(name, value)| (Some(name), value.as_ref()));
        let others = self.positional.iter().chain(&self.input).map(|value| (None, Some(value)));
        for (name, value) in named.chain(others) {
            fields.extend(name.map(|name| field(format!("-{name}"))));
            let Some(value) = value else { continue };
            fields.extend(value.items.iter().cloned());
            fields.extend((value.all && !value.some).then(|| field("*".to_owned())));
        }
        fields
    }
}
