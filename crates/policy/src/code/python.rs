//! Python.

use super::table::Arguments::{Flat, Mode, Words, Zeroth};
use super::table::Reach::{File, Tree};
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        quotes: &[("\"\"\"", Form::TEXT), ("'''", Form::TEXT), ("\"", Form::TEXT), ("'", Form::TEXT)],
        prefixes: "rbuft",
        ..Lexis::PLAIN
    },
    rows: LazyLock::new(|| indexed(&[table!("python")])),
    synonyms: table!("python_synonyms"),
    keywords: table!("python_keywords"),
    joiners: &["+"],
    members: &["."],
    style: Style::Python,
};
