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

const ROWS: &[Row] = &[
    ("os.execute", Shell),
    ("io.popen", Shell),
    ("vim.fn.system", Shell),
    ("vim.fn.jobstart", Shell),
    ("vim.system", Shell),
    ("os.remove", Delete(File)),
    ("os.rename", Move),
    ("vim.fn.delete", Delete(Tree)),
    ("lfs.rmdir", Delete(File)),
    ("uv.fs_unlink", Delete(File)),
    ("io.open", Open),
    ("io.output", Write),
    ("io.lines", Read),
    ("io.input", Read),
    ("io.read", Stdin),
    ("arg", Argv(1)),
    ("os.getenv", Variable),
    ("load", Eval),
    ("loadstring", Eval),
    ("dofile", Source),
    ("loadfile", Source),
    ("require", Import),
    ("pairs", Same),
    ("ipairs", Same),
    ("string.char", Character),
    ("string.reverse", Reverse),
    ("string.format", Format),
    ("table.concat", Join),
    ("tostring", Same),
    ("socket.http.request", Network),
    ("http.request", Network),
    ("socket.connect", Connect),
    ("socket.tcp", Nothing),
    (".connect", Connect),
    (".read", Same),
    (".write", Feed),
    (".reverse", Reverse),
    ("redis.call", Redis),
    ("redis.pcall", Redis),
];
