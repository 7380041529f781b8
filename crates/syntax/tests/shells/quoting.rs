//! The real shells return quoted values byte for byte.

use syntax::{Dialect, quote};

use crate::shell::run;
use crate::values::{SHELLS, forms, values};

/// Uses one process per shell, which prints every value followed by NUL.
#[test]
fn every_value_comes_back_through_the_shell() {
    let values = values();
    for dialect in SHELLS {
        let mut script = String::new();
        let mut expected = Vec::new();
        for value in &values {
            for form in forms(value, dialect) {
                script += &format!("printf '%s\\0' {form}\n");
                expected.push(value.as_str());
            }
        }
        let arguments: &[&str] = match dialect {
            Dialect::Zsh => &["-f"],
            Dialect::Bash => &["--norc", "--noprofile"],
            Dialect::Fish => &["-N"],
            _ => &[],
        };
        let output = run(dialect, arguments, script.as_bytes());
        let got: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
        for (index, value) in expected.iter().enumerate() {
            let got = got.get(index).copied().unwrap_or(b"(nothing)");
            let form = forms(value, dialect)[index % 5].clone();
            let shown = String::from_utf8_lossy(got);
            assert_eq!(got, value.as_bytes(), "{dialect:?}: {value:?} as {form} gave {shown:?}");
        }
        assert_eq!(got.len(), expected.len() + 1, "{dialect:?}: {}", String::from_utf8_lossy(&output.stderr));
        println!("{}: {} values came back", dialect.name(), expected.len());
    }
}

/// The same with options that make more characters special, as in interactive shells.
#[test]
fn every_value_comes_back_with_extended_globs() {
    let values = values();
    for (dialect, options, extra) in [
        (Dialect::Bash, "shopt -s extglob nullglob globstar dotglob; set -o histexpand", &["--norc"][..]),
        (Dialect::Zsh, "setopt extendedglob nullglob rcquotes braceccl globdots promptsubst", &["-f"][..]),
    ] {
        let mut script = format!("{options}\n");
        let mut expected = Vec::new();
        for value in &values {
            script += &format!("printf '%s\\0' {}\n", quote(value, dialect));
            expected.push(value.as_bytes());
        }
        let output = run(dialect, extra, script.as_bytes());
        let got: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
        for (got, value) in got.iter().zip(&expected) {
            assert_eq!(got, value, "{dialect:?}: {:?}", String::from_utf8_lossy(value));
        }
        assert_eq!(got.len(), expected.len() + 1, "{dialect:?}");
    }
}
