//! `sed 's/a/b'`, `sed 's/usr/local/opt/'`, `awk '{print $1'`: a script with too few or too many delimiters.

use super::prelude::*;
use crate::diagnosis::Applicability::{Certain, Likely};

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    match command.program_name()? {
        "sed" | "gsed" => {
            let word = substitution(command)?;
            let delimiter = word.value.chars().nth(1)?;
            let blind =
                case.output.is_none() && word.quote != QuoteStyle::Bare && !word.value.contains([';', '\n']);
            let delimiters = count(&word.value, delimiter);
            if case.printed("unterminated 's' command")
                || case.printed("unterminated substitute")
                || blind && delimiters < 3
            {
                let mut behind = command.arguments().iter().skip_while(|next| next.span <= word.span);
                if word.quote == QuoteStyle::Bare
                    && behind.next().is_some_and(|next| next.value.contains(delimiter))
                {
                    return None; // a blank split the script
                }
                let missing = 3_usize.checked_sub(delimiters).filter(|missing| (1..=2).contains(missing))?;
                let edit = append(case, word, &delimiter.to_string().repeat(missing))?;
                return Some(Proposal::certain(edit, format!("s ends with a third {delimiter}")));
            }
            if blind && delimiters > 3
                || case.printed("unknown option to 's'")
                || case.printed("bad flag in substitute command")
            {
                return other_delimiter(case, command, word, delimiter);
            }
            None
        }
        "awk" | "mawk" | "gawk"
            if case.printed("missing } near end of file")
                || case.printed("unexpected newline or end of string") =>
        {
            let word = command
                .arguments()
                .iter()
                .find(|word| word.value.contains('{') && word.quote != QuoteStyle::Bare)?;
            let open =
                count(&word.value, '{').checked_sub(count(&word.value, '}')).filter(|open| *open == 1)?;
            let edit = append(case, word, &"}".repeat(open))?;
            Some(Proposal::certain(edit, "missing }"))
        }
        _ => None,
    }
}

/// Returns the word `s/…/…/`.
fn substitution(command: &Command) -> Option<&Word> {
    command.arguments().iter().find(|word| {
        let mut chars = word.value.chars();
        chars.next() == Some('s')
            && chars.next().is_some_and(|c| c.is_ascii_punctuation() && !matches!(c, '-' | '.' | '\\'))
    })
}

/// Counts the occurrences of `c` without a backslash before it.
fn count(text: &str, c: char) -> usize {
    let mut escaped = false;
    text.chars()
        .filter(|&next| {
            let counts = next == c && !escaped;
            escaped = next == '\\' && !escaped;
            counts
        })
        .count()
}

/// Appends to the content of a word, inside its closing quote.
fn append(case: &Case<'_>, word: &Word, text: &str) -> Option<Edit> {
    let raw = case.raw(word.span);
    let inside = usize::from(raw.ends_with(['\'', '"']));
    Some(Edit::new().insert(word.span.end.checked_sub(inside)?, text))
}

/// Handles a delimiter that occurs in the pattern or the replacement. Decides what belongs to which by the
/// file's content, or else by paths that begin with the delimiter, or else takes the longest pattern.
fn other_delimiter(case: &Case<'_>, command: &Command, word: &Word, delimiter: char) -> Option<Proposal> {
    let body = word.value.get(1 + delimiter.len_utf8()..)?;
    let parts: Vec<&str> = body.split(delimiter).collect();
    let (flags, parts) = parts.split_last()?;
    if parts.len() < 3
        || !flags.chars().all(|c| matches!(c, 'g' | 'i' | 'I' | 'p' | 'e' | 'w' | '0'..='9'))
        || body.contains('\\')
    {
        return None;
    }
    let with = ['|', '#', ',', '@'].into_iter().find(|c| *c != delimiter && !body.contains(*c))?;
    let glue = delimiter.to_string();
    let splits: Vec<(String, String)> = (1..parts.len())
        .filter_map(|at| {
            let (left, right) = parts.split_at_checked(at)?;
            Some((left.join(&glue), right.join(&glue)))
        })
        .filter(|(left, _)| !left.is_empty())
        .collect();
    let text = command
        .arguments()
        .iter()
        .filter_map(|word| case.world.read(&paths::expand(&word.value, case.world)?))
        .next();
    // the longest pattern that occurs in the file
    let in_file =
        text.as_ref().and_then(|text| splits.iter().rev().find(|(left, _)| text.contains(left.as_str())));
    let by_path =
        splits.iter().find(|(left, right)| left.starts_with(delimiter) && right.starts_with(delimiter));
    let inserted =
        splits.iter().find(|(left, right)| right.starts_with(delimiter) && !left.ends_with(delimiter));
    let (left, right) = in_file.or(by_path).or(inserted).or_else(|| splits.last())?;
    let value = format!("s{with}{left}{with}{right}{with}{flags}");
    let raw = case.raw(word.span);
    let edit = match raw.chars().next()? {
        quote @ ('\'' | '"') => Edit::new().replace(word.span, format!("{quote}{value}{quote}")),
        _ => case.set_word(word, &value),
    };
    let applicability = if in_file.is_some() || by_path.is_some() { Certain } else { Likely };
    Some(Proposal::new(edit, format!("the text itself contains {delimiter}"), applicability))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    fn first(text: &str, status: i32, output: &str) -> Option<String> {
        let mut world = world();
        world.files.insert("paths".into(), "PATH=/usr/local/bin\n".into());
        world.programs.extend(["sed".to_owned(), "awk".to_owned()]);
        fixes("bash", text, status, Some(output), &world).first().cloned()
    }

    #[test]
    fn substitutions() {
        assert_eq!(
            first(
                "sed 's/CERT//etc/ssl/a.crt/g' f",
                1,
                "sed: -e expression #1, char 9: unknown option to `s'\n"
            )
            .as_deref(),
            Some("sed 's|CERT|/etc/ssl/a.crt|g' f")
        );
        assert_eq!(
            first("sed -i 's/a/b' f", 1, "sed: -e expression #1, char 5: unterminated `s' command\n")
                .as_deref(),
            Some("sed -i 's/a/b/' f")
        );
        assert_eq!(
            first("sed s/a/b f", 1, "sed: -e expression #1, char 5: unterminated `s' command\n").as_deref(),
            Some("sed s/a/b/ f")
        );
        let unknown = "sed: -e expression #1, char 13: unknown option to `s'\n";
        assert_eq!(
            first("sed -i 's/usr/local/opt/' paths", 1, unknown).as_deref(),
            Some("sed -i 's|usr/local|opt|' paths")
        );
        assert_eq!(
            first("sed 's//usr/bin//opt/bin/g' other", 1, unknown).as_deref(),
            Some("sed 's|/usr/bin|/opt/bin|g' other")
        );
        assert_eq!(
            first("sed 's/a/b/xyz' f", 1, "sed: -e expression #1, char 7: unknown option to `s'\n"),
            None
        );
        let blind = |text| fixes("bash", text, 1, None, &world()).first().cloned();
        assert_eq!(blind("sed 's/a/b' a.txt").as_deref(), Some("sed 's/a/b/' a.txt"));
        assert_eq!(blind("sed 's/a/b/' a.txt"), None);
        assert_eq!(first("sed f", 1, "sed: -e expression #1, char 1: unknown command: `f'\n"), None);
    }

    #[test]
    fn braces() {
        assert_eq!(
            first("awk '{print $1' f", 2, "awk: line 2: missing } near end of file\n").as_deref(),
            Some("awk '{print $1}' f")
        );
        assert_eq!(first("awk '{print $1)}' f", 2, "awk: line 1: syntax error at or near )\n"), None);
    }
}
