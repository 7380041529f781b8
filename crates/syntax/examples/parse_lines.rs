//! Parses every line of the given files and reports time, panics and, with `--compare`, where the
//! parser's opinion of the grammar differs from the real shell's.
//!
//! `parse_lines [--shell NAME] [--compare] [--mutate] [--show N] FILE…`
//! Lines of `*.jsonl` files are objects with the key `command`. `--mutate` adds for each line some
//! broken forms of it (a token dropped, doubled or swapped).
#![allow(
    clippy::print_stdout, clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros
)]

use std::process::Command;
use std::time::{Duration, Instant};

use syntax::{Dialect, IssueKind, Script};

fn main() {
    let mut dialect = Dialect::Bash;
    let (mut compare, mut mutate, mut names, mut show) = (false, false, false, 20);
    let mut lines = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--shell" => dialect = arguments.next().and_then(|name| name.parse().ok()).unwrap_or(dialect),
            "--compare" => compare = true,
            "--names" => names = true,
            "--mutate" => mutate = true,
            "--show" => show = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(show),
            path => lines.extend(read(path)),
        }
    }
    if mutate {
        let broken: Vec<_> =
            lines.iter().enumerate().flat_map(|(seed, line)| mutations(line, seed)).collect();
        lines.extend(broken);
    }
    time(&lines, dialect);
    if compare {
        differ(&lines, dialect, show);
    }
    if names {
        differ_in_names(&lines, dialect, show);
    }
}

fn read(path: &str) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| {
        println!("{path}: {error}");
        Vec::new()
    });
    let text = String::from_utf8_lossy(&bytes);
    let json = path.ends_with(".jsonl");
    text.lines()
        .filter_map(|line| {
            if !json {
                return Some(line.to_owned());
            }
            let value: serde_json::Value = serde_json::from_str(line).ok()?;
            Some(value.get("command")?.as_str()?.to_owned())
        })
        .collect()
}

fn time(lines: &[String], dialect: Dialect) {
    let (mut times, mut panics, mut bytes, mut commands, mut with_issues) = (Vec::new(), 0, 0, 0, 0);
    for line in lines {
        bytes += line.len();
        // the least of three: what the parse costs, not what else the machine does
        let least = (0..3).filter_map(|_| {
            let started = Instant::now();
            let parsed = std::panic::catch_unwind(|| Script::parse(line, dialect));
            let time = started.elapsed();
            parsed.is_ok().then_some(time)
        });
        times.push((least.min().unwrap_or_default(), line));
        let script = std::panic::catch_unwind(|| Script::parse(line, dialect));
        match script {
            Ok(script) => {
                commands += script.commands.len();
                with_issues += usize::from(!script.issues.is_empty());
            }
            Err(_) => panics += 1,
        }
    }
    times.sort();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 1000).map(|(time, _)| *time);
    println!(
        "{}: {} lines, {bytes} bytes, {commands} commands, {with_issues} lines with issues, {panics} panics",
        dialect.name(),
        lines.len()
    );
    println!(
        "total {total:?}, median {:?}, p99 {:?}, p99.9 {:?}, max {:?}",
        at(500).unwrap_or_default(),
        at(990).unwrap_or_default(),
        at(999).unwrap_or_default(),
        at(1000).unwrap_or_default()
    );
}

/// Does the real shell's own grammar take the line?
fn accepted(line: &str, dialect: Dialect) -> Option<bool> {
    let program = if dialect == Dialect::Posix { "dash" } else { dialect.name() };
    let mut command = Command::new(program);
    match dialect {
        Dialect::Bash => command.args(["-n", "-O", "extglob", "-c", "--", line]),
        Dialect::Zsh => command.args(["-f", "-n", "-c", "--", line]),
        Dialect::Posix => command.args(["-n", "-c", "--", line]),
        _ => command.args(["-n", "-c", line]),
    };
    let output = command.output().ok()?;
    let noise = output.stderr;
    Some(match dialect {
        Dialect::Posix => output.status.success(),
        Dialect::Bash => output.status.success() && noise.is_empty(),
        _ => noise.is_empty(),
    })
}

fn differ(lines: &[String], dialect: Dialect, show: usize) {
    let (mut well_strict, mut well_lax, mut well_unknown) = (0, 0, 0);
    let (mut agree, mut strict, mut lax) = (0, Vec::new(), Vec::new());
    for line in lines.iter().filter(|line| !line.contains('\0')) {
        let script = Script::parse(line, dialect);
        match (accepted(line, dialect), script.is_well_formed()) {
            (Some(true), Some(false)) => well_strict += 1,
            (Some(false), Some(true)) => well_lax += 1,
            (_, None) => well_unknown += 1,
            _ => {}
        }
        // a backslash at the end is taken by the shells and nevertheless worth a remark
        let fine = script.issues.iter().all(|issue| issue.kind == IssueKind::TrailingBackslash);
        match (accepted(line, dialect), fine) {
            (Some(true), false) => {
                strict.push(format!("{:?}\t{line}", script.issues.first().map(|i| (i.kind, i.at))))
            }
            (Some(false), true) => lax.push(line.clone()),
            _ => agree += 1,
        }
    }
    println!(
        "agree {agree}, we reject what it takes {}, we take what it rejects {}",
        strict.len(),
        lax.len()
    );
    println!("is_well_formed: wrongly false {well_strict}, wrongly true {well_lax}, unknown {well_unknown}");
    for (name, list) in [("STRICT", strict), ("LAX", lax)] {
        let step = (list.len() / show.max(1)).max(1);
        for line in list.iter().step_by(step).take(show) {
            println!("{name}\t{line}");
        }
    }
}

/// Compares the names of the commands with those that rable finds.
fn differ_in_names(lines: &[String], dialect: Dialect, show: usize) {
    let (mut agree, mut rejected, mut different) = (0, 0, Vec::new());
    for line in lines {
        let script = Script::parse(line, dialect);
        if script.is_well_formed() != Some(true) {
            rejected += 1;
            continue;
        }
        let Ok(nodes) = rable::parse(line, dialect == Dialect::Bash) else { continue };
        let mut theirs = Vec::new();
        let printed = format!("{nodes:?}");
        // words of commands in the debug print: `Command { assignments: […], words: [Node { kind: Word { value: "…"`
        for part in printed.split("words: [Node { kind: Word { value: ").skip(1) {
            let value = part.split(", parts: ").next().unwrap_or("");
            theirs.push(value.to_owned());
        }
        let ours: Vec<_> = script
            .commands
            .iter()
            .filter_map(|command| command.words.first())
            .map(|word| format!("{:?}", script.raw(word.span)))
            .collect();
        let mut theirs_sorted = theirs.clone();
        let mut ours_sorted: Vec<_> =
            ours.iter().filter(|name| *name != "\"[[\"" && *name != "\"time\"").cloned().collect();
        theirs_sorted.retain(|name| name != "\"time\"");
        theirs_sorted.sort();
        ours_sorted.sort();
        if theirs_sorted == ours_sorted { agree += 1 } else { different.push((line, ours, theirs)) }
    }
    println!("names: agree {agree}, rejected {rejected}, different {}", different.len());
    for (line, ours, theirs) in different.iter().take(show) {
        println!("NAMES\t{line}\n\tours   {ours:?}\n\ttheirs {theirs:?}");
    }
}

/// Broken forms of a line, the same for the same line and seed.
fn mutations(line: &str, seed: usize) -> Vec<String> {
    let mut random = seed as u64 * 2 + 1;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below.max(1)
    };
    let tokens: Vec<&str> =
        line.split_inclusive([' ', ';', '|', '&', '(', ')', '{', '}', '"', '\'', '`', '\n']).collect();
    let mut out = Vec::new();
    for _ in 0..3 {
        let mut changed = tokens.clone();
        let at = next(changed.len());
        match next(4) {
            0 if !changed.is_empty() => {
                changed.remove(at);
            }
            1 if !changed.is_empty() => changed.insert(at, tokens[at]),
            2 if changed.len() > 1 => changed.swap(at, (at + 1) % tokens.len()),
            _ => {
                const EXTRA: [&str; 24] = [
                    " ; ", " && ", " | ", " ( ", " ) ", " { ", " } ", " \" ", " ' ", " ` ", " $( ", " ${ ",
                    " if ", " then ", " fi ", " do ", " done ", " for x in ", " case x in ", " esac ", " > ",
                    " [[ ", " (( ", " & ",
                ];
                changed.insert(at, EXTRA[next(EXTRA.len())]);
            }
        }
        out.push(changed.concat());
    }
    out
}
