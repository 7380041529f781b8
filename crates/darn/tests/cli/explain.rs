//! `darn explain` as users call it: facts about this machine, and bad input.

use std::net::TcpListener;

use crate::home::{Home, Said};

/// Explains a failure whose output is in the file `out`.
fn explain(home: &Home, command: &str, status: &str, output: impl AsRef<[u8]>) -> Said {
    let file = home.write("out", output);
    let path = file.to_str().unwrap();
    home.darn(&["explain", "--command", command, "--status", status, "--output", path])
}

#[test]
fn the_holder_of_a_port_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let said = explain(&Home::new(), &format!("nc -l -p {port}"), "1", "nc: Address already in use\n");
    let pid = std::process::id();
    assert_eq!(said.status, 0, "{}", said.err);
    let what = said.out.lines().nth(1).unwrap();
    assert!(
        what.starts_with(&format!("port {port} is in use by ")) && what.ends_with(&format!("pid {pid}")),
        "{}",
        said.out
    );
    drop(listener);
    let said = explain(
        &Home::new(),
        "psql -h localhost",
        "2",
        format!(
            "connection to server at \"localhost\" (127.0.0.1), port {port} failed: Connection refused\n"
        ),
    );
    assert!(said.out.contains(&format!("nothing listens on port {port} of this machine")), "{}", said.out);
}

#[test]
fn a_closed_directory_on_the_way_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new().without_privileges();
    home.write("shut/inner/file", "");
    std::fs::set_permissions(home.path("shut"), std::fs::Permissions::from_mode(0o600)).unwrap();
    let said = explain(&home, "cat shut/inner/file", "1", "cat: shut/inner/file: Permission denied\n");
    std::fs::set_permissions(home.path("shut"), std::fs::Permissions::from_mode(0o700)).unwrap();
    assert!(
        said.out.lines().nth(1).unwrap().starts_with("you cannot enter shut: it belongs to "),
        "{}",
        said.out
    );
    assert!(said.out.contains("rw-------"), "{}", said.out);
}

#[test]
fn links_and_programs_are_looked_into() {
    let home = Home::new();
    std::os::unix::fs::symlink("b", home.path("a")).unwrap();
    std::os::unix::fs::symlink("a", home.path("b")).unwrap();
    let said = explain(&home, "cat a", "1", "cat: a: Too many levels of symbolic links\n");
    assert!(said.out.contains("the links form a loop: a -> b -> a"), "{}", said.out);

    use std::os::unix::fs::PermissionsExt as _;
    let mut arm = std::fs::read(env!("CARGO_BIN_EXE_darn")).unwrap();
    arm.truncate(4096);
    let other: u16 = if arm[18] == 183 { 62 } else { 183 };
    arm[18..20].copy_from_slice(&other.to_le_bytes());
    let file = home.write("prog", &arm);
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    let said =
        explain(&home, "./prog", "126", "bash: ./prog: cannot execute binary file: Exec format error\n");
    assert!(said.out.contains("`./prog` is a program for "), "{}", said.out);
}

#[test]
fn the_last_failure_comes_from_the_shell() {
    let said = Home::new()
        .set("DARN_FAILED", "curl -s http://nosuch.invalid/")
        .set("DARN_FAILED_STATUS", "6")
        .set("DARN_SESSION", "zsh 5.9 1")
        .darn(&["explain"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.starts_with("✗ 6  curl -s http://nosuch.invalid/\n"), "{}", said.out);

    let said = Home::new().darn(&["explain"]);
    assert_eq!(said.status, 1);
    assert!(said.err.starts_with("darn: no failed command in this shell"), "{}", said.err);
    assert!(said.err.contains("hint: "), "{}", said.err);
}

#[test]
fn a_command_may_stand_behind_two_dashes() {
    let home = Home::new();
    let one = home.darn(&["explain", "--", "gti status"]);
    let words = home.darn(&["explain", "--", "gti", "status"]);
    assert_eq!(one.out, words.out);
    assert!(one.out.starts_with("✗ 127  gti status\nthere is no command `gti` here\n"), "{}", one.out);
    let unknown = home.darn(&["explain", "--", "sort -V"]);
    // nothing says that it failed: it is taken apart
    assert!(unknown.out.starts_with("  sort  ") && unknown.out.contains("\n  -V    "), "{}", unknown.out);
    assert!(!unknown.out.contains("failed"), "{}", unknown.out);
    let json = home.darn(&["explain", "--format", "json", "--", "gti", "status"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["failure"]["kind"], "command_not_found");
    assert_eq!(value["cause"], "unknown-command");
    assert_eq!(value["what"], "there is no command `gti` here");
    // a `-` is no file
    for line in ["cat -", "sort -", "ls | diff - b"] {
        home.write("b", "");
        let said = home.darn(&["explain", "--", line]);
        assert!(!said.out.contains('✗') && said.out.contains("standard input"), "{line}: {}", said.out);
    }
}

#[test]
fn a_signal_and_an_ordinary_no_are_explained_too() {
    let home = Home::new();
    let said = home.darn(&["explain", "--command", "make", "--status", "143"]);
    assert!(said.out.contains("terminated by SIGTERM (128 + 15)"), "{}", said.out);
    let said = home.darn(&["explain", "--command", "grep x y", "--status", "1"]);
    assert!(said.out.contains("no line matched, which is a result, not an error"), "{}", said.out);
    let said = home.darn(&["explain", "--command", "true", "--status", "0"]);
    assert!(said.out.contains("which means success"), "{}", said.out);
}

#[test]
fn whatever_was_printed_the_terminal_is_safe() {
    let home = Home::new().set("TERM", "xterm");
    let long = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}".repeat(20_000);
    for output in [
        format!("error: {long}"),
        format!("cp: error writing '{long}': No space left on device\n"),
        format!("{long}: error while loading shared libraries: {long}: cannot open\n"),
        format!("listen {long}:99999999 EADDRINUSE: address already in use {long}\n"),
        format!("Could not resolve host: {long}\nOffending {long} key in {long}"),
        "\0".repeat(100_000),
    ] {
        for status in ["1", "127", "126", "139"] {
            let said = explain(&home, "./frob 'a b'", status, &output);
            assert_eq!(said.status, 0, "{}", said.err);
            let is_control = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!said.out.contains(is_control), "{:?}", said.out);
            assert!(said.out.len() < 4_000, "{} bytes", said.out.len());
        }
    }
}

#[test]
fn other_locales_and_colours() {
    let home = Home::new().set("LANG", "C");
    let said = home.darn(&["explain", "--", "gti"]);
    assert!(said.out.is_ascii(), "{}", said.out);
    let home = Home::new().set("TERM", "xterm");
    let said = home.darn(&["--color", "always", "explain", "--", "gti"]);
    assert!(said.out.contains("\u{1b}[1mthere is no command"), "{:?}", said.out);
    let said = home.darn(&["explain", "--", "gti"]);
    assert!(!said.out.contains('\u{1b}'), "attributes without a terminal: {:?}", said.out);
}

#[test]
fn rules_read_all_of_an_output_and_its_end_is_shown() {
    let home = Home::new();
    home.write(".config/darn/config.toml", "[capture]\nmax_lines = 2\nmax_bytes = 1000\n");
    let begin = "fatal: not a git repository (or any of the parent directories): .git\n";
    let file = home.write("out", format!("{begin}{}last one\n", "more\n".repeat(5000)));
    let arguments = ["explain", "--command", "git log", "--status", "128", "--format", "json", "--output"];
    let said = home.darn(&[&arguments[..], &[file.to_str().unwrap()]].concat());
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["output"]["text"], "more\nlast one");
    assert_eq!(json["output"]["omitted_lines"], 5000);
    assert!(json["what"].as_str().unwrap().contains("repository"), "{json}");
}
