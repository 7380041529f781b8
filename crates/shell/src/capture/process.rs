//! Runs one process with a deadline and reads its output.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::MAX_BYTES;
use crate::processes::read_within;

/// Returns the output of the program; `None` if it takes longer than `patience` or prints too much. The
/// process has always ended on return.
pub fn printed<'e>(
    program: &str,
    arguments: &[String],
    environment: impl Iterator<Item = (&'e str, String)>,
    patience: Duration,
) -> Option<Vec<u8>> {
    let deadline = Instant::now() + patience;
    let mut child = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(environment)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let printed = child.stdout.take().and_then(|pipe| read_within(pipe, deadline, MAX_BYTES));
    let _ = child.kill(); // a process that closed its output is done
    let _ = child.wait();
    printed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(script: &str, patience: Duration) -> Option<Vec<u8>> {
        let arguments = ["-c".to_owned(), script.to_owned()];
        let environment = [("PATH", "/usr/bin:/bin".to_owned())];
        printed("sh", &arguments, environment.into_iter(), patience)
    }

    #[test]
    fn all_that_is_printed_and_nothing_of_our_environment() {
        let long = Duration::from_secs(30);
        assert_eq!(asked("printf 'a\\nb'", long).unwrap(), b"a\nb");
        assert_eq!(asked("exit 3", long).unwrap(), b"");
        let environment = String::from_utf8(asked("env", long).unwrap()).unwrap();
        assert!(!environment.contains("CARGO"), "{environment}");
        assert_eq!(asked("yes | head -c 3000000", long), None);
    }

    #[test]
    fn who_takes_too_long_is_killed() {
        let started = Instant::now();
        assert_eq!(asked("printf a; exec sleep 60", Duration::from_millis(30)), None);
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
        // it continues after closing its output, which is all that matters
        assert_eq!(asked("printf a; exec sleep 60 >&-", Duration::from_secs(30)).unwrap(), b"a");
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    }
}
