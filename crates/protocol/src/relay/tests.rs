use std::ffi::OsString;
use std::path::Path;

use super::*;
use crate::{Call, FailedLine, LentKeys};

fn asked(bytes: &[u8]) -> Option<Question> {
    Question::decode(bytes, "n0")
}

#[test]
fn a_question_is_found_behind_other_bytes() {
    let question = asked(b"rubbish\0:n0\0:7\0:back\0:a\nb\0\0").unwrap();
    assert_eq!(question, Question { number: b"7".to_vec(), wanted: Wanted::Back(b"a\nb".to_vec()) });
}

#[test]
fn a_foreign_or_unknown_question_keeps_its_number() {
    for bytes in [&b":n1\0:7\0:back\0:a\0\0"[..], b":n0\0:7\0:else\0\0", b":n0\0:7\0:said\0:bash\0\0"] {
        assert_eq!(asked(bytes).unwrap(), Question { number: b"7".to_vec(), wanted: Wanted::Nothing });
    }
}

#[test]
fn a_call_brings_its_place() {
    let bytes = b":n0\0:1\0:said\0:bash\0:failed\0:1\0:gti\0:/tmp\0:A=1=2\0:=x\0\
        :export -p=declare -x B=\"a\\$b\nc\"\ndeclare -x C\n\0:DARN_COLUMNS=10\0:DARN_COLUMNS=40\0\
        :DARN_HISTORY=    1  \x1els\n\0\0";
    let Wanted::Reply(placed) = asked(bytes).unwrap().wanted else { panic!("a call") };
    assert_eq!(placed.directory, Path::new("/tmp"));
    assert_eq!(placed.waits, Waits::Briefly);
    let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
    assert_eq!(placed.environment, [pair("A", "1=2"), pair("B", "a$b\nc")]);
    assert_eq!(placed.request.columns, Some(40));
    let Call::Failed(FailedLine { text, status: 1, session, keys: LentKeys::All, .. }) = placed.request.call
    else {
        panic!("a failure")
    };
    assert_eq!((text.as_str(), session.history.as_str()), ("gti", "ls\n"));
}

#[test]
fn a_history_may_continue_an_earlier_one() {
    let bytes = b":n0\0:1\0:said\0:bash\0:failed\0:1\0:gti\0:/\0:DARN_HISTORY+=    1  \x1els\n\0\0";
    let Wanted::Reply(placed) = asked(bytes).unwrap().wanted else { panic!("a call") };
    assert!(placed.continues && placed.environment.is_empty());
    let Call::Failed(failed) = placed.request.call else { panic!("a failure") };
    assert_eq!(failed.session.history, "ls\n");
}

#[test]
fn a_call_may_leave_its_command_to_the_history() {
    let text = |history: &str| {
        let bytes = format!(
            ":n0\0:1\0:newest\0:bash\0:failed\0:1\0:\0:/\0:alias -p=alias ll='ls -l'\nalias x='a'\\''b'\n\0:DARN_HISTORY+={history}\0\0"
        );
        let Wanted::Reply(placed) = asked(bytes.as_bytes()).unwrap().wanted else { panic!("a call") };
        let Call::Failed(failed) = placed.request.call else { panic!("a failure") };
        assert_eq!(failed.session.aliases, "ll=ls -l\nx=a'b\n");
        failed.text
    };
    assert_eq!(text("   1  \u{1e}ls\n   2  \u{1e}for i in 1; do\n  x\ndone\n"), "for i in 1; do\n  x\ndone");
    for private in ["   1  \u{1e} ls\n", "   1  \u{1e}# ls\n", "   1  \u{1e}\tls\n", ""] {
        assert_eq!(text(private), "");
    }
}

#[test]
fn aliases_are_read_alike_by_both_parsers() {
    let plain = "alias ..='cd ..'\nalias g='git -c x=\"y\"'\n";
    assert_eq!(aliased(plain), "..=cd ..\ng=git -c x=\"y\"\n");
    let quoted = format!("{plain}alias x='a'\\''b'\n");
    assert_eq!(aliased(&quoted), format!("{}x=a'b\n", aliased(plain)));
    let lines = format!("{plain}alias y='a\nb'\n");
    assert_eq!(aliased(&lines), format!("{}y=a b\n", aliased(plain)));
}

#[test]
fn exports_are_read_alike_by_both_parsers() {
    let text = r#"declare -x A="1"
declare -x B
declare -rx C_1="a\"b\\c\$d\`e
f"
declare -ix D=""
declare -x E="=é'"
"#;
    let plain = plainly_exported(text).unwrap();
    assert_eq!(plain, parsed(text));
    assert_eq!(plain[1], ("C_1".into(), "a\"b\\c$d`e\nf".into()));
    for other in
        ["declare -x A=$'\\e'\n", "declare -x A=\"\\x\"", "declare -x A=\"", "x", "declare -x A=\"\"B"]
    {
        assert_eq!(plainly_exported(other), None, "{other}");
    }
    assert_eq!(exported("declare -x A=$'\\e'\n"), [("A".into(), "\u{1b}".into())]);
}

#[test]
fn an_answer_has_no_end_that_a_shell_would_cut() {
    assert_eq!(Answer::Text(b"1 drawn\nls\n\n").encode(b"7"), b"7 1 drawn\nls\0");
    assert_eq!(Answer::Text(b"a\0b").encode(b"7"), b"7 a\0");
    assert_eq!(Answer::Text(b"").encode(b"7"), b"7 \0");
    for answer in [Answer::Wait, Answer::Cannot, Answer::Text(b"run\nls")] {
        assert_eq!(Answer::decode(&answer.encode(b"12")), Some((&b"12"[..], answer)));
    }
    assert_eq!(Answer::decode(b"7 ls\n\0"), Some((&b"7"[..], Answer::Text(b"ls"))));
    for other in [&b"7 cut"[..], b"7 a\0b\0", b"7 a\0\0"] {
        assert_eq!(Answer::decode(other), None);
    }
}
