//! Output of programs, as far as its origin matters.

use std::rc::Rc;

use super::find::{fd_search, searches};
use super::network::{FETCHED, wget_output};
use super::secrets::prints_secrets;
use super::{has, installers, operands_with, value};
use crate::field::{Field, Invocation, Taint};
use crate::paths::{Place, is_secret};
use crate::shell::{Shell, Stream};
use crate::start::passed_on;

/// Returns what the program prints.
pub fn printed(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let secret = Taint { secret: prints_secrets(at), ..Taint::NONE };
    of_program(shell, at).tainted(secret)
}

fn of_program(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    match at.program {
        "curl" | "wget" if installers::fetches(at) => {
            Stream::unknown(Taint { documented: true, ..Taint::NONE })
        }
        "curl"
            if value(at, &["-o", "--output"]).is_none_or(|file| file == "-")
                && !has(at, &['O'], &["remote-name"]) =>
        {
            Stream::unknown(FETCHED)
        }
        "curl" => Stream::known(""),
        "wget" | "wget2" if wget_output(at).is_some_and(|file| matches!(file, "-" | "/dev/stdout")) => {
            Stream::unknown(FETCHED)
        }
        "http" | "https" | "xh" | "xhs" | "curlie" | "nc" | "ncat" | "netcat" | "socat" | "telnet"
        | "lynx" | "w3m" | "links" | "ssh" | "ftp" | "lwp-request" | "GET" | "aria2c" | "fetch" => {
            Stream::unknown(FETCHED)
        }
        "openssl" if at.arguments.first().is_some_and(|f| f.text == "s_client") => Stream::unknown(FETCHED),
        "dig" | "nslookup" | "host" => Stream::unknown(FETCHED),
        "aws" | "gsutil" | "rclone" | "s3cmd" | "mc"
            if at.arguments.iter().any(|f| f.text == "-" || f.text == "cat") =>
        {
            Stream::unknown(FETCHED)
        }
        "svn" if at.arguments.iter().any(|f| f.text.contains("://")) => Stream::unknown(FETCHED),
        "gh" if at.arguments.iter().any(|f| f.text == "api" || f.text == "gist") => Stream::unknown(FETCHED),
        "tar" | "bsdtar" | "gtar" => tar(shell, at),
        "find" | "gfind" | "bfs" => listed(shell, at),
        "fd" | "fdfind" => Stream { found: Some(Rc::new([fd_search(at)])), ..passed_on(shell, at) },
        "zip" => {
            let stream = super::printed::packed(shell, at);
            if at.arguments.iter().any(|field| field.text == "-") { stream } else { Stream::known("") }
        }
        "unzip" | "7z" | "unrar" if has(at, &['p'], &[]) || at.arguments.iter().any(|f| f.text == "-so") => {
            Stream::unknown(Taint { decoded: true, ..Taint::NONE })
        }
        "dd" if at.arguments.iter().any(|f| f.text.starts_with("skip=")) => {
            Stream::unknown(Taint { decoded: true, ..shell.input.taint })
        }
        "history" | "fc" => Stream::unknown(Taint { decoded: true, secret: true, ..Taint::NONE }),
        "git" if at.arguments.iter().any(|f| f.text == "--show-toplevel") => {
            shell.directory.as_deref().map_or_else(Stream::default, Stream::known)
        }
        "grep" | "egrep" | "rg" | "ag" | "ack" => searched(shell, at),
        _ => passed_on(shell, at),
    }
}

/// Returns names below the searched directories.
fn listed(shell: &Shell<'_>, at: &Invocation<'_>) -> Stream {
    let roots = at.arguments.iter().take_while(|field| !field.text.starts_with(['-', '(', '!']));
    let lines: String =
        roots.map(|root| format!("{}/{}\n", root.text.trim_end_matches('/'), crate::UNKNOWN)).collect();
    // a search for key files yields key files
    let names = super::values(at, &["-name", "-iname", "-path", "-wholename"]);
    let secret = names.iter().any(|name| *name == ".env*" || is_secret(name, shell));
    let printed = Taint { printed: true, secret, ..Taint::NONE };
    let stream =
        if lines.is_empty() { Stream::unknown(printed) } else { Stream::known(&lines).tainted(printed) };
    // the names, unless it runs a command on each of them, whose output counts
    let has =
        |starts: &[&str]| at.arguments.iter().any(|f| starts.iter().any(|start| f.text.starts_with(start)));
    match has(&["-exec", "-ok"]) && !has(&["-print", "-ls"]) {
        true => Stream::unknown(printed),
        false => Stream { found: Some(Rc::from(searches(at))), ..stream },
    }
}

/// Handles programs that search for keys.
fn searched(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let recursive = at.program != "grep" && at.program != "egrep" || has(at, &['r', 'R'], &["recursive"]);
    let patterns = [
        "AKIA",
        "BEGIN RSA",
        "BEGIN OPENSSH",
        "PRIVATE KEY",
        "aws_secret",
        "password",
        "passwd",
        "api_key",
        "apikey",
        "secret",
        "ghp_",
        "xoxb",
    ];
    let seeks = at.arguments.iter().any(|field| patterns.iter().any(|pattern| field.text.contains(pattern)));
    let stream = passed_on(shell, at);
    if recursive && seeks { stream.tainted(Taint { secret: true, ..Taint::NONE }) } else { stream }
}

fn tar(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let creates =
        at.arguments.first().is_some_and(|field| field.text.trim_start_matches('-').starts_with('c'));
    let to_output = archive_name(at).map_or(creates, |name| name == "-");
    let extracts_out = has(at, &['O'], &["to-stdout"]);
    if extracts_out {
        return Stream::unknown(Taint { decoded: true, ..Taint::NONE });
    }
    if to_output { archived(shell, at) } else { Stream::known("") }
}

/// `-f NAME`, `czf NAME`.
pub fn archive_name<'f>(at: &Invocation<'f>) -> Option<&'f str> {
    for (place, field) in at.arguments.iter().enumerate() {
        let text = field.text.as_str();
        if let Some(name) = text.strip_prefix("--file=") {
            return Some(name);
        }
        let letters = text.strip_prefix('-').unwrap_or(text);
        let is_cluster =
            !letters.starts_with('-') && (text.starts_with('-') || place == 0) && letters.len() < 10;
        if text == "--file"
            || is_cluster && letters.contains('f') && letters.bytes().all(|b| b.is_ascii_alphabetic())
        {
            return at.arguments.get(place + 1).map(|field| field.text.as_str());
        }
    }
    None
}

/// Returns the content of an archive of these operands.
pub fn archived(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let operands = operands_with(at, &["-C", "--directory", "-f", "--file", "--exclude", "-X", "-T", "-I"]);
    let name = archive_name(at);
    let mut stream = Stream::default();
    for field in
        operands.iter().skip(usize::from(at.arguments.first().is_some_and(|f| !f.text.starts_with('-'))))
    {
        if Some(field.text.as_str()) == name {
            continue;
        }
        stream = stream.tainted(shell.read(&field.text).taint.and(field.taint));
        let place = shell.place(field);
        if matches!(place, Place::Root | Place::System | Place::Home | Place::Everything) {
            stream = stream.tainted(Taint { secret: true, ..Taint::NONE });
        }
    }
    stream
}

/// Returns what goes into the archive.
fn packed(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Stream {
    let operands: Vec<&Field> = operands_with(at, &["-P", "-x", "-i"]);
    let taint = operands.iter().fold(Taint::NONE, |taint, source| taint.and(shell.read(&source.text).taint));
    Stream::unknown(taint)
}

/// `zip OUT IN…`, `7z a OUT IN…`: records the archive's content.
pub fn zipped(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let operands: Vec<&Field> = operands_with(at, &["-P", "-x", "-i"]);
    let skip = usize::from(operands.first().is_some_and(|field| field.text == "a"));
    let Some((out, sources)) = operands.get(skip..).and_then(|rest| rest.split_first()) else { return };
    let taint = sources.iter().fold(Taint::NONE, |taint, source| taint.and(shell.read(&source.text).taint));
    if at.program == "zip" && has(at, &['m'], &["move"]) {
        for source in sources {
            super::delete::delete(shell, source, super::delete::How::Recursive, at);
        }
    }
    if taint.secret {
        shell.nodes.insert(out.text.clone(), crate::shell::Node::Data(Stream::unknown(taint)));
    }
}
