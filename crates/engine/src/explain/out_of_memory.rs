//! Out of memory: of the machine, of a limit, or of the program's own.

use super::prelude::*;

const TEXTS: &[&str] = table!("memory_texts");

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) {
        return None;
    }
    if case.printed_any(&["heap out of memory"]) {
        return Some(
            Finding::said("node filled its own heap, regardless of the machine's memory")
                .and("NODE_OPTIONS=--max-old-space-size=8192 gives it 8 GiB")
                .and_if(machine(case)),
        );
    }
    if case.printed_any(&["java.lang.OutOfMemoryError"]) {
        return Some(
            Finding::said("java filled its own heap, regardless of the machine's memory")
                .and("-Xmx8g gives it 8 GiB")
                .and_if(machine(case)),
        );
    }
    if let Some(limit) = limits::soft("Max address space", case.world) {
        let found = format!(
            "processes of this shell are limited to {} of address space (`ulimit -v`)",
            size::bytes(limit)
        );
        return Some(Finding::read(found).and_if(machine(case)));
    }
    let group = limits::memory_group(case.world).and_then(|group| group.limit).map(size::bytes);
    Some(
        Finding::said("the program could not allocate memory")
            .and_if(machine(case))
            .and_if(group.map(|limit| format!("this shell's control group is limited to {limit}"))),
    )
}

fn machine(case: &Case<'_>) -> Option<String> {
    let (all, free) = limits::memory(case.world)?;
    Some(format!("memory now: {} of {} available", size::bytes(free), size::bytes(all)))
}
