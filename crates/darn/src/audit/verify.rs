//! Verifies the chain: each entry must have the hash of its bytes and follow the previous one.

use super::entry::{Entry, NO_HASH, hash};
use super::read::{Part, Snapshot};

/// The result of a verification.
#[derive(Debug, Default)]
pub struct Report {
    /// Number of entries.
    pub entries: usize,
    /// The last entry.
    pub last: Option<Entry>,
    /// Signs of tampering: changed, removed, inserted or moved entries.
    pub problems: Vec<String>,
    /// Worth reporting but not a sign of tampering: interrupted writes.
    pub notes: Vec<String>,
}

/// Lines since the last entry that are not entries.
struct Stray {
    place: String,
    start: usize,
}

/// Checks the log, or only its newest file, whose first entry's predecessor is then unknown.
pub fn verify(log: &Snapshot) -> Report {
    let mut report = Report::default();
    for part in &log.parts {
        report.part(part, log);
    }
    report.end(log);
    report
}

impl Report {
    fn part(&mut self, part: &Part, log: &Snapshot) {
        let mut strays: Vec<Stray> = Vec::new();
        let mut start: usize = 0;
        for (number, line) in part.bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let place = format!("{}:{}", part.name, number + 1);
            let parsed = line.strip_suffix(b"\n").and_then(Entry::parse);
            match parsed {
                Some((entry, hashed)) => {
                    let torn = start.checked_sub(entry.torn).unwrap_or(start);
                    if entry.torn > 0 && strays.pop_if(|stray| stray.start == torn).is_some() {
                        self.notes.push(format!("{place}: a write was interrupted before this line"));
                    }
                    self.strays(&mut strays);
                    let bytes = part.bytes.get(torn..start + hashed).unwrap_or_default();
                    if hash(&[bytes]) != entry.hash {
                        self.problems.push(format!("{place}: entry {} was changed", entry.seq));
                    }
                    self.follow(entry, &place, log);
                }
                None if line.ends_with(b"\n") => strays.push(Stray { place, start }),
                None => {
                    self.strays(&mut strays);
                    self.notes.push(format!("{place}: incomplete line: a write was interrupted"));
                }
            }
            start += line.len();
        }
        self.strays(&mut strays);
    }

    fn strays(&mut self, strays: &mut Vec<Stray>) {
        for stray in strays.drain(..) {
            self.problems.push(format!("{}: this line is not a darn entry", stray.place));
        }
    }

    /// Checks whether the entry follows the last one.
    fn follow(&mut self, entry: Entry, place: &str, log: &Snapshot) {
        self.entries += 1;
        let number = entry.seq;
        let problem = match &self.last {
            Some(last) if number <= last.seq => {
                // keep it out of the chain: the next line must follow the entry before it
                self.problems.push(format!("{place}: entry {number} was inserted or moved here"));
                return;
            }
            Some(last) if number > last.seq + 1 => Some(missing(last.seq + 1, number - 1)),
            Some(last) if entry.prev != last.hash => {
                Some(format!("entry {number} does not follow entry {}, the one before it", last.seq))
            }
            Some(_) => None,
            None => {
                // older entries may have been rotated away; the head knows how many
                let first = log.head.as_ref().map_or(number, |head| head.first);
                if number > first {
                    Some(missing(first, number - 1))
                } else {
                    (number <= 1 && entry.prev != NO_HASH)
                        .then(|| format!("entry {number} is not the first one written"))
                }
            }
        };
        self.problems.extend(problem.map(|problem| format!("{place}: {problem}")));
        self.last = Some(entry);
    }

    /// Checks whether the log ends where the last writer left it.
    fn end(&mut self, log: &Snapshot) {
        let last = self.last.as_ref().map_or(0, |last| last.seq);
        let Some(head) = &log.head else {
            if !log.parts.is_empty() {
                self.problems.push(
                    "audit.head is missing or damaged: cannot tell whether entries were cut off the end"
                        .into(),
                );
            }
            return;
        };
        if head.seq > last {
            self.problems.push(format!("at the end {}", missing(last + 1, head.seq)));
        } else if head.seq == last && self.last.as_ref().is_some_and(|last| last.hash != head.hash) {
            self.problems.push(format!("entry {last} is not the one recorded in audit.head"));
        } else if last > head.seq + 1 {
            // a writer killed before it wrote the head leaves exactly one more entry
            self.problems.push(format!("audit.head does not record entries {}–{last}", head.seq + 1));
        }
    }
}

fn missing(first: u64, last: u64) -> String {
    if first == last {
        format!("entry {first} is missing")
    } else {
        format!("entries {first}–{last} are missing")
    }
}
