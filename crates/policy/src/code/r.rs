//! R.

use super::table::Arguments;
use super::table::Reach::{File, Option, Tree};
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis { quotes: &[("\"", Form::TEXT), ("'", Form::TEXT)], in_names: ".", ..Lexis::PLAIN },
    rows: LazyLock::new(|| indexed(&[table!("r")])),
    synonyms: &[("base.", ""), ("fs.", "")],
    keywords: table!("r_keywords"),
    joiners: &[],
    members: &["::", "$", "@"],
    style: Style::R,
};
