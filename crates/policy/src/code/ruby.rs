//! Ruby.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Holes, Lexis, Quote};
use super::table::Arguments::Words;
use super::table::Means::{self, *};
use super::table::Reach::{File, Tree};
use super::table::{Spec, Style, indexed};
use crate::Level::Confirm;
use crate::decode;
use programs::Sql;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["#"],
        blocks: &[("\n=begin", "\n=end")],
        quotes: &[
            Quote { open: "\"", close: "\"", form: Form::with(Holes::HashBrace) },
            Quote { open: "'", close: "'", form: Form::RAW },
            Quote { open: "`", close: "`", form: Form::run(Holes::HashBrace) },
        ],
        sigils: "$@",
        in_names: "",
        prefixes: "",
        regex: true,
        extra: Extra::Ruby,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[("Kernel.", ""), ("Object.", ""), (".", "")],
    keywords: &[
        "if", "elsif", "else", "unless", "while", "until", "return", "do", "begin", "rescue", "ensure",
        "end", "then", "case", "when", "yield", "and", "or", "not", "break", "next", "module", "BEGIN",
        "END", "loop",
    ],
    joiners: &["+", "<<"],
    members: &[".", "::", "&."],
    style: Style::Ruby,
};

const ROWS: &[(&str, Means)] = table!("ruby");
