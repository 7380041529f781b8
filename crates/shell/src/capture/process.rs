//! One process, its output, a deadline.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{Query, Surroundings};

/// A thousand rows of a wide terminal; who prints more is no terminal.
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// What every program needs of the environment.
const USUAL: &[&str] = &["PATH", "HOME", "USER", "TMPDIR", "XDG_RUNTIME_DIR", "LANG", "LC_ALL", "LC_CTYPE"];

/// All that the query prints; `None` where it takes longer than `patience` or prints too much.
/// Whatever happens, the process has ended.
pub fn printed(query: &Query, surroundings: &Surroundings<'_>, patience: Duration) -> Option<Vec<u8>> {
    let deadline = Instant::now() + patience;
    let mut child = query.programs.iter().find_map(|program| start(program, query, surroundings))?;
    let printed = read(&mut child, deadline);
    let _ = child.kill(); // who has closed its output has nothing more to say
    let _ = child.wait();
    printed
}

fn start(program: &str, query: &Query, surroundings: &Surroundings<'_>) -> Option<Child> {
    let kept = USUAL.iter().chain(query.needs);
    Command::new(program)
        .args(&query.arguments)
        .env_clear()
        .envs(kept.filter_map(|name| Some((name, surroundings.get(name)?))))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()
}

fn read(child: &mut Child, deadline: Instant) -> Option<Vec<u8>> {
    let mut pipe = child.stdout.take()?;
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 * 1024];
    loop {
        let left = deadline.checked_duration_since(Instant::now())?;
        let mut fds = [PollFd::new(&pipe, PollFlags::IN)];
        match poll(&mut fds, Timespec::try_from(left).ok().as_ref()) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return None,
        }
        match pipe.read(&mut buffer) {
            Ok(0) => return Some(bytes),
            Ok(count) => bytes.extend_from_slice(buffer.get(..count)?),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
        if bytes.len() > MAX_BYTES {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(script: &str, patience: Duration) -> Option<Vec<u8>> {
        let variable = |name: &str| std::env::var(name).ok();
        let surroundings = Surroundings { variable: &variable, tty: None, columns: 80 };
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        let query = Query { programs: &["no-such-program", "sh"], arguments, needs: &["DARN_NEEDED"] };
        printed(&query, &surroundings, patience)
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
        // its output is closed, and it goes on: that is all there is to wait for
        assert_eq!(asked("printf a; exec sleep 60 >&-", Duration::from_secs(30)).unwrap(), b"a");
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    }
}
