//! PHP.

use super::table::Arguments::List;
use super::table::Reach::{File, Tree};
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["//", "#"],
        blocks: &[("/*", "*/")],
        quotes: &[("\"", Form::with(Holes::Sigils)), ("'", Form::RAW), ("`", Form::run(Holes::Sigils))],
        sigils: "$",
        extra: Extra::Php,
        ..Lexis::PLAIN
    },
    rows: LazyLock::new(|| indexed(&[table!("php")])),
    synonyms: &[("\\", "")],
    keywords: table!("php_keywords"),
    joiners: &["."],
    members: &["->", "::", "?->"],
    style: Style::Php,
};
