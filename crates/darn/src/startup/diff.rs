//! A small diff of a file: one change, with the lines around it.

/// Number of unchanged lines shown before and after the change.
const CONTEXT: usize = 2;

/// Returns lines prefixed with `+`, `-` or a blank; empty if both are equal. Control characters are escaped,
/// as file content must not control the terminal.
pub fn diff(old: &[u8], new: &[u8]) -> String {
    if old == new {
        return String::new();
    }
    let (old, new) = (lines(old), lines(new));
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    let mut add = |sign: char, lines: &[String]| {
        for line in lines {
            out.push_str(format!("  {sign} {line}").trim_end());
            out.push('\n');
        }
    };
    add(' ', old.get(before.saturating_sub(CONTEXT)..before).unwrap_or_default());
    add('-', old.get(before..old.len() - after).unwrap_or_default());
    add('+', new.get(before..new.len() - after).unwrap_or_default());
    add(' ', old.iter().skip(old.len() - after).take(CONTEXT).cloned().collect::<Vec<_>>().as_slice());
    out
}

fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(|line| line.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}")).collect()
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn shows_the_change_and_two_lines_around_it() {
        assert_eq!(diff(b"a\nb\nc\n", b"a\nb\nc\nd\n"), "    b\n    c\n  + d\n");
        assert_eq!(diff(b"a\nx\nb\n", b"a\nb\n"), "    a\n  - x\n    b\n");
        assert_eq!(diff(b"", b"a\n"), "  + a\n");
        assert_eq!(diff(b"a\n", b"a\n"), "");
        assert_eq!(diff(b"\x1b[2J\n", b""), "  - \u{fffd}[2J\n");
    }
}
