//! How much of a command line is read, so that no line costs more than a fixed amount of work.

use crate::verdict::Coverage;

/// Work that is done for one command line: see [`Budget::charge`].
const MAX_WORK: usize = 1_600 * COMMAND;
/// Cost of one simple command, in bytes that are copied.
const COMMAND: usize = 4_096;
/// Cost of one word.
const WORD: usize = COMMAND / 32;
/// Words of one command that are read.
pub const MAX_ARGUMENTS: usize = 4_096;
/// Bytes of all texts that are parsed for one command line.
const MAX_BYTES: usize = 256 * 1024;
/// Shells within shells, substitutions within substitutions.
const MAX_DEPTH: u16 = 24;
/// Fields that braces expand to, over all words; later words keep their braces.
const MAX_EXPANDED: usize = 4_096;

/// The work done for one command line, and whether all of it was read.
#[derive(Debug, Default)]
pub struct Budget {
    work: usize,
    bytes: usize,
    depth: u16,
    expanded: usize,
    coverage: Coverage,
}

impl Budget {
    /// Adds work equivalent to copying this many bytes. Everything that grows with the line, or doubles with
    /// each of its commands, is charged here.
    pub const fn charge(&mut self, bytes: usize) {
        self.work = self.work.saturating_add(bytes);
    }

    /// Charges one command; false if the budget is exhausted.
    pub const fn step(&mut self) -> bool {
        self.charge(COMMAND);
        self.can_go_on()
    }

    /// Charges one operand or redirection of a command; false if the budget is exhausted.
    pub const fn step_within(&mut self) -> bool {
        self.charge(COMMAND / 8);
        self.can_go_on()
    }

    /// Charges words: a long list read repeatedly (nested loops) is work too.
    pub const fn count_words(&mut self, number: usize) {
        self.charge(number * WORD);
    }

    /// Returns false if the budget is exhausted: the rest is skipped.
    pub const fn can_go_on(&mut self) -> bool {
        if self.work > MAX_WORK {
            self.skip();
        }
        self.work <= MAX_WORK
    }

    /// Enters a text within the text; false if that is too deep or too much.
    pub const fn enter(&mut self, bytes: usize) -> bool {
        if self.depth >= MAX_DEPTH || self.bytes + bytes > MAX_BYTES || !self.can_go_on() {
            self.skip();
            return false;
        }
        self.bytes += bytes;
        self.depth += 1;
        true
    }

    pub const fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Returns whether texts are nested deeper than this.
    pub const fn is_deeper_than(&self, depth: u16) -> bool {
        self.depth > depth
    }

    /// Returns whether braces may still be expanded.
    pub const fn can_expand(&self) -> bool {
        self.expanded <= MAX_EXPANDED
    }

    pub const fn count_expanded(&mut self, fields: usize) {
        self.expanded += fields;
    }

    /// Records that something was not read.
    pub const fn skip(&mut self) {
        self.coverage = Coverage::Partial;
    }

    pub const fn coverage(&self) -> Coverage {
        self.coverage
    }
}
