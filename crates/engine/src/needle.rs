//! The longest literal of a pattern: the prefilter. Shared with the build script, which stores it with each
//! built-in rule, so that a rule is parsed only if its text occurs.

/// Returns the longest literal between the holes of a pattern, with every single quotation mark as `'`.
pub fn longest_literal(pattern: &str) -> String {
    let mut longest = String::new();
    let mut text = String::new();
    let mut rest = pattern;
    let mut keep = |text: &mut String| {
        if text.len() > longest.len() {
            longest = std::mem::take(text);
        }
        text.clear();
    };
    while let Some(at) = rest.find('{') {
        let (before, after) = rest.split_at(at);
        text.push_str(before);
        let inside = after.get(1..).unwrap_or("");
        if let Some(tail) = inside.strip_prefix('{') {
            text.push('{');
            rest = tail;
            continue;
        }
        keep(&mut text);
        rest = inside.split_once('}').map_or("", |(_, tail)| tail);
    }
    text.push_str(rest);
    keep(&mut text);
    longest.replace(['\u{2018}', '\u{2019}', '`'], "'")
}
