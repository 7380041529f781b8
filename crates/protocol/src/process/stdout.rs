//! Replies as text on standard output.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use policy::Level;

use crate::{
    Choice, GuardAnswer, Hint, HookReply, Judgement, Kind, ModelStart, Rewrite, SafeText, Shown, Step,
};

impl HookReply {
    /// Formats the reply; the exit status is [`HookReply::status`].
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Empty { .. } => Vec::new(),
            Self::Hint(hint) => hint.encode().into_bytes(),
            Self::Choice(choice) => choice.encode().into_bytes(),
            Self::Lines(lines) => each(lines).into_bytes(),
            Self::Judgement(judgement) => judgement.encode().into_bytes(),
            Self::GuardAnswer(answer) => answer.encode().into_bytes(),
            Self::ModelStart(start) => start.encode(),
            Self::Rewrite(rewrite) => rewrite.encode().into_bytes(),
            Self::Text(text) => text.as_str().to_owned().into_bytes(),
        }
    }

    /// Parses the reply to a call of this kind; trailing newlines may be missing. `None`: not of the protocol.
    pub fn decode(kind: Kind, status: u8, stdout: &[u8]) -> Option<Self> {
        if without_end(stdout).is_empty() {
            return Some(Self::Empty { status });
        }
        if status != 0 {
            return None;
        }
        if kind == Kind::Model {
            return ModelStart::decode(stdout).map(Self::ModelStart);
        }
        let text = std::str::from_utf8(stdout).ok()?;
        match kind {
            Kind::Failed => {
                Hint::decode(text).map(Self::Hint).or_else(|| Choice::decode(text).map(Self::Choice))
            }
            Kind::List | Kind::Others => Choice::decode(text).map(Self::Choice),
            Kind::Lines => Some(Self::Lines(lines(text))),
            Kind::Judge | Kind::Warn => Judgement::decode(text).map(Self::Judgement),
            Kind::Confirm => GuardAnswer::decode(text).map(Self::GuardAnswer),
            Kind::Wish => Rewrite::decode(text).map(Self::Rewrite),
            Kind::Want => SafeText::new(text).ok().map(Self::Text),
            Kind::Model | Kind::AskModel => None,
        }
    }
}

impl Hint {
    fn encode(&self) -> String {
        let shown = match self.shown {
            Shown::Drawn => "drawn",
            Shown::Pending => "pending",
            Shown::Hidden => "-",
        };
        let plain = if self.is_plain { " plain" } else { "" };
        let asks = if self.asks { " asks" } else { "" };
        let text = self.text.as_ref().map_or("", SafeText::as_str);
        format!("{} {shown}{plain}{asks}\n{text}", self.count)
    }

    fn decode(text: &str) -> Option<Self> {
        let (head, text) = first_line(text);
        let mut words = head.split(' ');
        let count = words.next()?.parse().ok()?;
        let shown = match words.next()? {
            "drawn" => Shown::Drawn,
            "pending" => Shown::Pending,
            "-" => Shown::Hidden,
            _ => return None,
        };
        let (mut is_plain, mut asks) = (false, false);
        for word in words {
            match word {
                "plain" => is_plain = true,
                "asks" => asks = true,
                _ => return None,
            }
        }
        let text = if text.is_empty() { None } else { Some(SafeText::new(text).ok()?) };
        Some(Self { count, shown, is_plain, asks, text })
    }
}

impl Choice {
    fn encode(&self) -> String {
        match self {
            Self::Run(text) => format!("run\n{}", text.as_str()),
            Self::Edit(text) => format!("edit\n{}", text.as_str()),
            Self::Steps { whole, steps } => {
                let steps = steps.iter().flat_map(|step| [line(&step.announcement), line(&step.text)]);
                let lines: Vec<String> =
                    ["steps".to_owned(), whole.as_str().to_owned()].into_iter().chain(steps).collect();
                lines.join("\n")
            }
        }
    }

    fn decode(text: &str) -> Option<Self> {
        let (verb, text) = first_line(text);
        match verb {
            "run" => SafeText::new(text).ok().map(Self::Run),
            "edit" => SafeText::new(text).ok().map(Self::Edit),
            "steps" => {
                let (whole, rest) = first_line(text);
                let lines = lines(rest);
                let steps = lines.chunks(2).map(|pair| match pair {
                    [announcement, text] => {
                        Some(Step { announcement: announcement.clone(), text: text.clone() })
                    }
                    _ => None,
                });
                Some(Self::Steps { whole: SafeText::new(whole).ok()?, steps: steps.collect::<Option<_>>()? })
            }
            _ => None,
        }
    }
}

impl Judgement {
    fn encode(&self) -> String {
        let waiting = if self.is_waiting { " waiting" } else { "" };
        format!("{} {:016x}{waiting}\n{}", self.level.name(), self.fingerprint, each(&self.lines))
    }

    fn decode(text: &str) -> Option<Self> {
        let (head, rest) = first_line(text);
        let (head, is_waiting) = match head.strip_suffix(" waiting") {
            Some(head) => (head, true),
            None => (head, false),
        };
        let (level, fingerprint) = head.split_once(' ')?;
        Some(Self {
            level: Level::from_name(level)?,
            fingerprint: u64::from_str_radix(fingerprint, 16).ok().filter(|_| fingerprint.len() == 16)?,
            is_waiting,
            lines: lines(rest),
        })
    }
}

impl GuardAnswer {
    fn encode(&self) -> String {
        match self {
            Self::Run => "run\n".to_owned(),
            Self::Edit(text) => format!("edit\n{}", text.as_str()),
            Self::Back => "back\n".to_owned(),
            Self::Drop => "drop\n".to_owned(),
            Self::Waiting => "waiting\n".to_owned(),
        }
    }

    fn decode(text: &str) -> Option<Self> {
        Some(match first_line(text) {
            ("run", "") => Self::Run,
            ("edit", text) => Self::Edit(SafeText::new(text).ok()?),
            ("back", "") => Self::Back,
            ("drop", "") => Self::Drop,
            ("waiting", "") => Self::Waiting,
            _ => return None,
        })
    }
}

impl ModelStart {
    fn encode(&self) -> Vec<u8> {
        let pid = format!("{} ", self.pid).into_bytes();
        [&pid, self.fifo.as_os_str().as_bytes(), b"\n", line(&self.line).as_bytes(), b"\n"].concat()
    }

    fn decode(stdout: &[u8]) -> Option<Self> {
        let mut lines = stdout.splitn(2, |byte| *byte == b'\n');
        let head = lines.next()?;
        let at = head.iter().position(|byte| *byte == b' ')?;
        let line = std::str::from_utf8(without_end(lines.next().unwrap_or_default())).ok()?;
        Some(Self {
            pid: std::str::from_utf8(head.get(..at)?).ok()?.parse().ok()?,
            fifo: OsString::from_vec(head.get(at + 1..)?.to_vec()).into(),
            line: line.to_owned(),
        })
    }
}

impl Rewrite {
    fn encode(&self) -> String {
        let verb = if self.replaces { "edit" } else { "none" };
        format!("{verb}\n{}\n{}", line(&self.line), self.text)
    }

    fn decode(text: &str) -> Option<Self> {
        let (verb, rest) = first_line(text);
        let replaces = match verb {
            "edit" => true,
            "none" => false,
            _ => return None,
        };
        let (line, text) = first_line(rest);
        Some(Self { replaces, line: line.to_owned(), text: text.to_owned() })
    }
}

/// Makes a text one line, so that it cannot pass for two fields.
pub(crate) fn line(text: &str) -> String {
    text.replace(['\n', '\0'], " ")
}

fn each(lines: &[String]) -> String {
    lines.iter().flat_map(|text| [line(text), "\n".to_owned()]).collect()
}

fn lines(text: &str) -> Vec<String> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
}

/// Splits a text into its first line and the rest.
fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// Cuts trailing newlines, as `$( )` does.
pub(crate) fn without_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != b'\n').map_or(0, |at| at + 1);
    text.get(..end).unwrap_or_default()
}
