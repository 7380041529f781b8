//! `pwsh` and `powershell` as programs: what their options give them to run.

use syntax::Dialect;

use crate::checks;
use crate::decode;
use crate::field::{Field, Invocation, Taint};
use crate::interpreters::run_input;
use crate::shell::{Shell, Stream};

/// Options whose value is the next word.
const VALUED: &[&str] = &[
    "executionpolicy",
    "windowstyle",
    "version",
    "inputformat",
    "outputformat",
    "configurationname",
    "configurationfile",
    "workingdirectory",
    "psconsolefile",
    "settingsfile",
    "custompipename",
    "encodedarguments",
];

/// Their short names that are no beginnings of the long ones.
const SHORT: &[&str] = &["ep", "if", "of", "wd", "ea"];

pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let mut position = 0;
    while let Some(field) = at.arguments.get(position) {
        position += 1;
        let lower = field.text.to_ascii_lowercase();
        let Some(option) = lower.strip_prefix(['-', '/']).filter(|_| !lower.starts_with("/home")) else {
            position -= 1;
            break;
        };
        let option = option.trim_start_matches('-');
        let rest = at.arguments.get(position..).unwrap_or_default();
        match option {
            "" => break,
            "e" | "ec" => return encoded(shell, at, rest),
            _ if option.len() > 1 && "encodedcommand".starts_with(option) => return encoded(shell, at, rest),
            "c" | "command" | "commandwithargs" | "cwa" => return command(shell, at, rest),
            _ if option.len() > 1 && "command".starts_with(option) => return command(shell, at, rest),
            _ if "file".starts_with(option) => return file(shell, at, rest),
            _ if "help".starts_with(option) || option == "?" => return Stream::default(),
            _ => {
                let valued = VALUED.iter().any(|name| name.starts_with(option)) || SHORT.contains(&option);
                position += usize::from(valued);
            }
        }
    }
    let rest = at.arguments.get(position..).unwrap_or_default();
    match rest.first() {
        Some(first) if first.text.to_ascii_lowercase().ends_with(".ps1") => file(shell, at, rest),
        Some(_) => command(shell, at, rest),
        None => {
            let stream = shell.input.clone();
            run_input(shell, at, &stream, Dialect::PowerShell)
        }
    }
}

fn command(shell: &mut Shell<'_>, at: &Invocation<'_>, rest: &[Field]) -> Stream {
    if rest.first().is_some_and(|field| field.text == "-") {
        let stream = shell.input.clone();
        return run_input(shell, at, &stream, Dialect::PowerShell);
    }
    let taint = rest.iter().fold(Taint::NONE, |taint, field| taint.and(field.taint));
    let text = rest.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(" ");
    // `-Command "& {…}"` from a shell that keeps the quotes
    shell.run_text(&text, taint, Dialect::PowerShell, at.span)
}

fn encoded(shell: &mut Shell<'_>, at: &Invocation<'_>, rest: &[Field]) -> Stream {
    let Some(value) = rest.first() else { return Stream::default() };
    let decoded = decode::base64(&value.text).map(|text| text.replace('\0', ""));
    let taint = Taint { decoded: true, ..value.taint };
    checks::execute(shell, &Stream::unknown(taint), "a text", at.span);
    match decoded {
        Some(text) => shell.run_text(&text, Taint::NONE, Dialect::PowerShell, at.span),
        None => Stream::default(),
    }
}

fn file(shell: &mut Shell<'_>, at: &Invocation<'_>, rest: &[Field]) -> Stream {
    let Some((file, arguments)) = rest.split_first() else { return Stream::default() };
    if file.text == "-" {
        let stream = shell.input.clone();
        return run_input(shell, at, &stream, Dialect::PowerShell);
    }
    let stream = shell.read(&file.text.replace('\\', "/"));
    shell.run_file(&stream, Dialect::PowerShell, arguments, at.span)
}
