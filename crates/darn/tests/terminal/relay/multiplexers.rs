//! tmux and screen inside `darn shell`: split, detached, attached again. Only the screen is compared, as the
//! steps in which they draw it depend on how fast the programs inside print.

use std::os::unix::fs::PermissionsExt as _;

use super::playing::{Alike, plays_alike};
use super::session::Setup;

const PROMPT: &str = "T> ";

#[test]
fn tmux() {
    let script = "tmux -L t -f conf new-session -s x /bin/sh; read go; tmux -L t attach; echo status $?";
    let prepare = |setup: Setup| {
        let home = setup.home.path().display().to_string();
        setup.file("conf", b"set -g status off\n").env("TMUX_TMPDIR", &home).env("PS1", PROMPT)
    };
    let steps = [
        ("", PROMPT),
        ("echo $((6*7))\r", "42"),
        ("\x02%", "│"),
        ("seq 500\r", "500"),
        ("\x02d", "detached (from"),
        ("\r", "500"),
        ("exit\r", "echo $((6*7))\n42"),
        ("exit\r", ""),
    ];
    plays_alike(&["/bin/sh", "-c", script], prepare, &steps, Alike::Screens);
}

#[test]
fn screen() {
    let script = "screen -c conf -S x /bin/sh; clear; echo left; read go; screen -r; echo status $?";
    let prepare = |setup: Setup| {
        let directory = setup.home.path().join("s");
        std::fs::create_dir(&directory).expect("a directory");
        std::fs::set_permissions(&directory, std::fs::Permissions::from_mode(0o700)).expect("a mode");
        setup
            .file("conf", b"startup_message off\n")
            .env("SCREENDIR", &directory.display().to_string())
            .env("PS1", PROMPT)
    };
    let steps = [
        ("", PROMPT),
        ("echo $((6*7))\r", "42"),
        ("\x01S", "--"),
        ("\x01\t\x01c", "1 sh"),
        ("seq 500\r", "500"),
        ("\x01:detach\r", "left"),
        ("\r", "478"),
        ("exit\r", "42"),
        ("exit\r", ""),
    ];
    plays_alike(&["/bin/sh", "-c", script], prepare, &steps, Alike::Screens);
}
