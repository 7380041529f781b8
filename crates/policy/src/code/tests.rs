//! What code does, a line each: see [`shown`] for how it is written.

use super::{Code, Language, Line, Sql, UNKNOWN, read_with};

mod others;
mod python;
mod scripts;
#[path = "../../tests/hostile/texts.rs"]
mod texts;

use texts::{FRAGMENTS, LANGUAGES};

/// `$ text` a shell's command, `[a b]` a program with arguments, `<text` its input, `del`, `del!`
/// with all below, `w` `r` `a` files that are written, read, whose mode changes, `?` what is not known.
fn shown(code: &Code) -> String {
    let mut parts = Vec::new();
    for command in &code.commands {
        let mut part = match &command.line {
            Line::Shell(text) => format!("$ {text}"),
            Line::Words(words) => format!("[{}]", words.join(" ")),
        };
        if let Some(input) = &command.input {
            part += &format!(" <{input}");
        }
        part += if command.taint.network { " net" } else { "" };
        part += if command.taint.decoded { " decoded" } else { "" };
        parts.push(part);
    }
    for (sign, paths) in
        [("del", &code.deletes), ("w", &code.writes), ("r", &code.reads), ("a", &code.attributes)]
    {
        for path in paths {
            let deep = if path.recursive { "!" } else { "" };
            let glob = if path.glob { "*" } else { "" };
            parts.push(format!("{sign}{deep}{glob} {}", path.text));
        }
    }
    for kill in &code.kills {
        parts.push(kill.pid.map_or_else(|| "kill ?".to_owned(), |pid| format!("kill {pid}")));
    }
    for exec in &code.executes {
        let mut part = "exec".to_owned();
        for (holds, name) in [
            (exec.taint.network, " net"),
            (exec.taint.decoded, " decoded"),
            (exec.taint.stdin, " stdin"),
            (exec.constant.is_some(), " constant"),
        ] {
            part += if holds { name } else { "" };
        }
        part += &exec.file.as_ref().map(|file| format!(" {file}")).unwrap_or_default();
        parts.push(part);
    }
    parts.extend(code.losses.iter().map(|loss| loss.because.to_owned()));
    for (holds, name) in [
        (code.network, "net"),
        (code.reverse_shell, "reverse"),
        (code.fork_bomb, "bomb"),
        (code.partial, "partial"),
    ] {
        parts.extend(holds.then(|| name.to_owned()));
    }
    parts.join("; ").replace(UNKNOWN, "?")
}

/// Each case: code, and what it does; empty: nothing.
fn check(language: Language, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(code, expected)| (code, expected, shown(&read_with(language, code, &["first", "/second"]))))
        .filter(|(_, expected, found)| *expected != found)
        .map(|(code, expected, found)| format!("{code}\n  expected: {expected}\n  found:    {found}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Pieces of all languages in any order: nothing panics, and every span lies in the text.
#[test]
fn any_text() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..20_000 {
        let text: String = (0..next(24)).map(|_| FRAGMENTS[next(FRAGMENTS.len())]).collect();
        let (language, _) = LANGUAGES[next(LANGUAGES.len())];
        let code = read_with(language, &text, &["x"]);
        for loss in code.losses {
            assert!(text.get(loss.span.start..loss.span.end).is_some(), "{language:?} {text}");
        }
        for deception in crate::deceptive::scan(&text) {
            assert!(text.get(deception.span.start..deception.span.end).is_some(), "{text}");
        }
    }
}
