//! Are the programs of a line there?

use facts::{World, packages};
use programs::Role;
use syntax::{Command, Dialect, Script};

use crate::reply::Grammar;

/// The first program of the line that is not here and that no step before it brings.
pub fn missing(script: &Script, world: &dyn World) -> Option<String> {
    let grammar = Grammar { dialect: script.dialect, world };
    let commands = &script.commands;
    let functions: Vec<&str> = script.blocks.iter().filter_map(|block| block.function.as_deref()).collect();
    commands.iter().enumerate().find_map(|(at, command)| {
        let before = commands.get(..at).unwrap_or_default();
        let is_there = |name: &str| {
            grammar.exists(name)
                || functions.contains(&name)
                || script.dialect == Dialect::PowerShell && is_cmdlet(name)
                || before.iter().any(|before| brings(before, name, world))
        };
        names(command).into_iter().find(|name| !is_there(name)).map(str::to_owned)
    })
}

/// The program, and what runs it (`sudo`); names that only the shell knows are left out.
fn names(command: &Command) -> Vec<&str> {
    let Some(program) = command.program() else { return Vec::new() };
    let words = [command.words.first(), command.words.get(program)];
    let known = words.into_iter().flatten().filter(|word| !word.dynamic && !word.glob);
    known.map(|word| word.value.as_str()).filter(|name| !is_syntax(name)).collect()
}

/// Words that the parser leaves among the commands.
fn is_syntax(name: &str) -> bool {
    matches!(name, "[[" | "((" | "!" | "{" | "}" | "coproc" | "select" | "function" | "repeat" | "&")
}

/// Might the command put a program of this name there: by a package manager, by building it, by
/// another `$PATH`?
fn brings(command: &Command, name: &str, world: &dyn World) -> bool {
    let words = || command.words.iter().map(|word| word.value.as_str());
    let assigned = command.assignments.iter().map(|word| word.value.as_str()).chain(words());
    if command.program_name().is_some_and(|program| programs::is(program, Role::SetsPath))
        || assigned.into_iter().any(|word| word == "PATH" || word.starts_with("PATH="))
    {
        return true;
    }
    let installs = || words().any(|word| matches!(word, "install" | "add" | "-S" | "i"));
    let package = world.package_of(name).or_else(|| packages::find(name).map(str::to_owned));
    let is_named = || words().any(|word| word.contains(name) || package.as_deref() == Some(word));
    // what a build makes has a path
    name.contains('/') || installs() && is_named()
}

/// `Get-ADUser`: of modules that are not known, by the form that all cmdlets have.
fn is_cmdlet(name: &str) -> bool {
    const VERBS: &str = "Add Approve Backup Build Checkpoint Clear Close Compare Complete Compress Confirm Connect \
Convert ConvertFrom ConvertTo Copy Debug Deny Deploy Disable Disconnect Dismount Edit Enable Enter Exit Expand Export \
Find Format Get Grant Group Hide Import Initialize Install Invoke Join Limit Lock Measure Merge Mount Move New Open \
Optimize Out Ping Pop Protect Publish Push Read Receive Redo Register Remove Rename Repair Request Reset Resize Resolve \
Restart Restore Resume Revoke Save Search Select Send Set Show Skip Split Start Step Stop Submit Suspend Switch Sync \
Test Trace Unblock Undo Uninstall Unlock Unprotect Unpublish Unregister Update Use Wait Watch Write";
    let is_verb = |verb: &str| VERBS.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(verb));
    let is_noun = |noun: &str| noun.len() > 1 && noun.chars().all(char::is_alphanumeric);
    name.split_once('-').is_some_and(|(verb, noun)| is_verb(verb) && is_noun(noun))
}
