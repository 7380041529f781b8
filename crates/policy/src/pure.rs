//! Output of programs that only print: `echo`, `printf`, `base64 -d`, `rev`, `tr` …
//!
//! A constant text stays constant on its way through them: `$(echo rm)` is `rm`.

use std::rc::Rc;

use super::decode::{self, Escapes, Tr};
use super::state::MAX_TEXT;
use crate::prelude::*;

/// Returns what the program prints for these arguments and this input; `None` for other programs.
pub fn output(program: &str, arguments: &[Field], input: &Stream) -> Option<Stream> {
    let words: Vec<&str> = arguments.iter().map(|field| field.text.as_str()).collect();
    let taint = Field::taints(arguments);
    let has = |option: &str| words.contains(&option);
    let operands = || words.iter().copied().filter(|word| !word.starts_with('-') || *word == "-");
    let through = |change: &dyn Fn(&str) -> Option<String>| {
        let text = input.text.as_deref().filter(|text| !text.contains(UNKNOWN)).and_then(change);
        Stream { text: text.map(Rc::from), taint: input.taint, found: None }
    };
    let decoded = |stream: Stream| stream.tainted(Taint::DECODED);
    // the taint of the input remains
    let unpacked = |packed: &Stream| Stream::unknown(Taint { unpacked: true, ..packed.taint });
    let text = |text: String| Stream::known(&text).tainted(taint);
    Some(match program {
        "echo" => text(echo(&words)),
        "printf" => text(printf(&words)?),
        "print" => text(words.iter().filter(|w| !w.starts_with('-')).copied().collect::<Vec<_>>().join(" ")),
        "string" => fish_string(&words, input)?,
        "base64" | "gbase64" if is_decoding(&words) => {
            if operands().any(|word| word != "-") {
                return None;
            }
            decoded(through(&decode::base64))
        }
        "base32" if is_decoding(&words) => decoded(through(&decode::base32)),
        "openssl" if words.iter().any(|w| matches!(*w, "base64" | "-base64" | "-a")) && has("-d") => {
            decoded(through(&decode::base64))
        }
        "openssl" if has("-d") => decoded(Stream::unknown(input.taint)),
        "xxd" if words.iter().any(|w| w.starts_with("-r") || *w == "-revert") => {
            decoded(through(&decode::hex))
        }
        _ if programs::is(program, Role::Unpacks) => unpacked(input),
        _ if programs::is(program, Role::Packs)
            && words.iter().any(|w| w.starts_with("-d") || w.starts_with("-cd")) =>
        {
            unpacked(input)
        }
        "gpg" | "gpg2" | "age" if has("-d") || has("--decrypt") => decoded(Stream::unknown(input.taint)),
        "rev" if operands().next().is_none() => decoded(through(&decode::rev)),
        "tr" => {
            let sets: Vec<&str> = operands().collect();
            let how = if has("-d") || has("--delete") {
                Tr::Delete
            } else if words.iter().any(|w| matches!(*w, "-cd" | "-dc")) {
                Tr::Keep
            } else {
                Tr::Replace
            };
            let (from, to) = (sets.first().copied()?, sets.get(1).copied().unwrap_or(""));
            let blanks = !from.chars().any(|c| c.is_ascii_alphanumeric());
            let stream = through(&|text| decode::tr(text, how, from, to));
            if blanks { stream } else { decoded(stream) }
        }
        "sed" => sed(&words, input)?,
        _ if programs::is(program, Role::PassesOn)
            && (operands().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
                || program == "tee") =>
        {
            let mut stream = input.clone();
            stream.taint.endless &= program != "head";
            stream
        }
        "mktemp" => Stream::known("/tmp/tmp.XXXXXXXXXX\n"),
        "yes" => Stream::unknown(Taint { endless: true, ..taint }),
        "dd" if !words.iter().any(|word| word.starts_with("if=") || word.starts_with("of=")) => {
            let mut stream = Stream::unknown(input.taint);
            stream.taint.endless &= !words.iter().any(|word| word.starts_with("count="));
            stream
        }
        "basename" => text(words.first()?.trim_end_matches('/').rsplit('/').next()?.to_owned() + "\n"),
        "dirname" => {
            let parent = words.first()?.trim_end_matches('/').rsplit_once('/').map(|(parent, _)| parent);
            text(parent.map_or(".", |parent| if parent.is_empty() { "/" } else { parent }).to_owned() + "\n")
        }
        "which" | "whence" => text(format!("/usr/bin/{}\n", operands().next()?)),
        _ if programs::is(program, Role::Silent) => Stream::known(""),
        _ => return None,
    })
}

fn is_decoding(words: &[&str]) -> bool {
    words.iter().any(|word| {
        matches!(*word, "-d" | "-D" | "--decode" | "-di" | "-id")
            || word.len() > 4 && "--decode".starts_with(word)
    })
}

fn echo(words: &[&str]) -> String {
    let is_option = |word: &&&str| {
        word.len() > 1 && word.starts_with('-') && word.bytes().skip(1).all(|b| b"neE".contains(&b))
    };
    let options = words.iter().take_while(is_option).count();
    let (options, rest) = words.split_at(options);
    let mut text = rest.join(" ");
    if options.iter().any(|word| word.contains('e')) {
        text = decode::escapes(&text, Escapes::Echo).unwrap_or(text);
    }
    if !options.iter().any(|word| word.contains('n')) {
        text.push('\n');
    }
    text
}

/// Formats like `printf FORMAT ARGUMENT…`: the format is reused while arguments remain.
fn printf(words: &[&str]) -> Option<String> {
    let words = words.strip_prefix(&["--"]).unwrap_or(words);
    let (format, mut arguments) = words.split_first()?;
    let mut out = String::new();
    loop {
        let before = arguments.len();
        let mut literal = String::new();
        let mut rest = format.chars().peekable();
        while let Some(c) = rest.next() {
            if c != '%' {
                literal.push(c);
                continue;
            }
            while rest.next_if(|c| "-+ #0123456789.*'".contains(*c)).is_some() {}
            match rest.next() {
                Some('%') | None => literal.push('%'),
                Some(kind) => {
                    out.push_str(&decode::escapes(&literal, Escapes::Printf).unwrap_or_default());
                    literal.clear();
                    let (value, left) = arguments.split_first().map_or(("", &[][..]), |(v, l)| (*v, l));
                    arguments = left;
                    match kind {
                        'b' => out.push_str(&decode::escapes(value, Escapes::Echo).unwrap_or_default()),
                        'c' => out.extend(value.chars().next()),
                        _ => out.push_str(value),
                    }
                }
            }
        }
        out.push_str(&decode::escapes(&literal, Escapes::Printf).unwrap_or_default());
        if arguments.is_empty() || arguments.len() == before || out.len() > MAX_TEXT {
            return Some(out);
        }
    }
}

/// Substitutes like `sed s/a/b/` with plain texts; the output of other scripts is unknown.
fn sed(words: &[&str], input: &Stream) -> Option<Stream> {
    let operands: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with('-')).collect();
    let [script] = operands.as_slice() else { return None };
    let unknown = Stream::unknown(input.taint);
    let Some(rest) = script.strip_prefix('s') else { return Some(unknown) };
    let mut characters = rest.chars();
    let separator = characters.next()?;
    let mut parts = characters.as_str().split(separator);
    let (from, to) = (parts.next()?, parts.next()?);
    let flags = parts.next().unwrap_or("");
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || " _-/@:,#".contains(c));
    let Some(text) = input.text.as_deref().filter(|_| plain(from) && plain(to) && !from.is_empty()) else {
        return Some(unknown);
    };
    let changed = if flags.contains('g') {
        text.replace(from, to)
    } else {
        text.lines().map(|line| line.replacen(from, to, 1) + "\n").collect()
    };
    Some(Stream::known(&changed).tainted(Taint { decoded: true, ..input.taint }))
}

/// fish's `string`.
fn fish_string(words: &[&str], input: &Stream) -> Option<Stream> {
    let (verb, rest) = words.split_first()?;
    let operands: Vec<&str> = if *verb == "join" {
        rest.to_vec()
    } else {
        rest.iter().copied().filter(|w| !w.starts_with('-')).collect()
    };
    let read = || input.text.as_deref().map(|text| text.trim_end_matches('\n').to_owned());
    let given = |at: usize| operands.get(at).map(|text| (*text).to_owned()).or_else(read);
    let text = match *verb {
        "join" => {
            let (separator, items) = operands.split_first()?;
            if items.is_empty() { read()?.replace('\n', separator) } else { items.join(separator) }
        }
        "lower" => given(0)?.to_lowercase(),
        "upper" => given(0)?.to_uppercase(),
        "trim" | "collect" => given(0)?,
        "replace" => {
            let [from, to, ..] = operands.as_slice() else { return None };
            given(2)?.replace(from, to)
        }
        _ => return Some(Stream::unknown(input.taint)),
    };
    Some(Stream::known(&(text + "\n")).tainted(input.taint))
}

/// Computes sums and products of numbers; `None` for anything else.
pub fn arithmetic(text: &str) -> Option<i64> {
    let mut rest = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).peekable();
    if text.len() > 256 {
        return None;
    }
    let value = sum(&mut rest, 0)?;
    rest.peek().is_none().then_some(value)
}

fn sum<I: Iterator<Item = u8>>(rest: &mut std::iter::Peekable<I>, depth: u8) -> Option<i64> {
    let mut value = product(rest, depth)?;
    while let Some(sign) = rest.next_if(|byte| b"+-".contains(byte)) {
        let next = product(rest, depth)?;
        value = if sign == b'+' { value.checked_add(next)? } else { value.checked_sub(next)? };
    }
    Some(value)
}

fn product<I: Iterator<Item = u8>>(rest: &mut std::iter::Peekable<I>, depth: u8) -> Option<i64> {
    let mut value = number(rest, depth)?;
    while let Some(sign) = rest.next_if(|byte| b"*/%".contains(byte)) {
        let next = number(rest, depth)?;
        value = match sign {
            b'*' => value.checked_mul(next)?,
            b'/' => value.checked_div(next)?,
            _ => value.checked_rem(next)?,
        };
    }
    Some(value)
}

fn number<I: Iterator<Item = u8>>(rest: &mut std::iter::Peekable<I>, depth: u8) -> Option<i64> {
    if rest.next_if_eq(&b'-').is_some() {
        return if depth < 32 { number(rest, depth + 1)?.checked_neg() } else { None };
    }
    if rest.next_if_eq(&b'(').is_some() {
        let value = if depth < 32 { sum(rest, depth + 1)? } else { return None };
        return rest.next_if_eq(&b')').map(|_| value);
    }
    let mut value: Option<i64> = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        value = Some(value.unwrap_or(0).checked_mul(10)?.checked_add(i64::from(digit - b'0'))?);
    }
    value
}
