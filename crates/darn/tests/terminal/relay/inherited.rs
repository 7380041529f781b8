//! The environment that a shell inherits.

use super::session::{Session, Setup, same, text};
use rustix::termios::Winsize;

fn alike(script: &str, act: impl Fn(Setup) -> Setup) -> String {
    let (bytes, status) = same(&["/bin/bash", "-c", script], |setup| act(setup).start());
    assert_eq!(status, 0, "{}", text(&bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn masks_and_limits_are_those_of_the_caller() {
    for before in
        ["umask 027", "umask 0", "ulimit -S -n 200; ulimit -S -c 0; ulimit -S -s 4096", "nice -n 3 true"]
    {
        alike("umask; ulimit -a; ulimit -Ha; nice", |setup| setup.behind(&format!("{before}; exec \"$@\"")));
    }
}

#[test]
fn signals_are_masked_and_ignored_as_by_the_caller() {
    // a shell that reports on itself before it changes a signal would be a race, so cat reports
    let report = "grep -E '^Sig(Blk|Ign)' /proc/self/status";
    for trap in ["true", "trap '' HUP", "trap '' PIPE", "trap '' INT QUIT", "trap '' USR1 USR2 TERM"] {
        let shown = alike(report, |setup| setup.behind(&format!("{trap}; exec \"$@\"")));
        assert_eq!(shown.lines().count(), 2, "{shown}");
    }
    let blocked = alike(report, |setup| setup.behind("exec env --block-signal=USR1,HUP,CHLD,WINCH \"$@\""));
    assert!(!blocked.contains("SigBlk:\t0000000000000000"), "{blocked}");
}

#[test]
fn no_descriptor_of_the_relay_is_open() {
    alike("cd /proc/self/fd && echo *", |setup| setup);
}

#[test]
fn names_and_modes_are_those_of_the_caller() {
    alike("echo $SHELL $TERM; echo \"$0\" \"$@\"", |setup| setup.env("SHELL", "/usr/bin/zsh"));
    for before in ["stty -ixon -echoctl", "stty raw", "stty erase x kill y min 3 time 7", "stty -icanon 9600"]
    {
        alike("stty -a -F /dev/tty", |setup| setup.behind(&format!("{before}; exec \"$@\"")));
    }
}

#[test]
fn a_login_shell_has_a_dash_before_its_name() {
    let mut session =
        Setup::new(super::session::Way::Darn, &["/bin/sh", "-c", "echo $0; shopt -q login_shell; echo $?"]);
    session = session.option("--login");
    let mut session = session.start();
    session.end();
    assert!(
        session.shown().starts_with("-sh\r\n") || session.shown().starts_with("-c"),
        "{}",
        session.shown()
    );
    let mut session = Setup::new(super::session::Way::Darn, &["/bin/bash", "-c", "shopt login_shell"]);
    session = session.option("--login");
    let mut session = session.start();
    assert_eq!(session.end(), 0, "{}", session.shown());
    assert!(session.shown().contains("on"), "{}", session.shown());
}

/// Prints its size at each change, after printing that it is ready.
const SIZES: &str = "import fcntl, os, signal, struct, sys, termios
def show(*_):
    os.write(1, b'%d %d %d %d\\n' % struct.unpack('4H', fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8))))
signal.signal(signal.SIGWINCH, show)
show()
os.write(1, b'ready\\n')
while True:
    signal.pause()
";

#[test]
fn the_size_is_told_with_its_pixels_and_the_last_change_of_many_arrives() {
    let start = |way| -> Session {
        let mut setup = Setup::new(way, &["/usr/bin/python3", "sizes.py"]).file("sizes.py", SIZES.as_bytes());
        setup.size = Winsize { ws_row: 31, ws_col: 77, ws_xpixel: 1234, ws_ypixel: 567 };
        setup.start()
    };
    for way in [super::session::Way::Bare, super::session::Way::Darn] {
        let mut session = start(way);
        session.wait_for("31 77 1234 567");
        session.wait_for("ready");
        for n in 0..200u16 {
            let (columns, rows) = match n % 4 {
                0 => (1, 1),
                1 => (500, 200),
                _ => (20 + n, 10 + n / 2),
            };
            session.resize(columns, rows);
        }
        session.resize(97, 43);
        session.wait_for("43 97 776 688");
        session.kill(rustix::process::Signal::KILL);
        session.end();
    }
}
