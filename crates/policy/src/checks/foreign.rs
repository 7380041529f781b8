//! Programs of unknown origin that are set up to run later, or with privileges: files below `/tmp`, and
//! freshly cloned files.

use crate::arguments::{has_word, value};
use crate::context::Context;
use crate::field::Invocation;
use crate::level::Level;
use crate::paths::{display, is_temporary};

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let option = |start: &str| at.arguments.iter().any(|field| field.text.starts_with(start));
    let later = match at.program {
        "systemctl" => has_word(at, &["enable", "link", "reenable"]),
        "npm" | "git" | "pip" | "yarn" => has_word(at, &["config"]) || option("--exec-path="),
        "systemd-run" => option("--on-"),
        "tcpdump" | "logrotate" => has_word(at, &["-z"]),
        "insmod" | "modprobe" | "kextload" | "kldload" | "bpftool" => true,
        "update-alternatives" | "alternatives" => option("--in"),
        "chsh" | "usermod" => has_word(at, &["-s", "--shell"]),
        "run-parts" => true,
        "nmap" => option("--script"),
        "scp" | "sftp" => has_word(at, &["-S"]),
        "emacs" => has_word(at, &["-l", "--load", "-script", "--script"]),
        "launchctl" => has_word(at, &["load", "bootstrap", "enable"]),
        "at" | "batch" => {
            let text = context.files.input.text.clone().unwrap_or_default();
            let file = value(at, &["-f"]).unwrap_or("");
            if let Some(path) = text.split_whitespace().chain([file]).find(|word| is_temporary(word)) {
                found(context, path, at);
            }
            return;
        }
        "tail" | "sort" | "tac" | "grep" => {
            if has_word(at, &["/dev/zero", "/dev/urandom"]) {
                let because = "Reads endlessly and keeps everything in memory.";
                context.find_in("availability/memory", Level::Warn, because, at);
            }
            return;
        }
        _ => false,
    };
    let mut words = at.arguments.iter().flat_map(|field| field.text.split([' ', '\n', '=']));
    if later && let Some(path) = words.find(|word| is_temporary(word)) {
        found(context, path, at);
    }
}

fn found(context: &mut Context<'_>, path: &str, at: &Invocation<'_>) {
    let because = format!("Makes `{}`, which is in a place anyone can write to, run.", display(path));
    context.find_in("execute/foreign", Level::Warn, because, at);
}

/// `sudo ./install.sh` in a directory that was cloned in the same line.
pub fn cloned(context: &mut Context<'_>, path: &str, at: &Invocation<'_>) {
    let directory = context.env.directory.as_deref().unwrap_or("");
    let is_relative = !path.starts_with('/');
    let here = context.files.fetched().iter().any(|name| {
        is_relative && directory.ends_with(&format!("/{name}")) || path.starts_with(&format!("{name}/"))
    });
    if here && path.contains('/') {
        let because = "Runs a program that was just downloaded, unreviewed.";
        context.find_in("execute/download", Level::Warn, because, at);
    }
}
