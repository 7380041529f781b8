//! Lua, and the Lua of Redis and Neovim.

use std::sync::LazyLock;

use super::lex::{Extra, Form, Lexis, Quote};
use super::table::Means::*;
use super::table::Reach::{File, Tree};
use super::table::{Row, Spec, Style, indexed};

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["--", "#!"],
        blocks: &[("--[[", "]]"), ("--[==[", "]==]"), ("--[=[", "]=]")],
        quotes: &[
            Quote { open: "\"", close: "\"", form: Form::TEXT },
            Quote { open: "'", close: "'", form: Form::TEXT },
        ],
        sigils: "",
        in_names: "",
        prefixes: "",
        regex: false,
        extra: Extra::Lua,
    },
    rows: LazyLock::new(|| indexed(&[ROWS])),
    synonyms: &[("_G.", ""), ("vim.loop.", "uv."), ("vim.uv.", "uv.")],
    keywords: &[
        "if", "elseif", "else", "then", "while", "repeat", "until", "do", "end", "local", "return", "and",
        "or", "not", "goto", "break",
    ],
    joiners: &[".."],
    members: &[".", ":"],
    style: Style::Lua,
};

const ROWS: &[Row] = table!("lua");
