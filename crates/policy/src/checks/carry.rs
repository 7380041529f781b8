//! Clients that send files to other machines through their own commands, as attachments, from a repository or
//! out of a container; and programs that serve a directory publicly.

use super::send::send;
use crate::paths;
use crate::prelude::*;

/// What `git add` has put there.
const INDEX: &str = ".git/index";

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "ftp" | "lftp" | "sftp" | "tftp" | "ncftp" | "ncftpput" | "smbclient" | "cadaver" => {
            client(context, at)
        }
        "mail" | "mailx" | "s-nail" | "mutt" | "neomutt" | "swaks" | "sendemail" | "mpack" => {
            attached(context, at);
        }
        "pastebinit" | "wgetpaste" | "azcopy" | "qrcp" | "onionshare-cli" => given(context, at),
        "logger" if has_word(at, &["-n", "--server"]) => {
            for file in values(at, &["-f", "--file"]) {
                let stream = context.read(file);
                send(context, &stream, "", at.span);
            }
            let input = context.files.input.clone();
            send(context, &input, "", at.span);
        }
        "gcloud" if has_word(at, &["storage"]) => given(context, at),
        "git" => repository(context, at),
        "docker" | "podman" | "nerdctl" | "kubectl" | "oc" => out_of_container(context, at),
        "script" => recorded(context, at),
        "python" | "python3" | "php" | "ruby" | "httpd" | "serve" | "http-server" | "darkhttpd"
        | "miniserve" | "live-server" | "updog" | "caddy" | "webfsd" => served(context, at),
        "awk" | "gawk" | "mawk" | "nawk" if at.texts().any(|text| text.contains("/inet/")) => {
            let because = "Takes commands from another machine, or sends data to one.";
            context.find("network/reverse-shell", Level::Warn, because, at.span);
        }
        "ssh" | "autossh" | "ngrok" | "bore" | "frpc" | "chisel" | "cloudflared" => tunnel(context, at),
        _ => {}
    }
}

/// `get FILE`: the file holds what another machine sent.
fn got(context: &mut Context<'_>, line: &str) {
    let mut words = line.split_whitespace().skip_while(|word| !matches!(*word, "get" | "pget" | "mget"));
    if words.next().is_some()
        && let Some(file) = words.find(|word| !word.starts_with('-'))
    {
        context.files.store(programs::base_name(file), Stream::unknown(Taint::FETCHED));
    }
}

/// `put FILE`, `mirror -R DIR`: in options or read from standard input.
fn client(context: &mut Context<'_>, at: &Invocation<'_>) {
    let mut text: String =
        values(at, &["-e", "-c", "--command"]).into_iter().map(|text| format!("{text}\n")).collect();
    if at.program == "tftp" || at.program == "ncftpput" {
        // `-c put FILE`
        text.push_str(&Field::joined(at.arguments));
    }
    text.push('\n');
    text.push_str(context.input_text());
    for line in text.split(['\n', ';', '&']).take(64) {
        got(context, line);
        let mut words = line.split_whitespace().skip_while(|word| {
            !matches!(*word, "put" | "mput" | "reput" | "send" | "append" | "mirror" | "ncftpput")
        });
        let Some(verb) = words.next() else { continue };
        let words: Vec<&str> = words.collect();
        if verb == "mirror" && !words.iter().any(|word| matches!(*word, "-R" | "--reverse")) {
            continue;
        }
        for word in words.iter().filter(|word| !word.starts_with('-')) {
            let path = context.env.expand_tilde(word.trim_matches(['"', '\'']));
            let stream = context.read(&path);
            send(context, &stream, "", at.span);
        }
    }
    let secret = Taint { secret: context.files.input.taint.secret, ..Taint::NONE };
    send(context, &Stream::unknown(secret), "", at.span);
}

/// `-a FILE`, `--attach FILE`
fn attached(context: &mut Context<'_>, at: &Invocation<'_>) {
    let to = at.arguments.last().map_or("", |field| field.text.as_str());
    for file in values(at, &["-a", "-A", "-i", "--attach", "--attachment", "--body"]) {
        let stream = context.read(file.trim_start_matches('@'));
        send(context, &stream, to, at.span);
    }
}

/// All files that it is given go, and what it reads.
fn given(context: &mut Context<'_>, at: &Invocation<'_>) {
    let stream = context.contents(at.undashed()).tainted(context.files.input.taint);
    let to = at.arguments.last().map_or("", |field| field.text.as_str());
    send(context, &stream, to, at.span);
}

/// What was added in this line goes with `git push`.
fn repository(context: &mut Context<'_>, at: &Invocation<'_>) {
    let mut operands = at.undashed();
    match operands.next().map(|field| field.text.as_str()) {
        Some("add" | "stage") => {
            let added = context.contents(operands);
            if added.taint.secret {
                context.files.store(INDEX.to_owned(), Stream::unknown(added.taint));
            }
        }
        Some("push") => {
            let pushed = context.read(INDEX);
            let to = operands.next().map_or("", |field| field.text.as_str());
            send(context, &pushed, to, at.span);
        }
        _ => {}
    }
}

/// `docker cp CONTAINER:PATH FILE`: the file holds what the path holds.
fn out_of_container(context: &mut Context<'_>, at: &Invocation<'_>) {
    let mut operands = at.undashed();
    if !operands.any(|field| field.text == "cp") {
        return;
    }
    if let Some((from, to)) = operands.next().zip(operands.next())
        && let Some((_, path)) = from.text.split_once(':')
        && holds_secrets(context.env, path)
    {
        context.files.store(to.text.clone(), Stream::unknown(Taint::SECRET));
    }
}

fn holds_secrets(env: &Env<'_>, path: &str) -> bool {
    paths::is_secret(path, env) || path.contains("/run/secrets/")
}

/// `docker run -v HOST:PATH`: what is secret here is secret there.
pub fn mounted(context: &mut Context<'_>, at: &Invocation<'_>) {
    for volume in values(at, &["-v", "--volume"]) {
        if let Some((host, path)) = volume.split_once(':')
            && paths::is_secret(host, context.env)
        {
            let path = path.split(':').next().unwrap_or(path);
            context.files.store(path, Stream::unknown(Taint::SECRET));
        }
    }
}

/// `script FILE`: all that is typed and shown goes into the file.
fn recorded(context: &mut Context<'_>, at: &Invocation<'_>) {
    if let Some(file) = at.undashed().next().filter(|file| file.text.starts_with("/dev/")) {
        context.write(file.clone(), Stream::unknown(Taint::SECRET), false, at.span);
    }
}

/// `python3 -m http.server`, `php -S`: any client that connects can read the directory.
fn served(context: &mut Context<'_>, at: &Invocation<'_>) {
    let words: Vec<&str> = at.texts().collect();
    let serves = match at.program {
        "python" | "python3" => {
            words.windows(2).any(|pair| pair == ["-m", "http.server"]) || words.contains(&"SimpleHTTPServer")
        }
        "php" => {
            words.contains(&"-S")
                && !words.iter().any(|w| w.starts_with("localhost:") || w.starts_with("127."))
        }
        "ruby" => words.contains(&"httpd"),
        "caddy" => words.contains(&"file-server"),
        _ => true,
    };
    let is_local =
        words.iter().any(|word| word.starts_with("127.") || *word == "localhost" || *word == "::1");
    if !serves || is_local {
        return;
    }
    let named = values(at, &["-d", "--directory", "-t", "-h", "--root"]);
    let operand = || words.iter().find(|word| word.starts_with(['/', '~']));
    let directory = named.first().or_else(operand).map(|word| (*word).to_owned());
    let moved =
        || context.env.directory.clone().filter(|now| context.env.world.directory().as_ref() != Some(now));
    let Some(directory) = directory.or_else(moved) else { return };
    let place = context.env.place_of(&directory, false);
    if paths::is_secret(&directory, context.env) || matches!(place, Place::Root | Place::System | Place::Home)
    {
        let because = format!("Lets anyone who connects read everything in `{}`.", display(&directory));
        context.find("send/served", Level::Warn, because, at.span);
    }
}

/// Ports behind which a login or a desktop waits.
const LOGINS: &[&str] = &["22", "23", "3389", "5900", "5985", "445"];

/// `ssh -R PORT:localhost:22`: a way in from the other machine, past every firewall.
fn tunnel(context: &mut Context<'_>, at: &Invocation<'_>) {
    let opens = if matches!(at.program, "ssh" | "autossh") {
        values(at, &["-R"])
            .iter()
            .any(|forward| forward.rsplit(':').next().is_some_and(|port| LOGINS.contains(&port)))
    } else {
        let words = at.texts();
        words.clone().any(|word| word == "tcp" || word.contains("ssh:") || word.starts_with("R:"))
            && words.clone().any(|word| LOGINS.contains(&word.rsplit(':').next().unwrap_or(word)))
    };
    if opens {
        let because = "Lets another machine into this one, past the firewall.";
        context.find("network/way-in", Level::Warn, because, at.span);
    }
}

/// What a host's name asks of name servers: parts that are not known before it runs leave with it.
pub fn asked_name(field: &Field) -> bool {
    let Some((_, domain)) = field.text.rsplit_once(crate::UNKNOWN) else { return false };
    let domain = domain.trim_end_matches('.');
    field.taint.printed
        && domain.starts_with('.')
        && domain.matches('.').count() > 1
        && ![".local", ".lan", ".internal", ".home", ".arpa"].iter().any(|end| domain.ends_with(end))
}
