//! Cost of one verdict in a new process.

use std::io::Write as _;

use super::judges::{Judge, scene};
use crate::bench::median;
use crate::bench::session::children_cpu;
use crate::prelude::*;

const STARTS: usize = 50;

/// A harmless line, one with a path whose files are counted, and one that is slow to analyse.
const COMMANDS: [&str; 3] = [
    "ls -la src | grep main",
    "rm -rf ~/project",
    "for f in a b c; do echo $f | xargs -I{} bash -c 'sudo rm -rf /opt/{}'; done",
];

pub fn run(judges: &[Judge]) -> Result<()> {
    println!("\nStarted anew for one command, median of {STARTS}:\n");
    println!("| judge | command | CPU (user and system) | clock |\n|---|---|---|---|");
    let scene = scene()?;
    for judge in judges {
        for command in COMMANDS {
            let (mut cpu, mut clock) = (Vec::new(), Vec::new());
            for _ in 0..STARTS {
                let (before, start) = (children_cpu()?, Instant::now());
                let mut child = (judge.cold)(judge, command)
                    .env("HOME", scene.parent().context("a home")?)
                    .env("XDG_STATE_HOME", scene.join("state"))
                    .current_dir(&scene)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()?;
                // a judge that needs no input may already be gone
                let _ = child.stdin.take().context("an input")?.write_all((judge.input)(command).as_bytes());
                child.wait()?;
                clock.push(start.elapsed());
                cpu.push(children_cpu()?.saturating_sub(before));
            }
            println!(
                "| {} | `{}` | {:.2} ms | {:.2} ms |",
                judge.name,
                command.replace('|', "\\|"),
                median(cpu),
                median(clock)
            );
        }
    }
    Ok(())
}
