//! Invariants for every text; used by the property tests and the fuzz target.
#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::string_slice)]

use syntax::{Command, Dialect, Edit, PieceKind, Script, Span};

pub const DIALECTS: [Dialect; 6] =
    [Dialect::Posix, Dialect::Bash, Dialect::Zsh, Dialect::Fish, Dialect::PowerShell, Dialect::Nu];

/// Parses the text and panics if an invariant of the crate does not hold.
pub fn check(text: &str, dialect: Dialect) {
    let script = Script::parse(text, dialect);
    assert_eq!(script.text, text);
    for command in &script.commands {
        command_is_sound(&script, command);
    }
    assert!(script.commands.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start), "out of order");
    assert!(script.issues.windows(2).all(|pair| pair[0].at <= pair[1].at), "issues out of order");
    assert!(script.issues.iter().all(|issue| text.is_char_boundary(issue.at)), "{:?}", script.issues);
    assert!(script.issues.len() <= 16);
    assert!(!(script.is_unfinished() && script.issues.is_empty()));
    pieces_print_the_text(&script);
    edits_change_their_span_only(&script);
}

fn is_sound(script: &Script, span: Span) {
    assert!(span.start < span.end, "empty {span:?}");
    assert!(script.text.get(span.start..span.end).is_some(), "{span:?} is not a valid span");
}

fn command_is_sound(script: &Script, command: &Command) {
    is_sound(script, command.span);
    let mut spans = Vec::new();
    spans.extend(command.assignments.iter().chain(&command.words).map(|word| word.span));
    assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start), "words are out of order");
    for redirect in &command.redirects {
        let end = redirect.target.as_ref().map_or(redirect.operator.end, |word| word.span.end);
        if let Some(target) = &redirect.target {
            is_sound(script, target.span);
            assert!(redirect.operator.end <= target.span.start);
        }
        is_sound(script, redirect.operator);
        spans.push(Span::new(redirect.operator.start, end));
    }
    spans.sort();
    for span in &spans {
        is_sound(script, *span);
        assert!(command.span.start <= span.start && span.end <= command.span.end, "{span:?} in {command:?}");
    }
    assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start), "no overlap");
    assert_eq!(spans.first().map(|span| span.start), Some(command.span.start));
    assert_eq!(spans.last().map(|span| span.end), Some(command.span.end));
    if let Some(program) = command.program() {
        assert!(program < command.words.len());
    }
}

fn pieces_print_the_text(script: &Script) {
    let pieces = script.pieces();
    let printed: String = pieces.iter().map(|piece| script.raw(piece.span)).collect();
    assert_eq!(printed, script.text);
    assert!(pieces.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
    let words = pieces.iter().filter(|piece| piece.kind == PieceKind::Word).count();
    let all: usize =
        script.commands.iter().map(|c| c.words.len() + c.assignments.len() + c.redirects.len()).sum();
    assert!(words <= all);
}

fn edits_change_their_span_only(script: &Script) {
    let words = script.commands.iter().flat_map(|command| &command.words);
    for word in words.take(8) {
        let (start, end) = (word.span.start, word.span.end);
        let edited = Edit::new().set_word(script, word, "x y'z").apply(&script.text);
        assert!(edited.starts_with(&script.text[..start]));
        assert!(edited.ends_with(&script.text[end..]));
        assert!(edited.len() > script.text.len() - (end - start));
        let removed = Edit::new().remove_word(script, word).apply(&script.text);
        assert!(script.text.len() - removed.len() >= end - start);
    }
    if !matches!(script.dialect, Dialect::PowerShell | Dialect::Nu) && script.issues.is_empty() {
        set_words_are_read_back(script);
    }
}

/// Setting a plain word of a valid line to another value changes only that word.
fn set_words_are_read_back(script: &Script) {
    let index = if script.dialect == Dialect::Fish { "[" } else { "$[" };
    if ["((", index].iter().any(|opener| script.text.contains(opener)) {
        return; // their ends are found by counting brackets, including those in nested words
    }
    for (index, command) in script.commands.iter().enumerate().take(8) {
        let special = command.words.first().is_none_or(|word| word.value == "[[" || word.value == "time");
        let array = command.words.iter().any(|word| word.dynamic && script.raw(word.span).contains("=("));
        if special || array {
            continue;
        }
        for (position, word) in command.words.iter().enumerate().take(8) {
            if word.dynamic || word.glob {
                continue;
            }
            let text = Edit::new().set_word(script, word, "x y'z").apply(&script.text);
            let again = Script::parse(&text, script.dialect);
            let read = again.commands.get(index).and_then(|command| command.words.get(position));
            assert_eq!(
                read.map(|word| word.value.as_str()),
                Some("x y'z"),
                "{:?} became {text:?}",
                script.text
            );
            assert_eq!(again.commands.len(), script.commands.len(), "{:?} became {text:?}", script.text);
            assert!(again.issues.is_empty(), "{:?} became {text:?}: {:?}", script.text, again.issues);
        }
    }
}
