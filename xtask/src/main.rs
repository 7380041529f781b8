//! Development tasks: `cargo xtask TASK`. Each task is one file and one row here.

mod bench;
mod ci;
mod clean_root;
mod corpus;
mod docs;
mod imports;
mod licences;
mod live;
mod models;
mod plugins;
mod prelude;
mod process;
mod record;
mod spelling;
mod terminal;
mod test;
mod tidy;
mod translation;
mod vocab;

use std::process::ExitCode;

use anyhow::Result;

use process::cargo;

/// One task.
struct Task {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const TASKS: &[Task] = &[
    Task {
        name: "test",
        about: "all checks and tests, as in CI; installs missing shells if allowed
                     live [CONFIG]: asks each provider that is configured or has a key in the environment
                     --clean-root: runs README's commands on a new Debian 12; takes half an hour",
        run: test::run,
    },
    Task { name: "ci", about: "the quick checks first, then everything", run: ci::run },
    Task {
        name: "tidy",
        about: "checks file lengths, imports and paths mentioned in documents",
        run: tidy::run,
    },
    Task {
        name: "bench",
        about: "hooks | cases | diagnose | policy | redact | tasks …  figures beside the peers', in one run",
        run: bench::run,
    },
    Task {
        name: "record",
        about: "corpus/P.md …  runs the sections that are not recorded yet",
        run: record::run,
    },
    Task { name: "docs", about: "the book: every rule with an example, from the data", run: docs::run },
    Task { name: "vocab", about: "[PROGRAM…]  vocabularies from the real tools", run: vocab::run },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = arguments.first().and_then(|name| TASKS.iter().find(|task| task.name == name));
    let Some(task) = task else {
        for task in TASKS {
            eprintln!("cargo xtask {:<8} {}", task.name, task.about);
        }
        return ExitCode::from(2);
    };
    match (task.run)(arguments.get(1..).unwrap_or_default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the root of the repository.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Into::into).unwrap_or_default()
}
