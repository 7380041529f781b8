//! Shell builtins that change the meaning of later commands.

use super::checks;
use super::shell::Shell;
use super::state::{Body, Item, Node, Value};
use super::{paths, pure};
use crate::prelude::*;

/// Maximum length of a directory name that is followed, in bytes.
pub const MAX_PATH: usize = 1_024;

/// Runs a builtin; `None` if the name is not a builtin with an effect here.
pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Option<Stream> {
    match at.program {
        "set" | "export" | "declare" | "typeset" if checks::prints_secrets(at) => {
            return Some(Stream::unknown(Taint::SECRET));
        }
        "eval" => return Some(eval(shell, at)),
        "source" | "." => return Some(source(shell, at)),
        "cd" | "pushd" | "z" => change_directory(shell, at),
        "pwd" => return Some(shell.env.directory.as_deref().map_or_else(Stream::default, Stream::known)),
        "popd" => shell.env.directory = None,
        "export" | "declare" | "typeset" | "local" | "readonly" | "integer" | "float" => declare(shell, at),
        "set" if shell.env.dialect == Dialect::Fish => fish_set(shell, at.arguments),
        "set" | "setopt" | "unsetopt" if stops_at_unset(at) => shell.env.stops_at_unset = true,
        "set" => set(shell, at),
        "shift" if !shell.env.arguments.is_empty() => drop(shell.env.arguments.remove(0)),
        "unset" => unset(shell, at),
        "alias" => alias(shell, at),
        "abbr" => {
            if let [.., name, body] = operands(at).collect::<Vec<_>>().as_slice() {
                define_alias(shell, &name.text, &body.text, at.span);
            }
        }
        "read" | "mapfile" | "readarray" => read(shell, at),
        "printf" => print_to_variable(shell, at)?,
        "trap" => {
            let body = operands(at).next()?;
            return Some(shell.run_text(&body.text, body.taint, shell.env.dialect, at.span));
        }
        "hash" => hash(shell, at),
        "exec" if at.arguments.is_empty() => {}
        "enable" if at.first() == "-f" => {
            if operands(at).any(|field| paths::is_temporary(&field.text)) {
                let because = "Loads code of unknown origin into this shell.";
                shell.find("execute/preload", Level::Warn, because, at.span);
            }
        }
        "bindkey" if shell.env.dialect == Dialect::Zsh => return of_zsh(shell, at),
        "shift" | "enable" | "shopt" | "setopt" | "unsetopt" | "bindkey" | "bind" | "complete"
        | "compdef" | "autoload" => {}
        "functions" if shell.env.dialect == Dialect::Fish => return None,
        _ if shell.env.dialect == Dialect::Zsh => return of_zsh(shell, at),
        _ => return None,
    }
    Some(Stream::known(""))
}

fn operands<'f>(at: &Invocation<'f>) -> impl Iterator<Item = &'f Field> {
    at.undashed()
}

fn eval(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let text = Field::joined(at.arguments);
    let taint = Field::taints(at.arguments);
    if taint.network || taint.decoded {
        shell.execute(&Stream::known(&text).tainted(taint), "a text", at.span);
    }
    if text.contains(UNKNOWN) {
        shell.env.is_stale = true;
    }
    shell.text(&text, shell.env.dialect, Origin::From(at.span))
}

fn source(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let stream = match operands(at).next().or_else(|| at.arguments.first()) {
        Some(file) if file.text != "-" => shell.read(&file.text).tainted(file.taint),
        _ => shell.files.input.clone(),
    };
    shell.execute(&stream, "a file", at.span);
    let Some(text) = stream.text else {
        // what it sets is unknown
        shell.env.is_stale = true;
        let variables = shell.env.variables_mut(&mut shell.budget);
        for variable in variables.values_mut().filter(|variable| !variable.fixed) {
            variable.values.push(Value::unknown());
        }
        return Stream::unknown(stream.taint);
    };
    shell.text(&text, shell.env.dialect, Origin::From(at.span))
}

fn change_directory(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let home = || shell.env.world.home().map(str::to_owned);
    let target = operands(at).next().map_or_else(home, |field| Some(field.text.clone()));
    let target = target.and_then(|target| absolute(shell, &target));
    shell.env.directory = target.filter(|target| target.len() <= MAX_PATH);
}

fn set(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let texts: Vec<&str> = at.texts().collect();
    if texts == ["+o", "history"] {
        shell.find("history/erase", Level::Warn, "Stops recording commands in the history.", at.span);
    }
    let is_list = texts.first().is_some_and(|first| !first.starts_with(['-', '+']));
    let dashes = texts.iter().position(|text| *text == "--");
    if let Some(from) = dashes.map(|place| place + 1).or_else(|| is_list.then_some(0)) {
        let arguments = at.tail(from);
        shell.env.arguments = arguments.iter().map(Into::into).collect();
    }
}

fn unset(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    for field in operands(at) {
        if field.text == "HISTFILE" {
            shell.find("history/erase", Level::Warn, "Stops recording commands in the history.", at.span);
        }
        if !shell.env.variable(&field.text).is_some_and(|variable| variable.fixed) {
            shell.env.variables_mut(&mut shell.budget).remove(&field.text);
        }
        shell.env.functions_mut(&mut shell.budget).remove(&field.text);
    }
}

fn alias(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let is_zsh = shell.env.dialect == Dialect::Zsh;
    let is_global = is_zsh && at.first() == "-g";
    for field in operands(at) {
        let Some((name, text)) = field.text.split_once('=') else { continue };
        if is_global {
            shell.check(|context| checks::named(context, &format!("`{name}`"), text, at.span));
            shell.env.global_aliases.insert(name.to_owned(), text.into());
        } else {
            define_alias(shell, name, text, at.span);
        }
    }
    if let [name, body] = operands(at).collect::<Vec<_>>().as_slice()
        && shell.env.dialect == Dialect::Fish
    {
        define_alias(shell, &name.text, &body.text, at.span);
    }
}

/// `printf -v NAME FORMAT …`; `None` for a `printf` that prints.
fn print_to_variable(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Option<()> {
    let place = at.arguments.iter().position(|field| field.text == "-v")?;
    let name = &at.arguments.get(place + 1)?.text;
    let rest = at.tail(place + 2);
    let text = pure::output("printf", rest, &Stream::default())?;
    shell.set_text(name, text.text.as_deref().unwrap_or_default(), text.taint);
    Some(())
}

fn hash(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let is_foreign =
        |field: &Field| field.text.split_once('=').is_some_and(|(_, to)| paths::is_temporary(to));
    if operands(at).any(is_foreign) {
        let because = "Makes a name run a program from a place anyone can write to.";
        shell.find("execute/foreign", Level::Warn, because, at.span);
    }
    if let [option, path, name, ..] = at.arguments
        && option.text == "-p"
        && !matches!(name.text.as_str(), "echo" | "printf" | "test" | "true" | "false" | "kill" | "pwd")
    {
        define(shell, &name.text, &format!("{} \"$@\"", path.text), at.span);
    }
}

/// Handles builtins that only zsh has.
fn of_zsh(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Option<Stream> {
    let texts: Vec<&str> = at.texts().collect();
    match (at.program, texts.as_slice()) {
        // a connection; its descriptor is in REPLY
        ("ztcp", [.., host, port]) if !texts.contains(&"-c") => {
            let link = Node::Link(format!("/dev/tcp/{host}/{port}"));
            shell.files.insert("/dev/fd/fd-ztcp".to_owned(), link);
            shell.set_text("REPLY", "fd-ztcp", Taint::NONE);
        }
        ("sysopen", [.., path])
            if texts.iter().any(|text| text.starts_with("-w") || text.contains("trunc")) =>
        {
            let field = Field::plain(*path);
            let appends = texts.iter().any(|text| text.contains('a') && text.len() < 4);
            shell.check(|context| checks::overwrite(context, &field, appends, at.span));
        }
        // the text waits in the line editor
        ("print", _) if texts.iter().any(|text| text.starts_with('-') && text.contains('z')) => {
            let text =
                texts.iter().filter(|text| !text.starts_with('-')).copied().collect::<Vec<_>>().join(" ");
            shell.check(|context| checks::named(context, "The prepared line", &text, at.span));
        }
        ("bindkey", [option, _, text]) if option.starts_with("-s") => {
            let text = text.replace("^M", "\n").replace("\\n", "\n");
            shell.check(|context| checks::named(context, "The key", &text, at.span));
        }
        ("add-zsh-hook" | "add-zle-hook-widget", [_, name]) => shell.hooked(name, at.span),
        ("zle", ["-N", widget, name]) if widget.starts_with("accept-") => shell.hooked(name, at.span),
        ("zle", ["-N", name]) if name.starts_with("accept-") => shell.hooked(name, at.span),
        _ => return None,
    }
    Some(Stream::known(""))
}

/// `set -eu`, `set -o nounset`, `unsetopt unset`
fn stops_at_unset(at: &Invocation<'_>) -> bool {
    let mut texts = at.texts().take_while(|text| *text != "--");
    texts.any(|text| {
        let letters = text.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        let name = text.replace('_', "").to_ascii_lowercase();
        name == "nounset" && at.program != "unsetopt"
            || name == "unset" && at.program == "unsetopt"
            || at.program == "set" && letters.is_some_and(|letters| letters.contains('u'))
    })
}

/// Returns the path from the current directory; `None` if that is unknown.
fn absolute(shell: &Shell<'_>, target: &str) -> Option<String> {
    if target.contains(UNKNOWN) || target == "-" {
        return None;
    }
    let from = if target.starts_with('/') { "" } else { shell.env.directory.as_deref()? };
    Some(format!("/{}", paths::components(&format!("{from}/{target}")).join("/")))
}

fn declare(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let options: String =
        at.arguments.iter().filter(|f| f.text.starts_with('-')).map(|f| f.text.as_str()).collect();
    let is_local = at.program == "local"
        || !shell.calls.is_empty() && at.program != "export" && at.program != "readonly";
    for field in at.arguments.iter().filter(|field| !field.text.starts_with(['-', '+'])) {
        let (name, value) =
            field.text.split_once('=').map_or((field.text.as_str(), None), |(n, v)| (n, Some(v)));
        let name = name.trim_end_matches('+').to_owned();
        if is_local {
            shell.locals.push(name.clone());
        }
        if let Some(value) = value {
            let value = match (options.contains('l'), options.contains('u')) {
                (true, _) => value.to_lowercase(),
                (_, true) => value.to_uppercase(),
                _ => value.to_owned(),
            };
            let items = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            match items {
                Some(items) => {
                    let items = items
                        .split_whitespace()
                        .map(|text| Item { text: text.to_owned(), taint: field.taint });
                    shell.set(&name, vec![Value { items: items.collect() }]);
                }
                None => shell.set(&name, vec![Value::scalar(value.clone(), field.taint)]),
            }
            shell.check(|context| {
                checks::environment(context, &name, &[Value::scalar(value, field.taint)], at.span)
            });
        }
        if let Some(variable) = shell.env.variables_mut(&mut shell.budget).get_mut(&name) {
            variable.exported |= at.program == "export" || options.contains('x');
            variable.fixed |= at.program == "readonly" || options.contains('r') && at.program != "export";
        }
    }
}

/// fish: `set [-gxU…] NAME VALUE…`
fn fish_set(shell: &mut Shell<'_>, arguments: &[Field]) {
    let options: String =
        arguments.iter().take_while(|f| f.text.starts_with('-')).map(|f| f.text.as_str()).collect();
    let mut rest = arguments.iter().skip_while(|field| field.text.starts_with('-'));
    let Some(name) = rest.next() else { return };
    if options.contains('e') || options.contains("--erase") {
        shell.env.variables_mut(&mut shell.budget).remove(&name.text);
        return;
    }
    let items: Vec<Item> = rest.map(|f| Item { text: f.text.clone(), taint: f.taint }).collect();
    let name = name.text.split('[').next().unwrap_or("").to_owned();
    let mut value = Value { items };
    if (options.contains('a') || options.contains("--append"))
        && let Some(before) = shell.env.get(&name).and_then(|values| values.into_iter().next())
    {
        value.items.splice(0..0, before.items);
    }
    shell.set(&name, vec![value]);
    if let Some(variable) = shell.env.variables_mut(&mut shell.budget).get_mut(&name) {
        variable.exported |= options.contains('x');
    }
}

fn define_alias(shell: &mut Shell<'_>, name: &str, text: &str, span: Span) {
    shell.check(|context| checks::named(context, &format!("`{name}`"), text, span));
    let body = Body { text: text.into(), dialect: shell.env.dialect, origin: Origin::From(span) };
    shell.env.aliases.insert(name.to_owned(), body);
}

fn define(shell: &mut Shell<'_>, name: &str, text: &str, span: Span) {
    let body = Body { text: text.into(), dialect: Dialect::Bash, origin: Origin::From(span) };
    shell.define(name, body);
}

/// `read x`, `mapfile rows`: from standard input, or from the descriptor after `-u`.
fn read(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let mut names: Vec<String> = Vec::new();
    let mut stream = shell.files.input.clone();
    let mut arguments = at.arguments.iter();
    let mut array = at.program != "read";
    while let Some(field) = arguments.next() {
        let text = field.text.as_str();
        if let Some(letters) = text.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            if letters.ends_with('u') {
                if let Some(number) = arguments.next() {
                    stream = shell.read(&format!("/dev/fd/{}", number.text));
                }
            } else if let Some((_, number)) = letters.split_once('u').filter(|(before, _)| before.len() < 3) {
                stream = shell.read(&format!("/dev/fd/{number}"));
            } else if letters.contains('a') || letters.contains('A') {
                array = true;
            } else if letters.ends_with(['p', 'd', 'n', 't', 'N', 'i', 'P', 'C', 'O'])
                && letters.len() < 3
                && !(letters == "t" && at.program != "read")
            {
                arguments.next();
            }
        } else {
            names.push(text.to_owned());
        }
    }
    if names.is_empty() {
        names.push(if at.program == "read" { "REPLY" } else { "MAPFILE" }.to_owned());
    }
    let Some(text) = stream.text.as_deref() else {
        // lines of unknown output
        let taint = Taint { printed: true, ..stream.taint };
        for name in &names {
            shell.set(name, vec![Value::scalar(UNKNOWN, taint)]);
        }
        return;
    };
    if array {
        let items: Vec<Item> = if at.program == "read" {
            let line = text.lines().next().unwrap_or("");
            line.split_whitespace().map(|word| Item { text: word.to_owned(), taint: stream.taint }).collect()
        } else {
            text.lines().map(|line| Item { text: line.to_owned(), taint: stream.taint }).collect()
        };
        if let Some(name) = names.first() {
            shell.set(name, vec![Value { items }]);
        }
        return;
    }
    // the current line of a loop is not tracked: it may be any line
    let lines: Vec<&str> = text.lines().take(8).collect();
    let last = names.len() - 1;
    for (place, name) in names.iter().enumerate() {
        let values = lines.iter().map(|line| {
            let mut words = line.split_whitespace();
            let value = if place == last && place == 0 {
                (*line).trim().to_owned()
            } else if place == last {
                words.skip(place).collect::<Vec<_>>().join(" ")
            } else {
                words.nth(place).unwrap_or("").to_owned()
            };
            Value::scalar(value, stream.taint)
        });
        shell.set(name, values.collect());
    }
}
