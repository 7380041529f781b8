//! `cargo xtask vocab [PROGRAM…]`: writes `crates/facts/src/data/vocab/<program>.toml` from the tools on this
//! machine. The files have names only (subcommands, options, whether an option takes a value), no prose.
//!
//! Each program is one row in `vocab/tools.toml`, usually one line.

mod help;
mod machine;
mod table;
mod tools;
mod usage;

pub use machine::Machine;
use tools::Tool;

use crate::prelude::*;

/// Number of tools read in parallel; they mostly wait.
const AT_ONCE: usize = 8;

pub fn run(args: &[String]) -> Result<()> {
    let mut wanted = tools::all()?;
    let unknown: Vec<_> = args.iter().filter(|name| wanted.iter().all(|tool| tool.name != **name)).collect();
    ensure!(unknown.is_empty(), "no recipe for {unknown:?}: add a row to xtask/src/vocab/tools.toml");
    wanted.retain(|tool| args.is_empty() || args.contains(&tool.name));
    let dir = crate::root().join("crates/facts/src/data/vocab");
    let machine = Machine::new()?;
    crate::process::in_parallel(wanted, AT_ONCE, |tool| one(&tool, &machine, &dir)).into_iter().collect()
}

/// Returns the version of a program with a recipe here, or of a shell; empty for others, which might interpret a
/// version option as a command.
pub fn version(machine: &Machine, program: &str) -> Result<String> {
    let tool =
        tools::all()?.into_iter().find(|tool| tool.name == program || tool.also.iter().any(|a| a == program));
    let is_shell = ["bash", "zsh", "fish"].contains(&program);
    let tool =
        tool.or_else(|| is_shell.then(Tool::default)).filter(|_| crate::process::program(program).is_some());
    Ok(tool.map_or_else(String::new, |tool| tool.version(machine, program)))
}

fn one(tool: &Tool, machine: &Machine, dir: &Path) -> Result<()> {
    let name = &tool.name;
    if crate::process::program(name).is_none() {
        println!("{name:<12} absent: its file stays as it is");
        return Ok(());
    }
    let table = tool.read(machine);
    let version = tool.version(machine, name);
    let (commands, options) = table.counts();
    if options + commands < 3 || version.is_empty() {
        println!(
            "{name:<12} nothing found ({commands} commands, {options} options, version {version:?}): its file stays as it is"
        );
        return Ok(());
    }
    let text = table.to_toml(name, &tool.also, &version);
    let file = dir.join(format!("{name}.toml"));
    std::fs::write(&file, &text).with_context(|| file.display().to_string())?;
    println!("{name:<12} {version:<12} {commands:>4} commands {options:>5} options {:>6} bytes", text.len());
    Ok(())
}
