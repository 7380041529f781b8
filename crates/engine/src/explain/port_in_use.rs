//! "Address already in use": which port, and which process has it.

use super::prelude::*;

const TEXTS: &[&str] = table!("port_texts");

/// Those of them that are about addresses.
const ADDRESS_TEXTS: &[&str] = table!("address_texts");

/// Without output: returns whether the command starts a server.
fn serves(case: &Case<'_>) -> bool {
    let has =
        |text: &str| case.commands().next().is_some_and(|c| c.words.iter().any(|word| word.value == text));
    has_role(case, Role::Serves)
        || is_kind(case, |program| program.language == Some(Language::Python)) && has("http.server")
        || is_kind(case, |program| program.name() == "php") && has("-S")
        || is_kind(case, |program| matches!(program.name(), "nc" | "ncat")) && has("-l")
}

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) && !serves(case) {
        return None;
    }
    let candidates = ports(case, TEXTS);
    let held = candidates.iter().find_map(|port| Some((*port, network::listeners(*port, case.world)?)));
    let Some((port, holders)) = held else {
        // things other than ports can be in use
        let port = candidates.first().filter(|_| case.printed_any(ADDRESS_TEXTS))?;
        let finding = Finding::said(format!("port {port} was already in use by another process"));
        return Some(finding.and("stop that one, or choose another port"));
    };
    Some(if holders.is_empty() {
        Finding::read(format!("port {port} is in use by another user's process"))
            .and(format!("`sudo ss -ltnp 'sport = :{port}'` shows it"))
    } else {
        Finding::read(format!("port {port} is in use by {}", processes::named(&holders)))
            .and("two programs cannot listen on one port: stop that one, or choose another port")
    })
}
