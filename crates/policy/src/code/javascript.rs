//! JavaScript and TypeScript: Node, Deno, Bun.

use super::table::Arguments::{Keys, List};
use super::table::Reach::{File, Option, Tree};
use super::table::prelude::*;

pub(super) const LEXIS: Lexis = Lexis {
    comments: &["//", "#!"],
    blocks: &[("/*", "*/")],
    quotes: &[("\"", Form::TEXT), ("'", Form::TEXT), ("`", Form::with(Holes::DollarBrace))],
    in_names: "$",
    regex: true,
    ..Lexis::PLAIN
};

pub(super) static SPEC: Spec = Spec {
    lexis: LEXIS,
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: table!("javascript_synonyms"),
    keywords: table!("javascript_keywords"),
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
