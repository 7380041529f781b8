//! `darn last`: the last failure with its cause and suggestions, redacted, for editors and agents.

use protocol::daemon::{LastFailure, Reply, Request as Message};

use super::circumstances::{Circumstances, Format, too_long};
use super::daemon::ask;
use super::prelude::*;

#[derive(Debug, clap::Args)]
#[command(after_help = "In a shell with darn it is this shell's failure; elsewhere the daemon is asked.")]
pub struct Arguments {
    /// The session, as `darn daemon status` lists it (default: this shell, else the newest failure)
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// plain: text for people; json: everything
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    let failure = match own(context, arguments)? {
        Some(failure) => failure,
        None => of_daemon(context, arguments)?,
    };
    match arguments.format {
        Format::Json => {
            ui::print(&format!("{}\n", serde_json::to_string(&failure).map_err(anyhow::Error::from)?))
        }
        Format::Plain => ui::print(&plain(&failure)),
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the failure of the shell that called `darn`, if it tells and no other session is wanted.
fn own(context: &Context, arguments: &Arguments) -> Result<Option<LastFailure>, Error> {
    if arguments.session.is_some() || context.caller.raw(env::FAILED).is_none() {
        return Ok(None);
    }
    let settings = config::for_command(context)?.settings;
    let request = Circumstances::default().last_failure(context, None, &settings)?;
    let session = context.caller.session();
    let id = match session.as_slice() {
        [shell, .., pid] => format!("{shell}-{pid}"),
        _ => String::new(),
    };
    let last = Service::new(&settings, context::today()).last(&request, &id, 0);
    last.map(Some).ok_or_else(too_long)
}

fn of_daemon(context: &Context, arguments: &Arguments) -> Result<LastFailure, Error> {
    match ask(&context.caller, &Message::GetLast { session_id: arguments.session.clone() }) {
        Ok(Reply::Last { failure: Some(failure) }) => Ok(failure),
        Ok(Reply::Error { message, .. }) => {
            Err(Error::new(ErrorKind::Negative, message).hinted("`darn daemon status` lists the sessions"))
        }
        Ok(_) => Err(Error::new(ErrorKind::Negative, "no command has failed yet")),
        Err(error) if arguments.session.is_some() => Err(error),
        Err(_) => Err(Error::new(ErrorKind::Negative, "no failed command in this shell yet")
            .hinted("outside a shell with darn, start the daemon: darn daemon start")),
    }
}

fn plain(failure: &LastFailure) -> String {
    let mut lines = vec![
        format!("{} [{}] in {}", failure.command, failure.exit_code, failure.cwd),
        failure.explanation.clone(),
    ];
    lines.extend(failure.suggestions.iter().map(|suggestion| format!("  {}", suggestion.command)));
    lines.iter().map(|line| ui::one_line(line) + "\n").collect()
}
