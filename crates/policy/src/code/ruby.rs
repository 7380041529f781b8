//! Ruby.

use super::table::Arguments::Words;
use super::table::Reach::{File, Tree};
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        blocks: &[("\n=begin", "\n=end")],
        quotes: &[("\"", Form::with(Holes::HashBrace)), ("'", Form::RAW), ("`", Form::run(Holes::HashBrace))],
        sigils: "$@",
        regex: true,
        extra: Extra::Ruby,
        ..Lexis::PLAIN
    },
    rows: LazyLock::new(|| indexed(&[table!("ruby")])),
    synonyms: &[("Kernel.", ""), ("Object.", ""), (".", "")],
    keywords: table!("ruby_keywords"),
    joiners: &["+", "<<"],
    members: &[".", "::", "&."],
    style: Style::Ruby,
};
