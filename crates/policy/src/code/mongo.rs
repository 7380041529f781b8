//! The shell of MongoDB: JavaScript with a database in it.

use std::sync::LazyLock;

use super::javascript;
use super::table::Arguments::Words;
use super::table::Means::*;
use super::table::Reach::Tree;
use super::table::{Row, Spec, Style, indexed};
use crate::Level::{Confirm, Warn};

pub(super) static SPEC: Spec = Spec {
    lexis: javascript::LEXIS,
    rows: LazyLock::new(|| indexed(&[ROWS, javascript::ROWS])),
    synonyms: javascript::SYNONYMS,
    keywords: javascript::KEYWORDS,
    joiners: &["+"],
    members: &[".", "?."],
    style: Style::JavaScript,
};

const ROWS: &[Row] = table!("mongo");
