//! Real shells in a real terminal, for tests.
//!
//! ```ignore
//! let mut t = Builder::new("bash").before("set -u").start();
//! assert_eq!(t.run("false"), "T> false");               // all that was drawn, up to the next prompt
//! t.send("gti status\r");                               // keys, no waiting
//! t.wait_for("git status");                             // until the screen shows it
//! t.press("\t");                                        // keys, then until the shell is idle again
//! assert_eq!(t.line(), "T> git status");                // the line the cursor is in
//! ```
//!
//! - Each terminal has its own HOME (also the working directory) with an rc file of the shell: prompt
//!   `T> `, the builder's `before`, the line that loads darn as a user would load it, the builder's
//!   `after`. `~/bin` comes first on PATH and contains a `git` that prints `git ran: ARGS`.
//! - A test created by `both_ways` runs twice: with darn's hooks, and inside `darn shell`.
//! - Nothing sleeps for a fixed time. The shell is *idle* when it is alone in the terminal's foreground
//!   process group, sleeps, has read all its input, and stays so for a moment; [`Terminal::run`] also
//!   waits for the prompt with nothing after it. A condition that does not hold within [`DEADLINE`] fails
//!   the test and shows the screen.
//! - A missing shell fails the test and names the package.

use std::cell::Cell;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pts, Pty};

pub mod asking;
pub mod canary;
mod idle;

/// Timeout, generous enough for a loaded machine on which several models answer.
const DEADLINE: Duration = Duration::from_secs(120);
/// The prompt of every shell under test.
pub const PROMPT: &str = "T> ";

/// How a shell is connected to its terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Directly, with darn's hooks.
    Hooks,
    /// Through darn's relay.
    Inside,
}

thread_local! {
    static WAY: Cell<Way> = const { Cell::new(Way::Hooks) };
}

/// Returns how the shells of this test are connected to their terminals.
pub fn way() -> Way {
    WAY.get()
}

/// Runs a test whose shells all come to their terminals this way.
pub fn run(way: Way, test: impl FnOnce()) {
    WAY.set(way);
    test();
}

/// Makes one test per shell of a function that takes the shell's name, and what is in parentheses
/// behind it: `NAME::bash`, `NAME::zsh` …
macro_rules! per_shell {
    ($name:ident: $($shell:ident$(($($argument:expr),+))?),+) => {
        mod $name {
            $(
                #[test]
                fn $shell() {
                    super::$name(stringify!($shell)$(, $($argument),+)?);
                }
            )+
        }
    };
}

/// Makes a test with darn's hooks and one inside `darn shell`: `NAME::hooks` and `NAME::inside`, or
/// with shells as in `per_shell` `NAME::hooks::bash` …
macro_rules! both_ways {
    ($name:ident) => {
        mod $name {
            #[test]
            fn hooks() {
                crate::pty::run(crate::pty::Way::Hooks, super::$name);
            }

            #[test]
            fn inside() {
                crate::pty::run(crate::pty::Way::Inside, super::$name);
            }
        }
    };
    ($name:ident: $($shell:ident$(($($argument:expr),+))?),+) => {
        mod $name {
            mod hooks {
                $(
                    #[test]
                    fn $shell() {
                        crate::pty::run(crate::pty::Way::Hooks, || {
                            super::super::$name(stringify!($shell)$(, $($argument),+)?);
                        });
                    }
                )+
            }

            mod inside {
                $(
                    #[test]
                    fn $shell() {
                        crate::pty::run(crate::pty::Way::Inside, || {
                            super::super::$name(stringify!($shell)$(, $($argument),+)?);
                        });
                    }
                )+
            }
        }
    };
}

/// Shell code that prints the number of exported variables of darn, except those set by the relay.
pub const EXPORTED: &str = "env | grep -v -E '^DARN_(TTY|NONCE|RELAY)=' | grep -ci darn_";

/// The setup of a terminal.
pub struct Builder {
    way: Way,
    shell: String,
    program: Vec<String>,
    before: String,
    after: String,
    loads_darn: bool,
    rows: u16,
    columns: u16,
    environment: Vec<(String, String)>,
    files: Vec<(String, String)>,
}

impl Builder {
    /// Creates a builder. `shell` is a name known to darn: bash, zsh, fish, or an implementation of sh.
    pub fn new(shell: &str) -> Self {
        let program = match shell {
            "busybox" => vec!["busybox".into(), "sh".into(), "-i".into()],
            _ => vec![shell.into(), "-i".into()],
        };
        Self {
            way: way(),
            shell: shell.into(),
            program,
            before: String::new(),
            after: String::new(),
            loads_darn: true,
            rows: 40,
            columns: 100,
            environment: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Runs these words instead of `SHELL -i` (options, a wrapper such as strace).
    pub fn program(mut self, words: &[&str]) -> Self {
        self.program = words.iter().map(|word| (*word).to_owned()).collect();
        self
    }

    /// Adds text to the rc file before the line that loads darn.
    pub fn before(mut self, text: &str) -> Self {
        self.before.push_str(text);
        self.before.push('\n');
        self
    }

    /// Adds text to the rc file after the line that loads darn.
    pub fn after(mut self, text: &str) -> Self {
        self.after.push_str(text);
        self.after.push('\n');
        self
    }

    /// Uses the relay, whatever the test's own way.
    pub fn inside(mut self) -> Self {
        self.way = Way::Inside;
        self
    }

    /// Omits the line that loads darn from the rc file.
    pub fn without_hooks(mut self) -> Self {
        self.loads_darn = false;
        self
    }

    /// Uses the bare shell, for comparison.
    pub fn without_darn(mut self) -> Self {
        self.way = Way::Hooks;
        self.without_hooks()
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        (self.columns, self.rows) = (columns, rows);
        self
    }

    /// Sets a variable; a `~` at the beginning of its value is HOME.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Adds a file in HOME; one in `bin/` is made executable.
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.files.push((path.into(), text.into()));
        self
    }

    /// Adds the rc file of another shell, which also loads darn.
    pub fn with_shell(mut self, shell: &str) -> Self {
        let (file, prompt, load) = lines(shell);
        self.files.push((file.into(), format!("{prompt}\n{load}\n")));
        self
    }

    fn rc(&self) -> (&'static str, String) {
        let (file, prompt, load) = lines(&self.shell);
        let load = if self.loads_darn { load } else { String::new() };
        (file, format!("{prompt}\n{}{load}\n{}", self.before, self.after))
    }
    /// Returns the command that runs on the terminal.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.way == Way::Inside {
            let relay = [env!("CARGO_BIN_EXE_darn"), "shell", "--shell", &self.program[0], "--"];
            words.extend(relay.map(str::to_owned));
            words.extend_from_slice(&self.program[1..]);
        } else {
            words.extend_from_slice(&self.program);
        }
        words
    }

    /// Starts the shell and waits for its first prompt.
    pub fn start(self) -> Terminal {
        let mut terminal = self.spawn();
        terminal.wait("the first prompt", |t| t.is_at_prompt());
        terminal
    }

    /// Starts the shell without waiting.
    pub fn spawn(self) -> Terminal {
        for program in [&self.program[0], &self.shell] {
            assert!(is_installed(program), "{program} is missing: apt-get install {}", package(program));
        }
        let home = tempfile::tempdir().expect("a temporary directory");
        let (rc, text) = self.rc();
        write(home.path(), rc, &text);
        write(home.path(), "bin/git", "#!/bin/sh\necho \"git ran: $*\"\n");
        // Without it, fish's first start reads all man pages of the system in the background.
        std::fs::create_dir_all(home.path().join(".local/share/fish/generated_completions"))
            .expect("a directory in HOME");
        for (path, text) in &self.files {
            write(home.path(), path, text);
        }
        let (pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
        pty.resize(pty_process::Size::new(self.rows, self.columns)).expect("the size of the terminal");
        let path = format!("{}/bin:/usr/local/bin:/usr/bin:/bin", home.path().display());
        let words = self.words();
        let child = Command::new(&words[0])
            .args(&words[1..])
            .env_clear()
            .env("HOME", home.path())
            .env("ENV", home.path().join(".shrc"))
            .env("PATH", path)
            .env("SHELL", format!("/bin/{}", self.shell))
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("TMPDIR", home.path())
            .envs(self.environment.iter().map(|(name, value)| match value.strip_prefix('~') {
                Some(rest) => (name, format!("{}{rest}", home.path().display())),
                None => (name, value.clone()),
            }))
            .current_dir(home.path())
            .spawn_borrowed(&pts)
            .expect("the shell starts");
        let program = Path::new(&self.program[0]).file_name().expect("a program");
        let program = program.to_string_lossy().into_owned();
        let wrapper = (program != self.shell).then_some(program);
        let size = |n| NonZeroU16::new(n).expect("a size above 0");
        let screen = vt100::Parser::new(size(self.rows), size(self.columns), 10_000);
        Terminal {
            pty,
            pts,
            child,
            wrapper,
            screen,
            raw: Vec::new(),
            home,
            columns: self.columns,
            answers_queries: false,
        }
    }
}

/// Returns the path of a shell's rc file in HOME, the line that sets its prompt, and the one that loads darn.
fn lines(shell: &str) -> (&'static str, &'static str, String) {
    let darn = env!("CARGO_BIN_EXE_darn");
    match shell {
        "bash" => (".bashrc", "PS1='T> '", format!("eval \"$('{darn}' init bash)\"")),
        "zsh" => (
            ".zshrc",
            "PROMPT='T> ' HISTFILE=~/.zsh_history SAVEHIST=1000",
            format!("eval \"$('{darn}' init zsh)\""),
        ),
        "fish" => (
            ".config/fish/config.fish",
            "function fish_prompt; echo -n 'T> '; end; function fish_greeting; end",
            format!("'{darn}' init fish | source"),
        ),
        "yash" => (".yashrc", "PS1='T> '", format!("eval \"$('{darn}' init sh)\"")),
        _ => (".shrc", "PS1='T> '", format!("eval \"$('{darn}' init sh)\"")),
    }
}

/// Asks a terminal for the position of its cursor (ECMA-48 DSR 6), which it answers as a key press.
const CURSOR_QUERY: &[u8] = b"\x1b[6n";

/// A shell in a terminal.
pub struct Terminal {
    pty: Pty,
    pts: Pts,
    child: std::process::Child,
    /// Name of the program that started the shell, if there is one.
    wrapper: Option<String>,
    screen: vt100::Parser,
    raw: Vec<u8>,
    home: tempfile::TempDir,
    columns: u16,
    /// The cursor's position is told to those who ask.
    answers_queries: bool,
}

impl Terminal {
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Returns the shell's process id (that of the wrapper, if there is one).
    pub fn pid(&self) -> u32 {
        idle::behind_relay(self.child.id()).unwrap_or_else(|| self.child.id())
    }

    /// Returns whether a child of the shell runs this program.
    pub fn is_running(&self, program: &str) -> bool {
        let children = format!("/proc/{0}/task/{0}/children", self.pid());
        let children = std::fs::read_to_string(children).unwrap_or_default();
        let name = |child: &str| std::fs::read_to_string(format!("/proc/{child}/comm")).unwrap_or_default();
        children.split_whitespace().any(|child| name(child).trim() == program)
    }

    /// Returns the process started in the terminal: the relay, if the shell is inside one.
    pub fn outer(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// Tells programs that ask where the cursor is, from now on.
    #[cfg(feature = "llm")]
    pub fn answer_queries(&mut self) {
        self.answers_queries = true;
    }

    /// Types keys without waiting.
    pub fn send(&mut self, keys: &str) {
        self.send_bytes(keys.as_bytes());
    }

    /// Types keys at human speed.
    pub fn type_slowly(&mut self, keys: &str) {
        for key in keys.chars() {
            self.send(&key.to_string());
            std::thread::sleep(Duration::from_millis(120));
        }
    }

    pub fn send_bytes(&mut self, keys: &[u8]) {
        for chunk in keys.chunks(1024) {
            self.pty.write_all(chunk).expect("the terminal takes input");
            self.read();
        }
    }

    /// Types keys, waits until the shell is idle, and returns what was drawn.
    pub fn press(&mut self, keys: &str) -> String {
        let from = self.mark();
        self.send(keys);
        self.wait("the shell to be idle", |_| true);
        self.drawn(&from)
    }

    /// Enters a line, waits for the next prompt, and returns what was drawn: the prompt with the line itself
    /// and the output, without the next prompt's line (ghost text is in [`Terminal::line`]).
    pub fn run(&mut self, line: &str) -> String {
        let from = self.mark();
        self.send(line);
        self.send("\r");
        self.finish(from, line)
    }

    /// Waits until the prompt is back after the keys sent since `from`.
    pub fn finish(&mut self, from: Mark, what: &str) -> String {
        let start = from.bytes;
        self.wait(&format!("the prompt after {what:?}"), |t| {
            t.raw[start..].contains(&b'\n') && t.is_at_prompt()
        });
        let text = self.drawn(&from);
        text.rsplit_once('\n').map_or(text.as_str(), |(drawn, _prompt)| drawn).trim_end().to_owned()
    }

    /// Marks a point in the output, for querying what was drawn since.
    pub fn mark(&mut self) -> Mark {
        self.read();
        Mark { bytes: self.raw.len(), line: self.line() }
    }

    /// Returns what was drawn since a mark, rendered, beginning with the cursor's line at that time.
    pub fn drawn(&self, from: &Mark) -> String {
        let rows = NonZeroU16::new(1000).expect("not 0");
        let mut screen = vt100::Parser::new(rows, NonZeroU16::new(self.columns).expect("not 0"), 0);
        screen.process(from.line.as_bytes());
        if from.line == PROMPT.trim_end() {
            screen.process(b" ");
        }
        screen.process(&self.raw[from.bytes..]);
        text_of(&screen)
    }

    /// Returns the raw bytes that the terminal received since a mark.
    pub fn bytes_since(&self, from: &Mark) -> &[u8] {
        &self.raw[from.bytes..]
    }

    /// Waits until the screen shows `text`.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(&format!("{text:?} on the screen"), |t| t.screen().contains(text));
    }

    /// Waits until the condition holds, whether or not the shell is idle.
    pub fn wait_until(&mut self, what: &str, mut condition: impl FnMut(&Self) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        while !condition(self) {
            assert!(Instant::now() < deadline, "no {what} within {DEADLINE:?}:\n{}", self.screen());
            self.read_for(Duration::from_millis(5));
        }
    }

    /// Waits until the shell is idle and the condition holds.
    pub fn wait(&mut self, what: &str, mut condition: impl FnMut(&Self) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        let mut calm = 0;
        while calm < 4 {
            assert!(Instant::now() < deadline, "no {what} within {DEADLINE:?}:\n{}", self.screen());
            let silent = !self.read_for(Duration::from_millis(6));
            calm = if silent
                && idle::is_idle(&self.pty, &self.pts, self.wrapper.as_deref())
                && condition(self)
            {
                calm + 1
            } else {
                0
            };
        }
    }

    /// Waits until the shell has ended and returns its status, 128 + n for signal n.
    pub fn end(&mut self) -> i32 {
        use std::os::unix::process::ExitStatusExt as _;
        let deadline = Instant::now() + DEADLINE;
        loop {
            self.read_for(Duration::from_millis(5));
            if let Some(status) = self.child.try_wait().expect("the status of the shell") {
                return status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
            }
            assert!(Instant::now() < deadline, "the shell does not end:\n{}", self.screen());
        }
    }

    /// Returns whether the cursor is directly after the prompt, with nothing typed; text after it is ghost
    /// text.
    fn is_at_prompt(&self) -> bool {
        let (row, column) = self.model().cursor_position();
        let Some(line) = self.line().strip_prefix(PROMPT.trim_end()).map(str::to_owned) else { return false };
        let next = self.model().cell(row, column);
        let is_ghost = next.is_some_and(|cell| cell.dim() || cell.fgcolor() != vt100::Color::Default);
        usize::from(column) == PROMPT.len() && (line.is_empty() || is_ghost)
    }

    /// Returns the visible screen, without trailing blanks and trailing empty lines.
    pub fn screen(&self) -> String {
        text_of(&self.screen)
    }

    /// Returns the screen model, for the attributes of cells.
    pub fn model(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    /// Returns the line that contains the cursor.
    pub fn line(&self) -> String {
        let (row, _) = self.screen.screen().cursor_position();
        self.screen.screen().rows(0, self.columns).nth(row.into()).unwrap_or_default().trim_end().to_owned()
    }

    /// Returns the name of the program in the foreground.
    pub fn foreground(&self) -> String {
        idle::foreground(&self.pty)
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.pty.resize(pty_process::Size::new(rows, columns)).expect("the size of the terminal");
        let size = |n| NonZeroU16::new(n).expect("a size above 0");
        self.screen.set_size(size(rows), size(columns));
        self.columns = columns;
    }

    fn read(&mut self) {
        while self.read_for(Duration::ZERO) {}
    }

    /// Reads output for at most this time; returns whether there was some.
    fn read_for(&mut self, timeout: Duration) -> bool {
        use rustix::event::{PollFd, PollFlags, poll};
        let timeout = rustix::event::Timespec::try_from(timeout).expect("a short time");
        let mut fds = [PollFd::new(&self.pty, PollFlags::IN)];
        if !matches!(poll(&mut fds, Some(&timeout)), Ok(1)) {
            return false;
        }
        let mut buffer = [0; 65_536];
        let Ok(count) = (&self.pty).read(&mut buffer) else { return false };
        self.screen.process(&buffer[..count]);
        self.raw.extend_from_slice(&buffer[..count]);
        if self.answers_queries && buffer[..count].ends_with(CURSOR_QUERY) {
            let (row, column) = self.screen.screen().cursor_position();
            self.send(&format!("\x1b[{};{}R", row + 1, column + 1));
        }
        count > 0
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Like a terminal that is closed: hangs up every process in the session.
        idle::hang_up(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A point in a terminal's output.
#[derive(Debug, Clone)]
pub struct Mark {
    bytes: usize,
    line: String,
}

fn text_of(parser: &vt100::Parser) -> String {
    let (_, columns) = parser.screen().size();
    let rows: Vec<_> = parser.screen().rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect();
    rows.join("\n").trim_end().to_owned()
}

fn write(home: &Path, path: &str, text: &str) {
    let file = home.join(path);
    std::fs::create_dir_all(file.parent().expect("a file in HOME")).expect("a directory in HOME");
    std::fs::write(&file, text).expect("a file in HOME");
    if path.starts_with("bin/") {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("the x bit");
    }
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).chain([PathBuf::from("/bin")]).any(|dir| dir.join(program).exists())
}

fn package(program: &str) -> &str {
    match program {
        "ksh93" => "ksh",
        "rbash" => "bash",
        other => other,
    }
}
