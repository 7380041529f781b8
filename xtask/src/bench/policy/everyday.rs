//! Measures how often everyday commands would be stopped, on an even sample of 5,000 recorded ones; lists
//! those at confirm or above.

use policy::{Level, Policy};
use syntax::Dialect;

use crate::prelude::*;

const COUNT: usize = 5_000;

pub fn run(directory: &Path) -> Result<()> {
    let read = |path: &str| {
        let path = directory.join(path);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    let mut commands = Vec::new();
    for line in read("tldr/examples.jsonl")?.lines() {
        let example: serde_json::Value = serde_json::from_str(line)?;
        commands.extend(example.get("cmd").and_then(|text| text.as_str()).map(filled));
    }
    commands.extend(read("nl2bash/all.cm")?.lines().map(str::to_owned));
    let all = commands.len();
    let taken = (0..COUNT.min(all)).filter_map(|at| commands.get(at * all / COUNT.min(all)));
    let (policy, world) = (Policy::default(), super::judges::world());
    let (mut count, mut warned) = (0, 0);
    let mut stopped = Vec::new();
    for command in taken {
        let verdict = policy.assess(command, Dialect::Bash, &world);
        count += 1;
        warned += usize::from(verdict.level >= Level::Warn);
        if verdict.level >= Level::Confirm {
            let rule = verdict.reasons.first().map_or("", |reason| reason.rule.as_str());
            stopped.push(format!("| {} | {rule} | `{}` |", verdict.level.name(), cell(command)));
        }
    }
    let percent = |part: usize| part as f64 * 100.0 / f64::from(count.max(1));
    println!(
        "{count} everyday commands of {all}: {:.2} % at warn or above, {:.2} % ({}) at confirm or above\n",
        percent(warned),
        percent(stopped.len()),
        stopped.len()
    );
    println!("| level | rule | command |\n|---|---|---|\n{}\n", stopped.join("\n"));
    Ok(())
}

/// Fills in tldr's `{{[-a|--all]}}` and `{{path/to/file}}` as a user would.
fn filled(example: &str) -> String {
    let mut out = String::new();
    let mut rest = example;
    while let Some((before, behind)) = rest.split_once("{{") {
        let Some((inside, after)) = behind.split_once("}}") else { break };
        out.push_str(before);
        let choices = inside.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')).unwrap_or(inside);
        out.push_str(choices.split('|').next().unwrap_or(choices));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "⏎")
}
