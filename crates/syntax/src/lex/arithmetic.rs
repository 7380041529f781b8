//! Tells arithmetic `((` … `))` from nested subshells (POSIX §2.6.4 requires trying arithmetic first).

use super::Parser;
use crate::Dialect;

impl Parser<'_> {
    /// Returns, for the `((` at `open`, the offset of the first of the two `)` that end it together.
    pub(crate) fn arithmetic_end(&mut self, open: usize) -> Option<usize> {
        let src = self.src.as_bytes();
        let (from, partners) = self.partners.get_or_insert_with(|| (open, pair_parens(src, open)));
        let partner = |open: usize| Some(*partners.get(open.checked_sub(*from)?)? as usize);
        let (outer, inner) = (partner(open)?, partner(open + 1)?);
        (inner > 0 && outer == inner + 1 && outer < self.bytes.len()).then_some(inner)
    }

    /// Reads an arithmetic command if there is one at the current position, where a command may start.
    pub(crate) fn arithmetic_command(&mut self) -> bool {
        if self.dialect == Dialect::Posix || self.peek_at(1) != Some(b'(') {
            return false;
        }
        let Some(end) = self.arithmetic_end(self.pos) else { return false };
        self.pos += 2;
        self.scan_expansions(end);
        self.pos = end + 2;
        true
    }
}

/// Returns the offset of the `)` for each `(` from the offset `from`, or 0 if unclosed; ignores quotes.
fn pair_parens(bytes: &[u8], from: usize) -> Vec<u32> {
    let mut partners = vec![0; bytes.len().saturating_sub(from)];
    let mut open = Vec::new();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' => open.push(at),
            b')' => {
                if let Some(partner) = open.pop().and_then(|open: usize| partners.get_mut(open - from)) {
                    *partner = u32::try_from(at).unwrap_or(0);
                }
            }
            _ => {}
        }
        at += 1;
    }
    partners
}
