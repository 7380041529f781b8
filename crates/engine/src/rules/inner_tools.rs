//! `rake`: `rbenv: version 3.1.0 is not installed`: a tool that the failed command ran printed the message.
//!
//! The line does not call that tool, so only what its rules say about the machine holds: a step before the same
//! line, or the cause.

use std::sync::Arc;

use datafiles::Many;
use programs::Role;
use syntax::Command;

use super::{Case, CompiledRule, RuleSet};

/// Beginnings of the lines of tools that do not print their name.
const OTHER: &[(&str, &str)] = table!("lines_of_tools");
/// Maximum number of lines examined, from the end, and of tools.
const LINES: usize = 60;
const TOOLS: usize = 4;

/// Returns the rules of the tools that a command ran, as far as they fit another line.
pub fn rules(case: &Case<'_>, command: &Command, rules: &RuleSet) -> Vec<CompiledRule> {
    let Some(output) = case.output else { return Vec::new() };
    let own = command.program_name().map(|name| name.rsplit('/').next().unwrap_or(name));
    if own.is_none_or(|name| programs::is(name, Role::Elsewhere)) {
        return Vec::new(); // what a container lacks is not missing here
    }
    let mut tools: Vec<&str> = Vec::new();
    for name in output.lines().rev().take(LINES).filter_map(tool) {
        if tools.len() < TOOLS && own != Some(name) && !tools.contains(&name) {
            tools.push(name);
        }
    }
    let mut found: Vec<CompiledRule> = tools
        .iter()
        .flat_map(|name| rules.of(name, case.output))
        .map(Arc::unwrap_or_clone)
        .filter(|rule| !rule.output.is_empty())
        .collect();
    found.retain_mut(fits_another_line);
    found
}

/// Returns the tool that printed a line.
fn tool(line: &str) -> Option<&str> {
    if let Some((_, name)) = OTHER.iter().find(|(start, _)| line.starts_with(start)) {
        return Some(name);
    }
    let (name, rest) = line.split_once(": ")?;
    let name = name.split('[').next().unwrap_or(name); // `make[1]`
    let is_name = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.+".contains(&b));
    // a shell speaks of the commands that it runs
    let is_shell = programs::find(name).is_some_and(programs::Program::is_shell);
    (is_name && !rest.is_empty() && !is_shell).then_some(name)
}

/// Keeps of a rule what does not depend on the line; returns whether anything is left.
fn fits_another_line(rule: &mut CompiledRule) -> bool {
    let reads_line = !rule.rule.args.is_empty()
        || !rule.rule.operands.is_empty()
        || rule.rule.candidates.is_some()
        || !rule.rule.status.is_empty();
    let had_fixes = !rule.rule.fix.is_empty();
    let kept = rule.rule.fix.as_slice().iter().filter(|fix| fix.is_step()).cloned().collect::<Vec<_>>();
    rule.rule.fix = Many::List(kept);
    !reads_line && (!had_fixes || !rule.rule.fix.is_empty())
}
