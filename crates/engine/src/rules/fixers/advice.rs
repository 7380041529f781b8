//! `Run "aws configure"`, `repeat the command including --classic`: the output says what to do.
//!
//! Any program may print such a sentence, so it is believed only as far as it can be checked: the command that
//! it names must exist here and do more than look, names in it must be plain words, and the policy must have
//! nothing against it.

mod sentences;

use super::prelude::*;
use crate::explain::complaint::complaint;
use crate::rules::grounded::{is_grounded, is_placeholder, is_plain_name};
use policy::{Level, Policy};

/// Arguments that mend nothing.
const SHOWING: &[&str] = table!("advice_showing");
/// Subcommands that are complete without an operand.
const ALONE: &[&str] = table!("advice_alone");
/// Flags that override a protection: offered after milder ones.
const FORCING: &[&str] = table!("advice_forcing");
/// Last words of the names of flags that take a value, and beginnings of those that take none.
const VALUED_NAMES: &[&str] = table!("advice_valued_names");
const SWITCHES: &[&str] = table!("advice_switches");

/// Maximum number of output lines examined, from the end; advice stands below the complaint.
const LINES: usize = 40;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let has_failed = case.status() != 0 && !matches!(case.status(), 126 | 127);
    let Some(output) = case.output.filter(|_| has_failed) else { return Vec::new() };
    let Some(command) = case.commands().next() else { return Vec::new() };
    let mut lines: Vec<&str> = output.lines().rev().take(LINES).collect();
    lines.reverse();
    let mut found = Vec::new();
    let runs_tools = runs_tools(case, command);
    // in a pipeline, any of the programs may have asked
    let is_fed =
        case.failure.script.commands.iter().any(|command| command.connector == syntax::Connector::Pipe);
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !sentences::is_aside(line)) {
        for text in sentences::commands(line, lines.get(at + 1..).unwrap_or_default()) {
            found.extend(follow(case, command, line, text));
        }
        let is_own = !runs_tools && !is_fed && !speaks_for_another(command, line);
        let before = at.checked_sub(1).and_then(|above| lines.get(above)).copied().unwrap_or_default();
        let is_for_this = sentences::is_about_retrying(before, line);
        let flags: Vec<&str> = sentences::flags(line)
            .into_iter()
            .filter(|flag| is_own && (is_for_this || is_reason(case, line) && is_known(command, flag)))
            .collect();
        // each clause asks for its own
        if flags.len() > 1 && line.contains("; ") && !line.contains(" or ") {
            found.extend(add_flags(command, &flags));
        }
        found.extend(flags.into_iter().filter_map(|flag| add_flags(command, &[flag])));
    }
    found.sort_by_key(|proposal| proposal.distance);
    found
}

/// Returns the first line that advises a command or a flag.
pub fn sentence<'a>(case: &Case<'a>) -> Option<&'a str> {
    let lines: Vec<&str> = case.output?.lines().rev().take(LINES).collect();
    let advises = |at: usize, line: &str| {
        let below = at.checked_sub(1).and_then(|next| lines.get(next)).into_iter().copied();
        !sentences::flags(line).is_empty()
            || !sentences::commands(line, &below.collect::<Vec<_>>()).is_empty()
    };
    let found =
        lines.iter().enumerate().rev().find(|(at, line)| !sentences::is_aside(line) && advises(*at, line));
    found.map(|(_, line)| *line)
}

/// Returns whether a line is the message of a tool that the failed command ran: `[systemctl] …`, `docker: …`.
fn speaks_for_another(command: &Command, line: &str) -> bool {
    let Some(first) = line.split_whitespace().next() else { return false };
    let bracketed = first.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    bracketed.or_else(|| first.strip_suffix(':')).is_some_and(|name| {
        programs::find(name).is_some() && !command.words.iter().any(|word| word.value == name)
    })
}

/// Returns whether a line states the error itself.
fn is_reason(case: &Case<'_>, line: &str) -> bool {
    complaint(case).is_some_and(|reason| reason.trim() == line.trim())
}

/// Returns whether the program is known to have the option, or nothing is known about it.
fn is_known(command: &Command, flag: &str) -> bool {
    let name = flag.split('=').next().unwrap_or(flag);
    let Some(words) = command.program_name().and_then(vocabulary::built_in) else { return true };
    let path = words.walk_command(command).map(|walk| walk.path).unwrap_or_default();
    let depths = (0..=path.len()).filter_map(|depth| path.get(..depth));
    depths.into_iter().any(|path| words.options(path).any(|known| known.name == name))
}

/// Follows advice to run a command: in place of the line if it is another form of it, else before the line.
fn follow(case: &Case<'_>, failed: &Command, line: &str, text: &str) -> Option<Proposal> {
    let advised = Script::parse(text, case.dialect());
    let [command] = advised.commands.as_slice() else { return None };
    let name = command.program_name()?;
    let only_shows = command.arguments().iter().any(|word| SHOWING.contains(&word.value.as_str()))
        || programs::find(name).is_some_and(|program| program.is(Role::OnlyReads));
    if is_template(text, command)
        || only_shows
        || command.words.len() < 2
        || !is_complete(command)
        || !advised.issues.is_empty()
        || !case.is_command(name)
        || text == case.failure.record.text
        || Policy::default().assess(text, case.dialect(), case.world).level != Level::Allow
    {
        return None;
    }
    let foreign = |word: &&Word| !word.value.starts_with('-') && !is_grounded(&word.value, case, failed);
    if !command.arguments().iter().all(|word| !foreign(&word) || is_plain_name(&word.value)) {
        return None;
    }
    // the first argument is the subcommand
    let marked = if command.arguments().iter().skip(1).any(|word| foreign(&word)) {
        " (from program output)"
    } else {
        ""
    };
    let because = format!("{} advises this{marked}", failed.program_name().unwrap_or("the program"));
    if let Some(edit) = moved_operands(case, failed, command, text) {
        return Some(Proposal::likely(edit, because).at_distance(1));
    }
    if is_other_form(failed, command) {
        return Some(Proposal::likely(Edit::new().replace(failed.span, text), because).at_distance(1));
    }
    if failed.program_name() == command.program_name() && failed.arguments().len() < 2
        || line.to_ascii_lowercase().contains("instead")
        || !sentences::is_order(line)
    {
        return None;
    }
    let start = pipeline_start(case, failed);
    let and = if case.dialect() == Dialect::Fish { "; and " } else { " && " };
    Some(Proposal::likely(Edit::new().insert(start, format!("{text}{and}")), because).at_distance(2))
}

/// Returns whether a subcommand has an operand or needs none: `npm install`, but not `git add`.
fn is_complete(command: &Command) -> bool {
    match command.arguments() {
        [only] => only.value.starts_with('-') || ALONE.contains(&only.value.as_str()),
        _ => true,
    }
}

/// Returns whether an advised command has parts for the user to fill in.
fn is_template(text: &str, command: &Command) -> bool {
    text.contains(['<', '>', '{', '[', '|', ';', '&', '$', '\u{2026}', '*'])
        || text.contains("...")
        || command.words.iter().any(|word| is_placeholder(&word.value))
}

/// Returns whether the advised command has the program and the first argument of the failed one, and no other
/// subcommand below it: `go work init` comes before `go work sync`.
fn is_other_form(failed: &Command, advised: &Command) -> bool {
    let words = failed.program_name().and_then(vocabulary::built_in);
    let below = |command: &Command| {
        words
            .as_ref()
            .and_then(|words| words.walk_command(command))
            .and_then(|walk| walk.path.get(1).copied())
    };
    if let (Some(old), Some(new)) = (below(failed), below(advised))
        && old != new
    {
        return false;
    }
    let first = |command: &Command| {
        command.arguments().iter().find(|word| !word.value.starts_with('-')).map(|word| word.value.clone())
    };
    failed.program_name() == advised.program_name() && first(failed) == first(advised)
}

/// `heroku rake -a x db:migrate`, advised `heroku run rake db:migrate`: the same operands behind another
/// subcommand. Keeps the user's options.
fn moved_operands(case: &Case<'_>, failed: &Command, advised: &Command, text: &str) -> Option<Edit> {
    let operands = |command: &Command| -> Vec<String> {
        let plain = command.arguments().iter().filter(|word| !word.value.starts_with('-'));
        plain.map(|word| word.value.clone()).collect()
    };
    let (old, new) = (operands(failed), operands(advised));
    let (first, last) = (old.first()?, old.last()?);
    let is_moved = failed.program_name() == advised.program_name()
        && old.len() > 1
        && new.iter().skip(1).any(|word| word == first)
        && new.contains(last);
    if !is_moved {
        return None;
    }
    let words = failed.arguments();
    let mut kept = String::from(text);
    for (at, word) in words.iter().enumerate() {
        let is_value = at
            .checked_sub(1)
            .and_then(|before| words.get(before))
            .is_some_and(|before| before.value.starts_with('-'));
        if word.value.starts_with('-') || is_value && !new.contains(&word.value) {
            kept = format!("{kept} {}", case.raw(word.span));
        }
    }
    Some(Edit::new().replace(failed.span, kept))
}

/// Returns whether the command runs other tools: a flag that the output advises is mostly for one of them.
fn runs_tools(case: &Case<'_>, command: &Command) -> bool {
    const VERBS: &[&str] = &["run", "exec", "x", "dlx", "start", "test", "build", "up"];
    let Some(name) = command.program_name() else { return true };
    let walk = vocabulary::walk(command, case.world).unwrap_or_default();
    let is_tool = |path: &str| path.rsplit('/').next().is_some_and(|name| programs::find(name).is_some());
    name.contains('/') && !is_tool(name)
        || matches!(name, "make" | "gmake" | "ninja")
        || walk.path.last().is_some_and(|verb| VERBS.contains(verb))
}

/// Returns whether the name of a flag says that it takes a value: `--default-repo`.
fn takes_value(flag: &str) -> bool {
    let last = flag.rsplit('-').next().unwrap_or(flag);
    VALUED_NAMES.contains(&last) && !SWITCHES.iter().any(|start| flag.starts_with(start))
}

/// Adds the advised flags to the failed command.
fn add_flags(command: &Command, flags: &[&str]) -> Option<Proposal> {
    let name = |flag: &str| flag.split('=').next().unwrap_or_default().to_owned();
    let fits = |flag: &&str| {
        let name = name(flag);
        let needs_value = match flag.split_once('=') {
            Some((_, value)) => value.is_empty() || is_placeholder(value),
            None => takes_value(flag),
        };
        let is_there = command.arguments().iter().any(|word| word.value.split('=').next() == Some(&name));
        !needs_value && !is_there && !SHOWING.contains(&name.as_str())
    };
    if !flags.iter().all(fits) || command.arguments().is_empty() {
        return None;
    }
    let last = command.words.last()?;
    let at = match command.words.iter().position(|word| word.value == "--") {
        Some(end) => command.words.get(end.checked_sub(1)?)?.span.end,
        None => last.span.end,
    };
    let edit = Edit::new().insert(at, format!(" {}", flags.join(" ")));
    let names: Vec<String> = flags.iter().map(|flag| name(flag)).collect();
    let because =
        format!("{} asks for {}", command.program_name().unwrap_or("the program"), names.join(" and "));
    let forces = u32::from(names.iter().any(|name| FORCING.contains(&name.as_str())));
    Some(Proposal::likely(edit, because).at_distance(if flags.len() > 1 { 2 } else { 3 + forces }))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, world};
    use crate::diagnose::diagnose;
    use crate::failure::Failure;
    use crate::rules::RuleSet;
    use facts::record::{CommandRecord, Output};
    use syntax::Dialect;

    #[test]
    fn a_package_of_another_channel_is_not_installed() {
        let mut world = world();
        world.programs.push("conda".into());
        let found =
            |said: &str| super::super::repair::tests::fixes("bash", "conda build x", 1, Some(said), &world);
        assert_eq!(found("Please run: conda install numpy\n"), ["conda install numpy && conda build x"]);
        assert!(found("Please run: conda install evil::numpy\n").is_empty());
    }

    #[test]
    fn advice_is_followed() {
        let snap = "error: This revision of snap \"x\" was published using classic confinement.\n\n       If you understand and want to proceed repeat the command including --classic.\n";
        mends("bash", "sudo snap install x", 1, snap, "sudo snap install x --classic");
        let helm = "Error: must either provide a name or specify --generate-name\n";
        mends("bash", "helm install ./chart", 1, helm, "helm install ./chart --generate-name");
        let drain = "error: pods with local storage (use --delete-local-data to override): a; DaemonSet-managed pods (use --ignore-daemonsets to ignore): b\n";
        mends("bash", "npm i x", 1, drain, "npm i x --delete-local-data --ignore-daemonsets");
        let npm = "npm ERR! Fix the upstream dependency conflict, or retry\nnpm ERR! this command with --force, or --legacy-peer-deps\n";
        mends("bash", "npm i", 1, npm, "npm i --legacy-peer-deps");
        mends(
            "bash",
            "npm start -w web src",
            1,
            "Tasks moved, use: `npm exec start src`\n",
            "npm exec start src -w web",
        );
        leaves("bash", "cat list | npm start src", 1, Some("npm: to continue, add --everything\n"));
    }

    #[test]
    fn names_from_the_output_are_marked() {
        let because = |output: &str| {
            let (text, dialect) = ("cargo lint".to_owned(), Dialect::Bash);
            let output = Some(Output::from_bytes(output.as_bytes()));
            let record = CommandRecord {
                text,
                dialect,
                cwd: "/home/me".into(),
                entered_in: String::new(),
                status: 1,
                output,
            };
            let failure = Failure::of(&record, &world()).unwrap();
            diagnose(&failure, &world(), &RuleSet::default()).suggestions.remove(0).because
        };
        assert_eq!(because("lint: not set up. Please run `npm init lint`.\n"), "cargo advises this");
        let foreign = because("lint: not set up. Please run `npm install left-pad`.\n");
        assert_eq!(foreign, "cargo advises this (from program output)");
    }

    #[test]
    fn what_is_no_advice() {
        for output in [
            "npm ERR! Run `npm audit` for details.\n",
            "Run 'docker run --help' for more information\n",
            "error: unknown option, do not use --force\n",
            "run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
            "Please run 'rm -rf ~' to continue\n",
            "Try `docker run <image>`\n",
            "error: test failed, to rerun pass `--bin app`\n",
            "Please run `git remote add x https://evil.example/x`\n",
            "curl: try 'curl --help' or 'curl --manual' for more information\n",
            "Use 'dpkg --contents' to list the contents of a package.\n",
            "nothing added to commit but untracked files present (use \"git add\" to track)\n",
            "Your changes are safe in the stash. You can run \"git stash pop\" at any time.\n",
            "1 snapshot failed. Inspect your code changes or run `npm test -- -u` to update them.\n",
            "If it is okay to remove local changes, then re-run this command with \"--force\".\n",
            "Must specify at least one of `--node` or `--chrome`\n",
            "The database may be corrupt, running 'npm rebuild' might fix the issue.\n",
            "[*] 1 fixable with the `--fix` option.\n",
            "error: following 6 log streams, but 5 are allowed, use --max-log-requests to increase the limit\n",
            "Build Failed. No push access to the repository. Try running with `--default-repo` flag.\n",
            "if you choose to ignore these errors, turn validation off with --validate=false\n",
            "Run `docker config rm x` or `docker use --delete-prefix v7 --silent` to unset it.\n",
        ] {
            leaves("bash", "docker run x", 1, Some(output));
        }
    }
}
