//! Message patterns common to many tools, and the kind of failure that each implies.

use memchr::memmem;

use super::super::FailureKind;
use crate::haystack::Haystack;

const TEXTS: &str = include_str!("../../data/kinds.txt");

/// Maximum number of output bytes examined.
const MAX_BYTES: usize = 32 * 1024;

/// Returns the kind of a failure, from its text.
pub fn kind_of(output: &str) -> Option<FailureKind> {
    find_kind(output).or_else(|| first(output, Weight::Weak))
}

/// Returns the kind that a specific message implies; usage texts and a mere `error: ` do not count.
pub fn find_kind(output: &str) -> Option<FailureKind> {
    first(output, Weight::Strong)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Strong,
    /// Counts only without a stronger line.
    Weak,
}

/// Returns the kind of the first line that contains one of the texts.
fn first(output: &str, wanted: Weight) -> Option<FailureKind> {
    let mut rest = output.as_bytes();
    rest = rest.get(..MAX_BYTES).unwrap_or(rest);
    let haystack = Haystack::of(rest);
    let mut found = None;
    for (kind, text) in texts(wanted) {
        if !haystack.may_hold(text.trim_start_matches('^').as_bytes()) {
            continue;
        }
        if let Some(at) = position(rest, text) {
            found = Some(kind);
            // another text wins only on an earlier line
            let line = memchr::memrchr(b'\n', rest.get(..at).unwrap_or(b"")).map_or(0, |end| end + 1);
            rest = rest.get(..line).unwrap_or(b"");
        }
    }
    found
}

fn position(output: &[u8], text: &str) -> Option<usize> {
    let Some(text) = text.strip_prefix('^') else { return memmem::find(output, text.as_bytes()) };
    memmem::find_iter(output, text.as_bytes())
        .find(|at| at.checked_sub(1).is_none_or(|before| output.get(before) == Some(&b'\n')))
}

/// The rows of the table with their kinds.
fn texts(wanted: Weight) -> impl Iterator<Item = (FailureKind, &'static str)> {
    let mut kind = None;
    TEXTS.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let Some(text) = line.strip_prefix("  ") else {
            let (name, weight) =
                line.strip_suffix('?').map_or((line, Weight::Strong), |name| (name, Weight::Weak));
            kind = FailureKind::named(name).filter(|_| weight == wanted);
            return None;
        };
        kind.map(|kind| (kind, text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_can_be_found() {
        let heads = TEXTS.lines().filter(|line| !line.starts_with(['#', ' ']) && !line.is_empty());
        for head in heads {
            assert!(FailureKind::named(head.trim_end_matches('?')).is_some(), "{head}");
        }
        let rows: Vec<&str> =
            texts(Weight::Strong).chain(texts(Weight::Weak)).map(|(_, text)| text).collect();
        assert!(rows.len() > 200, "{}", rows.len());
        for (at, row) in rows.iter().enumerate() {
            assert!(row.len() > 2 && !rows[..at].contains(row), "{row}: listed twice?");
        }
    }

    #[test]
    fn the_first_line_that_complains_decides() {
        let kind = |text| kind_of(text).map(FailureKind::name);
        assert_eq!(kind("tar: unrecognized option '--x'\nTry 'tar --help'"), Some("invalid_option"));
        assert_eq!(kind("usage: x [y]\nx: y: No such file or directory"), Some("file_not_found"));
        assert_eq!(
            kind("Warning: Couldn't read data from file 'x'\ncurl: (7) Failed to connect"),
            Some("file_not_found")
        );
        assert_eq!(kind("usage: x [y]\nerror: no"), Some("usage"));
        assert_eq!(kind("all is well"), None);
    }
}
