//! AWK.

use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis { quotes: &[("\"", Form::TEXT)], regex: true, ..Lexis::PLAIN },
    rows: LazyLock::new(|| indexed(&[table!("awk")])),
    synonyms: &[],
    keywords: table!("awk_keywords"),
    joiners: &[],
    members: &[],
    style: Style::Awk,
};
