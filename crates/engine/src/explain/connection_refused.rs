//! "Connection refused": does any process listen there?

use super::prelude::*;

const TEXTS: &[&str] = table!("refused_texts");
pub fn find(case: &Case<'_>) -> Option<Finding> {
    // a socket file has no host
    if case.printed_any(&["dial unix ", "unix://", ".sock: connect"]) {
        return None;
    }
    let by_status: &[(&str, &[i32])] = table!("refused_statuses");
    if !case.printed_any(TEXTS)
        && !by_status.iter().any(|(name, statuses)| may_have_ended(case, name, statuses))
    {
        return None;
    }
    if is_unseen(case) && (!is_local(case) || listens(case)) {
        return None;
    }
    if let Some(found) = super::no_route::offline(case).filter(|_| !is_local(case)) {
        return Some(found);
    }
    if !is_local(case) {
        return case.printed_any(&["onnection refused", "ECONNREFUSED"]).then(|| {
            Finding::said("the host is up, but nothing listens on that port")
                .and("the service is not running, uses another port, or a firewall rejects the connection")
        });
    }
    let port = ports(case, TEXTS).into_iter().next().or_else(|| usual(case))?;
    let service = service(case, port).map(|name| format!(" ({name})")).unwrap_or_default();
    match network::listeners(port, case.world) {
        None => {
            case.world.read("/proc/net/tcp")?; // otherwise nothing is known
            Some(
                Finding::read(format!("nothing listens on port {port} of this machine{service}"))
                    .and("the server is not running, or it listens on another port"),
            )
        }
        Some(holders) if holders.is_empty() => {
            Some(Finding::said(format!("another user's process now listens on port {port}{service}")))
        }
        Some(holders) => Some(
            Finding::said(format!("port {port}{service} is now served by {}", processes::named(&holders)))
                .and("it may have just started, or listen on another address (IPv4, IPv6)"),
        ),
    }
}

/// Returns whether a process listens on the port, which rules this cause out; used without output.
fn listens(case: &Case<'_>) -> bool {
    let port = ports(case, TEXTS).into_iter().next().or_else(|| usual(case));
    port.is_none_or(|port| network::listeners(port, case.world).is_some())
}

fn is_local(case: &Case<'_>) -> bool {
    const LOCAL: &[&str] = &["localhost", "127.0.0.1", "127.0.1.1", "[::1]", "::1"];
    let said = lines(case, TEXTS);
    let hosts = hosts(case);
    said.iter().any(|line| LOCAL.iter().any(|name| line.contains(name)))
        || hosts.iter().any(|host| LOCAL.contains(&host.as_str()))
}

fn usual(case: &Case<'_>) -> Option<u16> {
    let program = super::subject::program(case)?;
    let url = case.commands().next()?.arguments().iter().any(|word| word.value.contains("http://"));
    let known = programs::details(program).port;
    (known > 0).then_some(known).or(url.then_some(80))
}

/// Returns the name of the port's service in `/etc/services`.
fn service(case: &Case<'_>, port: u16) -> Option<String> {
    let text = case.world.read("/etc/services")?;
    let wanted = format!("{port}/tcp");
    text.lines().find_map(|line| {
        let mut fields = line.split_whitespace();
        let name = fields.next()?;
        (fields.next() == Some(&wanted)).then(|| name.to_owned())
    })
}
