//! What a command is: a cmdlet, a method, a file, a program.

use super::call::{Call, is_foreign};
use super::value::{Argument, Form, Value};
use super::{Reader, folded};
use crate::checks;
use crate::prelude::*;
use crate::shell::Shell;
use crate::windows::{self, names};

const DECODED: Taint = Taint::DECODED;

impl Reader<'_, '_> {
    /// Runs a command; what it gives.
    pub fn start(&mut self, first: &Argument, rest: &[Argument], input: Option<Value>, span: Span) -> Value {
        if first.form == Form::Block {
            return first.value.clone();
        }
        let taint = origin(&first.value);
        self.shell.execute(&Stream::unknown(taint), "a command", span);
        let name = first.value.first().to_owned();
        if name.contains(UNKNOWN) || name.is_empty() {
            return folded(rest);
        }
        let mut lower = name.to_ascii_lowercase();
        // `Microsoft.PowerShell.Management\Remove-Item`
        if let Some((_, cmdlet)) = lower.strip_prefix("microsoft.").and_then(|rest| rest.split_once('\\')) {
            lower = cmdlet.to_owned();
        }
        if let Some(target) = self.state.aliases.get(&lower) {
            lower.clone_from(target);
        }
        if names::is_keyword(&lower) {
            let block = rest.iter().rev().find(|word| word.form == Form::Block);
            return block.map(|block| block.value.clone()).unwrap_or_default();
        }
        // the options of `cmd.exe`, which its own `rd` and `del` take
        if windows::is_delete(&lower) && rest.iter().any(|word| word.value.first().starts_with("/s")) {
            let fields: Vec<Field> = rest.iter().flat_map(|word| word.value.items.clone()).collect();
            let at = Invocation { program: &lower, arguments: &fields, span };
            self.shell.check(|context| checks::delete_as_cmd(context, &lower, &at));
            return Value::default();
        }
        if let Some(cmdlet) = names::cmdlet(&lower).filter(|_| !rest.iter().any(is_foreign)) {
            cmdlet.clone_into(&mut lower);
        }
        if !names::is_cmdlet(&lower) {
            return self.program(&name, rest, input, span);
        }
        self.call(&Call::new(&lower, rest, input, span))
    }

    /// A file that was written earlier in the line, or a program.
    pub fn program(&mut self, name: &str, rest: &[Argument], input: Option<Value>, span: Span) -> Value {
        let path = name.replace('\\', "/");
        if path.contains('/') && self.shell.files.contains(&self.shell.files.resolve(&path)) {
            let stream = self.shell.read(&path);
            return Value::from(self.shell.run_file(&stream, Dialect::PowerShell, &[], span));
        }
        let lower = path.to_ascii_lowercase();
        let bare = windows::program(lower.rsplit('/').next().unwrap_or(&lower));
        let is_windows = name.contains('\\') || !lower.ends_with(bare);
        let program = if is_windows { bare.to_owned() } else { path };
        let mut fields = vec![Field::at(program, span)];
        let words = rest.iter().filter(|argument| argument.form != Form::Block);
        fields.extend(words.flat_map(|argument| argument.value.items.clone()));
        let input = input.map_or_else(Stream::default, |value| value.stream());
        let start = |shell: &mut Shell<'_>| shell.subshell(|shell| shell.start(&fields, span));
        Value::from(self.shell.with_input(input, start))
    }

    /// Runs a text as PowerShell.
    pub fn run_text(&mut self, value: &Value, span: Span) -> Value {
        let taint = origin(value);
        let output = self.shell.run_text(&value.joined(" "), taint, Dialect::PowerShell, span);
        Value::from(output)
    }

    /// A method with its arguments; its name in lower case.
    pub fn method(&mut self, name: &str, receiver: &Value, arguments: Value, span: Span) -> Value {
        let name = name.replace("[system.", "[");
        let short = name.rsplit(['.', ':']).next().unwrap_or("");
        let taint = receiver.taint().and(arguments.taint());
        match names::method(&name).or_else(|| names::method(short)) {
            Some("decoded") => Value::unknown(taint.and(DECODED)),
            Some(cmdlet) => self.call(&Call::of_method(cmdlet, arguments, span)),
            None => Value { built: receiver.built || arguments.built, ..Value::unknown(taint) },
        }
    }
}

/// Where a text comes from that is about to run.
fn origin(value: &Value) -> Taint {
    if value.built { value.taint().and(DECODED) } else { value.taint() }
}
