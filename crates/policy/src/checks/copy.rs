//! Copies and moves: the fate of the source and of the target's old content, and the data flow.

use super::overwrite::overwrite;
use super::send::send;
use crate::prelude::*;
use crate::state::Node;
use programs::base_name;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "cp" | "gcp" | "install" | "ginstall" => copy(context, at, Kind::Copy),
        "mv" | "gmv" => copy(context, at, Kind::Move),
        "ln" | "gln" | "link" => copy(context, at, Kind::Link),
        "zmv" => many_moved(context, at),
        "rsync" => rsync(context, at),
        "scp" | "pscp" | "sftp" => remote_copy(context, at),
        "dd" | "gdd" | "dcfldd" | "dc3dd" | "ddrescue" => dd(context, at),
        "zip" | "7z" | "7za" => super::archives::zipped(context, at),
        "gzip" | "bzip2" | "xz" | "zstd" | "pigz" => compressed(context, at),
        "openssl" | "gpg" | "age" => transformed(context, at),
        _ => {}
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Copy,
    Move,
    Link,
}

fn copy(context: &mut Context<'_>, at: &Invocation<'_>, kind: Kind) {
    let valued =
        ["-t", "--target-directory", "-S", "--suffix", "-m", "--mode", "-o", "-g", "--owner", "--group"];
    let operands = operands_with(at, &valued);
    let directory = value(at, &["-t", "--target-directory", "--target"]);
    let (sources, target) = match (directory, operands.split_last()) {
        (Some(directory), _) => (operands.as_slice(), Field::plain(directory)),
        (None, Some((target, sources))) if !sources.is_empty() => (sources, (*target).clone()),
        _ => return,
    };
    let kept = has(at, &['n'], &["no-clobber"]);
    if kind == Kind::Move && !kept {
        for source in sources {
            if !context.budget.step_within() {
                return;
            }
            moved_away(context, source, &target, at);
        }
    }
    if !kept {
        let target = Field { span: Some(at.span), ..target.clone() };
        let stream = sources.first().map_or_else(Stream::default, |source| context.read(&source.text));
        if kind == Kind::Link && !has(at, &['f'], &["force"]) {
            super::started::persistence(context, &target.text, &stream, false, at.span);
        } else {
            super::overwrite::overwrite_with(context, &target, &stream, false, at.span);
            if !has(at, &['i', 'b'], &["interactive", "backup"]) {
                replaced(context, sources, &target, at.span);
            }
        }
    }
    let is_symbolic = kind == Kind::Link && has(at, &['s'], &["symbolic"]);
    let is_bare = has_word(at, &["--attributes-only"]);
    for source in sources {
        if !context.budget.step_within() {
            return;
        }
        let name = base_name(&source.text);
        let path = if target.text.ends_with('/') || directory.is_some() || sources.len() > 1 {
            format!("{}/{name}", target.text.trim_end_matches('/'))
        } else {
            target.text.clone()
        };
        let node = if is_symbolic {
            Node::Link(source.text.clone())
        } else if is_bare {
            Node::Data(Stream::default())
        } else {
            Node::Data(context.read(&source.text))
        };
        let plain = matches!(&node, Node::Data(stream) if stream.text.is_none() && stream.is_plain());
        if !plain && path != source.text && context.files.has_room() {
            if let Node::Data(stream) = &node
                && stream.taint.secret
            {
                // the directory holds it too: `tar cf - DIR`
                context.files.store(target.text.trim_end_matches('/').to_owned(), stream.clone());
            }
            context.files.insert(path.trim_start_matches("./").to_owned(), node);
        }
    }
}

/// Returns the files that a copy or move overwrites: the target, or files of the same names in it.
fn replaced(context: &mut Context<'_>, sources: &[&Field], target: &Field, span: Span) {
    super::proposed::overwritten(context, target, span);
    for source in sources {
        let name = base_name(source.text.trim_end_matches('/'));
        let text = format!("{}/{name}", target.text.trim_end_matches('/'));
        if !matches!(name, "" | "." | "..") {
            super::proposed::overwritten(context, &Field { text, ..target.clone() }, span);
        }
    }
}

/// zsh's `zmv PATTERN NAME`: if the name is constant, only one file remains.
fn many_moved(context: &mut Context<'_>, at: &Invocation<'_>) {
    if let [.., target] = operands_with(at, &["-p", "-P", "-o"]).as_slice()
        && !has(at, &['n'], &[])
        && !target.text.contains(['$', '*', '?', crate::UNKNOWN])
    {
        let because = "Gives all files the same name: at most one of them remains.";
        context.find("files/move-away", Level::Confirm, because, at.span);
    }
}

/// Handles the source of a move, which no longer exists there.
fn moved_away(context: &mut Context<'_>, source: &Field, target: &Field, at: &Invocation<'_>) {
    // rename(2): EBUSY for `.` and `..`
    if matches!(base_name(source.text.trim_end_matches('/')), "." | "..") {
        return;
    }
    let path = display(&source.text);
    let (level, because) = match context.env.place(source) {
        Place::Root => (Level::Deny, format!("Moves `{path}`, the entire file system, away.")),
        Place::System => (Level::Deny, format!("Moves `{path}`, a part of the system, away.")),
        Place::Home if source.glob || source.text.len() > 1 => {
            (Level::Confirm, format!("Moves `{path}`, a whole home directory, away."))
        }
        Place::BelowSystem if !source.text.starts_with("/run/") && !source.text.starts_with("/var/") => {
            (Level::Warn, format!("Moves `{path}`, a part of the system, away."))
        }
        _ if target.text == "/dev/null" => {
            (Level::Confirm, format!("Moves `{path}` to /dev/null, where it is lost."))
        }
        _ => return,
    };
    context.find("files/move-away", level, because, at.span);
}

/// Options of rsync whose value is the next word.
const RSYNC_VALUED: &[&str] = table!("rsync_valued");

fn rsync(context: &mut Context<'_>, at: &Invocation<'_>) {
    let operands = operands_with(at, RSYNC_VALUED);
    if has(at, &['n'], &["dry-run"]) || operands.len() < 2 {
        return;
    }
    let Some((target, sources)) = operands.split_last() else { return };
    if fits_any(at, &["--del*"]) {
        let level = match context.env.place(target) {
            Place::Root | Place::System | Place::Home => Level::Deny,
            Place::Temporary => Level::Allow,
            Place::BelowSystem => Level::Confirm,
            _ => Level::Warn,
        };
        let path = display(&target.text);
        let because = format!("Deletes files in `{path}` that the source lacks; `-n` lists them.");
        context.find("files/mirror", level, because, at.span);
    }
    if has_word(at, &["--remove-source-files"]) {
        context.find("files/mirror", Level::Warn, "Deletes the source files after they are copied.", at.span);
    }
    if let Some(source) = sources.iter().find(|source| is_remote(&source.text)) {
        context.files.store(local_path(source, target), Stream::unknown(Taint::FETCHED));
    }
    if is_remote(&target.text) {
        check_upload(context, sources, &target.text, at);
        if value(at, &["--files-from"]).is_some() {
            let because = "Sends the files named in a list to another machine.";
            context.find("send/unseen", Level::Warn, because, at.span);
        }
    } else {
        let named = Field { span: Some(at.span), ..(*target).clone() };
        overwrite(context, &named, false, at.span);
        if let [source] = sources {
            let stream = context.read(&source.text);
            if !stream.is_plain() || stream.text.is_some() {
                context.files.store(target.text.clone(), stream);
            }
        }
    }
}

fn remote_copy(context: &mut Context<'_>, at: &Invocation<'_>) {
    let valued = ["-P", "-i", "-o", "-F", "-c", "-l", "-S", "-J", "-D", "-X"];
    let operands = operands_with(at, &valued);
    let Some((target, sources)) = operands.split_last() else { return };
    if let [first, ..] = sources
        && sources.iter().any(|source| is_remote(&source.text))
        && !is_remote(&target.text)
    {
        let field = Field::at(local_path(first, target), at.span);
        context.write(field, Stream::unknown(Taint::FETCHED), false, at.span);
    }
    let Some((_, path)) = target.text.split_once(':').filter(|_| is_remote(&target.text)) else { return };
    check_upload(context, sources, &target.text, at);
    let field = Field::plain(path);
    if path.starts_with('/') && !crate::paths::is_temporary(path) && path.trim_end_matches('/') != "/tmp" {
        let place = context.env.place(&field);
        if matches!(place, Place::Root | Place::System | Place::BelowSystem | Place::Device) {
            let because = format!("Writes to system files of another machine: `{}`.", display(path));
            context.find("files/overwrite", Level::Warn, because, at.span);
        }
    }
}

/// The path of a file of another machine once it is here.
fn local_path<'f>(source: &'f Field, target: &'f Field) -> &'f str {
    match target.text.as_str() {
        "." | "./" => source.text.rsplit(['/', ':']).next().unwrap_or(""),
        path => path,
    }
}

/// `host:path`, `user@host:path`, `rsync://…`
fn is_remote(text: &str) -> bool {
    let before = text.split('/').next().unwrap_or("");
    text.contains("://") || before.contains(':') && before.len() > 2
}

fn check_upload(context: &mut Context<'_>, sources: &[&Field], to: &str, at: &Invocation<'_>) {
    for source in sources {
        if !is_remote(&source.text) {
            let stream = context.read(&source.text).tainted(source.taint);
            send(context, &stream, to, at.span);
        }
    }
}

fn dd(context: &mut Context<'_>, at: &Invocation<'_>) {
    let named = |name: &str| {
        let value =
            |field: &Field| Some(Field { text: field.text.strip_prefix(name)?.to_owned(), ..field.clone() });
        at.arguments.iter().find_map(value)
    };
    let (from, to) = if at.program == "ddrescue" {
        let mut operands = operands_with(at, &[]).into_iter().cloned();
        (operands.next(), operands.next())
    } else {
        (named("if="), named("of="))
    };
    let mut stream = match &from {
        Some(from) => context.read(&from.text),
        None => context.files.input.clone(),
    };
    stream.taint.endless &= named("count=").is_none();
    let Some(to) = to else { return };
    if context.env.place(&to) == Place::Device {
        let because = format!("Overwrites the device `{}`: its data is lost.", display(&to.text));
        context.find("device/overwrite", Level::Confirm, because, at.span);
        return;
    }
    context.write(Field { span: Some(at.span), ..to }, stream, false, at.span);
}

fn compressed(context: &mut Context<'_>, at: &Invocation<'_>) {
    let suffix = match at.program {
        "bzip2" => ".bz2",
        "xz" => ".xz",
        "zstd" => ".zst",
        _ => ".gz",
    };
    for field in operands_with(at, &[]) {
        let stream = context.read(&field.text);
        if stream.taint.secret {
            context.files.store(format!("{}{suffix}", field.text), Stream::unknown(stream.taint));
        }
    }
}

fn transformed(context: &mut Context<'_>, at: &Invocation<'_>) {
    if let (Some(from), Some(to)) = (value(at, &["-in", "-i"]), value(at, &["-out", "-o", "--output"])) {
        let stream = context.read(from);
        context.files.store(to.to_owned(), Stream::unknown(stream.taint));
    }
}
