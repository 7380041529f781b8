//! Options that describe a failed command beyond its text and status, shared by `darn fix` and `darn
//! explain`.

use std::io::Read as _;

use protocol::Session;
use syntax::Dialect;

use super::prelude::*;
use crate::capture;

/// Maximum output read; the engine keeps its head and tail.
const MAX_OUTPUT: u64 = 64 * 1024 * 1024;
/// Maximum size of an alias or history file.
const MAX_LIST: u64 = 1024 * 1024;

#[derive(Debug, Default, clap::Args)]
pub struct Circumstances {
    /// Its output: a file, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The shell it was typed in: bash, zsh, fish, sh (default: bash)
    #[arg(long, value_name = "SHELL")]
    pub shell: Option<String>,
    /// The directory it ran in
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,
    /// The shell's aliases, as name=value lines
    #[arg(long, value_name = "FILE")]
    pub aliases: Option<PathBuf>,
    /// Recent commands, one per line, newest last
    #[arg(long, value_name = "FILE")]
    pub history: Option<PathBuf>,
    /// plain: text for people; json: everything
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    #[default]
    Plain,
    Json,
}

impl Circumstances {
    /// Describes the session when no command has failed; only the shell is known, from the argument or the
    /// caller.
    #[cfg(feature = "llm")]
    pub fn of_session(context: &Context, shell: Option<&str>) -> Result<Request, Error> {
        let circumstances = Self { shell: shell.map(str::to_owned), ..Self::default() };
        let mut request = circumstances.request(context, String::new(), 0)?;
        if shell.is_none() && context.caller.raw(env::SESSION).is_none() {
            let own = request.caller.variable("SHELL").map(Path::new);
            let name = own.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            if let Some(dialect) = name.and_then(|name| name.parse().ok()) {
                request.caller = request.caller.speaking(dialect).into();
            }
        }
        circumstances.in_session(&mut request);
        Ok(request)
    }

    /// Reads the files and returns the request.
    pub fn request(&self, context: &Context, text: String, status: i32) -> Result<Request, Error> {
        let dialect = dialect(self.shell.as_deref().unwrap_or("bash"))?;
        let output = self.output.as_deref().map(|path| read(path, MAX_OUTPUT)).transpose()?;
        let lines = |path: &Option<PathBuf>| -> Result<String, Error> {
            let bytes = path.as_deref().map(|path| read(path, MAX_LIST)).transpose()?.unwrap_or_default();
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let (aliases, history) = (lines(&self.aliases)?, lines(&self.history)?);
        let mut caller = Caller { aliases, history, ..context.caller.speaking(dialect) };
        if let Some(directory) = &self.cwd {
            caller.directory = enter(directory).map_err(|error| {
                Error::new(ErrorKind::Usage, format!("cannot enter {}: {error}", directory.display()))
                    .hinted("--cwd takes the directory in which the command failed")
            })?;
        }
        Ok(Request { text, status, output, caller: Arc::new(caller) })
    }

    /// Returns the last failure of the shell that called `darn`, with its output if available.
    pub fn last_failure(
        &self,
        context: &Context,
        status: Option<i32>,
        settings: &Settings,
    ) -> Result<Request, Error> {
        let text = |name| context.caller.text(name);
        let Some((line, told)) = text(env::FAILED).zip(text(env::FAILED_STATUS)) else {
            return Err(Error::new(ErrorKind::Negative, "no failed command in this shell yet")
                .hinted("name one: --command TEXT --status N"));
        };
        let status = status.or_else(|| told.parse().ok()).unwrap_or(1);
        let mut request = self.request(context, line, status)?;
        self.in_session(&mut request);
        if request.output.is_none() {
            request.output = capture::output(&request, settings, Moment::Later);
        }
        Ok(request)
    }

    /// Fills in what the calling shell reports about itself, unless given as an option.
    pub fn in_session(&self, request: &mut Request) {
        if self.shell.is_none()
            && let Some(Ok(dialect)) = request.caller.session().first().map(|name| name.parse())
        {
            let caller = request.caller.speaking(dialect);
            let is_given = self.aliases.is_some() || self.history.is_some();
            request.caller = Arc::new(if is_given { caller } else { of_shell(caller, &request.text) });
        }
    }
}

/// Adds what the calling shell reports about itself, up to the failed command.
fn of_shell(caller: Caller, failed: &str) -> Caller {
    let variable = |name: &str| caller.text(name).unwrap_or_default();
    let session = Session::from_variables(caller.dialect, variable);
    caller.in_session(session).until(failed)
}

/// Returns the error for a command that the service does not examine.
pub fn too_long() -> Error {
    Error::new(ErrorKind::Usage, "the command is too long to analyse")
}

/// Joins words that the calling shell has parsed to a command line.
pub fn line(words: &[OsString], dialect: Dialect) -> String {
    let quoted = words.iter().map(|word| syntax::quote(&word.to_string_lossy(), dialect).into_owned());
    quoted.collect::<Vec<_>>().join(" ")
}

/// Returns the dialect of a shell by its name.
pub fn dialect(shell: &str) -> Result<Dialect, Error> {
    shell.parse().map_err(|()| {
        Error::new(ErrorKind::Usage, format!("unknown shell `{shell}`"))
            .hinted("one of bash, zsh, fish, sh, pwsh, nu")
    })
}

/// Returns the absolute path of a directory in which commands can run.
fn enter(directory: &Path) -> std::io::Result<PathBuf> {
    let directory = directory.canonicalize()?;
    if directory.is_dir() { Ok(directory) } else { Err(std::io::ErrorKind::NotADirectory.into()) }
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let result = if path.as_os_str() == "-" {
        context::input().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    result.map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot read {}: {error}", path.display()))
            .hinted("name a readable file, or - for standard input")
    })?;
    Ok(bytes)
}
