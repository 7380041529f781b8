//! Programs that work on whole disks: file systems, partition tables.

use crate::UNKNOWN;
use crate::arguments::{has, operands};
use crate::context::Context;
use crate::field::Invocation;
use crate::level::Level;
use crate::paths::{Place, display};
use crate::state::Stream;

/// Effect of programs on the devices given to them.
struct Tool {
    /// `mkfs` also matches `mkfs.ext4`.
    programs: &'static [&'static str],
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

const TOOLS: &[Tool] = &[
    Tool {
        programs: &["mkfs.vfat", "mkfs.fat", "mkfs.msdos", "mkdosfs", "mkfs.exfat"],
        does: MAKES,
        only_with: &[],
        not_with: &[],
        asks: false,
    },
    Tool { programs: &["mkfs.xfs"], does: MAKES, only_with: &[], not_with: &["-N"], asks: false },
    Tool {
        programs: &["mkfs", "mke2fs", "mkntfs", "newfs"],
        does: MAKES,
        only_with: &[],
        not_with: &["-n", "-N", "--no-action", "--dry-run"],
        asks: false,
    },
    Tool { programs: &["mkswap"], does: MAKES, only_with: &[], not_with: &[], asks: false },
    Tool {
        programs: &["fdisk", "cfdisk", "gdisk", "cgdisk"],
        does: PARTITIONS,
        only_with: &[],
        not_with: &["-l", "--list", "-x", "-s", "--getsz"],
        asks: true,
    },
    Tool {
        programs: &["sfdisk"],
        does: PARTITIONS,
        only_with: &[],
        not_with: &[
            "-l", "--list", "-d", "--dump", "-J", "--json", "-s", "-V", "--verify", "-n", "--no-act", "-F",
            "-T",
        ],
        asks: false,
    },
    Tool {
        programs: &["sgdisk"],
        does: PARTITIONS,
        only_with: table!("sgdisk_writes"),
        not_with: &["-P", "--pretend"],
        asks: false,
    },
    Tool {
        programs: &["gpart"],
        does: PARTITIONS,
        only_with: &[
            "create", "destroy", "delete", "add", "modify", "resize", "restore", "recover", "bootcode",
            "set", "unset",
        ],
        not_with: &[],
        asks: false,
    },
    Tool { programs: &["blkdiscard", "fdformat"], does: ERASES, only_with: &[], not_with: &[], asks: false },
];

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let Some(tool) = TOOLS.iter().find(|tool| tool.programs.iter().any(|name| is_named(at.program, name)))
    else {
        return;
    };
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
        context.find_in("device/format", level, because, at);
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
        None => at.arguments.iter().any(|field| field.text == word),
    }
}
