//! Labelled texts, and how the redaction handles them. A secret counts as caught only if every occurrence is
//! covered completely; a text without secrets counts as hit if anything in it changes.

use std::collections::BTreeMap;

use redact::Redactor;

#[derive(serde::Deserialize)]
pub struct Row {
    pub id: String,
    /// In other sets: the rule that the text exemplifies.
    #[serde(alias = "rule")]
    pub category: String,
    /// Set if the text is a command line of this shell.
    pub shell: Option<String>,
    pub text: String,
    pub secrets: Vec<String>,
}

impl Row {
    /// Returns 1 or 2. Misses in the first half may be used to improve the patterns, those in the second
    /// never: it shows what the figures are worth.
    pub fn half(&self) -> u64 {
        let hash = self.id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        1 + (hash >> 40 & 1)
    }

    /// Returns the secrets that remain visible.
    pub fn missed(&self) -> Vec<&str> {
        let spans = self.spans();
        let is_covered = |start: usize, end: usize| spans.iter().any(|span| span.0 <= start && end <= span.1);
        let is_missed = |secret: &&String| {
            self.text.match_indices(secret.as_str()).any(|(at, _)| !is_covered(at, at + secret.len()))
        };
        self.secrets.iter().filter(is_missed).map(String::as_str).collect()
    }

    /// Returns the replaced spans; adjacent ones count as one.
    fn spans(&self) -> Vec<(usize, usize)> {
        let dialect = self.shell.as_ref().map(|shell| shell.parse().unwrap());
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for span in Redactor::default().spans(&self.text, dialect) {
            match joined.last_mut().filter(|last| last.1 == span.start) {
                Some(last) => last.1 = span.end,
                None => joined.push((span.start, span.end)),
            }
        }
        joined
    }

    pub fn is_hit(&self) -> bool {
        self.secrets.is_empty() && !self.spans().is_empty()
    }
}

pub fn read(text: &str) -> Vec<Row> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Number of secrets, of those caught, of texts without secrets, and of those hit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Count {
    pub secrets: usize,
    pub caught: usize,
    pub clean: usize,
    pub hit: usize,
}

impl Count {
    pub fn add(&mut self, row: &Row) {
        self.secrets += row.secrets.len();
        self.caught += row.secrets.len() - row.missed().len();
        self.clean += usize::from(row.secrets.is_empty());
        self.hit += usize::from(row.is_hit());
    }
}

pub fn count<'r>(rows: impl Iterator<Item = &'r Row>) -> Count {
    let mut count = Count::default();
    rows.for_each(|row| count.add(row));
    count
}

pub fn by_category<'r>(rows: impl Iterator<Item = &'r Row>) -> BTreeMap<&'r str, Count> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    rows.for_each(|row| counts.entry(&row.category).or_default().add(row));
    counts
}
