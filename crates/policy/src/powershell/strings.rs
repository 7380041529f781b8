//! Strings, variables, and words that hold them.

use std::rc::Rc;

use super::Reader;
use super::value::{Kind, Value};
use crate::field::{Taint, UNKNOWN};
use crate::shell::MAX_TEXT;

/// A text that is put together.
#[derive(Default)]
pub struct Pieces {
    pub text: String,
    pub taint: Taint,
}

impl Pieces {
    pub fn add(&mut self, value: &Value) {
        self.taint = self.taint.and(value.whole_taint());
        if self.text.len() < MAX_TEXT {
            self.text.push_str(&value.display());
        }
    }

    pub fn value(self) -> Value {
        Value { kind: Kind::Text(Rc::from(self.text)), taint: self.taint }
    }
}

impl Reader<'_, '_> {
    /// `'…'`, with `''` for a quote.
    pub fn single_quoted(&mut self) -> Value {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let Some(end) = rest.find('\'') else {
                text.push_str(rest);
                self.at = self.text.len();
                break;
            };
            text.push_str(rest.get(..end).unwrap_or(""));
            self.at += end + 1;
            if self.peek() != b'\'' {
                break;
            }
            text.push('\'');
            self.at += 1;
        }
        Value::text(text)
    }

    /// `"…"`
    pub fn double_quoted(&mut self) -> Value {
        self.at += 1;
        self.deeper(|reader| {
            let mut pieces = Pieces::default();
            loop {
                match reader.peek() {
                    0 if reader.ended() => break,
                    b'"' if reader.peek_at(1) == b'"' => {
                        reader.at += 2;
                        pieces.text.push('"');
                    }
                    b'"' => {
                        reader.at += 1;
                        break;
                    }
                    _ => reader.piece(&mut pieces),
                }
            }
            pieces.value()
        })
    }

    /// `@'⏎…⏎'@` and `@"⏎…⏎"@`
    pub fn here_string(&mut self) -> Value {
        let expands = self.peek_at(1) == b'"';
        self.at += 2;
        let rest = self.rest();
        let start = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let mark = if expands { "\n\"@" } else { "\n'@" };
        let body = rest.get(start..).unwrap_or("");
        // the closing mark may stand right at the start of an empty body
        let end = if body.starts_with(mark.trim_start()) { 0 } else { body.find(mark).unwrap_or(body.len()) };
        let inside = body.get(..end).unwrap_or("");
        let from = self.at + start;
        let after =
            from + end + if body.get(end..).is_some_and(|rest| rest.starts_with('\n')) { 3 } else { 2 };
        let value = if expands {
            self.at = from;
            self.deeper(|reader| {
                let mut pieces = Pieces::default();
                let whole = reader.text;
                reader.text = whole.get(..from + end).unwrap_or(whole);
                while !reader.ended() {
                    reader.piece(&mut pieces);
                }
                reader.text = whole;
                pieces.value()
            })
        } else {
            Value::text(inside.trim_end_matches('\r'))
        };
        self.at = after.min(self.text.len());
        value
    }

    /// One character, escape or expansion of a string.
    pub fn piece(&mut self, pieces: &mut Pieces) {
        match self.peek() {
            b'`' => {
                self.at += 1;
                self.escape(&mut pieces.text);
            }
            b'$' => {
                let value = self.dollar();
                let before = pieces.text.len();
                pieces.add(&value);
                self.afford(pieces.text.len() - before);
            }
            _ => {
                // up to the next that matters
                let rest = self.rest();
                let end = rest
                    .char_indices()
                    .skip(1)
                    .find(|(_, c)| matches!(c, '`' | '$' | '"'))
                    .map_or(rest.len(), |(at, _)| at);
                if pieces.text.len() < MAX_TEXT {
                    pieces.text.push_str(rest.get(..end).unwrap_or(""));
                }
                self.at += end.max(1);
            }
        }
    }

    /// Behind a backtick.
    pub fn escape(&mut self, text: &mut String) {
        let Some(letter) = self.character() else { return };
        match letter {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            'a' | 'b' | 'f' | 'v' | '\n' => {}
            'u' if self.peek() == b'{' => {
                self.at += 1;
                let inside = self.enclosed();
                let digits = self.text.get(inside.start..inside.end).unwrap_or("");
                let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                text.push(character.unwrap_or(UNKNOWN));
            }
            letter => text.push(letter),
        }
    }

    /// `$name`, `${name}`, `$( … )`; a lone `$` is itself.
    pub fn dollar(&mut self) -> Value {
        self.at += 1;
        match self.peek() {
            b'(' => {
                self.at += 1;
                self.deeper(|reader| reader.statements(Some(b')')))
            }
            b'{' => {
                self.at += 1;
                let inside = self.enclosed();
                let name = self.text.get(inside.start..inside.end).unwrap_or("").replace('`', "");
                self.variable(&name)
            }
            b'$' | b'?' | b'^' => {
                self.at += 1;
                Value::unknown()
            }
            _ => {
                let start = self.at;
                self.name();
                if self.at == start {
                    return Value::text("$");
                }
                // `$env:X`, but not `$x::y` nor `"$x: "`
                if self.peek() == b':' && (self.peek_at(1).is_ascii_alphanumeric() || self.peek_at(1) == b'_')
                {
                    self.at += 1;
                    self.name();
                }
                let name = self.text.get(start..self.at).unwrap_or("").to_owned();
                self.variable(&name)
            }
        }
    }

    pub fn variable(&mut self, name: &str) -> Value {
        let lower = name.to_ascii_lowercase();
        let name = ["script:", "global:", "local:", "private:", "using:", "variable:"]
            .iter()
            .find_map(|scope| lower.strip_prefix(scope))
            .unwrap_or(&lower);
        if let Some(value) = self.state.variables.get(name).cloned() {
            self.afford(value.weight());
            return value;
        }
        let home = || self.shell.world.home().unwrap_or(r"C:\Users\user").to_owned();
        let text = match name {
            "true" => "True".to_owned(),
            "false" => "False".to_owned(),
            "null" => return Value::NULL,
            "args" => return Value::list(Vec::new()),
            "home" => home(),
            "pwd" => match &self.shell.directory {
                Some(directory) => directory.clone(),
                None => return Value::unknown(),
            },
            "psitem" => return self.variable("_"),
            "executioncontext" => return Value::named("executioncontext"),
            "profile" => "$PROFILE".to_owned(),
            "shellid" => "Microsoft.PowerShell".to_owned(),
            "pshome" => r"C:\Windows\System32\WindowsPowerShell\v1.0".to_owned(),
            "verbosepreference" | "debugpreference" => "SilentlyContinue".to_owned(),
            "erroractionpreference" => "Continue".to_owned(),
            "ofs" => " ".to_owned(),
            "iswindows" | "islinux" | "ismacos" => return Value::unknown(),
            _ => match name.strip_prefix("env:") {
                Some(variable) => return self.environment(variable),
                None => return Value::unknown(),
            },
        };
        Value::text(text)
    }

    fn environment(&self, name: &str) -> Value {
        let home = self.shell.world.home().unwrap_or(r"C:\Users\user");
        let unix = home.starts_with('/');
        let text = match name {
            "userprofile" | "home" => home.to_owned(),
            "homepath" => home.get(2..).unwrap_or(home).to_owned(),
            "homedrive" | "systemdrive" => "C:".to_owned(),
            "systemroot" | "windir" => r"C:\Windows".to_owned(),
            "programfiles" | "programw6432" => r"C:\Program Files".to_owned(),
            "programdata" | "allusersprofile" => r"C:\ProgramData".to_owned(),
            "public" => r"C:\Users\Public".to_owned(),
            "comspec" => r"C:\Windows\system32\cmd.exe".to_owned(),
            "temp" | "tmp" | "tmpdir" if unix => "/tmp".to_owned(),
            "temp" | "tmp" | "tmpdir" => format!(r"{home}\AppData\Local\Temp"),
            "appdata" => format!(r"{home}\AppData\Roaming"),
            "localappdata" => format!(r"{home}\AppData\Local"),
            _ => return Value::unknown(),
        };
        Value::text(text)
    }
}
