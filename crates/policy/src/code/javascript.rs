//! JavaScript and TypeScript: Node, Deno, Bun.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Holes, Lexis, Quote};
use super::table::Arguments::{Keys, List};
use super::table::Means::{self, *};
use super::table::Reach::{File, Option, Tree};
use super::table::{Row, Spec, Style, indexed};
use crate::Level::Confirm;
use crate::decode;
use programs::Sql;

pub(super) const LEXIS: Lexis = Lexis {
    comments: &["//", "#!"],
    blocks: &[("/*", "*/")],
    quotes: &[
        Quote { open: "\"", close: "\"", form: Form::TEXT },
        Quote { open: "'", close: "'", form: Form::TEXT },
        Quote { open: "`", close: "`", form: Form::with(Holes::DollarBrace) },
    ],
    sigils: "",
    in_names: "$",
    prefixes: "",
    regex: true,
    extra: Extra::None,
};

pub(super) const SYNONYMS: &[(&str, &str)] = &[
    ("fs.promises.", "fs."),
    ("fsPromises.", "fs."),
    ("globalThis.", ""),
    ("global.", ""),
    ("window.", ""),
    ("process.mainModule.", ""),
    ("module.", ""),
    ("fs-extra", "fs"),
    ("fse.", "fs."),
    ("child_process.promises.", "child_process."),
];

pub(super) const KEYWORDS: &[&str] = &[
    "if", "else", "while", "do", "return", "const", "let", "var", "try", "catch", "finally", "throw",
    "switch", "case", "default", "break", "continue", "export", "extends",
];

pub(super) static SPEC: Spec = Spec {
    lexis: LEXIS,
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: SYNONYMS,
    keywords: KEYWORDS,
    joiners: &["+"],
    members: &[".", "?."],
    style: Style::JavaScript,
};

pub(super) const ROWS: &[Row] = table!("javascript");

/// `Buffer.from(text, "base64")`, or `"hex"`: the two look different.
fn buffer(text: &str) -> std::option::Option<String> {
    let is_hex = text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { decode::hex(text) } else { decode::base64(text) }
}
