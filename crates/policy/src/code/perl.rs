//! Perl.

use super::table::Arguments::Words;
use super::table::Reach::{File, Tree};
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        quotes: &[("\"", Form::with(Holes::Sigils)), ("'", Form::RAW), ("`", Form::run(Holes::Sigils))],
        sigils: "$@%&",
        regex: true,
        extra: Extra::Perl,
        ..Lexis::PLAIN
    },
    rows: LazyLock::new(|| indexed(&[table!("perl")])),
    synonyms: table!("perl_synonyms"),
    keywords: table!("perl_keywords"),
    joiners: &["."],
    members: &["::", "->"],
    style: Style::Perl,
};
