//! `pwsh` and `powershell` as programs: what their options give them to run.

use crate::decode;
use crate::interpreters::run_input;
use crate::prelude::*;
use crate::shell::Shell;

/// Options whose value is the next word; some have a short name too.
const VALUED: &[&str] = table!("powershell_valued");

pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let mut rest = at.arguments;
    while let Some((field, behind)) = rest.split_first() {
        let lower = field.text.to_ascii_lowercase();
        let is_path = lower.get(1..).is_none_or(|text| text.is_empty() || text.contains('/'));
        let Some(option) = lower.strip_prefix(['-', '/']).filter(|_| !is_path) else { break };
        let option = option.trim_start_matches('-');
        let begins = |name: &str| name.starts_with(option);
        rest = behind;
        match option {
            "e" | "ec" => return encoded(shell, at, rest),
            _ if option.len() > 1 && begins("encodedcommand") => return encoded(shell, at, rest),
            "cwa" => return command(shell, at, rest),
            _ if begins("commandwithargs") => return command(shell, at, rest),
            _ if begins("file") => return file(shell, at, rest),
            _ if begins("help") || option == "?" => return Stream::default(),
            _ if VALUED.iter().any(|name| begins(name)) => rest = rest.get(1..).unwrap_or_default(),
            _ => {}
        }
    }
    match rest.first() {
        Some(first) if !first.text.to_ascii_lowercase().ends_with(".ps1") => command(shell, at, rest),
        _ => file(shell, at, rest),
    }
}

fn command(shell: &mut Shell<'_>, at: &Invocation<'_>, rest: &[Field]) -> Stream {
    if rest.first().is_some_and(|field| field.text == "-") {
        return file(shell, at, rest);
    }
    let taint = Field::taints(rest);
    let text = Field::joined(rest);
    shell.run_text(&text, taint, Dialect::PowerShell, at.span)
}

/// Base64 of UTF-16; decoded once.
fn encoded(shell: &mut Shell<'_>, at: &Invocation<'_>, rest: &[Field]) -> Stream {
    let Some(value) = rest.first() else { return Stream::default() };
    let taint = Taint { decoded: true, ..value.taint };
    shell.execute(&Stream::unknown(taint), "a text", at.span);
    let text = decode::base64(&value.text).map(|text| text.replace('\0', "")).unwrap_or_default();
    shell.run_text(&text, Taint::NONE, Dialect::PowerShell, at.span)
}

/// A file, or what the program reads.
fn file(shell: &mut Shell<'_>, at: &Invocation<'_>, rest: &[Field]) -> Stream {
    match rest.split_first() {
        Some((file, arguments)) if file.text != "-" => {
            let stream = shell.read(&file.text.replace('\\', "/"));
            shell.run_file(&stream, Dialect::PowerShell, arguments, at.span)
        }
        _ => {
            let stream = shell.files.input.clone();
            run_input(shell, at, &stream, Dialect::PowerShell)
        }
    }
}
