//! Maps bytes that are not UTF-8 to placeholder characters and back, so that everything but the secrets comes
//! out unchanged.

/// First of the last 256 private-use characters, which do not occur in real text.
const FIRST: u32 = 0x10_fe00;

/// Converts bytes to text; each byte outside a valid character becomes a placeholder.
pub fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))));
    }
    text
}

pub fn of_text(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).chain([0xc3, 0xa4, b'x', 0xe2, 0x82]).collect();
        assert_eq!(of_text(&to_text(&all)), all);
        assert_eq!(to_text("žluť".as_bytes()), "žluť");
    }
}
