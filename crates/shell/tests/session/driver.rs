//! A session for tests.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::termios::Winsize;
use shell::session::{Ended, Event, Session, Start, Wants};
use syntax::Dialect;

/// Far beyond what any command here takes, on a loaded machine.
const LIMIT: Duration = Duration::from_secs(40);

/// What a command did.
#[derive(Debug)]
pub enum Outcome {
    Ended(Ended),
    ShellEnded(Option<i32>),
}

pub struct Driver {
    pub session: Session,
    pub home: tempfile::TempDir,
    /// What was waited for, in order.
    pub waited: Vec<Wants>,
    /// How long after the last output, or the start, it was noticed that a command waits.
    pub delays: Vec<Duration>,
}

pub fn dialect(shell: &str) -> Dialect {
    match shell {
        "dash" => Dialect::Posix,
        other => other.parse().unwrap(),
    }
}

/// Returns the path of a shell, which must be there.
fn find(shell: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap();
    std::env::split_paths(&path)
        .map(|directory| directory.join(shell))
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("{shell} is not installed"))
}

impl Driver {
    pub fn start(shell: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("place");
        std::fs::create_dir(&place).unwrap();
        let directory = home.path().join("work");
        std::fs::create_dir(&directory).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        let variables: [(&str, OsString); 5] = [
            ("PATH", path),
            ("HOME", home.path().into()),
            ("TERM", "xterm-256color".into()),
            ("LC_ALL", "C.UTF-8".into()),
            ("PAGER", "cat".into()),
        ];
        let environment: Vec<(OsString, OsString)> =
            variables.into_iter().map(|(name, value)| (name.into(), value)).collect();
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let session = Session::start(Start {
            program: &find(shell),
            dialect: dialect(shell),
            reads_startup_files: false,
            directory: &directory.canonicalize().unwrap(),
            environment: &environment,
            size: Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 },
            place: &place,
            nonce: &format!("n{}x{number}", std::process::id()),
        })
        .unwrap();
        Self { session, home, waited: Vec::new(), delays: Vec::new() }
    }

    pub fn work(&self) -> PathBuf {
        self.home.path().canonicalize().unwrap().join("work")
    }

    /// Runs a command; types an answer at each wait, while there are any, then interrupts it.
    pub fn run_with(&mut self, command: &str, answers: &[&str]) -> Outcome {
        self.session.run(command).unwrap_or_else(|refused| panic!("{command}: {refused:?}"));
        let mut answers = answers.iter();
        let mut printed = Instant::now();
        let until = printed + LIMIT;
        loop {
            match self.session.next(&[], Some(until)).unwrap() {
                Event::Ended(ended) => return Outcome::Ended(ended),
                Event::ShellEnded(status) => return Outcome::ShellEnded(status),
                Event::Waits(wants) => {
                    self.waited.push(wants);
                    self.delays.push(printed.elapsed());
                    let keys = answers.next().copied().unwrap_or("\x03");
                    self.session.type_in(keys.as_bytes()).unwrap();
                }
                Event::Elapsed => panic!("{command}: no end"),
                Event::Output(_) => printed = Instant::now(),
                Event::Resumed | Event::Other => {}
            }
        }
    }

    /// Attends to the session until a condition holds.
    pub fn until(&mut self, condition: impl Fn(&Session) -> bool) {
        let since = Instant::now();
        while !condition(&self.session) {
            assert!(since.elapsed() < LIMIT, "{:?}", self.session.jobs());
            let event = self.session.next(&[], Some(Instant::now() + Duration::from_millis(5))).unwrap();
            assert!(!matches!(event, Event::Ended(_) | Event::ShellEnded(_)), "{event:?}");
        }
    }

    /// Runs a command to its end; returns status and output.
    pub fn run(&mut self, command: &str) -> (Option<i32>, String) {
        match self.run_with(command, &[]) {
            Outcome::Ended(ended) => (ended.status, plain(&ended)),
            other => panic!("{command}: {other:?}"),
        }
    }

    pub fn directory(&self) -> &Path {
        self.session.directory()
    }
}

/// Returns the output with the terminal's line ends undone.
pub fn plain(ended: &Ended) -> String {
    ended.output.to_text().replace("\r\n", "\n")
}

/// Waits for the end of the running command; returns status and output.
pub fn finish(driver: &mut Driver) -> (Option<i32>, String) {
    let until = Instant::now() + LIMIT;
    loop {
        match driver.session.next(&[], Some(until)).unwrap() {
            Event::Ended(ended) => return (ended.status, plain(&ended)),
            Event::Elapsed | Event::ShellEnded(_) => panic!("no end"),
            _ => {}
        }
    }
}

/// Defines a test for each shell.
macro_rules! per_shell {
    ($name:ident) => {
        mod $name {
            #[test]
            fn bash() {
                super::$name("bash");
            }
            #[test]
            fn zsh() {
                super::$name("zsh");
            }
            #[test]
            fn fish() {
                super::$name("fish");
            }
            #[test]
            fn dash() {
                super::$name("dash");
            }
        }
    };
}
pub(crate) use per_shell;
