//! What a name in command position runs: a block, a function, a cmdlet, a file, a program.

use std::rc::Rc;

use syntax::Span;

use super::arguments::{Argument, Part};
use super::bind::Call;
use super::value::{Block, Kind, Value};
use super::{Reader, names};
use crate::checks;
use crate::field::{Field, Invocation, Taint, UNKNOWN};
use crate::level::Level;
use crate::paths::Place;
use crate::shell::{Node, Stream};

/// Aliases of aliases that are followed, functions within functions.
const MAX_CALLS: usize = 16;

/// What follows `sc` where it is the program, which PowerShell 7 has no alias over.
const SERVICE_VERBS: &[&str] =
    &["query", "queryex", "stop", "start", "config", "create", "delete", "failure", "sdset", "qc"];

impl Reader<'_, '_> {
    pub fn invoke(
        &mut self,
        head: &Value,
        arguments: Vec<Argument>,
        input: Option<Value>,
        span: Span,
    ) -> Value {
        match &head.kind {
            Kind::Block(block) => self.called(block, &arguments, input),
            Kind::Text(name) | Kind::Command(name) => {
                let name = name.clone();
                self.named(&name, head.taint, &arguments, input, span)
            }
            Kind::Files { path, .. } => {
                let path = path.clone();
                self.named(&path, head.taint, &arguments, input, span)
            }
            Kind::List(items) => {
                let first = items.first().cloned().unwrap_or(Value::NULL);
                if matches!(first.kind, Kind::List(_)) {
                    return Value::unknown();
                }
                self.invoke(&first.tainted(head.taint), arguments, input, span)
            }
            _ => {
                self.blocks_of(&arguments);
                Value::unknown()
            }
        }
    }

    fn named(
        &mut self,
        name: &str,
        taint: Taint,
        arguments: &[Argument],
        input: Option<Value>,
        span: Span,
    ) -> Value {
        if taint.network || taint.decoded {
            checks::execute(self.shell, &Stream::unknown(taint), "a command", span);
        }
        if name.contains(UNKNOWN) {
            return self.unknown_command(arguments, span);
        }
        let mut lower = name.trim().to_ascii_lowercase();
        for _ in 0..MAX_CALLS {
            match self.state.aliases.get(&lower) {
                Some(target) if *target != lower => lower = target.clone(),
                _ => break,
            }
        }
        if let Some(block) = self.state.functions.get(&lower).cloned() {
            return self.function_call(&lower, &block, arguments, input, span);
        }
        if let Some(cmdlet) = qualified(&lower) {
            lower = cmdlet.to_owned();
        }
        // cmd's options: PowerShell refuses them, cmd would not
        let as_cmd = matches!(lower.as_str(), "rd" | "rmdir" | "del" | "erase")
            && arguments.iter().any(|argument| argument.raw.eq_ignore_ascii_case("/s"));
        if as_cmd {
            let fields: Vec<Field> = arguments.iter().flat_map(Argument::fields).collect();
            let at = Invocation { program: &lower, arguments: &fields, span };
            crate::cmd::builtin(self.shell, &at);
            return Value::NULL;
        }
        let is_service = lower == "sc"
            && arguments.first().is_some_and(|argument| SERVICE_VERBS.contains(&argument.raw.as_str()));
        let cmdlet = names::cmdlet(&lower).filter(|_| !is_service);
        if let Some(cmdlet) = cmdlet {
            let is_native = names::is_program(&lower) && unix_options(arguments);
            let given = input.clone();
            if is_native {
                return self.native(&lower, arguments, given, span);
            }
            lower = cmdlet.to_owned();
        }
        if lower.contains('-') && !lower.contains(['/', '\\'])
            || matches!(lower.as_str(), "mkdir" | "cmd" | "cmd.exe")
        {
            let call = Call::new(&lower, arguments, input.clone(), span);
            if let Some(value) = self.cmdlet(&call) {
                return value;
            }
        }
        self.blocks_of(arguments);
        self.native(name, arguments, input, span)
    }

    /// A file of the line, or a program.
    fn native(&mut self, name: &str, arguments: &[Argument], input: Option<Value>, span: Span) -> Value {
        let slashed = name.replace('\\', "/");
        let path = self.shell.resolved(&slashed);
        if let Some(Node::Data(stream)) = self.shell.nodes.get(&path).cloned()
            && slashed.contains('/')
        {
            return self.file(&stream, arguments, span);
        }
        let is_windows = name.contains('\\') || name.get(1..2) == Some(":") || name.contains('.');
        let program = slashed.rsplit('/').next().unwrap_or(&slashed);
        let program = if is_windows { program.to_ascii_lowercase() } else { program.to_owned() };
        let bare = [".exe", ".com", ".cmd", ".bat"].iter().find_map(|end| program.strip_suffix(end));
        let bare = bare.unwrap_or(&program).to_owned();
        if bare.is_empty() {
            return Value::NULL;
        }
        let name = if slashed.starts_with('/') || !is_windows { slashed.clone() } else { bare.clone() };
        if matches!(bare.as_str(), "sudo" | "gsudo")
            && let [first, rest @ ..] = arguments
            && first.raw.contains('-')
            && !first.raw.starts_with('-')
        {
            let head = Value::text(first.raw.clone());
            return self.invoke(&head, rest.to_vec(), input, span);
        }
        let mut fields = vec![Field { text: name, span: Some(span), ..Field::default() }];
        fields.extend(arguments.iter().flat_map(Argument::fields));
        if matches!(bare.to_ascii_lowercase().as_str(), "pwsh" | "powershell" | "cmd" | "start") {
            self.loops_forever(span);
            if self.state.socket {
                self.reverse_shell(span);
            }
        }
        let outer =
            std::mem::replace(&mut self.shell.input, input.map_or_else(Stream::default, |v| v.stream()));
        let output = self.shell.subshell(|shell| shell.start(&fields, span));
        self.shell.input = outer;
        output.into()
    }

    /// A file that was written earlier in the line.
    pub fn file(&mut self, stream: &Stream, arguments: &[Argument], span: Span) -> Value {
        checks::execute(self.shell, stream, "a file", span);
        let Some(text) = stream.text.clone() else { return Value::unknown().tainted(stream.taint) };
        let block = Block { text, origin: crate::shell::Origin::From(span) };
        self.called(&block, arguments, None)
    }

    /// A block with its arguments.
    pub fn called(&mut self, block: &Block, arguments: &[Argument], input: Option<Value>) -> Value {
        let mut values = Vec::new();
        for argument in arguments {
            match &argument.part {
                Part::Value(value) => values.push(value.clone()),
                Part::Parameter(name, Some(value)) => self.set(&format!("args:{name}"), value.clone()),
                // `-Name value`: the value comes next and is taken by its place
                Part::Parameter(_, None) => {}
            }
        }
        self.with_arguments(block, values, input)
    }

    pub fn with_arguments(&mut self, block: &Block, values: Vec<Value>, input: Option<Value>) -> Value {
        let outer = self.state.variables.get("args").cloned();
        let outer_input = self.state.variables.get("input").cloned();
        self.set("args", Value::list(values));
        if let Some(input) = input {
            self.set("_", input.clone());
            self.set("input", input);
        }
        let value = self.run(block);
        match outer {
            Some(outer) => self.set("args", outer),
            None => {
                self.state.variables.remove("args");
            }
        }
        if let Some(outer) = outer_input {
            self.set("input", outer);
        }
        value
    }

    fn function_call(
        &mut self,
        name: &str,
        block: &Block,
        arguments: &[Argument],
        input: Option<Value>,
        span: Span,
    ) -> Value {
        if self.state.calls.iter().any(|called| called == name) {
            self.shell.find(
                "availability/fork-bomb",
                Level::Warn,
                format!("`{name}` starts itself again and again."),
                span,
            );
            return Value::unknown();
        }
        if self.state.calls.len() >= MAX_CALLS {
            return Value::unknown();
        }
        self.state.calls.push(name.to_owned());
        let value = self.called(block, arguments, input);
        self.state.calls.pop();
        value
    }

    /// `& $x C:\ -Recurse -Force`: the command is not known, what it is told is.
    fn unknown_command(&mut self, arguments: &[Argument], span: Span) -> Value {
        if self.state.socket {
            self.reverse_shell(span);
        }
        let call = Call::new("", arguments, None, span);
        let place = call
            .values()
            .filter_map(Value::as_text)
            .map(|text| self.shell.place_of(text, text.contains('*')))
            .min();
        if call.has("recurse") && place.is_some_and(|place| place <= Place::BelowSystem) {
            self.shell.find(
                "shell/unknown-program",
                Level::Warn,
                "The command is not known before it runs, and what follows would delete much.",
                span,
            );
        }
        self.blocks_of(arguments);
        Value::unknown()
    }

    /// Blocks that a command is given: it will run them.
    fn blocks_of(&mut self, arguments: &[Argument]) {
        for argument in arguments {
            let (Part::Value(value) | Part::Parameter(_, Some(value))) = &argument.part else { continue };
            for item in value.items() {
                if let Kind::Block(block) = item.kind {
                    self.run(&block);
                }
            }
        }
    }

    /// A text is run as PowerShell in this session.
    pub fn run_value(&mut self, value: &Value, span: Span) -> Value {
        let taint = value.whole_taint();
        checks::execute(self.shell, &Stream::unknown(taint), "a text", span);
        let mut output = Vec::new();
        for item in value.items() {
            match &item.kind {
                Kind::Block(block) => output.push(self.run(block)),
                Kind::Text(text) if !text.trim_start().starts_with(UNKNOWN) && !text.is_empty() => {
                    let text: Rc<str> = text.clone();
                    output.push(self.within(&text, crate::shell::Origin::From(span)));
                }
                _ if self.state.socket => self.reverse_shell(span),
                _ => {}
            }
        }
        Value::together(output).tainted(taint)
    }

    pub fn reverse_shell(&mut self, span: Span) {
        self.shell.find(
            "network/reverse-shell",
            Level::Confirm,
            "Gives another machine a shell on this one.",
            span,
        );
    }

    /// A process is started in a loop without an end.
    pub fn loops_forever(&mut self, span: Span) {
        if self.state.endless > 0 {
            self.shell.find(
                "availability/fork-bomb",
                Level::Confirm,
                "Starts processes without an end, until the machine stands still.",
                span,
            );
        }
    }
}

/// `Microsoft.PowerShell.Management\Remove-Item`: the cmdlet.
fn qualified(name: &str) -> Option<&str> {
    let (module, cmdlet) = name.rsplit_once('\\')?;
    let is_module = !module.contains([':', '/', '\\']) && !module.starts_with('.') && !module.is_empty();
    (is_module && (cmdlet.contains('-') || names::cmdlet(cmdlet).is_some()) && !cmdlet.contains('.'))
        .then_some(cmdlet)
}

/// `-rf`, `-9`, `--recursive`, `-fsSL`: not what a cmdlet would be told.
fn unix_options(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| match &argument.part {
        Part::Parameter(name, None) => {
            matches!(
                name.as_str(),
                "rf" | "fr"
                    | "rfv"
                    | "fv"
                    | "rv"
                    | "sigkill"
                    | "kill"
                    | "term"
                    | "la"
                    | "al"
                    | "o"
                    | "l"
                    | "aux"
                    | "i"
                    | "sl"
                    | "ssl"
                    | "fssl"
                    | "fssli"
                    | "sslo"
                    | "lo"
                    | "sso"
                    | "ss"
                    | "so"
                    | "qo"
                    | "x"
                    | "h"
                    | "d"
                    | "t"
                    | "p"
                    | "q"
                    | "n"
                    | "a"
                    | "k"
                    | "u"
                    | "t1"
            ) && !argument.raw.contains(':')
        }
        Part::Parameter(..) => false,
        Part::Value(_) => {
            let raw = argument.raw.as_str();
            raw.starts_with("--") && raw.len() > 2
                || raw
                    .strip_prefix('-')
                    .is_some_and(|r| r.bytes().all(|b| b.is_ascii_digit()) && !r.is_empty())
        }
    })
}
