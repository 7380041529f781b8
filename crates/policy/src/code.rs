//! Code of other languages inside commands: the effects of the text given to `python3 -c`, `psql -c`, `awk`
//! and the like.
//!
//! [`read`] and [`read_with`] are the entry points: pure, linear in the length of the text, bounded, never
//! failing. They return what the text *does*, as far as it shows: mentions in strings and comments do not
//! count. Judging paths and commands is left to the caller. Our texts contain [`UNKNOWN`] for each part that
//! is unknown before the code runs.

pub use super::UNKNOWN;

mod act;
mod apply;
mod awk;
mod bind;
mod call;
mod cypher;
mod effects;
mod expression;
mod given;
mod javascript;
pub(crate) mod lex;
mod lua;
mod mongo;
pub(crate) mod outcome;
mod perl;
mod php;
mod python;
mod r;
mod reader;
mod ruby;
mod table;
mod text;
mod value;

pub use outcome::{Code, Command, Exec, Kill, Line, Loss, MAX_FINDINGS, Path};
pub use programs::{Language, Sql};
use reader::{Reader, Scope};

/// Maximum length of code, in bytes; the rest is ignored and the result is [`Code::partial`].
pub const MAX: usize = 64 * 1024;

/// Returns what `code` does when an interpreter of `language` runs it without arguments.
pub fn read(language: Language, code: &str) -> Code {
    read_with(language, code, &[])
}

/// Returns what `code` does when an interpreter of `language` runs it with these arguments (`sys.argv`,
/// without the name of the program; they may contain [`UNKNOWN`]).
pub fn read_with(language: Language, code: &str, arguments: &[&str]) -> Code {
    let mut found = Code::default();
    let code = match code.char_indices().find(|(at, _)| *at >= MAX) {
        Some((at, _)) => {
            found.partial = true;
            code.get(..at).unwrap_or_default()
        }
        None => code,
    };
    let spec = match language {
        Language::Sql(dialect) => {
            super::payload::sql::read(dialect, code, &mut found);
            return found;
        }
        Language::Redis => {
            for (script, span) in super::payload::redis::read(code, &mut found) {
                let losses = read(Language::Lua, &script).losses;
                losses.into_iter().for_each(|loss| found.lose(loss.level, loss.because, span));
            }
            return found;
        }
        Language::Cypher => {
            cypher::read(code, &mut found);
            return found;
        }
        Language::Python => &python::SPEC,
        Language::Perl => &perl::SPEC,
        Language::Ruby => &ruby::SPEC,
        Language::JavaScript => &javascript::SPEC,
        Language::Php => &php::SPEC,
        Language::Lua => &lua::SPEC,
        Language::Awk => &awk::SPEC,
        Language::R => &r::SPEC,
        Language::Mongo => &mongo::SPEC,
    };
    let mut scope = Scope::new(arguments);
    scope.found = found;
    Reader::new(spec, code, 0, None, &mut scope).run();
    let mut found = scope.found;
    found.fork_bomb = scope.forks && scope.loops;
    found.reverse_shell = scope.connects && found.commands.iter().any(Command::is_open_shell);
    found
}

#[cfg(test)]
mod tests;
