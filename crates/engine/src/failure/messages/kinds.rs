//! Message patterns common to many tools, and the kind of failure that each implies.

use std::sync::OnceLock;

use memchr::memmem;

use super::super::FailureKind;
use crate::text::Text;

const TEXTS: &str = include_str!("../../data/kinds.txt");

/// Maximum number of output bytes examined.
const MAX_BYTES: usize = 32 * 1024;

/// Returns the kind of a failure, from its text.
pub fn kind_of(output: &Text) -> Option<FailureKind> {
    find_kind(output).or_else(|| first(output, |text| output.may_hold(text.as_bytes()), Weight::Weak))
}

/// Returns the kind that a specific message implies; usage texts and a mere `error: ` do not count.
pub fn find_kind(output: &Text) -> Option<FailureKind> {
    first(output, |text| output.may_hold(text.as_bytes()), Weight::Strong)
}

/// Like [`kind_of`], of one line.
pub fn kind_of_line(line: &str) -> Option<FailureKind> {
    find_kind_of_line(line).or_else(|| first(line, |_| true, Weight::Weak))
}

/// Like [`find_kind`], of one line.
pub fn find_kind_of_line(line: &str) -> Option<FailureKind> {
    first(line, |_| true, Weight::Strong)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    Strong,
    /// Counts only without a stronger line.
    Weak,
}

/// Returns the kind of the first line that contains one of the texts.
fn first(output: &str, may_hold: impl Fn(&str) -> bool, wanted: Weight) -> Option<FailureKind> {
    let mut rest = output.as_bytes();
    rest = rest.get(..MAX_BYTES).unwrap_or(rest);
    let mut found = None;
    for row in rows().iter().filter(|row| row.weight == wanted && may_hold(row.text)) {
        if let Some(at) = row.position(rest) {
            found = Some(row.kind);
            // another text wins only on an earlier line
            let line = memchr::memrchr(b'\n', rest.get(..at).unwrap_or(b"")).map_or(0, |end| end + 1);
            rest = rest.get(..line).unwrap_or(b"");
        }
    }
    found
}

/// A text that tells the kind of a failure.
#[derive(Debug)]
struct Row {
    kind: FailureKind,
    weight: Weight,
    text: &'static str,
    /// The text begins a line.
    begins: bool,
}

impl Row {
    fn position(&self, output: &[u8]) -> Option<usize> {
        memmem::find_iter(output, self.text.as_bytes()).find(|at| {
            !self.begins || at.checked_sub(1).is_none_or(|before| output.get(before) == Some(&b'\n'))
        })
    }
}

/// Returns the rows of the table.
fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut head = None;
        let read = |line: &'static str| {
            let Some(text) = line.strip_prefix("  ") else {
                let (name, weight) =
                    line.strip_suffix('?').map_or((line, Weight::Strong), |name| (name, Weight::Weak));
                head = FailureKind::named(name).map(|kind| (kind, weight));
                return None;
            };
            let (kind, weight) = head?;
            let begins = text.starts_with('^');
            Some(Row { kind, weight, text: text.trim_start_matches('^'), begins })
        };
        TEXTS.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
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
        let rows: Vec<&str> = rows().iter().map(|row| row.text).collect();
        assert!(rows.len() > 200, "{}", rows.len());
        for (at, row) in rows.iter().enumerate() {
            assert!(row.len() > 2 && !rows[..at].contains(row), "{row}: listed twice?");
        }
    }

    #[test]
    fn the_first_line_that_complains_decides() {
        let kind = |text: &str| kind_of_line(text).map(FailureKind::name);
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
