//! The explanation without a cause: the kind of failure, and the program's own words.

use super::prelude::*;
use super::status;

pub fn describe(case: &Case<'_>) -> Finding {
    let status = case.status();
    if status == 0 {
        return Finding::said("it exited with status 0, which means success");
    }
    let meaning = status::meaning(case);
    let name = program(case).map_or_else(|| "the command".to_owned(), quoted);
    let what = match case.failure.kind {
        FailureKind::CommandNotFound if program(case).is_some_and(|name| case.is_command(name)) => {
            format!("{name} did not find a program that it runs")
        }
        FailureKind::CommandNotFound => format!("{name} is not a command here"),
        FailureKind::PermissionDenied => format!("{name} was denied permission"),
        FailureKind::SyntaxError => "the line could not be parsed".to_owned(),
        FailureKind::FileNotFound => format!("{name} could not find a file"),
        FailureKind::InvalidOption if runs_others(case) => {
            format!("{name}, or a program that it runs, does not recognise one of the options")
        }
        FailureKind::InvalidOption => format!("{name} does not recognise one of the options"),
        FailureKind::UnknownSubcommand => format!("{name} has no such subcommand"),
        FailureKind::Usage => format!("{name} rejected its arguments"),
        FailureKind::State => format!("{name} could not do that in the current state"),
        FailureKind::Network => format!("{name} could not reach the remote host"),
        FailureKind::MissingDependency => format!("something that {name} needs is not installed"),
        FailureKind::Interrupted => format!("{name} was interrupted"),
        FailureKind::Generic => match status {
            ..0 => format!("{name} failed"),
            status => format!("{name} failed with status {status}"),
        },
    };
    let words = complaint(case).map(said);
    let unseen = case.output.is_none().then(|| "darn did not see its output".to_owned());
    match meaning {
        Some(meaning) if case.failure.kind == FailureKind::Generic => {
            Finding::said(meaning).and_if(words).and_if(unseen)
        }
        meaning => Finding::said(what).and_if(words).and_if(meaning).and_if(unseen),
    }
}

/// Returns whether the command is a script of the user's.
fn runs_others(case: &Case<'_>) -> bool {
    let name = case.commands().next().and_then(Command::program_name);
    name.is_some_and(|name| name.contains('/') || programs::find(name).is_none())
}
