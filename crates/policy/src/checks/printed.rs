//! Output of programs, as far as its origin matters.

use std::rc::Rc;

use super::archives::{archive_name, archived, packed};
use super::find::{fd_search, searches};
use super::installers;
use super::network::wget_output;
use super::secrets::prints_secrets;
use crate::paths::is_secret;
use crate::prelude::*;
use crate::pure;

/// Returns what the program prints.
pub fn printed(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    let secret = Taint { secret: prints_secrets(at), ..Taint::NONE };
    of_program(context, at).tainted(secret)
}

fn of_program(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    if prints_fetched(at) {
        return Stream::unknown(Taint::FETCHED);
    }
    match at.program {
        "curl" | "wget" if installers::fetches(at) => {
            Stream::unknown(Taint { documented: true, ..Taint::NONE })
        }
        "curl" => Stream::known(""),
        "tar" | "bsdtar" | "gtar" => tar(context, at),
        "find" | "gfind" | "bfs" => listed(context.env, at),
        "fd" | "fdfind" => Stream { found: Some(Rc::new([fd_search(at)])), ..passed_on(context, at) },
        "zip" => {
            let stream = packed(context, at);
            if has_word(at, &["-"]) { stream } else { Stream::known("") }
        }
        "unzip" | "7z" | "unrar" if has(at, &['p'], &[]) || has_word(at, &["-so"]) => {
            Stream::unknown(Taint::DECODED)
        }
        "dd" if at.texts().any(|text| text.starts_with("skip=")) => {
            Stream::unknown(context.files.input.taint.and(Taint::DECODED))
        }
        "history" | "fc" => Stream::unknown(Taint::DECODED.and(Taint::SECRET)),
        "git" if has_word(at, &["--show-toplevel"]) => {
            context.env.directory.as_deref().map_or_else(Stream::default, Stream::known)
        }
        "grep" | "egrep" | "rg" | "ag" | "ack" => searched(context, at),
        _ => passed_on(context, at),
    }
}

/// Returns whether it prints what another machine sends.
fn prints_fetched(at: &Invocation<'_>) -> bool {
    match at.program {
        "curl" | "wget" if installers::fetches(at) => false,
        "curl" => {
            value(at, &["-o", "--output"]).is_none_or(|file| file == "-")
                && !has(at, &['O'], &["remote-name"])
        }
        "wget" | "wget2" => matches!(wget_output(at), Some("-" | "/dev/stdout")),
        "http" | "https" | "xh" | "xhs" | "curlie" | "nc" | "ncat" | "netcat" | "socat" | "telnet"
        | "lynx" | "w3m" | "links" | "ssh" | "ftp" | "lwp-request" | "GET" | "aria2c" | "fetch" | "dig"
        | "nslookup" | "host" => true,
        "openssl" => at.first() == "s_client",
        "aws" | "gsutil" | "rclone" | "s3cmd" | "mc" => has_word(at, &["-", "cat"]),
        "svn" => at.texts().any(|text| text.contains("://")),
        "gh" => has_word(at, &["api", "gist"]),
        _ => false,
    }
}

/// Returns names below the searched directories.
fn listed(env: &Env<'_>, at: &Invocation<'_>) -> Stream {
    let roots = at.arguments.iter().take_while(|field| !field.text.starts_with(['-', '(', '!']));
    let lines: String =
        roots.map(|root| format!("{}/{}\n", root.text.trim_end_matches('/'), crate::UNKNOWN)).collect();
    // a search for key files yields key files
    let names = values(at, &["-name", "-iname", "-path", "-wholename"]);
    let secret = names.iter().any(|name| *name == ".env*" || is_secret(name, env));
    let printed = Taint { printed: true, secret, ..Taint::NONE };
    let stream =
        if lines.is_empty() { Stream::unknown(printed) } else { Stream::known(&lines).tainted(printed) };
    // the names, unless it runs a command on each of them, whose output counts
    match fits_any(at, &["-exec*", "-ok*"]) && !fits_any(at, &["-print*", "-ls*"]) {
        true => Stream::unknown(printed),
        false => Stream { found: Some(Rc::from(searches(at))), ..stream },
    }
}

/// Texts by which keys and passwords are found.
const SECRET_PATTERNS: &[&str] = table!("secret_patterns");

/// Handles programs that search for keys.
fn searched(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    let recursive = at.program != "grep" && at.program != "egrep" || has(at, &['r', 'R'], &["recursive"]);
    let seeks =
        at.arguments.iter().any(|field| SECRET_PATTERNS.iter().any(|pattern| field.text.contains(pattern)));
    let stream = passed_on(context, at);
    if recursive && seeks { stream.tainted(Taint::SECRET) } else { stream }
}

fn tar(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    if has(at, &['O'], &["to-stdout"]) {
        return Stream::unknown(Taint::DECODED);
    }
    let creates = at.first().trim_start_matches('-').starts_with('c');
    if archive_name(at).map_or(creates, |name| name == "-") {
        archived(context, at)
    } else {
        Stream::known("")
    }
}

/// Returns what programs print that only pass text on.
fn passed_on(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    if let Some(stream) = pure::output(at.program, at.arguments, &context.files.input.clone()) {
        return stream;
    }
    let files: Vec<&Field> = at.arguments.iter().filter(|field| !is_option(field)).collect();
    let contents = context.contents(files.iter().copied());
    let reads_files =
        matches!(at.program, "cat" | "tac" | "head" | "tail" | "nl" | "sort" | "uniq" | "base64" | "strings");
    if reads_files && !files.is_empty() {
        let options: Vec<Field> =
            at.arguments.iter().filter(|field| field.text.starts_with('-')).cloned().collect();
        return pure::output(at.program, &options, &contents).unwrap_or(contents);
    }
    Stream::unknown(contents.taint.and(context.files.input.taint))
}

fn is_option(field: &Field) -> bool {
    field.text.starts_with('-') && field.text != "-"
}
