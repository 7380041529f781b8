//! `$name` and `${name…}` (POSIX §2.6.2; bash's additions; fish's indices).

use syntax::{Dialect, Span, Within};

use crate::field::{Taint, UNKNOWN};
use crate::shell::Shell;
use crate::state::{CHECKED, Frame, Item, Value};

/// A change of one text; `None` if the result is unknown.
type Change = Box<dyn Fn(&str) -> Option<String>>;

impl Shell<'_> {
    /// Returns the possible values of an expansion; `rest` follows the name inside the braces.
    pub(super) fn parameter(
        &mut self,
        frame: Frame<'_>,
        name: &str,
        prefix: Option<char>,
        rest: Span,
    ) -> Vec<Value> {
        let raw = frame.script.raw(rest);
        if name.is_empty() && matches!(raw.as_bytes(), [b':', b'-' | b'=' | b'+', ..] | [b'-', ..]) {
            return self.operate(frame, name, None, raw, rest);
        }
        if name.is_empty() && !raw.is_empty() {
            // zsh: `${(f)"$(…)"}`
            let items = self.single(frame, rest, Within::Bare);
            return items.into_iter().map(|item| Value { items: split(&item) }).collect();
        }
        if name == "commands"
            && self.env.dialect == Dialect::Zsh
            && let Some(program) = raw.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
        {
            return vec![Value::scalar(program, Taint::NONE)];
        }
        let mut values = self.named(name);
        if raw.is_empty() && self.env.is_empty_there(name) {
            self.findings.expand_unset(name);
        }
        if prefix == Some('=') {
            let all = values.unwrap_or_default();
            let cut = all.iter().map(|value| Value { items: value.items.iter().flat_map(split).collect() });
            return or_unknown(cut.collect());
        }
        if let Some(flag @ ('L' | 'U' | 'e' | 's')) = prefix {
            return self.flagged(frame, values.unwrap_or_default(), flag, rest);
        }
        if matches!(prefix, Some('!' | 'P')) && !name.is_empty() {
            let target = values.and_then(|values| Some(values.first()?.items.first()?.text.clone()));
            values = target.and_then(|target| self.named(&target));
        } else if prefix == Some('#') {
            let length = |value: &Value| match value.items.as_slice() {
                [one] if !one.text.contains(UNKNOWN) => one.text.chars().count().to_string(),
                _ => UNKNOWN.to_string(),
            };
            let lengths = values.iter().flatten().map(|value| Value::scalar(length(value), Taint::NONE));
            return or_unknown(lengths.collect());
        }
        if raw.is_empty() {
            return or_unknown(values.unwrap_or_default());
        }
        if raw.starts_with('[') {
            if raw.contains(['$', '`']) {
                self.single(frame, rest, Within::Quotes);
            }
            let Some((index, after)) = raw.trim_start_matches('[').split_once(']') else {
                return or_unknown(values.unwrap_or_default());
            };
            let values: Vec<Value> =
                values.unwrap_or_default().iter().map(|value| self.element(value, index)).collect();
            return self.operate(
                frame,
                name,
                Some(values),
                after,
                Span::new(rest.end - after.len(), rest.end),
            );
        }
        self.operate(frame, name, values, raw, rest)
    }

    /// zsh: `${(L)x}`, `${(U)x}`, `${(e)x}`, `${(s:,:)x}`.
    fn flagged(&mut self, frame: Frame<'_>, mut values: Vec<Value>, flag: char, rest: Span) -> Vec<Value> {
        match flag {
            'L' | 'U' => {
                for item in values.iter_mut().flat_map(|value| &mut value.items) {
                    item.text = if flag == 'L' { item.text.to_lowercase() } else { item.text.to_uppercase() };
                }
            }
            'e' => {
                let span = frame.origin.place(rest);
                for item in values.iter().flat_map(|value| &value.items) {
                    let dialect = self.env.dialect;
                    self.run_text(&format!(": \"{}\"", item.text), item.taint, dialect, span);
                }
            }
            _ => {
                let before = frame.script.text.get(..rest.start).unwrap_or("");
                let flags = before.rsplit_once("${(").map_or("", |(_, flags)| flags);
                let mut separator = flags.split_once('s').map_or("", |(_, rest)| rest).chars();
                let mark = separator.next();
                let separator = separator.next().filter(|_| mark.is_some()).unwrap_or(' ');
                for value in &mut values {
                    let pieces = value.items.iter().flat_map(|item| {
                        let pieces = item.text.split(separator).filter(|piece| !piece.is_empty()).take(64);
                        pieces.map(|piece| Item { text: piece.to_owned(), taint: item.taint })
                    });
                    value.items = pieces.collect();
                }
            }
        }
        or_unknown(values)
    }

    /// Returns the values of variables, positional and special parameters.
    fn named(&self, name: &str) -> Option<Vec<Value>> {
        match name {
            "@" | "*" => Some(vec![Value { items: self.env.arguments.clone() }]),
            "#" => Some(vec![Value::scalar(self.env.arguments.len().to_string(), Taint::NONE)]),
            "argv" if self.env.dialect == Dialect::Fish => {
                Some(vec![Value { items: self.env.arguments.clone() }])
            }
            "_" | "?" | "$" | "!" | "-" => None,
            "0" => Some(vec![match &self.env.name {
                Some(item) => Value { items: vec![item.clone()] },
                None => Value::scalar(self.env.dialect.name(), Taint::NONE),
            }]),
            _ => match name.parse::<usize>() {
                Ok(_) if self.env.arguments.is_empty() && self.calls.is_empty() => self.env.get(name),
                Ok(position) => {
                    let item = self.env.arguments.get(position.checked_sub(1)?)?.clone();
                    Some(vec![Value { items: vec![item] }])
                }
                Err(_) => self.env.get(name),
            },
        }
    }

    fn element(&self, value: &Value, index: &str) -> Value {
        if matches!(index, "@" | "*") {
            return value.clone();
        }
        let first = i64::from(matches!(self.env.dialect, Dialect::Fish | Dialect::Zsh));
        let count = i64::try_from(value.items.len()).unwrap_or(0);
        let place = index.parse::<i64>().ok().map(|n| if n < 0 { count + n } else { n - first });
        let item = place.and_then(|n| value.items.get(usize::try_from(n).ok()?));
        item.map_or_else(Value::unknown, |item| Value { items: vec![item.clone()] })
    }

    /// Applies an operator: `:-word`, `%pattern`, `/a/b`, `^^` …
    fn operate(
        &mut self,
        frame: Frame<'_>,
        name: &str,
        values: Option<Vec<Value>>,
        operator: &str,
        span: Span,
    ) -> Vec<Value> {
        if operator.is_empty() {
            return or_unknown(values.unwrap_or_default());
        }
        let colon = operator.strip_prefix(':');
        let bare = colon.unwrap_or(operator);
        let word_at = |length: usize| Span::new((span.end - bare.len() + length).min(span.end), span.end);
        let is_known = values.as_ref().is_some_and(|values| {
            !values.is_empty() && values.iter().all(|v| v.items.iter().all(|i| !i.text.is_empty()))
        });
        let is_set = values.is_some() || self.env.variable(name).is_some();
        match bare.chars().next() {
            Some('-' | '=') if colon.is_some() || !operator.starts_with(':') => {
                let assigns = bare.starts_with('=');
                let mut all = values.unwrap_or_default();
                // `${x-word}`: an empty value counts
                if is_known || colon.is_none() && is_set && !all.is_empty() && !self.env.is_unset(name) {
                    return all;
                }
                let default = self.default_word(frame, word_at(1));
                if assigns {
                    self.set(name, default.clone());
                }
                all.retain(|value| value.items.iter().any(|item| !item.text.is_empty()));
                all.extend(default);
                return or_unknown(all);
            }
            Some('+') if self.env.is_unset(name) => return vec![Value::scalar("", Taint::NONE)],
            Some('+') => {
                if is_set || self.env.get(name).is_some() {
                    return self.default_word(frame, word_at(1));
                }
                // may be set elsewhere: the word is possible
                let mut all = self.default_word(frame, word_at(1));
                all.push(Value::scalar("", Taint::NONE));
                return all;
            }
            Some('?') => return or_known_to_be_something(values, colon.is_some() || self.env.is_unset(name)),
            _ => {}
        }
        let Some(values) = values else { return vec![Value::unknown()] };
        let change = self.change(frame, operator, span);
        let apply = |value: &Value| {
            let items = value.items.iter().map(|item| {
                let known = (!item.text.contains(UNKNOWN)).then_some(item.text.as_str());
                let text = known.and_then(&change).unwrap_or_else(|| UNKNOWN.to_string());
                Item { text, taint: item.taint }
            });
            Value { items: items.collect() }
        };
        or_unknown(values.iter().map(apply).collect())
    }

    /// Returns how an operator changes a known text.
    fn change(&mut self, frame: Frame<'_>, operator: &str, span: Span) -> Change {
        let colon = operator.strip_prefix(':');
        if let (Some(rest), Dialect::Zsh) =
            (colon.filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())), self.env.dialect)
        {
            let letter = rest.chars().next();
            Box::new(move |text| match letter {
                Some('l') => Some(text.to_lowercase()),
                Some('u') => Some(text.to_uppercase()),
                Some('a' | 'A' | 'q' | 'Q') => Some(text.to_owned()),
                _ => None,
            })
        } else if let Some(rest) = colon {
            let mut numbers = rest.split(':').map(|n| n.trim().parse::<usize>());
            let (from, length) = (numbers.next(), numbers.next());
            Box::new(move |text| {
                let from = *from.as_ref()?.as_ref().ok()?;
                let cut = text.chars().skip(from);
                Some(match &length {
                    None => cut.collect(),
                    Some(length) => cut.take(*length.as_ref().ok()?).collect(),
                })
            })
        } else if operator.starts_with("^^") {
            Box::new(|text| Some(text.to_uppercase()))
        } else if operator.starts_with(",,") {
            Box::new(|text| Some(text.to_lowercase()))
        } else if operator.starts_with('^') || operator.starts_with(',') {
            let upper = operator.starts_with('^');
            Box::new(move |text| {
                let mut characters = text.chars();
                let first = characters.next()?;
                let first: String =
                    if upper { first.to_uppercase().collect() } else { first.to_lowercase().collect() };
                Some(first + characters.as_str())
            })
        } else if operator.starts_with('#') || operator.starts_with('%') {
            let double = operator.starts_with("##") || operator.starts_with("%%");
            let front = operator.starts_with('#');
            let pattern = self.argument(frame, span, 1 + usize::from(double));
            Box::new(move |text| strip(text, pattern.as_deref()?, front, double))
        } else if operator.starts_with('/') {
            let all = operator.starts_with("//");
            let text = self.argument(frame, span, 1 + usize::from(all)).unwrap_or_default();
            let (from, to) = text
                .split_once('/')
                .map_or((text.clone(), String::new()), |(from, to)| (from.to_owned(), to.to_owned()));
            Box::new(move |text| {
                if from.is_empty() || from.contains(['*', '?', '[']) {
                    return None;
                }
                Some(if all { text.replace(&from, &to) } else { text.replacen(&from, &to, 1) })
            })
        } else if operator.starts_with('@') {
            Box::new(|text| Some(text.to_owned()))
        } else {
            Box::new(|_| None)
        }
    }

    /// Returns the word after an operator of this length.
    fn argument(&mut self, frame: Frame<'_>, span: Span, length: usize) -> Option<String> {
        let word = Span::new((span.start + length).min(span.end), span.end);
        self.single(frame, word, Within::Bare).into_iter().next().map(|item| item.text)
    }

    fn default_word(&mut self, frame: Frame<'_>, span: Span) -> Vec<Value> {
        let items = self.single(frame, span, Within::Bare);
        items.into_iter().map(|item| Value { items: vec![item] }).collect()
    }
}

/// Splits a text into words without quotes: zsh's `${=x}`, `${(z)x}`, `${(Q)x}`.
fn split(item: &Item) -> Vec<Item> {
    let words = item.text.split_whitespace();
    words.map(|word| Item { text: word.trim_matches(['"', '\'']).to_owned(), taint: item.taint }).collect()
}

fn or_unknown(values: Vec<Value>) -> Vec<Value> {
    if values.is_empty() { vec![Value::unknown()] } else { values }
}

/// Handles `${x:?}`: the shell stops if it is unset (or `empty`), so the value is not empty.
fn or_known_to_be_something(values: Option<Vec<Value>>, empty: bool) -> Vec<Value> {
    let mut values = values.unwrap_or_default();
    values.retain(|value| !empty || value.items.iter().any(|item| !item.text.is_empty()));
    if values.is_empty() { vec![Value::scalar(CHECKED, Taint::NONE)] } else { values }
}

/// Strips `${x#pattern}`, `${x%pattern}`: patterns of text with one `*` at one end.
fn strip(text: &str, pattern: &str, front: bool, longest: bool) -> Option<String> {
    if pattern.contains(['?', '[']) || pattern.contains(UNKNOWN) {
        return None;
    }
    let kept = match (front, pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (true, Some(end), _) => {
            let found = if longest { text.rfind(end) } else { text.find(end) };
            found.and_then(|at| text.get(at + end.len()..))
        }
        (true, None, Some(start)) => text.strip_prefix(start).map(|rest| if longest { "" } else { rest }),
        (true, None, None) => text.strip_prefix(pattern),
        (false, _, Some(start)) => {
            let found = if longest { text.find(start) } else { text.rfind(start) };
            found.and_then(|at| text.get(..at))
        }
        (false, Some(end), None) => text.strip_suffix(end).map(|rest| if longest { "" } else { rest }),
        (false, None, None) => text.strip_suffix(pattern),
    };
    if kept.is_none() && pattern.matches('*').count() > 1 {
        return None;
    }
    Some(kept.unwrap_or(text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn affixes_go() {
        assert_eq!(strip("rmx", "x", false, false).as_deref(), Some("rm"));
        assert_eq!(strip("a/b/c", "*/", true, true).as_deref(), Some("c"));
        assert_eq!(strip("a/b/c", "*/", true, false).as_deref(), Some("b/c"));
        assert_eq!(strip("a.tar.gz", ".*", false, false).as_deref(), Some("a.tar"));
        assert_eq!(strip("a.tar.gz", ".*", false, true).as_deref(), Some("a"));
        assert_eq!(strip("abc", "x", false, false).as_deref(), Some("abc"));
    }
}
