//! ssh: no key that the server accepts, or a changed host key.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.printed_any(&["REMOTE HOST IDENTIFICATION HAS CHANGED"]) {
        let place = find_holes(case, &["Offending {kind} key in {place}"]);
        let place = place.and_then(|holes| holes.get("place").map(quoted));
        return Some(
            Finding::said("the server's key differs from the one that ssh remembers")
                .and_if(place.map(|place| format!("remembered in {place} (file:line)")))
                .and("it was reinstalled, or the connection is intercepted: ask its owner before `ssh-keygen -R HOST`"),
        );
    }
    if case.printed_any(&["Host key verification failed"]) {
        return Some(
            Finding::said("ssh does not know the server's key yet, and could not ask you")
                .and("connect once interactively to check and confirm the key"),
        );
    }
    // a key that others can read is not tried at all
    if !case.printed_any(&["ermission denied (publickey"]) || case.printed("are too open") {
        return None;
    }
    let directory = format!("{}/.ssh", case.world.home()?);
    let entries = case.world.entries(&directory);
    let mut keys: Vec<String> = entries
        .iter()
        .filter_map(|entry| entry.name.strip_suffix(".pub"))
        .filter(|name| entries.iter().any(|entry| entry.name == *name))
        .map(|name| format!("~/.ssh/{name}"))
        .collect();
    keys.sort();
    keys.truncate(4);
    let agent = case.world.variable("SSH_AUTH_SOCK").is_some_and(|socket| case.world.kind(&socket).exists());
    let offered =
        if agent { "an agent is running too (`ssh-add -l` lists its keys)" } else { "no agent is running" };
    Some(if keys.is_empty() {
        let what = "~/.ssh contains no key pair to log in with";
        let is_known = case.world.kind(&directory).exists();
        if is_known { Finding::read(what) } else { Finding::said(what) }
            .and(offered)
            .and("`ssh-keygen` creates one; its public key must be added to the server")
    } else {
        Finding::said("the server accepted none of your keys")
            .and(format!("in ~/.ssh: {}; {offered}", keys.join(", ")))
            .and("one of the public keys must be on the server, for the user name you gave")
    })
}
