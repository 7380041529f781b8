//! The daemon under systemd: the socket that it lends, and the units in `docs/systemd`.

use std::os::unix::fs::PermissionsExt as _;

use crate::home::Home;
use crate::resident::{Daemon, SOCKET};

fn home() -> Home {
    let home = Home::new();
    let socket = home.path(SOCKET).display().to_string();
    home.set("DARN_SOCKET", socket)
}

/// The file of the units for systemd.
fn unit(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/systemd").join(name)
}

#[test]
fn a_service_manager_starts_it_at_the_first_connection() {
    let home = home();
    let socket = home.path(SOCKET);
    let directory = socket.parent().expect("its directory");
    std::fs::create_dir(directory).expect("its directory");
    std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700)).expect("a private directory");
    let manager = std::process::Command::new("systemd-socket-activate")
        .arg("--setenv=DARN_SOCKET")
        .arg("--listen")
        .arg(&socket)
        .args([env!("CARGO_BIN_EXE_darn"), "daemon", "run"])
        .current_dir("/")
        .env_clear()
        .env("HOME", home.path(""))
        .env("PATH", "/usr/bin:/bin")
        .env("DARN_SOCKET", &socket)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("systemd-socket-activate");
    let mut manager = Daemon::of(manager, socket.clone(), "Listening on");
    let reply = home.darn(&["daemon", "send", "Ping"]);
    assert_eq!((reply.status, reply.out.as_str()), (0, "Pong\n"), "{reply:?}");
    // the same process now is the daemon, and leaves the socket to the manager
    assert_eq!(home.darn(&["daemon", "stop"]).status, 0);
    assert_eq!(manager.wait(), Some(0));
    assert!(socket.exists());
}

#[test]
fn the_units_for_systemd_are_valid_and_name_our_socket() {
    let home = home();
    let socket = std::fs::read_to_string(unit("darn.socket")).expect("the unit");
    assert!(socket.contains("\nListenStream=%t/darn/darn.sock\n"));
    for name in ["darn.socket", "darn.service"] {
        let said = std::process::Command::new("systemd-analyze")
            .args(["verify", "--user", "--man=no"])
            .arg(unit(name))
            .env("XDG_RUNTIME_DIR", home.path(""))
            .output()
            .expect("systemd-analyze");
        assert!(said.status.success(), "{name}: {}", String::from_utf8_lossy(&said.stderr));
    }
}
