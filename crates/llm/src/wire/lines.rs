//! Bytes in any chunking → lines.

use super::Fault;

/// Longest line, in bytes.
const MAX_LINE: usize = 256 * 1024;

/// Lines that end with LF, CR or CRLF.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    line: Vec<u8>,
    after_cr: bool,
}

impl Lines {
    /// Hands on every line that these bytes complete, without its end.
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
                        return Err(Fault::too_large());
                    }
                }
            }
        }
        Ok(())
    }

    /// What came after the last line end.
    pub fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }
}
