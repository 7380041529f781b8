//! `$ git status`: the prompt was copied together with the command.

use syntax::Edit;

use super::{Case, Fixer, Proposal};
use crate::builtins;
use crate::diagnosis::Applicability;

pub const FIXER: Fixer = Fixer { id: "any/pasted-prompt", about: "a prompt sign copied with the command", propose };

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let text = &case.failure.record.text;
    let start = text.len() - text.trim_start().len();
    let body = text.get(start..).unwrap_or("");
    let Some(rest) = ["$ ", "% ", "> ", "# ", "❯ ", "➜ ", "λ ", "» ", ">>> "].iter().find_map(|sign| body.strip_prefix(sign)) else {
        return Vec::new();
    };
    let rest = rest.trim_start();
    let name = rest.split_whitespace().next().unwrap_or("");
    let dialect = case.failure.record.dialect;
    if !builtins::has(dialect, name) && !case.world.is_program(name) && !case.world.aliases().contains_key(name) {
        return Vec::new();
    }
    // every line of a pasted block may carry the sign
    let sign = body.get(..body.len() - rest.len()).unwrap_or("").trim_end();
    let lines: Vec<&str> = rest.lines().map(|line| line.strip_prefix(sign).map_or(line, str::trim_start)).collect();
    let edit = Edit::new().replace(syntax::Span::new(0, text.len()), lines.join("\n"));
    vec![Proposal::new(FIXER.id, edit, "the prompt sign is not part of the command", Applicability::Certain)]
}
