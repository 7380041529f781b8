use super::*;

fn request(line: &str) -> Request {
    decode_request(line.as_bytes()).1.unwrap_or_else(|reply| panic!("{line}: {reply:?}"))
}

fn reply(line: &[u8]) -> String {
    let (encoding, result) = decode_request(line);
    String::from_utf8(result.unwrap_err().encode(encoding)).unwrap()
}

/// Both encodings of the same requests.
#[test]
fn requests_are_the_same_in_both_encodings() {
    let same = [
        (r#"{"type":"Hello","version":1}"#, "Hello\t1"),
        (
            r#"{"type":"SessionStart","shell_type":"zsh","pid":7,"tty":"/dev/pts/1"}"#,
            "SessionStart\tzsh\t7\t/dev/pts/1",
        ),
        (r#"{"type":"SessionStart","shell_type":"zsh","pid":7}"#, "SessionStart\tzsh\t7"),
        (r#"{"type":"PreExec","command":"rm -r a\tb","cwd":"/src"}"#, "PreExec\trm -r a\\tb\t/src"),
        (
            r#"{"type":"PostCmd","exit_code":127,"duration_ms":4,"command":"gti status","cwd":"/src"}"#,
            "PostCmd\t127\t4\tgti status\t/src",
        ),
        (
            r#"{"type":"PostCmd","exit_code":-1,"command":"a","cwd":"","output":"x\ny\\"}"#,
            "PostCmd\t-1\t\ta\t\tx\\ny\\\\",
        ),
        (r#"{"type":"KeyBind","key":"tab","context":"empty_line"}"#, "KeyBind\ttab\tempty_line"),
        (r#"{"type":"KeyBind","key":"tab","context":{"line":{"text":"gi"}}}"#, "KeyBind\ttab\tline\tgi"),
        (
            r#"{"type":"DiagnosisRequest","session_id":"s","command":"a","exit_code":1,"error_record":{"message":"m"},"cwd":"/"}"#,
            "DiagnosisRequest\ts\t\ta\t1\t\t{\"message\":\"m\"}\t/",
        ),
        (r#"{"type":"GetLastFix"}"#, "GetLastFix"),
        (r#"{"type":"GetLast","session_id":"zsh-7","new_field":[1]}"#, "GetLast\tzsh-7"),
        (r#" {"type":"Ping"}"#, "Ping"),
        (r#"{"type":"SessionEnd"}"#, "SessionEnd\r"),
    ];
    for (json, fields) in same {
        assert_eq!(request(json), request(fields), "{fields}");
        let encoded = request(json).encode();
        assert_eq!(request(std::str::from_utf8(&encoded).unwrap().trim_end()), request(json));
    }
}

#[test]
fn replies_are_lines_in_both_encodings() {
    let suggestion = SuggestedFix {
        corrected_command: "git\tstatus".into(),
        explanation: "did you mean `git`?".into(),
        confidence: 0.95,
    };
    let both = |reply: &Reply| {
        [Encoding::Json, Encoding::Fields].map(|encoding| String::from_utf8(reply.encode(encoding)).unwrap())
    };
    assert_eq!(
        both(&Reply::PostCmdResponse { suggestion: Some(suggestion) }),
        [
            "{\"type\":\"PostCmdResponse\",\"suggestion\":{\"corrected_command\":\"git\\tstatus\",\
             \"explanation\":\"did you mean `git`?\",\"confidence\":0.95}}\n",
            "PostCmdResponse\tgit\\tstatus\tdid you mean `git`?\t0.95\n",
        ]
    );
    assert_eq!(
        both(&Reply::PostCmdResponse { suggestion: None }),
        ["{\"type\":\"PostCmdResponse\",\"suggestion\":null}\n", "PostCmdResponse\t\n"]
    );
    assert_eq!(
        both(&Reply::PreExecResponse {
            allow: false,
            warnings: vec!["a".into(), "b\u{1b}[2J".into()],
            transform: None,
            require_confirm: true,
            blocked_reason: Some("a".into()),
        }),
        [
            "{\"type\":\"PreExecResponse\",\"allow\":false,\"warnings\":[\"a\",\"b\\u001b[2J\"],\
             \"transform\":null,\"require_confirm\":true,\"blocked_reason\":\"a\"}\n",
            "PreExecResponse\tfalse\t2\ta\tb\u{fffd}[2J\t\ttrue\ta\n",
        ]
    );
    assert_eq!(both(&Reply::Pong), ["{\"type\":\"Pong\"}\n", "Pong\n"]);
    assert_eq!(decode_reply(b"{\"type\":\"Pong\"}"), Some(Reply::Pong));
}

#[test]
fn a_bad_message_gets_a_reply_that_names_the_problem() {
    assert!(reply(b"{\"type\":\"Foo\"}").contains("unknown request `Foo`"));
    assert!(
        reply(b"Foo\t1").starts_with("Error\tunknown_request\tunknown request `Foo`\tthe requests: Hello")
    );
    assert!(reply(b"").contains("the message has no type"));
    assert!(reply(b"{").contains("not a JSON object"));
    assert!(reply(b"{}").contains("the message has no type"));
    assert_eq!(
        reply(b"Hello\tone"),
        "Error\tbad_message\tHello: the field version is not a number, or too large\t\n"
    );
    assert_eq!(reply(b"Hello"), "Error\tbad_message\tHello: the field version is missing\t\n");
    assert!(reply(b"{\"type\":\"Hello\"}").contains("the field version is missing"));
    assert_eq!(
        reply(b"KeyBind\ttab\tmenu"),
        "Error\tbad_message\tKeyBind: the field context is not empty_line, after_failure or line\t\n"
    );
    assert_eq!(reply(b"PreExec\tls"), "Error\tbad_message\tPreExec: the field cwd is missing\t\n");
    assert!(
        reply(b"PostCmd\t99999999999\t\ta\t/").contains("the field exit_code is not a number, or too large")
    );
    assert!(
        reply(b"{\"type\":\"PreExec\",\"command\":1,\"cwd\":\"/\"}")
            .contains("the field command is not a text")
    );
    let long =
        format!("{{\"type\":\"KeyBind\",\"key\":\"a\",\"context\":\"{}\"}}", "\u{9b}\u{7f}".repeat(10_000));
    assert!(reply(long.as_bytes()).len() < 400 && !reply(long.as_bytes()).contains(['\u{9b}', '\u{7f}']));
    assert!(reply(b"\x1b]0;x\x07").starts_with("Error\tunknown_request\tunknown request `\\\\u{1b}"));
}

/// No bytes panic, and each line has one reply of one line without control characters.
#[test]
fn hostile_bytes_get_one_line() {
    let lines: [&[u8]; 5] = [
        b"{\"type\":\"KeyBind\",\"key\":\"a\",\"context\":{\"line\":{\"text\":\"\xc2\x9b\"}}}",
        b"{\"type\":\"PostCmd\",\"exit_code\":1,\"command\":\"a\",\"cwd\":\"/\"}",
        b"PostCmd\t1\t2\ta\t/\tx\\ny",
        b"KeyBind\ttab\tline\tx",
        b"DiagnosisRequest\ts\t1\ta\t1\t\t{}\t/",
    ];
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    for _ in 0..20_000 {
        let mut line = lines[random() as usize % lines.len()].to_vec();
        for _ in 0..=random() % 4 {
            let at = random() as usize % line.len();
            line[at] = random() as u8;
        }
        line.retain(|byte| *byte != b'\n');
        let (encoding, result) = decode_request(&line);
        if let Err(reply) = result {
            let reply = reply.encode(encoding);
            let text = std::str::from_utf8(&reply).unwrap().strip_suffix('\n').unwrap();
            assert!(!text.chars().any(|c| c.is_control() && c != '\t'), "{text:?}");
        }
    }
}
