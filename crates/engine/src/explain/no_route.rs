//! "No route to host", "Network is unreachable": is there a network at all?

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let unreachable = case.printed_any(&["etwork is unreachable", "ENETUNREACH", "etwork unreachable"]);
    let no_host =
        case.printed_any(&["o route to host", "EHOSTUNREACH", "Host Unreachable", "ost is unreachable"]);
    if is_network_failure(case) {
        return offline(case);
    }
    if !unreachable && !no_host {
        return None;
    }
    if let Some(found) = offline(case) {
        return Some(found);
    }
    if no_host {
        return Some(
            Finding::said(
                "the host cannot be reached: it is down, not on this network, or behind a firewall",
            )
            .and("this machine has a default route, so the local network is up"),
        );
    }
    network::has_default_route(case.world)?;
    Some(
        Finding::said("this machine has no route to that address")
            .and("its default route may not cover this kind of address, such as IPv6"),
    )
}

/// Without output: the program's status for a network failure, with another host.
pub fn is_network_failure(case: &Case<'_>) -> bool {
    let is_here = |name: &String| matches!(name.as_str(), "localhost" | "127.0.0.1");
    let hosts = hosts(case);
    let verb = case
        .commands()
        .next()
        .and_then(|command| command.arguments().first())
        .map(|word| word.value.as_str());
    if program(case) == Some("git") && !matches!(verb, Some("clone" | "ls-remote")) {
        return false;
    }
    let known: &[(&str, &[i32])] = table!("network_statuses");
    !hosts.is_empty()
        && !hosts.iter().any(is_here)
        && known.iter().any(|(name, statuses)| may_have_ended(case, name, statuses))
}

/// This machine has no default route.
pub fn offline(case: &Case<'_>) -> Option<Finding> {
    if network::has_default_route(case.world)? {
        return None;
    }
    let names = network::interfaces(case.world);
    Some(Finding::read("this machine is offline: it has no default route").and(if names.is_empty() {
        "its only network interface is loopback".to_owned()
    } else {
        format!("its interfaces: {}; `ip addr` shows which are up", names.join(", "))
    }))
}
