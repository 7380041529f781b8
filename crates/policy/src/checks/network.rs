//! Programs that talk to other machines: what they send, what they start.

use super::send::send;
use crate::prelude::*;
use crate::state::is_network;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "curl" => curl(context, at),
        "wget" | "wget2" => wget(context, at),
        "http" | "https" | "xh" | "xhs" | "curlie" => http(context, at),
        "nc" | "ncat" | "netcat" | "nc.openbsd" | "nc.traditional" | "telnet" | "socat" | "cryptcat"
        | "pwncat" => raw(context, at),
        "ssh" | "mail" | "mailx" | "mutt" | "neomutt" | "sendmail" | "msmtp" | "swaks" | "slogin" | "ftp"
        | "sftp" | "cadaver" | "rsh" => sent_input(context, at),
        "openssl" if at.first() == "s_client" => sent_input(context, at),
        "aria2c" | "axel" | "fetch" | "lwp-download" => fetched(context, value(at, &["-o", "--out"])),
        "certutil" | "bitsadmin" => fetched(context, at.texts().last()),
        "aws" | "gsutil" | "gcloud" | "rclone" | "s3cmd" | "mc" | "gh" | "az" | "b2" | "dropbox_uploader"
        | "transfer" | "magic-wormhole" | "wormhole" | "croc" | "ffsend" => {
            upload(context, at);
        }
        "dig" | "nslookup" | "host" | "ping" | "whois" | "finger" | "drill" | "kdig" | "getent" => {
            send(context, &Stream::unknown(Field::taints(at.arguments)), "", at.span);
            if at.program != "ping" && at.arguments.iter().any(super::carry::asked_name) {
                let because = "Sends a command's output to another machine, inside the looked-up name.";
                context.find("send/name", Level::Warn, because, at.span);
            }
        }
        "git" if has_word(at, &["clone"]) => {
            // cloned files come from elsewhere
            let operands = operands_with(at, &["-b", "--branch", "--depth", "-c", "-o", "-C"]);
            if let [_, url, rest @ ..] = operands.as_slice() {
                let url = url.text.trim_end_matches('/').trim_end_matches(".git");
                let name = url.rsplit(['/', ':']).next().unwrap_or("");
                let directory = rest.first().map_or(name, |field| field.text.as_str());
                context.files.fetch(directory.to_owned());
            }
        }
        _ => {}
    }
}

/// The file contains what another machine sent.
fn fetched(context: &mut Context<'_>, file: Option<&str>) {
    if let Some(file) = file {
        context.files.store(file, Stream::unknown(Taint::FETCHED));
    }
}

const CURL_VALUED: &[&str] = table!("curl_valued");

fn curl(context: &mut Context<'_>, at: &Invocation<'_>) {
    let url = operands_with(at, CURL_VALUED)
        .first()
        .map(|f| f.text.clone())
        .or_else(|| value(at, &["--url"]).map(str::to_owned))
        .unwrap_or_default();
    let mut body = Stream::default();
    for text in values(at, &["-d", "--data", "--data-binary", "--data-ascii", "--data-urlencode", "--json"]) {
        let file = text
            .split_once('@')
            .filter(|(before, _)| before.is_empty() || before.len() < 20 && !before.contains([' ', '{']))
            .map(|(_, file)| file);
        if let Some(file) = file {
            body = body.tainted(context.read(file).taint);
        }
    }
    for text in values(at, &["-F", "--form"]) {
        let files = text.split_once('=').and_then(|(_, value)| value.strip_prefix(['@', '<']));
        for file in files.into_iter().flat_map(|files| files.split(',')) {
            body = body.tainted(context.read(file.split(';').next().unwrap_or(file)).taint);
        }
    }
    for file in values(at, &["-T", "--upload-file"]) {
        body = body.tainted(context.read(file).taint);
    }
    if super::secrets::gives_credentials(&url) {
        context.find("secrets/metadata", Level::Warn, "Prints the credentials of this machine.", at.span);
    }
    let secrets = at.arguments.iter().filter(|field| field.taint.secret);
    let taint = secrets.fold(body.taint, |taint, field| taint.and(field.taint));
    send(context, &Stream::unknown(taint), &url, at.span);
    save(context, at, &url, value(at, &["-o", "--output"]), has(at, &['O'], &["remote-name"]));
}

/// Options of wget whose value is the next word.
const WGET_VALUED: &[&str] = table!("wget_valued");

fn wget(context: &mut Context<'_>, at: &Invocation<'_>) {
    let url = operands_with(at, WGET_VALUED).first().map(|f| f.text.clone()).unwrap_or_default();
    for file in values(at, &["--post-file", "--body-file"]) {
        let stream = context.read(file);
        send(context, &stream, &url, at.span);
    }
    let secret = Field::taints(at.arguments).secret;
    send(context, &Stream::unknown(Taint { secret, ..Taint::NONE }), &url, at.span);
    let output = wget_output(at);
    if let (None, Some(directory)) = (output, value(at, &["-P", "--directory-prefix"])) {
        let path = format!("{}/{}", directory.trim_end_matches('/'), file_name(&url));
        return save(context, at, &url, Some(&path), false);
    }
    save(context, at, &url, output.filter(|file| *file != "-"), output.is_none());
}

/// `-O FILE`, `-qO-`, `--output-doc=-`.
pub fn wget_output<'f>(at: &Invocation<'f>) -> Option<&'f str> {
    for (place, field) in at.arguments.iter().enumerate() {
        let text = field.text.as_str();
        if let Some((name, file)) = text.split_once('=').filter(|(name, _)| name.len() > 6) {
            if "--output-document".starts_with(name) && name.starts_with("--output-d") {
                return Some(file);
            }
        } else if text == "--output-document"
            || text.starts_with('-') && !text.starts_with("--") && text.ends_with('O')
        {
            return at.arguments.get(place + 1).map(|field| field.text.as_str());
        } else if let Some((_, file)) =
            text.split_once('O').filter(|(c, _)| c.starts_with('-') && !c.starts_with("--") && c.len() < 6)
        {
            return Some(file);
        }
    }
    None
}

/// Records that the file contains what was fetched.
fn save(context: &mut Context<'_>, at: &Invocation<'_>, url: &str, file: Option<&str>, by_name: bool) {
    let name = file.or_else(|| by_name.then(|| file_name(url)));
    if let Some(name) = name.filter(|name| !matches!(*name, "" | "-")) {
        context.write(Field::at(name, at.span), Stream::unknown(Taint::FETCHED), false, at.span);
    }
}

/// The last part of the path of a URL.
fn file_name(url: &str) -> &str {
    programs::base_name(url.split(['?', '#']).next().unwrap_or(url).trim_end_matches('/'))
}

fn http(context: &mut Context<'_>, at: &Invocation<'_>) {
    let operands =
        operands_with(at, &["-a", "--auth", "-o", "--output", "-A", "--session", "--proxy", "--verify"]);
    let mut url = "";
    for field in &operands {
        let text = field.text.as_str();
        if text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
            continue; // the method
        }
        if url.is_empty() {
            url = text;
        } else if let Some((_, file)) = text.split_once('@') {
            let stream = context.read(file);
            send(context, &stream, url, at.span);
        }
    }
    let input = context.files.input.clone();
    send(context, &input, url, at.span);
    save(context, at, url, value(at, &["-o", "--output"]), false);
}

/// `nc`, `socat`: both directions, and programs at either end.
fn raw(context: &mut Context<'_>, at: &Invocation<'_>) {
    let input = context.files.input.clone();
    send(context, &input, "", at.span);
    if at.program == "socat" {
        socat(context, at);
        return;
    }
    let clustered = at.arguments.iter().enumerate().find_map(|(place, field)| {
        let text = field.text.as_str();
        let cluster = text.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
        let program = cluster.ends_with('e')
            || cluster.ends_with('c') && cluster != "c"
            || cluster == "c" && at.program != "nc.openbsd";
        program.then(|| at.arguments.get(place + 1).map(|f| f.text.clone()))?
    });
    let long = value(at, &["--exec", "--sh-exec", "--lua-exec"]).map(str::to_owned);
    if let Some(program) = long.or(clustered) {
        let because = "Gives the other end of the connection a program on this machine.";
        let first = program.split_whitespace().next().map(programs::base_name);
        let prints = matches!(first, Some("echo" | "printf" | "cat" | "date"))
            && !program.contains([';', '|', '&', '`']);
        let level = if prints { Level::Warn } else { Level::Confirm };
        context.find("network/reverse-shell", level, because, at.span);
        context.run_text(&program, Taint::NONE, Dialect::Bash, at.span);
    }
}

/// Programs that take commands from the other end of a connection.
const SHELLS: &[&str] =
    &["sh", "bash", "zsh", "dash", "ash", "ksh", "fish", "login", "powershell", "cmd", "python", "python3"];

fn socat(context: &mut Context<'_>, at: &Invocation<'_>) {
    let is_network = |text: &str| {
        let kinds = ["TCP", "UDP", "OPENSSL", "SSL", "SCTP", "DCCP", "SOCKS", "PROXY", "VSOCK"];
        kinds.iter().any(|kind| text.to_ascii_uppercase().starts_with(kind))
    };
    let connected = at.arguments.iter().any(|field| is_network(&field.text) || field.text.starts_with("FD:"));
    let mut read = Stream::default();
    for field in at.arguments {
        let (kind, rest) = field.text.split_once(':').unwrap_or((field.text.as_str(), ""));
        match kind.to_ascii_uppercase().as_str() {
            "EXEC" | "SYSTEM" | "SHELL" => {
                let command = rest.split(',').next().unwrap_or(rest).replace("\\ ", " ");
                let mut names = command.split_whitespace().map(programs::base_name);
                if connected && (rest.is_empty() || names.any(|name| SHELLS.contains(&name))) {
                    let because = "Gives the other end of the connection a shell on this machine.";
                    context.find("network/reverse-shell", Level::Confirm, because, at.span);
                }
                match connected {
                    true => context.steps.push(Step::Sent { text: command, span: at.span }),
                    false => context.run_text(command, Taint::NONE, Dialect::Bash, at.span),
                }
            }
            "OPEN" | "FILE" | "GOPEN" | "RDONLY" | "PIPE" | "CREATE" => {
                read = read.tainted(context.read(rest.split(',').next().unwrap_or("")).taint);
            }
            _ if !is_network(&field.text) && field.text.contains('/') && !field.text.starts_with('-') => {
                read = read.tainted(context.read(&field.text).taint);
            }
            _ => {}
        }
    }
    if connected {
        send(context, &read, "", at.span);
    }
}

/// Judges a descriptor opened to another machine for reading and writing: `exec 3<>/dev/tcp/…`.
pub fn network_descriptor(context: &mut Context<'_>, path: &Field, span: Span) {
    if is_network(&path.text) {
        let because = "Opens a connection to another machine for commands to read and write.";
        context.find("network/reverse-shell", Level::Warn, because, span);
    }
}

fn sent_input(context: &mut Context<'_>, at: &Invocation<'_>) {
    let known = context.findings.len();
    check_upload(context, at);
    if at.program == "ssh" {
        // usually to the user's own machine
        context.findings.soften(known, Some("send/secret"));
    }
}

fn check_upload(context: &mut Context<'_>, at: &Invocation<'_>) {
    let input = context.files.input.clone();
    let to = at.undashed().next().map_or("", |field| field.text.as_str());
    send(context, &input, to, at.span);
}

/// Words with which clients of cloud storage copy.
const UPLOADS: &[&str] = &["cp", "mv", "sync", "copy", "put", "copyto", "create", "send", "upload", "move"];

/// Judges copies to cloud storage.
fn upload(context: &mut Context<'_>, at: &Invocation<'_>) {
    let words: Vec<&str> = at.texts().collect();
    if !words.iter().take(4).any(|word| UPLOADS.contains(word)) {
        return;
    }
    let last = words.last().copied().unwrap_or("");
    let from_there = words.iter().rev().nth(1).filter(|word| word.contains("://") && !last.contains("://"));
    if let Some(name) = from_there.and_then(|from| from.rsplit('/').next()) {
        let path = if matches!(last, "." | "./") { name } else { last };
        fetched(context, Some(path));
    }
    if words.contains(&"-") {
        let input = context.files.input.clone();
        send(context, &input, "", at.span);
    }
    let to = at.arguments.len().saturating_sub(1);
    for (place, field) in at.arguments.iter().enumerate().filter(|(_, f)| !f.text.starts_with('-')) {
        let leaves =
            place < to || matches!(at.program, "gh" | "croc" | "wormhole" | "magic-wormhole" | "ffsend");
        if leaves && !field.text.contains("://") {
            let stream = context.read(&field.text).tainted(Taint { printed: false, ..field.taint });
            send(context, &stream, last, at.span);
        }
    }
}
