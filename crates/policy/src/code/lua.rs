//! Lua, and the Lua of Redis and Neovim.

use super::table::Reach::{File, Tree};
use super::table::prelude::*;

pub(super) static SPEC: Spec = Spec {
    lexis: Lexis {
        comments: &["--", "#!"],
        blocks: &[("--[[", "]]"), ("--[==[", "]==]"), ("--[=[", "]=]")],
        quotes: &[("\"", Form::TEXT), ("'", Form::TEXT)],
        extra: Extra::Lua,
        ..Lexis::PLAIN
    },
    rows: LazyLock::new(|| indexed(&[table!("lua")])),
    synonyms: &[("_G.", ""), ("vim.loop.", "uv."), ("vim.uv.", "uv.")],
    keywords: table!("lua_keywords"),
    joiners: &[".."],
    members: &[".", ":"],
    style: Style::Lua,
};
