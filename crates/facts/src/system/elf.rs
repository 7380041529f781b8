//! Reads the parts of an ELF file (elf(5)) that decide whether it can start.

/// The header of an ELF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elf {
    /// 32 or 64.
    pub bits: u8,
    pub machine: u16,
    /// Path of the requested dynamic loader.
    pub interpreter: Option<String>,
}

/// Maximum number of program headers read; real files have about a dozen.
const MAX_HEADERS: usize = 64;
const PT_INTERP: u64 = 3;

/// Parses the beginning of a file; `None` if it is not ELF.
pub fn parse(bytes: &[u8]) -> Option<Elf> {
    if !bytes.starts_with(b"\x7fELF") {
        return None;
    }
    let bits = if *bytes.get(4)? == 2 { 64 } else { 32 };
    let is_big = *bytes.get(5)? == 2;
    let number = |at: usize, length: usize| -> Option<u64> {
        let field = bytes.get(at..at.checked_add(length)?)?;
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if is_big { field.iter().fold(0, add) } else { field.iter().rev().fold(0, add) })
    };
    let machine = u16::try_from(number(18, 2)?).ok()?;
    // e_phoff, e_phentsize, e_phnum; p_offset, p_filesz
    let (table, size, count, offset, length) =
        if bits == 64 { ((32, 8), 54, 56, (8, 8), (32, 8)) } else { ((28, 4), 42, 44, (4, 4), (16, 4)) };
    let place = |field: u64| usize::try_from(field).ok();
    let interpreter = || {
        let start = place(number(table.0, table.1)?)?;
        let size = place(number(size, 2)?)?;
        let count = place(number(count, 2)?)?.min(MAX_HEADERS);
        let header = (0..count)
            .filter_map(|n| start.checked_add(n.checked_mul(size)?))
            .find(|at| number(*at, 4) == Some(PT_INTERP))?;
        let from = place(number(header.checked_add(offset.0)?, offset.1)?)?;
        let to = from.checked_add(place(number(header.checked_add(length.0)?, length.1)?)?)?;
        let text = std::str::from_utf8(bytes.get(from..to)?).ok()?;
        Some(text.trim_end_matches('\0').to_owned())
    };
    Some(Elf { bits, machine, interpreter: interpreter() })
}

impl Elf {
    /// Returns the name of the file's processor; `None` for a rare or invalid number.
    pub fn processor(&self) -> Option<String> {
        Some(match (self.machine, self.bits) {
            (3, _) => "32-bit x86".to_owned(),
            (62, 64) => "x86-64".to_owned(),
            (62, _) => "x32".to_owned(),
            (40, _) => "32-bit ARM".to_owned(),
            (183, _) => "64-bit ARM".to_owned(),
            (243, bits) => format!("{bits}-bit RISC-V"),
            (8, bits) => format!("{bits}-bit MIPS"),
            (20, _) => "32-bit PowerPC".to_owned(),
            (21, _) => "64-bit PowerPC".to_owned(),
            (22, _) => "s390x".to_owned(),
            (258, _) => "LoongArch".to_owned(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a 64-bit, little-endian header with one program header and the name of a loader.
    fn sample(machine: u16) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(18, 0);
        bytes.extend(machine.to_le_bytes());
        bytes.resize(32, 0);
        bytes.extend(64_u64.to_le_bytes());
        bytes.resize(54, 0);
        bytes.extend([56, 0, 1, 0]);
        bytes.resize(64, 0);
        bytes.extend(3_u32.to_le_bytes());
        bytes.resize(72, 0);
        bytes.extend(120_u64.to_le_bytes());
        bytes.resize(96, 0);
        bytes.extend(15_u64.to_le_bytes());
        bytes.resize(120, 0);
        bytes.extend(b"/lib/ld-musl.so\0");
        bytes
    }

    #[test]
    fn a_header_says_what_the_file_is_for() {
        let elf = parse(&sample(183)).unwrap();
        assert_eq!(elf.processor().as_deref(), Some("64-bit ARM"));
        assert_eq!(elf.interpreter.as_deref(), Some("/lib/ld-musl.so"));
        assert_eq!(parse(b"#!/bin/sh\n"), None);
    }

    #[test]
    fn whatever_the_bytes_nothing_breaks() {
        let whole = sample(62);
        for length in 0..whole.len() {
            let _ = parse(&whole[..length]);
        }
        for at in 4..whole.len() {
            let mut broken = whole.clone();
            broken[at] = 0xff;
            let _ = parse(&broken);
        }
    }
}
