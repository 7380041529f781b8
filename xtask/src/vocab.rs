//! `cargo xtask vocab [PROGRAM…]`: writes `facts/src/data/vocab/<program>.toml` from the tools on this
//! machine. The files have names only (subcommands, options, whether an option takes a value), no prose.
//!
//! Each program is one row in `vocab/tools.rs`, usually one line.

mod help;
mod machine;
mod table;
mod tools;
mod usage;

use std::path::Path;

use anyhow::{Context as _, Result, bail};

pub use machine::Machine;
use tools::Tool;

pub fn run(args: &[String]) -> Result<()> {
    let unknown: Vec<_> = args.iter().filter(|name| !tools::ALL.iter().any(|t| t.name == **name)).collect();
    if !unknown.is_empty() {
        bail!("no recipe for {unknown:?}: add a row to xtask/src/vocab/tools.rs");
    }
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/facts/src/data/vocab");
    let machine = Machine::new()?;
    let wanted: Vec<&Tool> =
        tools::ALL.iter().filter(|t| args.is_empty() || args.iter().any(|a| a == t.name)).collect();
    // a few workers are enough, because the tools mostly wait
    let queue = std::sync::Mutex::new(wanted.into_iter());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| -> Result<()> {
                    while let Some(tool) = queue.lock().ok().and_then(|mut q| q.next()) {
                        one(tool, &machine, &dir)?;
                    }
                    Ok(())
                })
            })
            .collect();
        workers.into_iter().try_for_each(|w| w.join().unwrap_or_else(|_| bail!("a worker panicked")))
    })
}

/// Returns the version of a program with a recipe here; empty for others, which might interpret a version
/// option as a command.
pub fn version(machine: &Machine, program: &str) -> String {
    let tool = tools::ALL.iter().find(|tool| tool.name == program || tool.also.contains(&program));
    let ask: &[&str] = match tool {
        Some(tool) => tool.version,
        None if ["bash", "zsh", "fish"].contains(&program) => &["--version"],
        None => return String::new(),
    };
    if machine.has(program) { machine.version(program, ask) } else { String::new() }
}

fn one(tool: &Tool, machine: &Machine, dir: &Path) -> Result<()> {
    if !machine.has(tool.name) {
        println!("{:<12} absent: its file stays as it is", tool.name);
        return Ok(());
    }
    let mut table = (tool.read)(machine, tool.name);
    let version = machine.version(tool.name, tool.version);
    table.finish();
    let (commands, options) = table.counts();
    if options + commands < 3 || version.is_empty() {
        println!(
            "{:<12} nothing found ({commands} commands, {options} options, version {version:?}): its file stays as it is",
            tool.name
        );
        return Ok(());
    }
    let text = table.to_toml(tool.name, tool.also, &version);
    let file = dir.join(format!("{}.toml", tool.name));
    std::fs::write(&file, &text).with_context(|| file.display().to_string())?;
    println!(
        "{:<12} {version:<12} {commands:>4} commands {options:>5} options {:>6} bytes",
        tool.name,
        text.len()
    );
    Ok(())
}
