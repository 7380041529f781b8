//! A missing service that the command needs: Docker's or systemd's.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if case.printed_any(&["onnect to bus: Permission denied", "onnect to bus: Operation not permitted"]) {
        return Some(
            Finding::said("the message bus belongs to the session of another user")
                .and("after su or sudo, XDG_RUNTIME_DIR and DBUS_SESSION_BUS_ADDRESS are not this user's; `machinectl shell USER@` or ssh opens a session"),
        );
    }
    if case.printed_any(&["has not been booted with systemd", "Failed to connect to bus"]) {
        let first = processes::find(1, case.world).filter(|process| process.name != "systemd")?;
        return Some(
            Finding::read(format!("systemd is not running: PID 1 is {}", first.name))
                .and("containers have no service manager; run the service's program directly"),
        );
    }
    docker(case)
}

fn docker(case: &Case<'_>) -> Option<Finding> {
    let denied = case.printed_any(&["permission denied while trying to connect to the"]);
    if !denied
        && !case.printed_any(&["annot connect to the Docker daemon", "failed to connect to the docker API"])
    {
        return None;
    }
    let named = find_holes(case, &["at unix://{socket}. ", "unix://{socket};", "unix://{socket}:"]);
    let socket = named.and_then(|holes| holes.get("socket").map(str::to_owned));
    let socket = socket.filter(|path| path.len() < 200).unwrap_or_else(|| "/var/run/docker.sock".to_owned());
    let socket = absolute(case, &socket);
    if denied {
        let group = case.world.attributes(&socket)?.group;
        let name = facts::system::users::group(group, case.world);
        return Some(Finding::read(format!("only root and group {name} can access Docker ({socket})")).and(
            format!("`sudo usermod -aG {name} $USER`, then log in again; its members can become root"),
        ));
    }
    if case.world.kind(&socket).exists() {
        return Some(Finding::read(format!("{socket} exists, but no Docker daemon answers")));
    }
    Some(Finding::read(format!("the Docker daemon is not running: {socket} does not exist")))
}
