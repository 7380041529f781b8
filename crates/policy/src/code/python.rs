//! Python.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Lexis, Quote};
use super::table::Arguments::{Flat, Mode, Words, Zeroth};
use super::table::Means::{self, *};
use super::table::Reach::{File, Tree};
use super::table::{Spec, Style, indexed};
use crate::Level::{Confirm, Warn};
use crate::decode;
use programs::Sql;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["#"],
        blocks: &[],
        quotes: &[
            Quote { open: "\"\"\"", close: "\"\"\"", form: Form::TEXT },
            Quote { open: "'''", close: "'''", form: Form::TEXT },
            Quote { open: "\"", close: "\"", form: Form::TEXT },
            Quote { open: "'", close: "'", form: Form::TEXT },
        ],
        sigils: "",
        in_names: "",
        prefixes: "rbuft",
        regex: false,
        extra: Extra::None,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[
        ("builtins.", ""),
        ("__builtins__.", ""),
        ("posix.", "os."),
        ("os.path.", "os.path."),
        ("sys.modules.", ""),
    ],
    keywords: &[
        "if", "elif", "else", "while", "try", "except", "finally", "with", "return", "raise", "assert",
        "global", "nonlocal", "yield", "await", "async", "del", "pass", "break", "continue", "print", "and",
        "or", "not", "as", "in", "is",
    ],
    joiners: &["+"],
    members: &["."],
    style: Style::Python,
};

const ROWS: &[(&str, Means)] = table!("python");
