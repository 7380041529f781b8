//! A host name without an address: reserved names, no name server, no route to one.

use super::no_route;
use super::prelude::*;

const TEXTS: &[&str] = table!("unresolved_texts");
const NAMES: &[&str] = table!("unresolved_names");
/// Reserved names that never resolve (RFC 2606, 6761, 6762).
const RESERVED: &[(&str, &str)] = table!("reserved_names");

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let is_guess = no_route::is_network_failure(case) && !ended(case, "curl", &[5, 6]);
    if !case.printed_any(TEXTS) && !is_guess && !ended(case, "curl", &[5, 6]) {
        return None;
    }
    let in_output = find_holes(case, NAMES).and_then(|holes| holes.get("host").map(str::to_owned));
    // the name in the output must be exactly a host name
    let is_name = |name: &String| {
        name.len() < 254 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_".contains(&b))
    };
    let name = in_output.map(|name| name.trim_end_matches(['.', ',']).to_owned()).filter(is_name);
    let name = name.or_else(|| hosts(case).into_iter().next());
    let shown = name.as_deref().map_or_else(|| "the host name".to_owned(), quoted);
    let servers = network::name_servers(case.world);
    if is_guess && name.as_deref().is_none_or(|name| name.bytes().all(|b| b.is_ascii_digit() || b == b'.')) {
        return None;
    }
    if let Some(found) = no_route::offline(case) {
        return Some(found.and(format!("so {shown} cannot be resolved")));
    }
    if servers.as_ref().is_none_or(Vec::is_empty) {
        let what = format!("{shown} cannot be resolved: no name server is configured");
        return Some(match servers {
            Some(_) => Finding::read(what).and("/etc/resolv.conf lists none"),
            None => Finding::said(what).and("/etc/resolv.conf does not exist"),
        });
    }
    let top = name.as_deref().and_then(|name| name.rsplit('.').next()).unwrap_or("");
    if let Some((_, why)) = RESERVED.iter().find(|(known, _)| top.eq_ignore_ascii_case(known)) {
        return Some(Finding::read(format!("{shown} has no address: {why}")));
    }
    if is_guess {
        return None;
    }
    let asked = servers.unwrap_or_default().join(", ");
    let found = if case.printed_any(&["emporary failure", "EAI_AGAIN", "timed out"]) {
        Finding::said(format!("no name server answered the query for {shown}"))
            .and(format!("queried {asked} (/etc/resolv.conf)"))
            .and("the network, a VPN or that server is down, or a firewall blocks it")
    } else {
        Finding::said(format!(
            "{shown} has no address here: misspelt, known only on another network, or DNS does not work"
        ))
        .and(format!("queried {asked} (/etc/resolv.conf)"))
    };
    let bare = name.as_deref().is_some_and(|name| !name.contains('.') && name != "localhost");
    Some(found.and_if(
        bare.then(|| {
            "a name without a dot is looked up only in /etc/hosts and the search domains".to_owned()
        }),
    ))
}
