//! Broken environments: the shell works as without darn, and darn reports what it can.

use crate::pty::{Builder, Terminal};

/// A shell started by a line of sh, for what only a program before it can set.
fn behind(shell: &str, line: &str) -> Builder {
    Builder::new(shell).program(&["sh", "-c", &format!("{line}; exec {shell} -i")])
}

/// Checks that the shell prints its own message and at most the hint, and that the status is kept.
fn goes_on(t: &mut Terminal, name: &str) -> bool {
    let status = if name.starts_with("fish") { "echo $status" } else { "echo $?" };
    let drawn = t.run("gti status");
    let hints = drawn.lines().filter(|line| line.starts_with("✗ 127  git status")).count();
    assert!(drawn.lines().nth(1).is_some_and(|line| line.contains("ommand")), "{name}: {drawn}");
    assert_eq!(drawn.lines().count(), 2 + hints, "{name}: {drawn}");
    assert!(t.run(status).ends_with("\n127"), "{name}: {}", t.screen());
    assert!(t.run("git status").ends_with("\ngit ran: status"), "{name}: {}", t.screen());
    hints == 1
}

both_ways!(scenario_70_no_home_no_runtime_directory_no_room: bash, zsh, fish);
fn scenario_70_no_home_no_runtime_directory_no_room(shell: &str) {
    // Root writes anywhere unless its capabilities are gone. (Another user could not reach a darn built in /root.)
    let read_only =
        "chmod 555 .; [ $(id -u) != 0 ] || exec setpriv --bounding-set=-all --inh-caps=-all SHELL -i";
    let full = format!("#!/bin/sh\ntrap '' XFSZ; ulimit -f 0; exec {} \"$@\"\n", env!("CARGO_BIN_EXE_darn"));
    let long = "x".repeat(120);
    let set = |name: &str, value: &str| match shell {
        "fish" => format!("set -gx {name} {value}"),
        _ => format!("export {name}={value}"),
    };
    let program = match shell {
        "fish" => "set -g __darn_program ~/bin/on-full-disk",
        _ => "__darn_program=~/bin/on-full-disk",
    };
    let unset = if shell == "fish" { "set -e HOME" } else { "unset HOME" };
    let mut rows = vec![
        ("a full disk", Builder::new(shell).file("bin/on-full-disk", &full).after(program)),
        (
            "files where its directories would be",
            Builder::new(shell).file(".local/state", "").file(".cache", ""),
        ),
        ("a home that is not there", Builder::new(shell).before(&set("HOME", "/proc/none/home"))),
        ("no home", Builder::new(shell).before(unset)),
        ("a runtime directory that is not there", Builder::new(shell).env("XDG_RUNTIME_DIR", "/proc/none")),
        ("a path too long for a socket", Builder::new(shell).env("XDG_RUNTIME_DIR", &format!("~/{long}"))),
        ("a temporary directory that is not there", Builder::new(shell).env("TMPDIR", "/proc/none")),
    ];
    // fish itself cannot do without
    if shell != "fish" {
        rows.push(("a home that cannot be written", behind(shell, &read_only.replace("SHELL", shell))));
    }
    for (what, builder) in rows {
        let name = format!("{shell}, {what}");
        assert!(goes_on(&mut builder.start(), &name), "{name}: no hint");
    }
}

both_ways!(scenario_70_no_more_descriptors: bash, zsh, fish);
fn scenario_70_no_more_descriptors(shell: &str) {
    let count = match shell {
        "bash" => 13,
        "zsh" => 16,
        _ => 32,
    };
    // as few as the bare shell can do with
    let mut t = Builder::new(shell).start();
    t.run(&format!("ulimit -n {count}"));
    goes_on(&mut t, &format!("{shell}, {count} descriptors"));
}
