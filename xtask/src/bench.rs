//! `cargo xtask bench NAME`: measurements compared with the peers', in one run.

mod advisers;
mod cases;
mod diagnose;
mod hooks;
mod llm;
mod peers;
mod policy;
mod redact;
mod relay;
mod session;
mod size;

pub use advisers::darn;

use anyhow::{Result, bail};

pub fn run(arguments: &[String]) -> Result<()> {
    match arguments.first().map(String::as_str) {
        Some("hooks") => hooks::run(),
        Some("cases") => cases::run(arguments.get(1..).unwrap_or_default()),
        Some("diagnose") => diagnose::run(),
        Some("llm") => llm::run(),
        Some("relay") => relay::run(),
        Some("redact") => redact::run(arguments.get(1..).unwrap_or_default()),
        Some("size") => size::run(),
        Some("policy") => policy::run(arguments.get(1..).unwrap_or_default()),
        _ => bail!(
            "cargo xtask bench hooks: cost of a prompt, of a failure and of a shell's start\n\
             cargo xtask bench cases [REAL_CASES]: does the fix work, on the corpus and on verified cases\n\
             cargo xtask bench diagnose: time of a diagnosis, in process and cold\n\
             cargo xtask bench policy [ROWS.jsonl…] [NL2SH]: which dangerous commands are noticed, and \
             what it costs\n\
             cargo xtask bench redact [DIR|ROWS.jsonl…] [--misses]: which secrets are caught, and what \
             it costs\n\
             cargo xtask bench llm: what the client adds until the first word of a model's answer\n\
             cargo xtask bench size: how large the program is\n\
             cargo xtask bench relay: what `darn shell` costs beside other relays"
        ),
    }
}

/// Returns a `$PATH` with a directory of this many programs before the system's.
fn long_path(bench: &str, count: usize) -> Result<String> {
    let names = crate::root().join("target/bench").join(bench).join("path");
    std::fs::create_dir_all(&names)?;
    for at in 0..count {
        let link = names.join(format!("bench-name-{at:04}"));
        if !link.exists() {
            std::os::unix::fs::symlink("/bin/true", link)?;
        }
    }
    Ok(format!("{}:/usr/local/bin:/usr/bin:/bin", names.display()))
}
