//! Perl.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Holes, Lexis, Quote};
use super::table::Arguments::Words;
use super::table::Means::{self, *};
use super::table::Reach::{File, Tree};
use super::table::{Spec, Style, indexed};
use crate::decode;
use programs::Sql;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["#"],
        blocks: &[],
        quotes: &[
            Quote { open: "\"", close: "\"", form: Form::with(Holes::Sigils) },
            Quote { open: "'", close: "'", form: Form::RAW },
            Quote { open: "`", close: "`", form: Form::run(Holes::Sigils) },
        ],
        sigils: "$@%&",
        in_names: "",
        prefixes: "",
        regex: true,
        extra: Extra::Perl,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[
        ("CORE.GLOBAL.", ""),
        ("CORE.", ""),
        ("POSIX.", ""),
        ("File.Path.", ""),
        ("File.Copy.", ""),
        ("LWP.Simple.", ""),
        ("MIME.Base64.", ""),
        ("&", ""),
    ],
    keywords: &[
        "if", "elsif", "else", "unless", "while", "until", "my", "our", "local", "return", "do", "BEGIN",
        "END", "no", "package", "last", "next", "redo", "and", "or", "not", "continue",
    ],
    joiners: &["."],
    members: &["::", "->"],
    style: Style::Perl,
};

const ROWS: &[(&str, Means)] = table!("perl");
