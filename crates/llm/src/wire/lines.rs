//! Splits bytes in chunks of any size into lines.

use super::{Fault, FaultKind};

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 256 * 1024;

/// A splitter of lines that end with LF, CR or CRLF.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    line: Vec<u8>,
    after_cr: bool,
}

impl Lines {
    /// Passes every line completed by these bytes to `each`, without the line ending.
    pub fn feed(
        &mut self,
        bytes: &[u8],
        each: &mut dyn FnMut(&[u8]) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for &byte in bytes {
            let is_second_half = byte == b'\n' && self.after_cr;
            self.after_cr = byte == b'\r';
            match byte {
                _ if is_second_half => {}
                b'\n' | b'\r' => {
                    each(&self.line)?;
                    self.line.clear();
                }
                _ => {
                    self.line.push(byte);
                    if self.line.len() > MAX_LINE {
                        return Err(Fault::of(FaultKind::TooLarge));
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes the text after the last line ending.
    pub fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }
}
