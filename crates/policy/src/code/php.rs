//! PHP.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Holes, Lexis, Quote};
use super::table::Arguments::List;
use super::table::Means::{self, *};
use super::table::Reach::{File, Tree};
use super::table::{Row, Spec, Style, indexed};
use crate::Level::Confirm;
use crate::decode;
use programs::Sql;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["//", "#"],
        blocks: &[("/*", "*/")],
        quotes: &[
            Quote { open: "\"", close: "\"", form: Form::with(Holes::Sigils) },
            Quote { open: "'", close: "'", form: Form::RAW },
            Quote { open: "`", close: "`", form: Form::run(Holes::Sigils) },
        ],
        sigils: "$",
        in_names: "",
        prefixes: "",
        regex: false,
        extra: Extra::Php,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[("\\", "")],
    keywords: table!("php_keywords"),
    joiners: &["."],
    members: &["->", "::", "?->"],
    style: Style::Php,
};

const ROWS: &[Row] = table!("php");
