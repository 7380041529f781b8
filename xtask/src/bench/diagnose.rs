//! Time of a diagnosis: in process (`crates/engine/benches/diagnose.rs`), and of a new `darn fix` process
//! with a large PATH.

use super::advisers;
use crate::prelude::*;

/// Number of names on the PATH of the new process.
const NAMES: usize = 6000;
const STARTS: usize = 40;

pub fn run() -> Result<()> {
    super::cargo_bench("engine", "diagnose", &[])?;
    println!(
        "\n`darn fix` started anew, {NAMES} names on PATH, CPU of user and system, median of {STARTS}:\n"
    );
    println!("| failure | CPU |\n|---|---|");
    let darn = advisers::darn()?;
    let path = super::long_path("diagnose", NAMES)?;
    for (command, status, output) in [
        ("gti status", "127", "bash: gti: command not found\n"),
        ("git sttus", "1", "git: 'sttus' is not a git command. See 'git --help'.\n"),
        ("cat READEM.md", "1", "cat: READEM.md: No such file or directory\n"),
        ("npm run tset", "1", "npm error Missing script: \"tset\"\n"),
        ("docker run -it --nmae x alpine", "125", "unknown flag: --nmae\n"),
    ] {
        let file = crate::root().join("target/bench/diagnose/output");
        std::fs::write(&file, output)?;
        let mut times = Vec::new();
        for _ in 0..STARTS {
            let before = super::session::children_cpu()?;
            Command::new(&darn)
                .args(["fix", "--shell", "bash", "--command", command])
                .args(["--status", status, "--output"])
                .arg(&file)
                .env("PATH", &path)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?;
            times.push(super::session::children_cpu()?.saturating_sub(before));
        }
        println!("| `{command}` | {:.2} ms |", super::median(times));
    }
    Ok(())
}
