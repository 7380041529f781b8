//! `darn daemon`: starts, stops and describes the resident process, and speaks its protocol.

use std::io::BufRead as _;

use protocol::daemon::{DaemonState, Reply, Request as Message, SessionState, decode_reply};
use serde_json::json;

use super::circumstances::Format;
use super::prelude::*;
use crate::daemon::{self, Connection, ListenError, Socket, StartError};
use crate::ui::numbers::many;

/// How long a command waits for the daemon.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same for a message, which may be passed on to a model.
const LONG: Duration = Duration::from_secs(60);

#[derive(Debug, clap::Args)]
#[command(after_help = "The daemon is optional: without it each failure starts one process.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Subcommand,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    /// Start it in the background
    Start,
    /// Stop it; it finishes its work first
    Stop,
    /// Show whether it runs, and its sessions
    Status {
        /// plain: a table; json: everything
        #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
        format: Format,
    },
    /// Run it in the foreground, for service managers
    Run {
        /// Leave the terminal, and say `ready` once it listens
        #[arg(long, hide = true)]
        detach: bool,
    },
    /// Send messages of its protocol and print the replies
    #[command(after_help = "MESSAGE is one line, JSON or tab-separated: '{\"type\":\"Ping\"}', Ping")]
    Send {
        /// The messages, in one connection; - reads them from standard input, one per line
        #[arg(value_name = "MESSAGE", required = true, allow_hyphen_values = true)]
        messages: Vec<OsString>,
    },
}

pub fn run(context: &Context, arguments: &Arguments) -> Result<ExitCode, Error> {
    match &arguments.command {
        Subcommand::Start => start(context),
        Subcommand::Stop => stop(context),
        Subcommand::Status { format } => status(context, *format),
        Subcommand::Run { detach } => serve(context, *detach),
        Subcommand::Send { messages } => send(context, messages),
    }
}

fn start(context: &Context) -> Result<ExitCode, Error> {
    if let Ok(mut running) = connect(context) {
        running.ask(&Message::Ping).map_err(deaf)?;
        context.note("the daemon already runs");
        return Ok(ExitCode::SUCCESS);
    }
    daemon::start(true).map_err(|error| match error {
        StartError::Spawn(error) => {
            Error::new(ErrorKind::Internal, format!("cannot start the daemon: {error}"))
        }
        StartError::Refused(said) => {
            let said = said.lines().next().unwrap_or_default().trim_start_matches("darn: ").to_owned();
            let said = if said.is_empty() { "the daemon ended at once".to_owned() } else { said };
            Error::new(ErrorKind::Negative, said).hinted("`darn daemon run` shows its messages")
        }
        StartError::Silent => Error::new(ErrorKind::Negative, "the daemon does not answer")
            .hinted("`darn daemon run` shows its messages"),
    })?;
    context.note("the daemon runs; shells use it from their next failure");
    Ok(ExitCode::SUCCESS)
}

fn stop(context: &Context) -> Result<ExitCode, Error> {
    end(context)?;
    context.note("the daemon has ended");
    Ok(ExitCode::SUCCESS)
}

/// Ends the daemon and waits until it has ended.
pub fn end(context: &Context) -> Result<(), Error> {
    let mut connection = connect(context)?;
    connection.ask(&Message::Stop).map_err(deaf)?;
    // it closes the connection when it ends
    let _ = connection.read_until(b'\n');
    Ok(())
}

fn serve(context: &Context, is_detached: bool) -> Result<ExitCode, Error> {
    if is_detached {
        daemon::leave_session();
    }
    let result = listen(context);
    if let Err(error) = &result
        && is_detached
    {
        ui::print(&format!("darn: {}\n", error.source)); // for `darn daemon start`
    }
    let (socket, idle) = result?;
    let place = dirs::display(socket.path());
    let ready = || match is_detached {
        true => daemon::say_ready(),
        false => context.note(&format!("listening on {place}")),
    };
    daemon::run(socket, idle, ready)
        .map_err(|error| Error::new(ErrorKind::Internal, format!("the daemon cannot run: {error}")))?;
    Ok(ExitCode::SUCCESS)
}

fn listen(context: &Context) -> Result<(Socket, Duration), Error> {
    let settings = config::for_command(context)?.settings;
    let idle = Duration::from_secs(60 * u64::from(settings.daemon.idle_exit_minutes.0));
    let socket = Socket::lent().unwrap_or_else(|| Socket::bind(&daemon::candidates(&context.caller)));
    let socket = socket.map_err(|error| match error {
        ListenError::AlreadyRunning => Error::new(ErrorKind::Negative, "another daemon already runs")
            .hinted("`darn daemon status` shows it"),
        ListenError::Unusable(path, error) => Error::new(
            ErrorKind::Internal,
            format!("cannot listen on {}: {}", path.display(), crate::files::reason(&error)),
        )
        .hinted("name another socket: DARN_SOCKET=/path/to/darn.sock"),
    })?;
    Ok((socket, idle))
}

fn connect(context: &Context) -> Result<Connection, Error> {
    connect_for(&context.caller, PATIENCE)
}

fn connect_for(caller: &Caller, patience: Duration) -> Result<Connection, Error> {
    let socket = daemon::find(caller);
    let connection = socket.and_then(|socket| Connection::open(&socket, patience).ok());
    connection.ok_or_else(|| {
        Error::new(ErrorKind::Negative, "no daemon runs").hinted("start it: darn daemon start")
    })
}

fn deaf(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Negative, format!("the daemon does not answer: {}", crate::files::reason(&error)))
        .hinted("end it (`pkill -f 'darn daemon run'`), then `darn daemon start`")
}

/// Asks the daemon one thing.
pub fn ask(caller: &Caller, message: &Message) -> Result<Reply, Error> {
    connect_for(caller, PATIENCE)?.ask(message).map_err(deaf)
}

fn status(context: &Context, format: Format) -> Result<ExitCode, Error> {
    let reply = ask(&context.caller, &Message::GetSessions)?;
    let Reply::Sessions { daemon, sessions } = reply else {
        return Err(deaf(std::io::ErrorKind::InvalidData.into()));
    };
    match format {
        Format::Json => ui::print(&format!("{}\n", json!({ "daemon": daemon, "sessions": sessions }))),
        Format::Plain => {
            ui::print(&format!("{}\n", summary(&daemon)));
            for session in &sessions {
                ui::print(&format!("{}\n", row(session)));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(daemon: &DaemonState) -> String {
    format!(
        "running: version {}, pid {}, for {}, {}, {:.1} MiB",
        daemon.release,
        daemon.pid,
        age(daemon.uptime_ms),
        many(daemon.requests, "request", "requests"),
        f64::from(u32::try_from(daemon.memory_kib).unwrap_or(u32::MAX)) / 1024.0
    )
}

/// Formats one session on one line: shell, process id, directory, last status, age, last command.
fn row(session: &SessionState) -> String {
    let status = session.last_status.map_or_else(|| "-".to_owned(), |status| status.to_string());
    let text = format!(
        "{:<6} {:>7}  {:>3}  {:>4} ago  {}  {}",
        session.shell_type,
        session.pid,
        status,
        age(session.idle_ms),
        session.cwd.as_deref().map_or_else(|| "-".to_owned(), |cwd| dirs::display(Path::new(cwd))),
        session.last_command.as_deref().unwrap_or_default()
    );
    ui::one_line(text.trim_end())
}

/// Formats a duration in its largest unit.
pub fn age(millis: u64) -> String {
    match millis / 1000 {
        seconds @ 0..60 => format!("{seconds}s"),
        seconds @ 60..3600 => format!("{}m", seconds / 60),
        seconds @ 3600..86400 => format!("{}h", seconds / 3600),
        seconds => format!("{}d", seconds / 86400),
    }
}

fn send(context: &Context, messages: &[OsString]) -> Result<ExitCode, Error> {
    let mut connection = connect_for(&context.caller, LONG)?;
    let mut is_error = false;
    for message in messages {
        if message == "-" {
            for line in context::input().lines() {
                is_error |= exchange(&mut connection, line?.as_bytes())?;
            }
        } else {
            is_error |= exchange(&mut connection, message.as_encoded_bytes())?;
        }
    }
    Ok(ExitCode::from(u8::from(is_error)))
}

/// Sends one line and prints the reply; returns whether it is an error.
fn exchange(connection: &mut Connection, line: &[u8]) -> Result<bool, Error> {
    if line.trim_ascii().is_empty() {
        return Ok(false);
    }
    if line.contains(&b'\n') {
        return Err(
            Error::new(ErrorKind::Usage, "a message is one line").hinted("escape a newline in it as \\n")
        );
    }
    connection.write(&[line, b"\n"].concat()).map_err(deaf)?;
    let reply = connection.read_until(b'\n').map_err(deaf)?;
    let is_json = reply.starts_with(b"{");
    let is_error = match is_json {
        true => matches!(decode_reply(reply.trim_ascii_end()), Some(Reply::Error { .. }) | None),
        false => reply.starts_with(b"Error\t"),
    };
    ui::print_bytes(&reply);
    Ok(is_error)
}
