//! Ended by a signal: which one, who sends it, and what the kernel logged about it.

use super::complaint;
use super::prelude::*;

const KILL: i32 = 9;
const SEGV: i32 = 11;
/// Signals that end a program in the middle of its work, whatever it printed before: SIGHUP, SIGINT, SIGQUIT, SIGILL,
/// SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGPIPE, SIGTERM.
const SUDDEN: [i32; 11] = [1, 2, 3, 4, 6, 7, 8, KILL, SEGV, 13, 15];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let status = case.status();
    let signal = signals::of_status(status)?;
    // some programs use such a status themselves (git's 128 and 129)
    if signal.number == 1 && program(case) == Some("git") {
        return None;
    }
    // a program that says why it ended was not stopped by a signal: dotnet's 150, ssh's 142
    if !SUDDEN.contains(&signal.number) && complaint::evidence(case).is_some() {
        return None;
    }
    let found =
        Finding::said(format!("terminated by {} (128 + {}): {}", signal.name, signal.number, signal.about));
    Some(match signal.number {
        KILL => out_of_memory(case, found),
        SEGV => memory_error(case, found),
        _ => found,
    })
}

/// The kernel kills a process that uses too much memory; it logs and counts that.
fn out_of_memory(case: &Case<'_>, found: Finding) -> Finding {
    let log = case.world.kernel_log();
    let name = program(case).map(comm);
    let noted = log.iter().rev().find(|line| line.contains("Killed process"));
    let is_it = |line: &&String| name.is_some_and(|name| line.contains(&format!("({name})")));
    let group = limits::memory_group(case.world);
    let limit = group.and_then(|group| group.limit).map(size::bytes);
    if let Some(line) = noted.filter(is_it) {
        let whose = if line.contains("emory cgroup") { "its control group" } else { "the machine" };
        return Finding::read(format!("killed by the kernel: {whose} ran out of memory"))
            .and(format!("kernel log: {}", super::subject::short(line)))
            .and_if(limit.map(|limit| format!("this shell's control group is limited to {limit}")));
    }
    let counted = group.filter(|group| group.killed > 0).map(|group| {
        let limit = limit.clone().map(|limit| format!(", limited to {limit}")).unwrap_or_default();
        format!("out-of-memory kills in this control group{limit}: {}", group.killed)
    });
    let free = limits::memory(case.world)
        .map(|(all, free)| format!("memory now: {} of {} available", size::bytes(free), size::bytes(all)));
    let none = log.len() > 1 && noted.is_none() && counted.is_none();
    let by_hand = none
        .then(|| "the kernel log shows no such kill: a user or a service manager sent the signal".to_owned());
    found
        .and("usually by the kernel when memory runs out, or by `kill -9`")
        .and_if(counted)
        .and_if(by_hand)
        .and_if(free)
}

/// `deep[8029]: segfault at 7fffcc6392ac ip 0000556973f37134 sp 00007fffcc6392a0 error 6 in deep[…]`
fn memory_error(case: &Case<'_>, found: Finding) -> Finding {
    const PAGE: u64 = 4096;
    let log = case.world.kernel_log();
    let Some(start) = program(case).map(|name| format!("{}[", comm(name))) else { return found };
    let noted = log.iter().rev().find(|line| line.starts_with(&start) && line.contains("segfault at "));
    let Some(line) = noted else { return found };
    let field = |name: &str| {
        let rest = line.get(line.find(name)? + name.len()..)?;
        u64::from_str_radix(rest.split(' ').next()?, 16).ok()
    };
    let (Some(at), stack) = (field("segfault at "), field(" sp ")) else { return found };
    let place = line.split(" in ").nth(1).and_then(|rest| rest.split('[').next());
    let reading = if at < PAGE {
        "it dereferenced a null pointer".to_owned()
    } else if stack.is_some_and(|stack| stack.abs_diff(at) < 64 * 1024) {
        let limit = limits::soft("Max stack size", case.world).map(size::bytes);
        let limit = limit.map(|limit| format!(", {limit} (`ulimit -s`)")).unwrap_or_default();
        format!("its stack overflowed{limit}: usually infinite recursion")
    } else {
        format!("it accessed address {at:#x}, which is not mapped")
    };
    found
        .and(reading)
        .and_if(place.map(|place| format!("kernel log: the fault was in {}", super::subject::quoted(place))))
}

/// Returns the 15 bytes that the kernel keeps of a program's name.
fn comm(name: &str) -> &str {
    name.get(..15).unwrap_or(name)
}
