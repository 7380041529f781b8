//! Words of PowerShell as arguments: variables, lists, members, what stands in brackets.

use syntax::{Part, Span, Within};

use super::value::{Argument, Form, Value};
use super::{Reader, read_in};
use crate::field::{Taint, UNKNOWN};
use crate::state::MAX_TEXT;
use crate::windows::names;

/// Members that stand for the thing itself.
const SAME: &[&str] = table!("same_members");

/// What has been read of a word.
#[derive(Default)]
struct Word {
    done: Vec<Argument>,
    /// The argument being read.
    open: Option<Argument>,
    /// What may be the name of a method, in lower case: `(` would follow.
    method: Option<String>,
}

impl Word {
    fn close(&mut self) {
        self.method = None;
        self.done.extend(self.open.take());
    }

    /// A value becomes a part of the argument.
    fn add(&mut self, value: Value, form: Form, variable: Option<&str>) {
        let Some(open) = &mut self.open else {
            self.open =
                Some(Argument { variable: variable.map(str::to_owned), ..Argument::new(value, form) });
            return;
        };
        let taint = open.value.taint().and(value.taint());
        let mut text = match open.value.items.as_mut_slice() {
            [one] => std::mem::take(&mut one.text),
            _ => open.value.joined(" "),
        };
        text.push_str(&value.joined(" "));
        open.value = Value::tainted(text, taint);
        open.variable = None;
    }

    fn text(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let is_value = self.open.as_ref().is_some_and(|open| open.form != Form::Bare);
            let operators = ["+=", "=", "+"];
            let operator = operators.iter().find(|mark| is_value && rest.starts_with(**mark));
            if let Some(mark) = operator {
                self.close();
                self.done.push(Argument::new(Value::text(*mark), Form::Bare));
                rest = rest.get(mark.len()..).unwrap_or("");
                continue;
            }
            if let Some(behind) = rest.strip_prefix(',') {
                let open = self.open.take().unwrap_or_else(|| Argument::new(Value::default(), Form::Quoted));
                self.done.push(Argument { is_open: true, ..open });
                rest = behind;
                continue;
            }
            let end = rest.find(|c| c == ',' || is_value && matches!(c, '=' | '+')).unwrap_or(rest.len());
            let (piece, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            self.piece(piece, is_value);
            rest = behind;
        }
    }

    /// Text without operators: `.Name` behind a value, or a part of a word.
    fn piece(&mut self, piece: &str, is_value: bool) {
        let is_static = piece.starts_with('[') && piece.contains("::");
        let is_member = is_value && piece.starts_with(['.', '[']) && !piece.contains(['\\', '/']);
        match &mut self.open {
            Some(open) if is_member => open.value = member(&open.value, piece),
            _ => self.add(Value::text(piece), Form::Bare, None),
        }
        self.method = (is_member || is_static).then(|| piece.to_ascii_lowercase());
    }
}

impl Reader<'_, '_> {
    /// The arguments that one word stands for.
    pub fn arguments(&mut self, span: Span) -> Vec<Argument> {
        let mut word = Word::default();
        let mut environment = false;
        for part in self.script.parts(span, Within::Bare) {
            match part {
                Part::Text { text, quoted } => {
                    let mut text = text.as_str();
                    // `$env:NAME`: the name is what follows the colon
                    if std::mem::take(&mut environment)
                        && let Some(behind) = text.strip_prefix(':')
                    {
                        let end = behind.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                        let (name, rest) =
                            behind.split_at_checked(end.unwrap_or(behind.len())).unwrap_or((behind, ""));
                        let name = format!("env:{}", name.to_ascii_lowercase());
                        word.add(self.variable(&name), Form::Variable, Some(&name));
                        text = rest;
                    }
                    match quoted {
                        true => word.add(Value::text(text), Form::Quoted, None),
                        false => word.text(text),
                    }
                }
                Part::Variable { name, rest, quoted, .. } => {
                    let name = format!("{name}{}", self.script.raw(rest)).to_ascii_lowercase();
                    environment = name == "env";
                    if !environment {
                        let form = if quoted { Form::Quoted } else { Form::Variable };
                        word.add(
                            self.variable(&name),
                            form,
                            Some(&name).filter(|_| !quoted).map(String::as_str),
                        );
                    }
                }
                Part::Substitution { inside, .. } => self.bracket(&mut word, inside),
                _ => word.add(Value::unknown(Taint::NONE), Form::Quoted, None),
            }
            self.shell.budget.charge(word.open.as_ref().map_or(0, |open| open.value.size()));
            if !self.shell.budget.can_go_on() {
                break;
            }
        }
        word.close();
        word.done
    }

    /// `(…)`, `{…}`, `@{…}`, the arguments of a method.
    fn bracket(&mut self, word: &mut Word, inside: Span) {
        let is_block = self.script.text.as_bytes().get(inside.start.wrapping_sub(1)) == Some(&b'{');
        let is_list = word.open.as_ref().is_some_and(|open| open.is_bare("@"));
        if is_list {
            word.open = None;
        }
        if is_list && is_block {
            return word.add(Value::unknown(Taint::NONE), Form::Group, None); // a table
        }
        let text = self.script.raw(inside);
        let value = read_in(self.shell, self.state, text, self.origin.within(inside));
        let method = word.method.take().filter(|_| !is_block);
        if let (Some(name), Some(open)) = (method, &mut word.open) {
            open.value = self.method(&name, &open.value, value, self.origin.place(inside));
            (open.form, open.variable) = (Form::Group, None);
            return;
        }
        // `iex(…)`, `%{…}`: two words
        if word.open.as_ref().is_some_and(|open| open.form == Form::Bare) {
            word.close();
        }
        word.add(value, if is_block { Form::Block } else { Form::Group }, None);
    }

    /// What a variable holds, its name in lower case.
    fn variable(&self, name: &str) -> Value {
        if let Some(value) = self.state.variables.get(name) {
            return value.clone();
        }
        match name {
            "true" | "false" => Value::text(name),
            "null" => Value::text(""),
            "home" => Value::text(self.shell.env.world.home().unwrap_or(r"C:\Users\user")),
            "profile" => Value::text("$PROFILE"),
            "pwd" => Value::text("."),
            _ => {
                let known = name.strip_prefix("env:").and_then(|name| names::variable(&self.shell.env, name));
                known.map_or_else(|| Value::unknown(Taint::NONE), Value::text)
            }
        }
    }
}

/// A member of a value, or one of its elements.
fn member(value: &Value, text: &str) -> Value {
    let name = text.trim_start_matches('.').to_ascii_lowercase();
    if SAME.contains(&name.as_str()) || text.starts_with('[') || text.len() > MAX_TEXT {
        return value.clone();
    }
    let named = Value::tainted(format!("{UNKNOWN}{text}"), value.taint());
    Value { items: named.items, ..value.clone() }
}
