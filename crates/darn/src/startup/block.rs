//! darn's block in a startup file, between two marker lines. Pure functions on bytes; [`take`] removes to the
//! byte what [`put`] adds.

use std::ops::Range;

pub const BEGIN: &str = "# >>> darn >>>";
pub const END: &str = "# <<< darn <<<";
const ABOUT: &str = "# Mends failed commands; `darn uninstall` removes this block.";

/// Notes in the block about changes outside it, so that they can be undone.
const NO_NEWLINE: &str = "# (The line above had no newline at its end.)";
const MADE: &str = "# (darn made this file";

/// The file without the block.
#[derive(Debug, PartialEq, Eq)]
pub struct Taken {
    pub bytes: Vec<u8>,
    /// Number of parent directories that darn created with the file, if the file exists only because of the
    /// block.
    pub made: Option<usize>,
}

/// A block without its end marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    /// Line number at which the block begins, from 1.
    pub line: usize,
}

/// Returns the file with a block that contains `lines`: in place of the old block, or appended. `old` is
/// `None` if the file does not exist; then `directories` of its parents are missing.
///
/// The block has LF line endings even in a file with CRLF, as the shell would treat the CR as part of the
/// command.
pub fn put(old: Option<&[u8]>, lines: &str, directories: usize) -> Result<Vec<u8>, Unfinished> {
    let bytes = old.unwrap_or_default();
    if let Some(range) = find(bytes)? {
        let notes: Vec<String> = notes(bytes.get(range.clone()).unwrap_or_default());
        let mut out = bytes.get(..range.start).unwrap_or_default().to_vec();
        out.extend(block(lines, &notes).bytes());
        out.extend(bytes.get(range.end..).unwrap_or_default());
        return Ok(out);
    }
    let mut out = bytes.to_vec();
    let mut notes = Vec::new();
    if old.is_none() {
        notes.push(match directories {
            0 => format!("{MADE}.)"),
            n => format!("{MADE} and the directories above it: {n}.)"),
        });
    } else if bytes.last().is_some_and(|byte| *byte != b'\n') {
        notes.push(NO_NEWLINE.to_owned());
        out.push(b'\n');
    }
    out.extend(block(lines, &notes).bytes());
    Ok(out)
}

/// Returns the file without the block; `None` if it has none.
pub fn take(bytes: &[u8]) -> Result<Option<Taken>, Unfinished> {
    let Some(range) = find(bytes)? else { return Ok(None) };
    let notes = notes(bytes.get(range.clone()).unwrap_or_default());
    let mut rest = bytes.get(..range.start).unwrap_or_default().to_vec();
    let after = bytes.get(range.end..).unwrap_or_default();
    // text appended later needs the newline
    if notes.iter().any(|note| note == NO_NEWLINE) && after.is_empty() && rest.last() == Some(&b'\n') {
        rest.pop();
    }
    rest.extend(after);
    let made = notes.iter().find(|note| note.starts_with(MADE)).map(|note| {
        let number: String = note.chars().filter(char::is_ascii_digit).collect();
        number.parse().unwrap_or(0)
    });
    // a second block, in case it was copied
    if let Some(more) = take(&rest)? {
        return Ok(Some(Taken { bytes: more.bytes, made: made.or(more.made) }));
    }
    let made = made.filter(|_| rest.is_empty());
    Ok(Some(Taken { bytes: rest, made }))
}

fn block(lines: &str, notes: &[String]) -> String {
    let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
    format!("{BEGIN}\n{ABOUT}\n{notes}{}\n{END}\n", lines.trim_end())
}

fn notes(block: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(block);
    text.lines().filter(|line| *line == NO_NEWLINE || line.starts_with(MADE)).map(str::to_owned).collect()
}

/// Returns the range of the block, including its last newline.
fn find(bytes: &[u8]) -> Result<Option<Range<usize>>, Unfinished> {
    let mut start = None;
    let mut at = 0;
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let text = line.trim_ascii_end();
        if text == BEGIN.as_bytes() {
            // the nearest begin marker belongs to the end marker
            start = Some((at, number + 1));
        }
        at += line.len();
        if let Some((start, _)) = start
            && text == END.as_bytes()
        {
            return Ok(Some(start..at));
        }
    }
    match start {
        Some((_, line)) => Err(Unfinished { line }),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "eval \"$(darn init bash)\"";

    fn round_trip(old: Option<&[u8]>) -> Taken {
        let new = put(old, LINES, 0).unwrap();
        assert_eq!(put(Some(&new), LINES, 0).unwrap(), new, "a second `put` changed the file");
        take(&new).unwrap().unwrap()
    }

    #[test]
    fn what_was_there_comes_back_to_the_byte() {
        let files: [&[u8]; 8] = [
            b"", b"\n", b"export A=1\n", b"export A=1", b"export A=1\r\nexport B=2\r\n",
            b"export A=1\r\nexport B=2\r", b"# caf\xe9 \xff\xfe\nx=\0y\n\n\n", b"alias x='y' \\",
        ];
        for old in files {
            assert_eq!(
                round_trip(Some(old)),
                Taken { bytes: old.to_vec(), made: None },
                "{}",
                old.escape_ascii()
            );
        }
    }

    #[test]
    fn a_file_darn_made_is_to_be_deleted() {
        assert_eq!(round_trip(None), Taken { bytes: Vec::new(), made: Some(0) });
        let new = put(None, LINES, 3).unwrap();
        assert_eq!(take(&new).unwrap().unwrap().made, Some(3));
        let used = [new.as_slice(), b"export MINE=1\n"].concat();
        assert_eq!(take(&used).unwrap().unwrap(), Taken { bytes: b"export MINE=1\n".to_vec(), made: None });
    }

    #[test]
    fn what_others_appended_stays_a_line_of_its_own() {
        let new = put(Some(b"export A=1"), LINES, 0).unwrap();
        let used = [new.as_slice(), b"export B=2\n"].concat();
        assert_eq!(take(&used).unwrap().unwrap().bytes, b"export A=1\nexport B=2\n");
    }

    #[test]
    fn an_older_block_is_renewed_in_its_place() {
        let old = put(Some(b"a"), "old line", 0).unwrap();
        let old = [old.as_slice(), b"b\n"].concat();
        let new = put(Some(&old), LINES, 0).unwrap();
        let text = String::from_utf8(new.clone()).unwrap();
        assert!(
            text.starts_with("a\n# >>> darn") && text.ends_with("b\n") && !text.contains("old line"),
            "{text}"
        );
        assert!(text.contains(NO_NEWLINE), "{text}");
    }

    #[test]
    fn a_block_without_end_is_not_guessed_at() {
        let broken = format!("a\n{BEGIN}\neval\nexport PRECIOUS=1\n");
        assert_eq!(put(Some(broken.as_bytes()), LINES, 0), Err(Unfinished { line: 2 }));
        assert_eq!(take(broken.as_bytes()), Err(Unfinished { line: 2 }));
    }

    #[test]
    fn two_blocks_go_both() {
        let once = put(Some(b"a\n"), LINES, 0).unwrap();
        let twice = [once.as_slice(), b"b\n", once.strip_prefix(b"a\n").unwrap()].concat();
        assert_eq!(take(&twice).unwrap().unwrap().bytes, b"a\nb\n");
    }
}
