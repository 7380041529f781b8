//! Removes the thoughts of reasoning models that arrive as text.

/// Tags around thoughts.
const TAGS: [&str; 9] = [
    "think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "seed:think",
    "antthinking",
];
/// Tokens that end a turn; small models continue after them with a dialogue with themselves.
const ENDS: [&str; 8] = [
    "<|return|>", "<|end|>", "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<end_of_turn>", "<|im_start|>",
    "</s>",
];
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";

/// Returns the text after the thoughts, or `None` if they do not end. A closing tag without an opening one
/// ends the thoughts before it, because some servers swallow the opening tag.
pub fn removed(text: &str) -> Option<&str> {
    let text = if text.contains(CHANNEL) { last_channel(text)? } else { text };
    let mut depth = 0_usize;
    let mut visible = text;
    for tag in tags(text) {
        if tag.closes {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                visible = text.get(tag.end..).unwrap_or_default();
            }
        } else {
            depth += 1;
        }
    }
    if depth > 0 {
        return None;
    }
    let end = ENDS.iter().filter_map(|end| visible.find(end)).min().unwrap_or(visible.len());
    visible.get(..end)
}

/// Returns the text of the `final` channel in Harmony, the format of gpt-oss; other channels are thoughts.
fn last_channel(text: &str) -> Option<&str> {
    let (_, rest) = text.rsplit_once(CHANNEL)?;
    let (name, message) = rest.split_once(MESSAGE)?;
    (name.trim() == "final").then_some(message)
}

struct Tag {
    end: usize,
    closes: bool,
}

fn tags(text: &str) -> impl Iterator<Item = Tag> {
    text.match_indices(['<', '[']).filter_map(|(start, open)| {
        let rest = text.get(start + 1..)?;
        let (closes, name) = rest.strip_prefix('/').map_or((false, rest), |name| (true, name));
        let close = if open == "<" { '>' } else { ']' };
        let longest = TAGS.iter().map(|tag| tag.len()).max().unwrap_or(0);
        let length = name.bytes().take(longest + 1).position(|byte| char::from(byte) == close)?;
        let name = name.get(..length)?;
        // Mistral uses `[THINK]`; a word in brackets is not a tag
        let known =
            if open == "<" { TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name)) } else { name == "THINK" };
        let end = start + 1 + usize::from(closes) + length + 1;
        known.then_some(Tag { end, closes })
    })
}
