//! Programs that work on whole disks: file systems, partition tables.

use crate::prelude::*;

/// Effect of a program on the devices given to it.
struct Tool {
    /// Description of the effect, before the name of the device.
    does: &'static str,
    /// Only with one of these words; a one-letter option also in a cluster.
    only_with: &'static [&'static str],
    /// Not with one of these words.
    not_with: &'static [&'static str],
    /// It asks before it writes.
    asks: bool,
}

const MAKES: &str = "Makes a new file system on";
const PARTITIONS: &str = "Changes the partitions of";
const ERASES: &str = "Erases";

const TOOL: Tool = Tool { does: "", only_with: &[], not_with: &[], asks: false };

const SFDISK_READS: &[&str] = table!("sfdisk_reads");
const SGDISK_WRITES: &[&str] = table!("sgdisk_writes");
const GPART_WRITES: &[&str] = table!("gpart_writes");

/// By program; `mkfs` also stands for `mkfs.ext4`.
const TOOLS: &[(&str, Tool)] = table!("disk_tools");

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let Some((_, tool)) = TOOLS.iter().find(|(name, _)| is_named(at.program, name)) else { return };
    let works = tool.only_with.is_empty() || tool.only_with.iter().any(|word| is_given(at, word));
    if !works || tool.not_with.iter().any(|word| is_given(at, word)) {
        return;
    }
    let device = operands(at)
        .into_iter()
        .find(|field| context.env.place(field) == Place::Device || field.text.starts_with(UNKNOWN))
        .cloned();
    if let Some(device) = device {
        let asks = tool.asks && context.files.input == Stream::default();
        let level = if device.text.starts_with(UNKNOWN) || asks { Level::Warn } else { Level::Confirm };
        let because = format!("{} `{}`: its data is lost.", tool.does, display(&device.text));
        context.find("device/format", level, because, at.span);
    }
}

fn is_named(program: &str, name: &str) -> bool {
    let rest = program.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '_']) || name == "newfs")
}

fn is_given(at: &Invocation<'_>, word: &str) -> bool {
    if let Some(long) = word.strip_prefix("--") {
        return has(at, &[], &[long]);
    }
    match word.strip_prefix('-').and_then(|letter| letter.chars().next()) {
        Some(letter) => has(at, &[letter], &[]),
        None => at.find(&[word]).is_some(),
    }
}
