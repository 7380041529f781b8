//! Full-screen programs draw the same inside `darn shell`, and restore the screen.

use super::playing::{Alike, plays_alike};
use super::session::Setup;

/// Adds a text file to view.
fn with_text(setup: Setup) -> Setup {
    let text: String = (1..=3000).map(|n| format!("line {n}\tof 漢字 text\n")).collect();
    setup.file("text", text.as_bytes())
}

const VIM: &[&str] = &["/usr/bin/vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "text"];

#[test]
fn vim() {
    let steps = [
        ("", "line 1"),
        ("2000G", "line 2000"),
        ("itext\x1b", "textline 2000"),
        (":vsplit\r", "line 1990"),
        (":qa!\r", ""),
    ];
    assert_eq!(plays_alike(VIM, with_text, &steps, Alike::Bytes), 0);
}

#[test]
fn vim_with_a_mouse_and_pastes() {
    let steps = [
        ("", "line 23"),
        (":set mouse=a ttymouse=sgr ruler\r", "1,1"),
        ("\x1b[<65;3;9M\x1b[<65;3;9M", "line 29"),
        ("\x1b[<0;3;1M\x1b[<0;3;1m", "7,3"),
        ("\x1b[<64;3;9M", "line 4"),
        ("i\x1b[200~one :q!\rtwo\x1b[201~\x1b", "two"),
        (":q!\r", ""),
    ];
    plays_alike(VIM, with_text, &steps, Alike::Bytes);
}

#[test]
fn less() {
    let steps = [
        ("", "line 1"),
        ("G", "(END)"),
        ("g/line 1500\r", "line 1510"),
        ("h", "HELP"),
        ("q", "line 1510"),
        ("q", ""),
    ];
    plays_alike(&["/usr/bin/less", "-M", "text"], with_text, &steps, Alike::Bytes);
}

#[test]
fn man() {
    let lines: String = (1..=200).map(|n| format!(".TP\n.B option{n}\nwhat it \\fIdoes\\fP\n")).collect();
    let page = format!(".TH DARN 1 2026-01-01 tests\n.SH NAME\ndarn \\- mends\n.SH OPTIONS\n{lines}");
    let steps = [("", "mends"), (" ", "option7"), ("/option150\r", "option152"), ("q", "")];
    let prepare = |setup: Setup| setup.file("darn.1", page.as_bytes()).env("MANPAGER", "less -R");
    assert_eq!(plays_alike(&["/usr/bin/man", "./darn.1"], prepare, &steps, Alike::Bytes), 0);
}

#[test]
fn dialog() {
    let script = "dialog --item-help --menu 'Which one?' 15 50 6 a A first b B second c C third 2>chosen
        cat chosen; dialog --insecure --passwordbox Secret: 8 40 2>chosen; cat chosen; exit 5";
    let steps = [
        ("", "first"),
        ("\x1bOB", "second"),
        ("\x1bOB", "third"),
        ("\r", "Secret"),
        ("word", "****"),
        ("\r", ""),
    ];
    assert_eq!(plays_alike(&["/bin/sh", "-c", script], |setup| setup, &steps, Alike::Bytes), 5);
}

#[test]
fn fzf() {
    let steps = [
        ("", "3000/3000"),
        ("2999", "> line 2999"),
        ("\x15line 7", "813/3000"),
        ("\x1b[A", "> line 70"),
        ("\x1b[A", "> line 71"),
        ("\r", ""),
    ];
    let words = ["/bin/sh", "-c", "fzf --sync <text; echo status $?"];
    // how often it draws its counter during a search varies
    plays_alike(&words, with_text, &steps, Alike::Screens);
}

#[test]
fn mc() {
    // without the parts that vary: free disk space, the hint of the day
    let ini = "[Layout]\nfree_space=false\nmessage_visible=false\n";
    let prepare = |setup: Setup| {
        std::fs::create_dir_all(setup.home.path().join(".config/mc")).expect("a directory");
        setup.file(".config/mc/ini", ini.as_bytes())
    };
    let words = ["/usr/bin/mc", "--nosubshell", "/usr/share/vim", "/usr/share/vim"];
    let steps = [
        ("", "10Quit"),
        ("\x1bOP", "main help screen"),
        ("\x1b[21~", "5Copy"),
        ("\x1b[<0;10;5M\x1b[<0;10;5m", "│/addons      "),
        ("\x1bOR", "Modify"),
        ("\x1b[21~", ""),
    ];
    plays_alike(&words, prepare, &steps, Alike::Bytes);
}

#[test]
fn htop() {
    let steps = [("", "PID"), ("q", "")];
    assert_eq!(plays_alike(&["/usr/bin/htop", "-d", "5"], |setup| setup, &steps, Alike::Ends), 0);
}
