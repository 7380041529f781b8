//! Decodes the bytes of a reply, in chunks of any size, into text as it arrives and the complete reply.

use serde_json::Value;

use super::assembly::Assembly;
use super::lines::Lines;
use super::sse::Sse;
use super::{Completion, Fault, FaultKind, Wire};

/// Maximum size of a body: the event of one token may take 300 bytes, and thoughts are streamed too.
const MAX_BODY: usize = 4 * 1024 * 1024;
/// Maximum size of a reply in one object.
const MAX_DOCUMENT: usize = 512 * 1024;
/// Number of bytes kept from the beginning of a body, for error messages.
const HEAD: usize = 1024;

#[derive(Debug, Clone)]
pub struct Decoder {
    framing: Framing,
    events: Events,
    head: Vec<u8>,
    seen: usize,
}

/// The events of a reply.
#[derive(Debug, Clone)]
struct Events {
    wire: Wire,
    reply: Assembly,
    /// Number of events that were JSON.
    count: usize,
    /// Whether an event was not JSON; only the last one may be, because the stream was cut.
    is_broken: bool,
}

/// Framing of the body, determined by its first non-blank byte.
#[derive(Debug, Clone)]
enum Framing {
    Undecided(Vec<u8>),
    Sse(Sse),
    /// One object per line.
    Lines(Lines),
    /// A single object: the server ignored `stream`.
    Document(Vec<u8>),
    /// Markup, which is not a reply.
    Page,
}

impl Decoder {
    pub fn new(wire: Wire) -> Self {
        let events = Events { wire, reply: Assembly::default(), count: 0, is_broken: false };
        Self { framing: Framing::Undecided(Vec::new()), events, head: Vec::new(), seen: 0 }
    }

    /// Decodes the next bytes of the body and passes complete text to `on_text`.
    ///
    /// # Errors
    /// The server sent an error or too much data. Nothing in the reply may be run then.
    pub fn feed(&mut self, bytes: &[u8], on_text: &mut dyn FnMut(&str)) -> Result<(), Fault> {
        self.seen = self.seen.saturating_add(bytes.len());
        if self.seen > MAX_BODY {
            return Err(Fault::of(FaultKind::TooLarge));
        }
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(bytes.get(..room).unwrap_or_default());
        let result = self.frame(bytes);
        self.events.tell(on_text);
        result
    }

    /// Ends decoding when the body or the connection has ended.
    ///
    /// # Errors
    /// The server sent an error instead of a reply.
    pub fn end(mut self, on_text: &mut dyn FnMut(&str)) -> Result<Completion, Fault> {
        let result = self.last();
        self.events.tell(on_text);
        result?;
        let is_cut = self.events.reply.finish.is_none();
        if is_cut && self.events.count == 0 && matches!(self.framing, Framing::Sse(_)) {
            let head = self.head.strip_prefix(BOM).unwrap_or(&self.head).trim_ascii_start();
            let fields: [&[u8]; 5] = [b"data", b"event", b":", b"id", b"retry"];
            if !fields.iter().any(|field| head.starts_with(field) || field.starts_with(head)) {
                return Err(Fault::not_an_api(head));
            }
        }
        Ok(self.events.reply.end())
    }

    fn frame(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let Self { framing, events, .. } = self;
        if let Framing::Undecided(start) = framing {
            start.extend_from_slice(bytes);
            let start = std::mem::take(start);
            let Some(decided) = decide(events.wire, &start) else {
                *framing = Framing::Undecided(start);
                return Ok(());
            };
            *framing = decided;
            return self.frame(start.strip_prefix(BOM).unwrap_or(&start).trim_ascii_start());
        }
        let mut each = |name: &str, data: &[u8]| events.read(name, data);
        match framing {
            Framing::Sse(sse) => sse.feed(bytes, &mut each),
            Framing::Lines(lines) => lines.feed(bytes, &mut |line| each("", line)),
            Framing::Document(document) => {
                document.extend_from_slice(bytes);
                if document.len() > MAX_DOCUMENT { Err(Fault::of(FaultKind::TooLarge)) } else { Ok(()) }
            }
            Framing::Page | Framing::Undecided(_) => Ok(()),
        }
    }

    fn last(&mut self) -> Result<(), Fault> {
        let Self { framing, events, head, .. } = self;
        match framing {
            Framing::Sse(sse) => sse.end(&mut |name, data| events.read(name, data)),
            Framing::Lines(lines) => events.read("", &lines.rest()),
            Framing::Document(document) => events.read("", document),
            Framing::Page => Err(Fault::not_an_api(head)),
            Framing::Undecided(_) => Ok(()),
        }
    }
}

const BOM: &[u8] = b"\xef\xbb\xbf";

fn decide(wire: Wire, start: &[u8]) -> Option<Framing> {
    if start.len() < BOM.len() && BOM.starts_with(start) {
        return None;
    }
    let text = start.strip_prefix(BOM).unwrap_or(start).trim_ascii_start();
    Some(match text.first()? {
        b'<' => Framing::Page,
        b'{' | b'[' if wire == Wire::Ollama => Framing::Lines(Lines::default()),
        b'{' | b'[' => Framing::Document(Vec::new()),
        _ => Framing::Sse(Sse::default()),
    })
}

impl Events {
    /// Passes on the text that has arrived.
    fn tell(&mut self, on_text: &mut dyn FnMut(&str)) {
        let news = self.reply.news();
        if !news.is_empty() {
            on_text(news);
        }
    }

    /// Reads one event. Bytes that are not UTF-8 become U+FFFD, and commands with it are rejected.
    fn read(&mut self, name: &str, data: &[u8]) -> Result<(), Fault> {
        let data = data.trim_ascii();
        if data.is_empty() {
            return Ok(());
        }
        if self.is_broken {
            return Err(Fault::of(FaultKind::Malformed));
        }
        if data == b"[DONE]" {
            // some servers send no finish reason; this marks the end instead
            self.reply.finish.get_or_insert(super::Finish::Stop);
            return Ok(());
        }
        let Ok(event) = serde_json::from_str::<Value>(&String::from_utf8_lossy(data)) else {
            self.is_broken = true;
            return Ok(());
        };
        self.count += 1;
        self.wire.event(name, &event, &mut self.reply)
    }
}
