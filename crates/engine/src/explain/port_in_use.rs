//! "Address already in use": which port, and which process has it.

use super::subject::{is_one_of, ports, says};
use super::{Cause, Finding};
use crate::rules::Case;
use facts::system::{network, processes};

pub const CAUSE: Cause = Cause { id: "port-in-use", find };

const TEXTS: &[&str] = &[
    "ddress already in use",
    "EADDRINUSE",
    "port is already allocated",
    "address in use",
    "already listening",
    "is already in use",
    "is in use by another",
];

/// Programs that listen on the port given to them.
const SERVERS: &str = "uvicorn gunicorn hypercorn flask redis-server hugo vite http-server serve mkdocs jekyll rails \
caddy";

/// Without output: returns whether the command starts a server.
fn serves(case: &Case<'_>) -> bool {
    let has =
        |text: &str| case.commands().first().is_some_and(|c| c.words.iter().any(|word| word.value == text));
    is_one_of(case, SERVERS)
        || is_one_of(case, "python python3") && has("http.server")
        || is_one_of(case, "php") && has("-S")
        || is_one_of(case, "nc ncat") && has("-l")
}

fn find(case: &Case<'_>) -> Option<Finding> {
    if !says(case, TEXTS) && !serves(case) {
        return None;
    }
    let candidates = ports(case, TEXTS);
    let held = candidates.iter().find_map(|port| Some((*port, network::listeners(*port, case.world)?)));
    // things other than ports can be in use
    let (port, holders) = held?;
    Some(if holders.is_empty() {
        Finding::read(format!("port {port} is in use by another user's process"))
            .and(format!("`sudo ss -ltnp 'sport = :{port}'` shows it"))
    } else {
        Finding::read(format!("port {port} is in use by {}", processes::named(&holders)))
            .and("two programs cannot listen on one port: stop that one, or choose another port")
    })
}
