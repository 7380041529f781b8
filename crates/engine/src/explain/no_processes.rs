//! "fork: Resource temporarily unavailable": no more processes.

use super::open_files::kernel;
use super::prelude::*;

const TEXTS: &[&str] = table!("no_processes_texts");

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) {
        return None;
    }
    let own = limits::soft("Max processes", case.world);
    let all = kernel(case, "/proc/sys/kernel/pid_max");
    Some(
        match own {
            Some(most) => Finding::read(format!(
                "you have reached your limit of {most} processes and threads (`ulimit -u`)"
            )),
            None => Finding::said("no more processes can be started"),
        }
        .and_if(
            all.map(|most| format!("the machine allows {most}; a control group may allow fewer (pids.max)")),
        ),
    )
}
