//! `echo "stop!now"`: the shell searched its history for `!now`.

use super::prelude::*;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if !matches!(case.dialect(), Dialect::Bash | Dialect::Zsh)
        || !case.printed("event not found") && !case.printed("no such event")
    {
        return None;
    }
    let closes = case.printed("!\": event not found");
    let mut edit = Edit::new();
    let is_argument = |word: &Word| {
        case.failure.script.commands.iter().any(|c| c.arguments().iter().any(|other| other.span == word.span))
    };
    let words = case.failure.script.commands.iter().flat_map(|c| c.assignments.iter().chain(&c.words));
    for word in words {
        let raw = case.raw(word.span);
        // only a `!` with text after it, which before bash 4.4 could be the closing quote; a word that begins
        // with `!` recalls a command
        let expands = raw.char_indices().any(|(at, c)| {
            let rest = raw.get(at + 1..).unwrap_or_default();
            c == '!' && !rest.is_empty() && (closes || !rest.starts_with('"')) && !rest.starts_with('=')
        });
        // a pattern recalls no command
        let recalls = raw.starts_with('!') && !(word.glob && is_argument(word));
        if !expands || recalls || word.quote == QuoteStyle::Single {
            continue;
        }
        let text = match word.quote {
            QuoteStyle::Double if !word.dynamic => single(&word.value),
            QuoteStyle::Bare if raw.starts_with('!') && !word.dynamic => single(raw),
            QuoteStyle::Bare if !raw.contains('\\') => raw.replace('!', "\\!"),
            _ if raw.contains('"') => raw.replace('!', "\"'!'\""),
            _ => continue,
        };
        edit = edit.replace(word.span, text);
    }
    if edit.is_empty() {
        return None;
    }
    Some(Proposal::certain(edit, "! recalls history, but not in single quotes"))
}

fn single(value: &str) -> String {
    format!("'{}'", value.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn protects_the_mark() {
        mends("bash", "echo \"stop!now\"", 0, "bash: !now: event not found\n", "echo 'stop!now'");
        mends("zsh", "echo \"stop!now\"", 1, "zsh: event not found: now\n", "echo 'stop!now'");
        mends("bash", "echo hi!there", 0, "bash: !there: event not found\n", "echo hi\\!there");
        mends(
            "bash", "git commit -m \"it's done!now\"", 0, "bash: !now: event not found\n",
            "git commit -m 'it'\\''s done!now'",
        );
        mends(
            "zsh", "tidy --all css/*.css !css/*.min.css", 1, "zsh: event not found: css/\n",
            "tidy --all css/*.css '!css/*.min.css'",
        );
        mends("bash", "echo \"$USER!x\"", 0, "bash: !x: event not found\n", "echo \"$USER\"'!'\"x\"");
    }

    #[test]
    fn leaves_recalls() {
        mends("bash", "echo \"# Hi!\" > a.md", 1, "bash: !\": event not found\n", "echo '# Hi!' > a.md");
        leaves("bash", "!foo", 0, Some("bash: !foo: event not found\n"));
        leaves("bash", "cat log", 0, Some("bash: !now: event not found\n"));
        leaves("bash", "grep '!now' log", 0, Some("bash: !now: event not found\n"));
    }
}
