//! Archives: what goes into them, and under which name.

use super::delete::{How, delete};
use crate::prelude::*;

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
pub fn archived(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    let operands = operands_with(at, &["-C", "--directory", "-f", "--file", "--exclude", "-X", "-T", "-I"]);
    let name = archive_name(at);
    let mut stream = Stream::default();
    let skip = usize::from(!at.arguments.is_empty() && !at.first().starts_with('-'));
    for field in operands.iter().skip(skip) {
        if Some(field.text.as_str()) == name {
            continue;
        }
        stream = stream.tainted(context.read(&field.text).taint.and(field.taint));
        let place = context.env.place(field);
        if matches!(place, Place::Root | Place::System | Place::Home | Place::Everything) {
            stream = stream.tainted(Taint::SECRET);
        }
    }
    stream
}

/// Returns what goes into the archive.
pub fn packed(context: &mut Context<'_>, at: &Invocation<'_>) -> Stream {
    contents(context, &operands_with(at, &["-P", "-x", "-i"]))
}

/// Returns what an archive of these files holds.
fn contents(context: &Context<'_>, files: &[&Field]) -> Stream {
    let taints = files.iter().map(|file| context.read(&file.text).taint);
    Stream::unknown(taints.fold(Taint::NONE, Taint::and))
}

/// `zip OUT IN…`, `7z a OUT IN…`: records the archive's content.
pub fn zipped(context: &mut Context<'_>, at: &Invocation<'_>) {
    let operands = operands_with(at, &["-P", "-x", "-i"]);
    let skip = usize::from(operands.first().is_some_and(|field| field.text == "a"));
    let Some((out, sources)) = operands.get(skip..).and_then(|rest| rest.split_first()) else { return };
    let stream = contents(context, sources);
    if at.program == "zip" && has(at, &['m'], &["move"]) {
        for source in sources {
            delete(context, source, How::Recursive, at);
        }
    }
    if stream.taint.secret {
        context.files.store(out.text.clone(), stream);
    }
}
