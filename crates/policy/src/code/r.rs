//! R.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Lexis, Quote};
use super::table::Arguments;
use super::table::Means::*;
use super::table::Reach::{File, Option, Tree};
use super::table::{Row, Spec, Style, indexed};

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["#"],
        blocks: &[],
        quotes: &[
            Quote { open: "\"", close: "\"", form: Form::TEXT },
            Quote { open: "'", close: "'", form: Form::TEXT },
        ],
        sigils: "",
        in_names: ".",
        prefixes: "",
        regex: false,
        extra: Extra::None,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[("base.", ""), ("fs.", "")],
    keywords: &["if", "else", "while", "repeat", "return", "next", "break", "in"],
    joiners: &[],
    members: &["::", "$", "@"],
    style: Style::R,
};

const ROWS: &[Row] = &[
    ("system", Shell),
    ("shell", Shell),
    ("pipe", Shell),
    ("system2", Start(Arguments::List)),
    ("unlink", Delete(Option)),
    ("file.remove", DeleteAll(File)),
    ("dir_delete", Delete(Tree)),
    ("file_delete", Delete(File)),
    ("file.rename", Move),
    ("file.copy", Copy),
    ("writeLines", WriteAt(1)),
    ("readLines", NetworkOrFile),
    ("source", Source),
    ("download.file", Network),
    ("url", Network),
    ("eval", Eval),
    ("parse", Parse),
    ("Sys.glob", Glob),
    ("list.files", Paths),
    ("file.path", Path),
    ("path.expand", Same),
    ("c", List),
    ("Sys.chmod", Attributes),
    ("Sys.getenv", Variable),
    ("commandArgs", Argv(0)),
    ("tools.pskill", Kill(0)),
    ("paste0", Concat),
];
