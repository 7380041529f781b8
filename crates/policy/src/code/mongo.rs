//! The shell of MongoDB: JavaScript with a database in it.

use super::javascript;
use super::table::Arguments::Words;
use super::table::Reach::Tree;
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: javascript::LEXIS,
    rows: LazyLock::new(|| indexed(&[table!("mongo"), javascript::ROWS])),
    synonyms: table!("javascript_synonyms"),
    keywords: table!("javascript_keywords"),
    joiners: &["+"],
    members: &[".", "?."],
    style: Style::JavaScript,
};
