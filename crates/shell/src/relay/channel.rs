//! Lets a hook ask the relay with shell builtins only: two FIFOs, one for each direction.
//!
//! A question is a list of fields, each a colon, its text and NUL; an empty field ends it: `:NONCE :NUMBER
//! :WHAT …`. The answer is `NUMBER TEXT` and NUL; the shell skips an answer whose number it no longer waits
//! for.
//!
//! The relay always answers, and always reads: a shell is never left blocked at its FIFO.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};
use syntax::{Dialect, Script};

use super::fork::Place;
use super::queue::Queue;

/// Maximum size of a question; a longer one is read to its end, but not answered.
const MAX_QUESTION: usize = 1024 * 1024;
/// How much of its beginning is kept to find its number.
const HEAD: usize = 1024;

/// A hook's request.
#[derive(Debug, Default)]
pub struct Question {
    /// Text chosen by the shell to match answers.
    pub number: Vec<u8>,
    pub wanted: Wanted,
}

#[derive(Debug, Default)]
pub enum Wanted {
    /// Echo the text: a builtin of bash can print only to a file, not into a variable.
    Back(Vec<u8>),
    /// The text typed at the last prompt that never ran.
    Typed,
    /// The program's answer to these arguments, in this place.
    Said { arguments: Vec<OsString>, place: Place, waits: Waits },
    /// Unreadable.
    #[default]
    Nothing,
}

/// How long a hook waits for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// A few seconds, or without limit once the relay reports that the user is being asked.
    Told,
    /// Without limit. (fish takes all available bytes for one answer, so it cannot get a report first.)
    Long,
}

/// The two FIFOs and the file beside them; removed when dropped.
#[derive(Debug)]
pub struct Channel {
    asking: Fifo,
    answering: Fifo,
    /// A file in which a hook notes for itself that a command was not found.
    missed: PathBuf,
    nonce: Vec<u8>,
    read: Vec<u8>,
    /// Its middle is missing.
    is_cut: bool,
    unsent: Queue,
}

impl Channel {
    /// Creates them at `PATH.ask` and `PATH.answer`, in a private directory of this user.
    ///
    /// # Errors
    /// The path exists, or the system cannot create FIFOs there.
    pub fn at(path: &Path, nonce: &str) -> io::Result<Self> {
        let missed = path.with_extension("missed");
        let _ = std::fs::remove_file(&missed); // left by an earlier process with the same id
        Ok(Self {
            missed,
            asking: Fifo::at(path.with_extension("ask"))?,
            answering: Fifo::at(path.with_extension("answer"))?,
            nonce: [b":", nonce.as_bytes()].concat(),
            read: Vec::new(),
            is_cut: false,
            unsent: Queue::default(),
        })
    }

    /// What to poll for: a question, and room for the rest of an answer.
    pub fn asking(&self) -> BorrowedFd<'_> {
        self.asking.as_fd()
    }

    pub fn answering(&self) -> Option<BorrowedFd<'_>> {
        (!self.unsent.is_empty()).then(|| self.answering.as_fd())
    }

    /// Reads from the FIFO; returns a question once it is complete.
    pub fn take(&mut self) -> Option<Question> {
        let mut chunk = [0; 16 * 1024];
        while let Ok(count) = rustix::io::read(&self.asking, &mut chunk) {
            self.read.extend_from_slice(chunk.get(..count).unwrap_or_default());
            if count < chunk.len() {
                break;
            }
        }
        if self.read.len() > MAX_QUESTION {
            self.is_cut = true;
            let (head, tail) = (HEAD, self.read.len() - 2);
            self.read.drain(head..tail);
        }
        if !self.read.ends_with(b"\0\0") {
            return None;
        }
        let (read, is_cut) = (std::mem::take(&mut self.read), std::mem::take(&mut self.is_cut));
        // earlier answers are no longer needed
        self.unsent = Queue::default();
        while rustix::io::read(&self.answering, &mut chunk).is_ok_and(|count| count > 0) {}
        let fields: Vec<&[u8]> = read.split(|byte| *byte == 0).collect();
        // it may follow bytes from a program, or from a shell that was interrupted
        let from = fields.iter().rposition(|field| *field == self.nonce);
        let is_ours = from.is_some() && !is_cut;
        let from = from.unwrap_or(0);
        let mut fields =
            fields.get(from + 1..)?.iter().map(|field| field.strip_prefix(b":").unwrap_or_default());
        let number = fields.next()?.to_vec();
        let wanted = if is_ours { wanted(&mut fields) } else { None }.unwrap_or_default();
        Some(Question { number, wanted })
    }

    /// Answers a question. The text ends before its first NUL and without trailing newlines, as with `$( )`.
    pub fn send(&mut self, number: &[u8], text: &[u8]) {
        let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
        let end = text.iter().rposition(|byte| *byte != b'\n').map_or(0, |at| at + 1);
        let text = text.get(..end).unwrap_or_default();
        let _ = self.unsent.send(&self.answering, &[number, b" ", text, b"\0"].concat());
    }

    pub fn flush(&mut self) {
        let _ = self.unsent.flush(&self.answering);
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.missed);
    }
}

/// Removed when dropped.
#[derive(Debug)]
struct Fifo {
    fd: OwnedFd,
    path: PathBuf,
}

impl Fifo {
    fn at(path: PathBuf) -> io::Result<Self> {
        let _ = std::fs::remove_file(&path); // left by an earlier process with the same id
        mkfifoat(CWD, &path, Mode::RUSR | Mode::WUSR)?;
        // open for both reading and writing: opening never blocks, and it never reaches end of file
        match open(&path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty()) {
            Ok(fd) => Ok(Self { fd, path }),
            Err(error) => {
                let _ = std::fs::remove_file(&path);
                Err(error.into())
            }
        }
    }
}

impl AsFd for Fifo {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

impl Drop for Fifo {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Parses `back TEXT`, `typed`, or `said SHELL WHAT STATUS COMMAND DIRECTORY NAME=VALUE…`; `waits` for a hook
/// that waits without limit.
fn wanted<'f>(fields: &mut impl Iterator<Item = &'f [u8]>) -> Option<Wanted> {
    let text = |field: &[u8]| OsString::from_vec(field.to_vec());
    Some(match fields.next()? {
        b"back" => Wanted::Back(fields.next()?.to_vec()),
        b"typed" => Wanted::Typed,
        what @ (b"said" | b"waits") => {
            let waits = if what == b"said" { Waits::Told } else { Waits::Long };
            let arguments = fields.by_ref().take(4).map(text).collect();
            let directory = text(fields.next()?).into();
            let mut environment = Vec::new();
            for field in fields.filter(|field| !field.is_empty()) {
                match field.strip_prefix(b"export -p=") {
                    Some(exports) => environment.extend(exported(&String::from_utf8_lossy(exports))),
                    None => environment.extend(assignment(field)),
                }
            }
            Wanted::Said { arguments, place: Place { directory, environment }, waits }
        }
        _ => return None,
    })
}

fn assignment(field: &[u8]) -> Option<(OsString, OsString)> {
    let at = field.iter().position(|byte| *byte == b'=').filter(|at| *at > 0)?;
    let (name, value) = field.split_at(at);
    Some((OsString::from_vec(name.to_vec()), OsString::from_vec(value.get(1..)?.to_vec())))
}

/// Parses the output of bash's `export -p`: `declare -x NAME="value"`.
fn exported(text: &str) -> Vec<(OsString, OsString)> {
    let script = Script::parse(text, Dialect::Bash);
    let words = script.commands.iter().filter_map(|command| command.words.last());
    words.filter_map(|word| assignment(word.value.as_bytes())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(bytes: &[u8]) -> Option<Question> {
        let directory =
            std::env::temp_dir().join(format!("darn-channel-{}-{}", std::process::id(), bytes.len()));
        let mut channel = Channel::at(&directory, "n0").unwrap();
        let written = rustix::io::write(&channel.asking, bytes).unwrap();
        assert_eq!(written, bytes.len());
        channel.take()
    }

    #[test]
    fn a_question_is_read_whole_whatever_stands_before_it() {
        let question = asked(b"rubbish\0:n0\0:7\0:back\0:a\nb\0\0").unwrap();
        assert_eq!(question.number, b"7");
        assert!(matches!(question.wanted, Wanted::Back(text) if text == b"a\nb"));
        assert!(asked(b":n0\0:7\0:back\0:a").is_none());
        let foreign = asked(b":n1\0:7\0:back\0:a\0\0").unwrap();
        assert!(foreign.number == b"7" && matches!(foreign.wanted, Wanted::Nothing), "answered all the same");
        assert!(matches!(asked(b":n0\0:7\0:else\0\0").unwrap().wanted, Wanted::Nothing));
        let said = b":n0\0:1\0:said\0:bash\0:failed\0:1\0:\0:/tmp\0:A=1=2\0:=x\0:export -p=declare -x B=\"a\\$b\nc\"\ndeclare -x C\n\0\0";
        let Wanted::Said { arguments, place, .. } = asked(said).unwrap().wanted else { panic!("a call") };
        assert_eq!(arguments, ["bash", "failed", "1", ""]);
        assert_eq!(place.directory, Path::new("/tmp"));
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        assert_eq!(place.environment, [pair("A", "1=2"), pair("B", "a$b\nc")]);
    }
}
