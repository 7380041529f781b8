//! `curl http://host/?a=1&b=2`: a URL with `&`, `;` or `(` that the shell interpreted.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if !matches!(
        case.failure.kind,
        FailureKind::SyntaxError | FailureKind::CommandNotFound | FailureKind::FileNotFound
    ) {
        return None;
    }
    let mut edit = Edit::new();
    for command in case.commands() {
        for word in &command.words {
            let raw = case.raw(word.span);
            if word.quote != QuoteStyle::Bare || !raw.contains("://") || raw.starts_with('-') {
                continue;
            }
            let rest = case.failure.script.text.get(word.span.start..).unwrap_or("");
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let run = rest.get(..length).map_or(raw, |run| run.trim_end_matches(['&', ';', '|']));
            // `(curl http://host/a&b)`: the parenthesis closes the one before the URL
            let open = |run: &str, sign| run.matches(sign).count();
            let closes = open(run, ')') > open(run, '(');
            let run = if closes { run.trim_end_matches(')') } else { run };
            if run.len() <= raw.len()
                || run.contains(['\'', '"', '$', '`'])
                || run.contains("&&")
                || run.contains("||")
            {
                continue;
            }
            edit = edit.replace(Span::new(word.span.start, word.span.start + run.len()), format!("'{run}'"));
        }
    }
    if edit.is_empty() {
        return None;
    }
    Some(Proposal::certain(edit, "the shell interpreted & in the URL: quote it"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn torn_urls() {
        mends(
            "bash", "curl -s http://127.0.0.1:9/q?a=1&b=2", 0, "[1] 10294\n",
            "curl -s 'http://127.0.0.1:9/q?a=1&b=2'",
        );
        mends(
            "zsh",
            "curl -s http://127.0.0.1:9/q?a=1&b=2",
            0,
            "[1] 45\nzsh: no matches found: http://127.0.0.1:9/q?a=1\n",
            "curl -s 'http://127.0.0.1:9/q?a=1&b=2'",
        );
        mends(
            "zsh",
            "curl http://127.0.0.1:9/x?y=1&z=2 -d a=b",
            127,
            "[1] 23564\nzsh: no matches found: http://127.0.0.1:9/x?y=1\nzsh: command not found: -d\n",
            "curl 'http://127.0.0.1:9/x?y=1&z=2' -d a=b",
        );
        mends(
            "zsh",
            "curl -s http://127.0.0.1:9/q?a=1&b=2&c=3",
            1,
            "zsh: parse error near `&'\n",
            "curl -s 'http://127.0.0.1:9/q?a=1&b=2&c=3'",
        );
        mends(
            "bash",
            "wget http://127.0.0.1:9/q&x -O f",
            127,
            "[1] 10371\nbash: x: command not found\n",
            "wget 'http://127.0.0.1:9/q&x' -O f",
        );
        mends(
            "dash", "curl http://127.0.0.1:9/a;b", 127, "dash: 1: b: not found\n",
            "curl 'http://127.0.0.1:9/a;b'",
        );
        mends_blind(
            "bash",
            "curl -s https://x.org/?a=1&b=2 | jq .",
            0,
            "curl -s 'https://x.org/?a=1&b=2' | jq .",
        );
    }

    #[test]
    fn leaves_jobs() {
        leaves("bash", "curl -s http://x.org/ & ls", 0, Some("[1] 77\n"));
        leaves("bash", "curl -s 'http://x.org/?a=1&b=2'", 0, None);
    }
}
