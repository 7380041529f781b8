//! Low ports are reserved for root (ip(7), ip_unprivileged_port_start).

use super::open_files::kernel;
use super::prelude::*;

const TEXTS: &[&str] = &["bind", "listen", "EACCES", "PermissionError", "ermission denied"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let is_bound = case.printed_any(&["bind", "listen", "nc: Permission denied", "server_bind", "socket"]);
    if case.world.is_root() || !is_bound || !case.printed_any(&["ermission denied", "EACCES"]) {
        return None;
    }
    let start = kernel(case, "/proc/sys/net/ipv4/ip_unprivileged_port_start")?;
    let port = ports(case, TEXTS).into_iter().find(|port| u64::from(*port) < start && *port > 13)?;
    Some(
        Finding::read(format!("port {port} is privileged: only root can listen below {start}"))
            .and("choose a higher port, and let a proxy or the container map it"),
    )
}
