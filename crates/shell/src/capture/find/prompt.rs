//! Recognises prompts and compares them. Numbers in them (time, status, jobs) are ignored.

/// ASCII characters that end a prompt.
const SIGILS: &str = "$#%>])~";

/// Returns whether the text before a command may be a prompt; `sudo `, `+ `, `hint: ` and `$ cd x && ` are
/// not.
pub fn is_prompt(before: &str) -> bool {
    let Some(last) = before.trim_end().chars().next_back() else { return false };
    let is_apart = before.ends_with(|c: char| !c.is_alphanumeric() && !"-_/.".contains(c));
    is_apart && (is_sigil(last) || has_symbol(before))
}

fn is_sigil(c: char) -> bool {
    if c.is_ascii() { SIGILS.contains(c) } else { true }
}

/// Returns whether a prompt is like `➜  directory `, which ends like a word but begins with a symbol.
fn has_symbol(before: &str) -> bool {
    before.chars().next().is_some_and(|c| !c.is_ascii() && !c.is_alphanumeric())
}

/// Returns whether two prompts begin and end with the same sign, since a prompt changes with the directory
/// but keeps its form.
pub fn is_kin(one: &str, other: &str) -> bool {
    let ends = |text: &str| Some((text.chars().next()?, text.trim_end().chars().next_back()?));
    let (Some((first, last)), Some((other_first, other_last))) = (ends(one), ends(other)) else {
        return false;
    };
    first == other_first && (last == other_last && is_sigil(last) || has_symbol(one))
}

/// Returns whether two rows are equal except for numbers.
pub fn is_alike(one: &str, other: &str) -> bool {
    rest_after(one, other).is_some_and(str::is_empty)
}

/// Returns the text after the prompt in a row that begins with it. Trailing blanks of the prompt may be
/// missing if nothing follows.
pub fn rest_after<'r>(row: &'r str, prompt: &str) -> Option<&'r str> {
    let (mut row, mut prompt) = (row, prompt);
    while let Some(wanted) = prompt.chars().next() {
        if wanted.is_ascii_digit() {
            let after = |text: &str| text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (left, still) = (after(row), after(prompt));
            if left == row.len() {
                return None;
            }
            row = row.get(row.len() - left..)?;
            prompt = prompt.get(prompt.len() - still..)?;
            continue;
        }
        match row.strip_prefix(wanted) {
            Some(rest) => row = rest,
            None => return (row.is_empty() && prompt.trim().is_empty()).then_some(row),
        }
        prompt = prompt.get(wanted.len_utf8()..)?;
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_and_what_is_none() {
        for prompt in [
            "$ ", "T> ", "me@host:~/x$ ", "bash-5.2# ", "❯ ", "╰─", "➜  x ", "λ ", "(venv) me % ", "[12:30] ",
        ] {
            assert!(is_prompt(prompt), "{prompt:?}");
        }
        for text in [
            "", "  ", "sudo ", "$ sudo ", "+ ", "hint: ", "$ cd x && ", "`", "  run \"", "a-", "$ X=1 ", "./",
        ] {
            assert!(!is_prompt(text), "{text:?}");
        }
    }

    #[test]
    fn numbers_and_directories_change() {
        assert_eq!(rest_after("[12:30:07] $ ls", "[9:05:00] $ "), Some("ls"));
        assert_eq!(rest_after("~/a $ ls", "~/b $ "), None);
        assert_eq!(rest_after("~/a $", "~/a $ "), Some(""));
        assert_eq!(rest_after("", "$ "), None);
        assert_eq!(rest_after("x1", "1"), None);
        assert!(is_kin("me@host:~/a$ ", "me@host:/usr$ "));
        assert!(is_kin("➜  a ", "➜  b git:(main) ✗ "));
        assert!(!is_kin("> ", "T> "));
    }
}
