//! Any text, all shells: findings have their place in the text, do not overlap, and a token is gone
//! wherever it stands.
#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::Dialect;

const DIALECTS: [Dialect; 6] =
    [Dialect::Bash, Dialect::Zsh, Dialect::Fish, Dialect::Posix, Dialect::PowerShell, Dialect::Nu];
const TOKEN: &str = "ghp_x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1";

fuzz_target!(|input: (u8, &str, &str)| {
    let (choice, before, behind) = input;
    let dialect = DIALECTS[usize::from(choice) % DIALECTS.len()];
    let text = format!("{before}{TOKEN}{behind}");
    let mut done = 0;
    for span in redact::Redactor::default().spans(&text, Some(dialect)) {
        assert!(span.start >= done && !span.is_empty());
        assert!(text.get(span.start..span.end).is_some());
        done = span.end;
    }
    assert!(!redact::redact_command(&text, dialect).get().contains(TOKEN));
});
