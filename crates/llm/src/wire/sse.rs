//! Server-sent events, limited to `data` and `event`; `id`, `retry` and comments are ignored
//! (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).

use super::Fault;
use super::lines::Lines;

#[derive(Debug, Clone, Default)]
pub struct Sse {
    lines: Lines,
    event: Event,
}

/// An event being received.
#[derive(Debug, Clone, Default)]
struct Event {
    name: String,
    data: Vec<u8>,
    has_data: bool,
}

type Each<'a> = dyn FnMut(&str, &[u8]) -> Result<(), Fault> + 'a;

impl Sse {
    /// Passes name and data of every event completed by these bytes to `each`.
    pub fn feed(&mut self, bytes: &[u8], each: &mut Each<'_>) -> Result<(), Fault> {
        let Self { lines, event } = self;
        lines.feed(bytes, &mut |line| event.line(line, each))
    }

    /// Ends the stream; the last event counts even without the blank line after it.
    pub fn end(&mut self, each: &mut Each<'_>) -> Result<(), Fault> {
        let rest = self.lines.rest();
        self.event.line(&rest, each)?;
        self.event.line(b"", each)
    }
}

impl Event {
    fn line(&mut self, line: &[u8], each: &mut Each<'_>) -> Result<(), Fault> {
        if line.is_empty() {
            let Self { name, data, has_data } = std::mem::take(self);
            return if has_data { each(&name, &data) } else { Ok(()) };
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at_checked(colon).unwrap_or((line, b""));
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                if self.has_data {
                    self.data.push(b'\n');
                }
                self.has_data = true;
                self.data.extend_from_slice(value);
            }
            b"event" => self.name = String::from_utf8_lossy(value).into_owned(),
            _ => {}
        }
        Ok(())
    }
}
