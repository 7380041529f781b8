//! The two FIFOs by which a hook asks the relay, one for each direction; `protocol::relay` says what goes
//! through them.
//!
//! The relay always answers, and always reads: a shell is never left blocked at its FIFO.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use protocol::Call;
use protocol::relay::{Answer, END, Question, Wanted};
use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};

use super::queue::Queue;

/// Maximum size of a question; a longer one is read to its end, but not answered.
pub const MAX_QUESTION: usize = 1024 * 1024;
/// Between the parts of an answer in a file.
const SEPARATOR: &[u8] = &[0x1d];
/// The file systems tmpfs and ramfs (statfs(2)).
const MEMORY: [u64; 2] = [0x0102_1994, 0x8584_58f6];
/// How much of its beginning is kept to find its number.
const HEAD: usize = 1024;

/// The two FIFOs and the files beside them; removed when dropped.
#[derive(Debug)]
pub struct Channel {
    asking: Fifo,
    answering: Fifo,
    /// A file in which a hook notes for itself that a command was not found.
    missed: PathBuf,
    /// A file for what its builtins print, or for a whole question.
    printed: PathBuf,
    /// A file for the answer to that question.
    reply: PathBuf,
    /// The command that the question in the file is about.
    filed: Option<String>,
    nonce: String,
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
        let [missed, printed, reply] = ["missed", "printed", "reply"].map(|name| path.with_extension(name));
        // left by an earlier process with the same id
        for file in [&missed, &printed, &reply] {
            let _ = std::fs::remove_file(file);
        }
        Ok(Self {
            missed,
            printed,
            reply,
            filed: None,
            asking: Fifo::at(path.with_extension("ask"))?,
            answering: Fifo::at(path.with_extension("answer"))?,
            nonce: nonce.to_owned(),
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
            let (head, tail) = (HEAD, self.read.len() - END.len());
            self.read.drain(head..tail);
        }
        if !self.read.ends_with(END) {
            return None;
        }
        let (read, is_cut) = (std::mem::take(&mut self.read), std::mem::take(&mut self.is_cut));
        // earlier answers are no longer needed
        self.unsent = Queue::default();
        while rustix::io::read(&self.answering, &mut chunk).is_ok_and(|count| count > 0) {}
        let question = Question::decode(&read, &self.nonce)?;
        self.filed = None;
        Some(match question.wanted {
            _ if is_cut => Question { wanted: Wanted::Nothing, ..question },
            Wanted::Filed => {
                Question { wanted: self.filed(&question.number).unwrap_or_default(), ..question }
            }
            _ => question,
        })
    }

    /// Reads the question with this number from the file and empties it. `None`: it is not there as a whole.
    fn filed(&mut self, number: &[u8]) -> Option<Wanted> {
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(open(&self.printed, flags, Mode::empty()).ok()?);
        let mut read = Vec::new();
        Read::by_ref(&mut file).take(MAX_QUESTION as u64).read_to_end(&mut read).ok()?;
        file.set_len(0).ok()?;
        let question = Question::decode(&read, &self.nonce).filter(|_| read.ends_with(END))?;
        let Wanted::Reply(placed) = question.wanted else { return None };
        let Call::Failed(line) = &placed.request.call else { return None };
        self.filed = (question.number == number).then(|| line.text.clone());
        self.filed.is_some().then_some(Wanted::Reply(placed))
    }

    /// Returns the number of bytes read of a question that is not complete.
    pub const fn incomplete(&self) -> usize {
        self.read.len()
    }

    /// Lets this many bytes wait in each FIFO, as far as the system allows (`F_SETPIPE_SZ` in fcntl(2)): until
    /// then a shell is not blocked even if no one reads.
    pub fn make_room(&self, bytes: usize) {
        for fifo in [&self.asking, &self.answering] {
            let _ = rustix::pipe::fcntl_setpipe_size(fifo, bytes);
        }
    }

    /// Creates the files for what builtins print, `PATH.printed`, and for answers, `PATH.reply`, if they are in
    /// memory: on a disk they would be slow, and leave traces of a history that the user may not want to be stored.
    pub fn make_scratch(&self) {
        let is_in_memory = rustix::fs::statfs(&self.asking.path).is_ok_and(|data| {
            MEMORY.iter().any(|kind| u64::try_from(data.f_type).is_ok_and(|other| other == *kind))
        });
        if is_in_memory {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
            for file in [&self.printed, &self.reply] {
                let _ = open(file, flags, Mode::RUSR | Mode::WUSR);
            }
        }
    }

    /// Answers the question with this number.
    pub fn send(&mut self, number: &[u8], answer: Answer<'_>) {
        let answer = match (self.filed.take(), answer) {
            (Some(command), Answer::Text(text)) => match self.file(number, command.as_bytes(), text) {
                Ok(()) => Answer::Text(b""),
                Err(_) => Answer::Cannot,
            },
            (_, answer) => answer,
        };
        let _ = self.unsent.send(&self.answering, &answer.encode(number));
    }

    /// Writes the file of the answer: number, command and answer, separated by U+001D.
    fn file(&self, number: &[u8], command: &[u8], text: &[u8]) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        File::from(open(&self.reply, flags, Mode::empty())?)
            .write_all(&[number, SEPARATOR, command, SEPARATOR, text].concat())
    }

    pub fn flush(&mut self) {
        let _ = self.unsent.flush(&self.answering);
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        for file in [&self.missed, &self.printed, &self.reply] {
            let _ = std::fs::remove_file(file);
        }
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
    fn a_question_is_taken_once_it_is_complete() {
        let question = Question { number: b"7".to_vec(), wanted: Wanted::Back(b"a\nb".to_vec()) };
        assert_eq!(asked(b"rubbish\0:n0\0:7\0:back\0:a\nb\0\0"), Some(question));
        assert_eq!(asked(b":n0\0:7\0:back\0:a"), None);
    }

    #[test]
    fn a_question_that_is_too_long_wants_nothing() {
        let directory = std::env::temp_dir().join(format!("darn-channel-{}-long", std::process::id()));
        let mut channel = Channel::at(&directory, "n0").unwrap();
        let question = Question { number: b"7".to_vec(), wanted: Wanted::Back(vec![b'x'; MAX_QUESTION + 1]) };
        for piece in question.encode("n0").unwrap().chunks(4096) {
            assert_eq!(rustix::io::write(&channel.asking, piece).unwrap(), piece.len());
            if let Some(taken) = channel.take() {
                assert_eq!(taken, Question { wanted: Wanted::Nothing, ..question });
                return;
            }
        }
        panic!("the question was not taken");
    }
}
