//! Printed and typed bytes are forwarded unchanged.

use super::session::{Session, Setup, Way, same};

/// Everything that programs send to terminals and a relay might trip over.
fn fixture() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.extend((0..=255u8).rev().flat_map(|byte| [byte, 0x1b, byte]));
    for text in [
        // sixel; links; clipboard; other programs' marks; titles
        &b"\x1bPq\"1;1;6;6#0;2;0;0;0#0~~@@vv@@~~$-\x1b\\"[..],
        b"\x1b]8;id=1;https://example.org/\x1b\\link\x1b]8;;\x1b\\",
        b"\x1b]52;c;aGVsbG8=\x07\x1b]52;c;?\x1b\\",
        b"\x1b]133;A\x07\x1b]133;B\x07\x1b]133;C\x07\x1b]133;D;0\x07\x1b]633;E;ls;nonce\x07\x1b]7;file://h/tmp\x07",
        b"\x1b]0;title\x07\x1b]2;title\x1b\\\x1bk screen \x1b\\",
        // keyboards, mice, pastes, screens
        b"\x1b[>1u\x1b[=5;1u\x1b[?u\x1b[<u\x1b[>4;2m",
        b"\x1b[?1000h\x1b[?1002h\x1b[?1006h\x1b[M !!\x1b[<0;1;1M\x1b[?1006l\x1b[?1000l",
        b"\x1b[?2004h\x1b[200~pasted\x1b[201~\x1b[?2004l\x1b[?2026h\x1b[?2026l",
        b"\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l\x1b[?25h\x1b[?1049l\x1b[?47h\x1b[?47l",
        // queries to the terminal, which nothing answers
        b"\x1b[6n\x1b[c\x1b[>c\x1b]11;?\x07\x1bP+q544e\x1b\\\x1bP$qm\x1b\\",
        // invalid UTF-8, C1 controls, incomplete sequences
        b"\xff\xfe\xc3\x28\xe2\x82\xf0\x9f\x98\xed\xa0\x80\xc0\x80\x9b31m\x9d0;x\x9c",
        b"\x1b\x1b\x1b[\x1b]\x1b]7\x1b]73\x1b]73276\x1b]73276;",
        // darn's own number: no nonce, a wrong one, one that is too long, unterminated
        b"\x1b]73276;C\x07\x1b]73276;;C\x07\x1b]73276;D;0\x07",
        b"\x1b]73276;00000000000000000000000000000000;D;0\x07",
        b"\x1b]73276;0123456789abcdef0123456789abcdef0;C\x1b\\\x1b]73276;\x00\x07",
        "täglich 漢字 👩‍👩‍👧‍👦 \u{202e}rtl\u{202c} e\u{301}\r\n\t\u{7f}\u{8}".as_bytes(),
    ] {
        bytes.extend_from_slice(text);
    }
    bytes.extend(b"\x1b]73276;".iter().chain([b'x'; 9000].iter()));
    bytes.push(7);
    bytes
}

/// Prints the fixture in pieces, with some pauses that are longer than a relay waits.
fn printing(setup: Setup, modes: &str, size: usize) -> Session {
    let fixture = fixture();
    let pieces: Vec<_> = fixture.chunks(size).collect();
    let mut script = format!("{modes}; ");
    let mut setup = setup;
    for (at, piece) in pieces.iter().enumerate() {
        setup = setup.file(&format!("{at}"), piece);
    }
    let every = (pieces.len() / 8).max(1);
    script.push_str(&format!(
        "i=0; while [ $i -lt {} ]; do cat $i; i=$((i+1)); [ $((i % {every})) = 0 ] && sleep 0.03; done; exit 3",
        pieces.len()
    ));
    let setup = setup.file("print", script.as_bytes());
    setup.start()
}

#[test]
fn every_byte_arrives_as_printed_raw_and_cooked_in_pieces_of_any_size() {
    for modes in ["stty raw -opost -echo", "stty -echo"] {
        for size in [37, 250, 4095, 100_000] {
            let (bytes, status) = same(&["/bin/sh", "print"], |setup| printing(setup, modes, size));
            assert_eq!(status, 3);
            if modes.contains("raw") {
                assert!(bytes == fixture(), "bare, raw, {size}");
            }
        }
    }
}

#[test]
fn our_own_marks_are_taken_out_and_nothing_else() {
    let script = "stty raw -echo; m() { printf '\\033]73276;%s;%s\\007' \"$DARN_NONCE\" \"$1\"; }
        printf 'a\\033'; printf '[1m'; m C; printf b; m 'D;0'; m C; printf '\\033'; m 'D;1'; printf c; m P; printf '\\033]732'";
    let mut session = Setup::new(Way::Darn, &["/bin/sh", "-c", script]).start();
    assert_eq!(session.end(), 0);
    assert_eq!(session.seen.escape_ascii().to_string(), b"a\x1b[1mb\x1bc\x1b]732".escape_ascii().to_string());
}

/// Types bytes once the script prints `ready`.
fn typing(setup: Setup, bytes: &[u8]) -> Session {
    let mut session = setup.start();
    session.wait_for("ready");
    session.settle(); // until it reads, as a signal just before would interrupt a `read`
    session.send(bytes);
    session
}

/// A reader using `head` receives everything, however it is split.
fn reader(count: usize) -> String {
    format!("stty raw -echo; printf ready; head -c {count} | tee got | sha256sum; stty sane")
}

#[test]
fn a_paste_of_a_megabyte_arrives_whole() {
    let mut paste = b"\x1b[200~".to_vec();
    paste.extend((0..1_000_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8));
    paste.extend(b"\x1b[201~");
    let script = reader(paste.len());
    same(&["/bin/sh", "-c", &script], |setup| {
        let mut session = typing(setup, &paste);
        session.wait_for("-");
        assert!(std::fs::read(session.home.path().join("got")).expect("what was read") == paste);
        session
    });
}

#[test]
fn every_byte_can_be_typed() {
    let mut bytes: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
    // sequences of keyboards, mice, pastes and terminals
    bytes.extend(b"\x1b[97;5u\x1b[57441;2:3u\x1b[27;5;9~\x1b[<0;300;200M\x1b[<35;1;1m\x1b[M !!\x1b[I\x1b[O");
    bytes.extend(
        b"\x1b[200~\x1b[201~\x1b[?1u\x1b]52;c;aGk=\x07\x1b]11;rgb:0/0/0\x1b\\\x1bP1$r0m\x1b\\\xc3\x28",
    );
    let script = reader(bytes.len());
    same(&["/bin/sh", "-c", &script], |setup| {
        let mut session = typing(setup, &bytes);
        session.wait_for("-");
        assert_eq!(std::fs::read(session.home.path().join("got")).expect("what was read"), bytes);
        session
    });
}

#[test]
fn control_characters_are_signals_and_ends_where_the_terminal_is_cooked() {
    for (key, shown) in [(&b"\x03"[..], "int"), (b"\x1c", "quit"), (b"\x1a", "stop"), (b"abc\r\x04", "end")] {
        // the shell reads in a loop, as a signal interrupts `read`
        let script =
            "trap 'echo int; exit 5' INT; trap 'echo quit; exit 6' QUIT; trap 'echo stop; exit 7' TSTP
            echo ready; while read line; do echo \"got $line\"; done; echo end";
        let (bytes, _) = same(&["/bin/bash", "-c", script], |setup| typing(setup, key));
        assert!(super::session::find(&bytes, shown.as_bytes()).is_some(), "{}", super::session::text(&bytes));
    }
}

#[test]
fn output_stops_and_goes_on_with_the_keys_for_it() {
    let script =
        "echo ready; read go; i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; echo the end";
    same(&["/bin/sh", "-c", script], |setup| {
        let mut session = typing(setup, b"\r");
        session.wait_for("line 100");
        session.send(b"\x13"); // ^S
        session.send(b"\x11"); // ^Q
        session.wait_for("the end");
        session
    });
}

/// Bytes in transit when a shell ends are not lost.
#[test]
fn the_last_bytes_of_much_output_arrive() {
    let script = "stty raw; head -c 10000000 /dev/zero | tr '\\0' x; printf last; exit 9";
    let (bytes, status) = same(&["/bin/sh", "-c", script], Setup::start);
    assert_eq!((bytes.len(), status), (10_000_004, 9));
}

#[test]
fn what_was_printed_just_before_a_kill_arrives() {
    for _ in 0..20 {
        let (bytes, status) = same(&["/bin/sh", "-c", "stty raw; printf %4000d 7; kill -9 $$"], Setup::start);
        assert_eq!((bytes.len(), status), (4000, 137));
    }
}
