//! Alternatives in patterns: `(a|b)`, expanded when a pattern is parsed. Shared with the build script.

/// Maximum number of alternatives of one pattern.
const MAX_ALTERNATIVES: usize = 1_000;

/// Expands the alternatives of a pattern.
///
/// # Errors
/// An unbalanced parenthesis, or too many alternatives.
pub fn expand(pattern: &str) -> Result<Vec<String>, String> {
    let Some((before, rest)) = pattern.split_once('(') else {
        return match pattern.contains(')') {
            true => Err(format!("`)` without `(` in `{pattern}`")),
            false => Ok(vec![pattern.to_owned()]),
        };
    };
    let Some((inside, behind)) = rest.split_once(')') else {
        return Err(format!("`(` without `)` in `{pattern}`"));
    };
    if inside.contains('(') {
        return Err(format!("one `(` within another in `{pattern}`"));
    }
    let tails = expand(behind)?;
    let all: Vec<String> = inside
        .split('|')
        .flat_map(|choice| tails.iter().map(move |tail| format!("{before}{choice}{tail}")))
        .take(MAX_ALTERNATIVES + 1)
        .collect();
    match all.len() > MAX_ALTERNATIVES {
        true => Err(format!("more than {MAX_ALTERNATIVES} alternatives in `{pattern}`")),
        false => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_spelt_out() {
        assert_eq!(expand("a(b|c)d").unwrap(), ["abd", "acd"]);
        assert_eq!(expand("(a|b)(|s)").unwrap(), ["a", "as", "b", "bs"]);
        for wrong in ["(a", "a)", "((a|b))"] {
            assert!(expand(wrong).is_err(), "{wrong}");
        }
    }
}
