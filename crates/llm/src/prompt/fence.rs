//! The marks around data: `<<out-7f3a` … `out-7f3a>>`.

use std::borrow::Cow;
use std::fmt::Write as _;

const OPEN: &str = "<<out-";
const CLOSE: &str = ">>";

/// Extends the tag until none of the texts contains it.
pub(super) fn tag<'a>(tag: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let mut tag = tag.to_owned();
    for text in texts {
        let mut number = 0_usize;
        while text.contains(&tag) {
            number += 1;
            let _ = write!(tag, "{number}");
        }
    }
    tag
}

/// Puts marks around a text, each on a separate line.
pub(super) fn around(text: &str, tag: &str) -> String {
    format!("{OPEN}{tag}\n{}\nout-{tag}{CLOSE}\n", text.trim_end_matches('\n'))
}

/// Removes marked output that the model repeats, because it is still data.
pub fn without_echo(text: &str) -> Cow<'_, str> {
    if !text.contains(OPEN) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        if is_inside {
            let end = line.trim_end();
            is_inside = !(end.ends_with(CLOSE) && end.contains("out-"));
        } else if line.trim_start().starts_with(OPEN) {
            is_inside = true;
        } else {
            out.push_str(line);
        }
    }
    out.into()
}
