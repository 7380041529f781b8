//! `sed "s/a/$dir/"`: the value of the variable contains the delimiter. (POSIX, sed: any other character serves)

use super::prelude::*;

/// Delimiters in place of `/`, the most usual first.
const OTHERS: [char; 4] = ['|', '#', ',', '@'];

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    const REFUSALS: &[&str] = &["unknown option to 's'", "bad flag in substitute command"];
    if !matches!(command.program_name(), Some("sed" | "gsed")) || !case.printed_any(REFUSALS) {
        return None;
    }
    command.arguments().iter().filter(|word| word.dynamic).find_map(|word| {
        let raw = case.raw(word.span);
        let (_, script) = raw.split_once("s/").filter(|(before, _)| before.chars().all(is_before))?;
        let flags = script.rsplit('/').next()?.trim_end_matches(['"', '\'']);
        let is_simple = flags.chars().all(|flag| "gIipemM0123456789".contains(flag))
            && script.matches('/').count() == 2
            && script.contains('$')
            && !script.contains("$(");
        let other = OTHERS.into_iter().find(|other| !raw.contains(*other)).filter(|_| is_simple)?;
        let edit = Edit::new().replace(word.span, raw.replace('/', &other.to_string()));
        let because = format!("the variable contains a /, which ends the text: {other} delimits as well");
        Some(Proposal::likely(edit, because))
    })
}

/// Returns whether a character may stand before the command: quotes, and an address of lines.
fn is_before(c: char) -> bool {
    c.is_ascii_digit() || "\"'$, ".contains(c)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn another_delimiter_is_taken_where_the_value_has_it() {
        let refused = "sed: -e expression #1, char 9: unknown option to `s'\n";
        mends("bash", "sed \"s/a/$var/g\" f", 1, refused, "sed \"s|a|$var|g\" f");
        mends("zsh", "sed -i \"s/|/$dir/\" f", 1, refused, "sed -i \"s#|#$dir#\" f");
        leaves("bash", "sed 's/a/b/c/d' f", 1, Some(refused));
    }
}
