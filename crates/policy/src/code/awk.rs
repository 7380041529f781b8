//! AWK.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Lexis, Quote};
use super::table::Means::*;
use super::table::{Row, Spec, Style, indexed};

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["#"],
        blocks: &[],
        quotes: &[Quote { open: "\"", close: "\"", form: Form::TEXT }],
        sigils: "",
        in_names: "",
        prefixes: "",
        regex: true,
        extra: Extra::None,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[],
    keywords: table!("awk_keywords"),
    joiners: &[],
    members: &[],
    style: Style::Awk,
};

const ROWS: &[Row] = table!("awk");
