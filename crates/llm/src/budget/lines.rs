//! Lines of an output, and their cost.

/// Maximum length of a line in bytes; longer ones are cut in the middle.
const MAX_LINE: usize = 400;

/// Estimates the tokens of a text, on the high side: 10 KB of log are 4,000 to 4,700, of hexadecimal digits
/// 9,200.
pub fn tokens(text: &str) -> u32 {
    let sum: usize = text.split_inclusive('\n').map(of_line).sum();
    u32::try_from(sum).unwrap_or(u32::MAX)
}

fn of_line(line: &str) -> usize {
    let code: usize = line.split_whitespace().filter(|word| is_code(word)).map(str::len).sum();
    if code * 10 > line.len() * 6 {
        return (line.len() * 10).div_ceil(11);
    }
    let words = line.split_whitespace().count();
    (line.len() * 10).div_ceil(22).max((words * 14).div_ceil(10))
}

/// Returns whether a word is hexadecimal or base64, where a token covers hardly more than a byte.
fn is_code(word: &str) -> bool {
    const SHORTEST: usize = 8;
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_hex = word.trim_end_matches(':').bytes().all(|byte| byte.is_ascii_hexdigit()) && digits > 0;
    let is_base64 = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
    // in natural words, capitals come first
    let turns = word.as_bytes().windows(2).filter(
        |pair| matches!(pair, [before, after] if before.is_ascii_lowercase() && after.is_ascii_uppercase()),
    );
    is_hex || word.len() >= SHORTEST && is_base64 && turns.count() * 10 > word.len()
}

/// Returns the lines as seen on the screen, with runs of equal lines merged and long lines cut.
pub fn condensed(output: &str) -> Vec<String> {
    let plain = facts::plain::strip(output);
    let mut lines: Vec<(String, usize)> = Vec::new();
    for line in plain.lines() {
        let line = cut(line.trim_end());
        match lines.last_mut().filter(|(last, _)| *last == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let shown = |(line, count): (String, usize)| match count {
        1 => line,
        _ if line.is_empty() => line,
        count => format!("{line} … ×{count}"),
    };
    lines.into_iter().map(shown).collect()
}

fn cut(line: &str) -> String {
    if line.len() <= MAX_LINE {
        return line.to_owned();
    }
    let head = line.get(..line.floor_char_boundary(MAX_LINE * 2 / 3)).unwrap_or_default();
    let tail = line.get(line.ceil_char_boundary(line.len() - MAX_LINE / 3)..).unwrap_or_default();
    format!("{head} … {tail}")
}
