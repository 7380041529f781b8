//! What one side encodes, the other decodes to the same: for texts of all kinds.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use policy::Level;
use syntax::Dialect;

use super::*;
use crate::late::LateHint;
use crate::process::{Invocation, MAX_HISTORY};
use crate::relay::{PlacedRequest, Question, Waits, Wanted};

/// Numbers that are the same in every run (xorshift).
struct Random(u64);

const PIECES: &[&str] = &[
    "", " ", "\n", "\t", ":", "=", "~", "!", "\\", "'", "\"", "$(x)", "run", "edit", "steps", "asks",
    "drawn", "pending", " plain", " waiting", "back", "-", "1", "é", "日本", "\u{1b}[2J", "\u{7}", "\r",
    "\u{9b}", "ls", "export -p=", "DARN_KEYS=none", "git status",
];

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end).unwrap()).unwrap()
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    /// Any text without NUL.
    fn text(&mut self) -> String {
        (0..self.below(8)).map(|_| self.pick(PIECES)).collect()
    }

    fn bytes(&mut self) -> Vec<u8> {
        let mut bytes = self.text().into_bytes();
        bytes.extend((0..self.below(4)).map(|_| u8::try_from(1 + self.below(255)).unwrap()));
        bytes
    }

    fn line(&mut self) -> String {
        self.text().replace('\n', " ")
    }

    fn lines(&mut self) -> String {
        (0..self.below(5)).map(|_| format!("{}x\n", self.line())).collect()
    }

    /// A text for a shell, without newlines at its end: a shell cuts them.
    fn safe(&mut self) -> SafeText {
        loop {
            if let Ok(text) = SafeText::new(self.text().trim_end_matches('\n')) {
                return text;
            }
        }
    }

    fn session(&mut self) -> Session {
        Session {
            aliases: self.lines(),
            functions: self.lines(),
            history: self.lines(),
            entered_in: self.line(),
        }
    }

    fn failed(&mut self, dialect: Dialect) -> FailedLine {
        let keys = self.pick(&[LentKeys::All, LentKeys::Vi, LentKeys::None]);
        FailedLine {
            text: self.text(),
            status: i32::try_from(self.below(300)).unwrap() - 20,
            session: self.session(),
            keys: if dialect == Dialect::Posix { LentKeys::None } else { keys },
            has_model_key: self.flag(),
            has_handler: self.flag(),
            taken: u64::try_from(self.below(3)).unwrap(),
            duration_ms: (self.below(2) == 1).then(|| u64::try_from(self.below(90_000)).unwrap()),
        }
    }

    fn guarded(&mut self) -> GuardedLine {
        GuardedLine {
            text: self.bytes(),
            aliases: self.lines(),
            functions: self.text(),
            variables: self.lines(),
        }
    }

    fn request(&mut self, kind: Kind) -> HookRequest {
        let dialect = self.pick(&[
            Dialect::Posix,
            Dialect::Bash,
            Dialect::Zsh,
            Dialect::Fish,
            Dialect::PowerShell,
            Dialect::Nu,
        ]);
        let wish = |random: &mut Self| WishLine { text: random.text(), session: random.session() };
        let call = match kind {
            Kind::Failed => Call::Failed(self.failed(dialect)),
            Kind::List => Call::List(self.failed(dialect)),
            Kind::Lines => Call::Lines(self.failed(dialect)),
            Kind::Model => Call::Model(self.failed(dialect)),
            Kind::AskModel => {
                Call::AskModel { failed: self.failed(dialect), fifo: OsString::from_vec(self.bytes()).into() }
            }
            Kind::Judge => Call::Judge(self.guarded()),
            Kind::Warn => Call::Warn(self.guarded()),
            Kind::Confirm => Call::Confirm(self.guarded()),
            Kind::Wish => Call::Wish(wish(self)),
            Kind::Want => Call::Want(wish(self)),
            Kind::Others => Call::Others(OtherShells { id: self.text(), session: self.session() }),
        };
        let columns = self.below(300);
        HookRequest { dialect, columns: (columns > 0).then_some(columns), call }
    }

    fn hint(&mut self) -> Hint {
        Hint {
            count: self.below(12),
            shown: self.pick(&[Shown::Drawn, Shown::Pending, Shown::Hidden]),
            is_plain: self.flag(),
            asks: self.flag(),
            text: self.flag().then(|| self.safe()),
        }
    }

    fn choice(&mut self) -> Choice {
        match self.below(3) {
            0 => Choice::Run(self.safe()),
            1 => Choice::Edit(self.safe()),
            _ => {
                let step = |random: &mut Self| Step {
                    announcement: format!("{}x", random.line()),
                    text: format!("{}x", random.line()),
                };
                let whole = SafeText::new(&self.safe().as_str().replace('\n', " ")).unwrap();
                Choice::Steps { whole, steps: (0..2 + self.below(3)).map(|_| step(self)).collect() }
            }
        }
    }

    fn judgement(&mut self) -> Judgement {
        Judgement {
            level: self.pick(&Level::ALL),
            fingerprint: self.0,
            is_waiting: self.flag(),
            lines: (0..self.below(3)).map(|_| format!("{}x", self.line())).collect(),
        }
    }

    /// A reply to a call of this kind, with something in it.
    fn reply(&mut self, kind: Kind) -> HookReply {
        match kind {
            Kind::Failed if self.flag() => HookReply::Hint(self.hint()),
            Kind::Failed | Kind::List | Kind::Others => HookReply::Choice(self.choice()),
            Kind::Lines => {
                HookReply::Lines((0..=self.below(3)).map(|_| format!("{}x", self.line())).collect())
            }
            Kind::Judge | Kind::Warn => HookReply::Judgement(self.judgement()),
            Kind::Confirm => {
                let edit = GuardAnswer::Edit(self.safe());
                let others = [GuardAnswer::Run, GuardAnswer::Back, GuardAnswer::Drop, GuardAnswer::Waiting];
                HookReply::GuardAnswer(if self.flag() { edit } else { self.pick(&others) })
            }
            Kind::Model => HookReply::ModelStart(ModelStart {
                pid: 4711,
                fifo: format!("/run/{}", self.line()).into(),
                line: self.line(),
            }),
            Kind::Wish => HookReply::Rewrite(Rewrite {
                replaces: self.flag(),
                line: self.line(),
                text: self.text().trim_end_matches('\n').to_owned(),
            }),
            Kind::Want => HookReply::Text(self.safe()),
            Kind::AskModel => HookReply::SILENT,
        }
    }
}

/// Calls `check` with many generators.
fn many(mut check: impl FnMut(&mut Random)) {
    for seed in 1..500_u64 {
        check(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    }
}

fn decoded(call: &Invocation) -> Option<HookRequest> {
    HookRequest::from_process(&call.arguments, |name| {
        call.variables.iter().find(|(other, _)| *other == name).map(|(_, value)| value.clone())
    })
}

#[test]
fn a_request_survives_arguments_and_environment() {
    many(|random| {
        for (kind, _) in Kind::NAMES {
            let request = random.request(kind);
            assert_eq!(decoded(&request.to_process().unwrap()), Some(request));
        }
    });
}

#[test]
fn a_question_survives_the_fields_of_the_relay() {
    many(|random| {
        let (directory, number) = (OsString::from_vec(random.bytes()).into(), random.bytes());
        let environment = (0..random.below(4))
            .map(|n| (format!("NAME{n}").into(), OsString::from_vec(random.bytes())))
            .collect();
        let waits = random.pick(&[Waits::Briefly, Waits::Forever]);
        let request = random.request(Kind::Failed);
        let Call::Failed(failed) = &request.call else { panic!("a failure") };
        let continues = !failed.session.history.is_empty() && random.flag();
        let placed = PlacedRequest { request, directory, environment, waits, continues };
        let wanted =
            [Wanted::Nothing, Wanted::Typed, Wanted::Back(random.bytes()), Wanted::Reply(Box::new(placed))];
        for wanted in wanted {
            let question = Question { number: number.clone(), wanted };
            let bytes = [&b"rest of another\0"[..], &question.encode("n0").unwrap()].concat();
            assert!(bytes.ends_with(relay::END));
            assert_eq!(Question::decode(&bytes, "n0"), Some(question));
        }
    });
}

#[test]
fn a_reply_survives_standard_output_and_the_cut_of_its_end() {
    many(|random| {
        for (kind, _) in Kind::NAMES {
            let reply = random.reply(kind);
            let bytes = reply.encode();
            assert_eq!(HookReply::decode(kind, reply.status(), &bytes), Some(reply.clone()), "{bytes:?}");
            let cut = process::without_end(&bytes);
            assert_eq!(HookReply::decode(kind, reply.status(), cut), Some(reply), "{bytes:?}");
        }
    });
}

#[test]
fn a_late_hint_survives_the_fifo() {
    many(|random| {
        let hint = LateHint {
            count: random.below(9),
            is_plain: random.flag(),
            line: random.line(),
            text: random.flag().then(|| random.safe()),
        };
        let bytes = hint.encode();
        assert_eq!(bytes.iter().position(|byte| *byte == 0), Some(bytes.len() - 1));
        assert_eq!(LateHint::decode(&bytes), Some(hint));
    });
}

#[test]
fn a_text_with_nul_is_refused() {
    many(|random| {
        let mut request = random.request(Kind::List);
        let Call::List(failed) = &mut request.call else { panic!("a list") };
        failed.text.push('\0');
        assert_eq!(request.to_process(), None);
        let placed = PlacedRequest {
            request,
            directory: "/".into(),
            environment: Vec::new(),
            waits: Waits::Briefly,
            continues: false,
        };
        for wanted in [Wanted::Reply(Box::new(placed)), Wanted::Back(b"a\0".to_vec())] {
            assert_eq!(Question { number: Vec::new(), wanted }.encode("n0"), None);
        }
    });
}

#[test]
fn only_the_end_of_a_long_history_arrives() {
    let mut random = Random(7);
    for dialect in [Dialect::Zsh, Dialect::Bash] {
        let mut request = random.request(Kind::Failed);
        request.dialect = dialect;
        let Call::Failed(failed) = &mut request.call else { panic!("a failure") };
        failed.keys = LentKeys::All;
        failed.session.history = "é é\n".repeat(MAX_HISTORY) + "last\n";
        let Call::Failed(failed) = decoded(&request.to_process().unwrap()).unwrap().call else {
            panic!("a failure")
        };
        assert!(failed.session.history.len() <= MAX_HISTORY);
        assert!(failed.session.history.ends_with("é é\nlast\n"));
    }
}

#[test]
fn a_call_that_is_not_of_the_protocol_is_refused() {
    let refused = |line: &str| {
        // `?` stands for a byte that is not UTF-8
        let word = |word: &str| OsString::from_vec(if word == "?" { vec![0xff] } else { word.into() });
        let arguments: Vec<OsString> = line.split_ascii_whitespace().map(word).collect();
        HookRequest::from_process(&arguments, |_| None).is_none()
    };
    assert!(!refused("bash failed 1 ls"));
    assert!(!refused("bash judge ?"));
    for line in [
        "", "bash", "csh failed 1 ls", "bash failed x ls", "bash failed 1 ?", "bash failed 1",
        "bash failed 1 ls more", "bash judge 1 ls", "bash asks 1 ls", "bash other 1 ls",
    ] {
        assert!(refused(line), "{line:?}");
    }
}

#[test]
fn a_reply_that_is_not_of_the_protocol_is_refused() {
    for (kind, status, stdout) in [
        (Kind::Failed, 0, "x drawn\nls"),
        (Kind::Failed, 0, "1 shown\nls"),
        (Kind::Failed, 0, "1 drawn loud\nls"),
        (Kind::Failed, 0, "1 drawn\nls \u{1b}[2J"),
        (Kind::List, 0, "go\nls"),
        (Kind::List, 0, "run\n\u{7}"),
        (Kind::List, 0, "steps\nls\nonly half"),
        (Kind::List, 1, "run\nls"),
        (Kind::Judge, 0, "perhaps 0123456789abcdef"),
        (Kind::Judge, 0, "allow 123"),
        (Kind::Confirm, 0, "run\nls"),
        (Kind::Confirm, 0, "yes"),
        (Kind::Model, 0, "x /fifo\nline"),
        (Kind::AskModel, 0, "text"),
        (Kind::Want, 0, "\u{1b}"),
    ] {
        assert_eq!(HookReply::decode(kind, status, stdout.as_bytes()), None, "{stdout:?}");
    }
    assert_eq!(LateHint::decode(b"1 plain\nline\nls"), None, "no end");
    assert_eq!(LateHint::decode(b"x\nline\0"), None);
}

/// The grammar as `process` documents it.
#[test]
fn the_documented_grammar_is_written() {
    let text = |text: &str| SafeText::new(text).unwrap();
    let hint = |count, shown, text| Hint { count, shown, is_plain: false, asks: false, text };
    let judgement = |level, is_waiting, lines| Judgement { level, fingerprint: 0xab, is_waiting, lines };
    let step = |n| Step { announcement: format!("Executing: {n}"), text: format!("c{n}") };
    for (reply, written) in [
        (HookReply::SILENT, ""),
        (HookReply::Hint(hint(3, Shown::Drawn, Some(text("a\nb")))), "3 drawn\na\nb"),
        (HookReply::Hint(hint(1, Shown::Pending, None)), "1 pending\n"),
        (HookReply::Hint(Hint { asks: true, ..hint(0, Shown::Hidden, None) }), "0 - asks\n"),
        (
            HookReply::Hint(Hint { asks: true, is_plain: true, ..hint(1, Shown::Drawn, None) }),
            "1 drawn plain asks\n",
        ),
        (HookReply::Choice(Choice::Run(text("ls"))), "run\nls"),
        (HookReply::Choice(Choice::Edit(text("a\nb"))), "edit\na\nb"),
        (
            HookReply::Choice(Choice::Steps { whole: text("c1 && c2"), steps: vec![step(1), step(2)] }),
            "steps\nc1 && c2\nExecuting: 1\nc1\nExecuting: 2\nc2",
        ),
        (HookReply::Lines(vec!["a".into(), "b\nc".into()]), "a\nb c\n"),
        (HookReply::Judgement(judgement(Level::Allow, false, Vec::new())), "allow 00000000000000ab\n"),
        (
            HookReply::Judgement(judgement(Level::Deny, true, vec!["x".into(), "y".into()])),
            "deny 00000000000000ab waiting\nx\ny\n",
        ),
        (HookReply::GuardAnswer(GuardAnswer::Run), "run\n"),
        (HookReply::GuardAnswer(GuardAnswer::Edit(text("ls"))), "edit\nls"),
        (HookReply::GuardAnswer(GuardAnswer::Back), "back\n"),
        (HookReply::GuardAnswer(GuardAnswer::Drop), "drop\n"),
        (HookReply::GuardAnswer(GuardAnswer::Waiting), "waiting\n"),
        (
            HookReply::ModelStart(ModelStart { pid: 7, fifo: "/run/x".into(), line: "asking".into() }),
            "7 /run/x\nasking\n",
        ),
        (
            HookReply::Rewrite(Rewrite { replaces: true, line: String::new(), text: "ls".into() }),
            "edit\n\nls",
        ),
        (
            HookReply::Rewrite(Rewrite { replaces: false, line: "why".into(), text: String::new() }),
            "none\nwhy\n",
        ),
        (HookReply::Text(text("ls")), "ls"),
    ] {
        assert_eq!(String::from_utf8(reply.encode()).unwrap(), written);
    }
    assert_eq!(HookReply::SILENT.status(), 0);
    assert_eq!(HookReply::NOTHING.status(), 1);
    assert_eq!(HookReply::Lines(Vec::new()).status(), 1);
    assert_eq!(HookReply::UNJUDGED.status(), 70);
}

/// What the scripts send, field by field.
#[test]
fn the_documented_call_is_written() {
    let failed = FailedLine {
        text: "gti status".into(),
        status: 127,
        session: Session {
            aliases: "g=git\n".into(),
            functions: "f\n".into(),
            history: "ls\n".into(),
            entered_in: "/src".into(),
        },
        keys: LentKeys::Vi,
        has_model_key: true,
        has_handler: true,
        taken: 2,
        duration_ms: Some(1204),
    };
    let request = HookRequest { dialect: Dialect::Bash, columns: Some(80), call: Call::Failed(failed) };
    let call = request.to_process().unwrap();
    assert_eq!(call.arguments, ["bash", "failed", "127", "gti status"]);
    let variables: Vec<(&str, &[u8])> =
        call.variables.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
    let written: [(&str, &[u8]); 10] = [
        ("DARN_COLUMNS", b"80"),
        ("DARN_ALIASES", b"g=git\n"),
        ("DARN_FUNCTIONS", b"f\n"),
        ("DARN_HISTORY", b"    1  \x1els\n"),
        ("DARN_ENTERED_IN", b"/src"),
        ("DARN_KEYS", b"vi"),
        ("DARN_MODEL", b"1"),
        ("DARN_HANDLER", b"1"),
        ("DARN_TAKEN", b"2"),
        ("DARN_DURATION", b"1204"),
    ];
    assert_eq!(variables, written);
}
