//! R.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Lexis, Quote};
use super::table::Arguments;
use super::table::Means::*;
use super::table::Reach::{File, Option, Tree};
use super::table::{Row, Spec, Style, indexed};

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["#"],
        blocks: &[],
        quotes: &[
            Quote { open: "\"", close: "\"", form: Form::TEXT },
            Quote { open: "'", close: "'", form: Form::TEXT },
        ],
        sigils: "",
        in_names: ".",
        prefixes: "",
        regex: false,
        extra: Extra::None,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[("base.", ""), ("fs.", "")],
    keywords: &["if", "else", "while", "repeat", "return", "next", "break", "in"],
    joiners: &[],
    members: &["::", "$", "@"],
    style: Style::R,
};

const ROWS: &[Row] = table!("r");
