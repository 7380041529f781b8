//! `sed '/x/{p}'` of BSD: there a `}` needs a `;` before it. (POSIX, sed: a `}` follows a `<semicolon>` or a
//! `<newline>`)

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let is_refused = case.output.is_some_and(|output| {
        output.lines().any(|line| {
            line.contains("sed: ")
                && line.contains("extra characters at the end of ")
                && line.ends_with(" command")
        })
    });
    if !is_refused {
        return None;
    }
    let mut edit = Edit::new();
    for command in case.commands().filter(|command| command.program_name() == Some("sed")) {
        for word in
            command.arguments().iter().filter(|word| !word.dynamic && word.quote == QuoteStyle::Single)
        {
            let raw = case.raw(word.span);
            let mended = close(raw);
            if mended != raw {
                edit = edit.replace(word.span, mended);
            }
        }
    }
    (!edit.is_empty()).then(|| {
        Proposal::certain(edit, "BSD sed (macOS) wants a semicolon or new line between a command and }")
    })
}

/// Puts a semicolon before each `}` that closes a command, outside of addresses and replacements.
fn close(script: &str) -> String {
    let mut out = String::with_capacity(script.len() + 4);
    // how many delimiters end the text that is being read
    let mut texts = 0_u32;
    let mut open = 0_u32;
    let mut before = ';';
    for c in script.chars() {
        match c {
            '/' if before == '\\' => {}
            '/' if texts > 0 => texts -= 1,
            '/' if matches!(before, 's' | 'y') => texts = 2,
            '/' => texts = 1,
            '{' if texts == 0 => open += 1,
            '}' if texts == 0 && open > 0 => {
                open -= 1;
                if !matches!(before, ';' | '{' | '\n' | '}' | ' ') {
                    out.push(';');
                }
            }
            _ => {}
        }
        out.push(c);
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};
    use super::close;

    #[test]
    fn the_semicolon_is_added() {
        let said = "sed: 1: \"/^=== AU$/,/^===/{/^=== ...\": extra characters at the end of p command\n";
        mends(
            "bash",
            "sed -n '/^a$/,/^b/{/^c/d;p}' f | sed '1{/^$/d}'",
            1,
            said,
            "sed -n '/^a$/,/^b/{/^c/d;p;}' f | sed '1{/^$/d;}'",
        );
        leaves("bash", "sed -n '/a/{p;}' f", 1, Some(said));
    }

    #[test]
    fn braces_in_texts_stay() {
        assert_eq!(close("'/a{2}/p'"), "'/a{2}/p'");
        assert_eq!(close("'/a/{s/x}/y}/;p}'"), "'/a/{s/x}/y}/;p;}'");
    }
}
