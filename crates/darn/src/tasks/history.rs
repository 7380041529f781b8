//! Enters the confirmed steps of a task into the history of the user's shell, whose next start finds them there
//! (`task.history`).

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use syntax::Dialect;

use crate::caller::Caller;
use crate::{dirs, lock};

/// How much of the end of a history tells its form, in bytes.
const END: u64 = 4096;
/// How long a shell may hold the file.
const PATIENCE: Duration = Duration::from_millis(200);

/// A history file.
#[derive(Debug)]
pub struct History {
    file: PathBuf,
    dialect: Dialect,
    /// The file is created if it does not exist: the shell will read it.
    is_certain: bool,
}

impl History {
    /// Returns the history of the shell of a task; `None` if the shell keeps none.
    pub fn of(caller: &Caller) -> Option<Self> {
        let dialect = caller.dialect;
        let login = caller.variable("SHELL").map(Path::new).and_then(Path::file_name);
        let is_own = login.is_some_and(|name| name.to_str() == Some(dialect.name()));
        let named = caller.variable("HISTFILE").filter(|_| is_own && dialect != Dialect::Fish);
        if let Some(named) = named {
            return (!named.is_empty()).then(|| Self { file: named.into(), dialect, is_certain: true });
        }
        let home = dirs::home()?;
        let (file, is_certain) = match dialect {
            Dialect::Bash => (home.join(".bash_history"), true),
            // without configuration zsh has no history; with the one of its wizard it is this
            Dialect::Zsh => {
                (caller.variable("ZDOTDIR").map_or(home, PathBuf::from).join(".zsh_history"), false)
            }
            Dialect::Fish => {
                let data = dirs::absolute("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share"));
                let session = caller.variable("fish_history").filter(|name| *name != "default");
                if session == Some("") {
                    return None; // private
                }
                (data.join("fish").join(format!("{}_history", session.unwrap_or("fish"))), true)
            }
            _ => return None,
        };
        Some(Self { file, dialect, is_certain })
    }

    /// Appends a command that began at this time, in seconds since 1970.
    ///
    /// # Errors
    /// The file cannot be read or written, or is no plain file.
    pub fn add(&self, command: &str, at: i64) -> io::Result<()> {
        match std::fs::metadata(&self.file) {
            Ok(found) if !found.is_file() => return Err(io::ErrorKind::InvalidInput.into()),
            Err(_) if !self.is_certain => return Ok(()),
            _ => {}
        }
        if let Some(above) = self.file.parent()
            && self.dialect == Dialect::Fish
        {
            crate::files::create_private_directory(above)?;
        }
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&self.file)?;
        lock::lock(&file, lock::Hold::Write, PATIENCE)?;
        let (beginning, end) = ends(&mut file)?;
        let Some(entry) = entry(command, at, self.dialect, &beginning, &end) else { return Ok(()) };
        let break_first = if end.last().is_some_and(|last| *last != b'\n') { &b"\n"[..] } else { &[] };
        // in one write, so that no other shell writes between
        file.write_all(&[break_first, &entry].concat())
    }
}

/// Reads how a history begins and how it ends.
fn ends(file: &mut File) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let length = file.metadata()?.len();
    let (mut beginning, mut end) = (Vec::new(), Vec::new());
    file.take(END).read_to_end(&mut beginning)?;
    file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
    file.take(END).read_to_end(&mut end)?;
    Ok((beginning, end))
}

/// Returns a command as the shell writes it into a history with this beginning and end; `None` if it cannot stand
/// there.
fn entry(command: &str, at: i64, dialect: Dialect, beginning: &[u8], end: &[u8]) -> Option<Vec<u8>> {
    match dialect {
        Dialect::Fish => {
            let command = command.replace('\\', "\\\\").replace('\n', "\\n");
            Some(format!("- cmd: {command}\n  when: {at}\n").into_bytes())
        }
        Dialect::Zsh => {
            let is_extended = lines(end).last().is_some_and(is_extended);
            let stamp = if is_extended { format!(": {at}:0;") } else { String::new() };
            let mut entry = metafied(&(stamp + &command.replace('\n', "\\\n")));
            // a final backslash would join the next entry
            entry.extend_from_slice(if command.ends_with('\\') { b" \n" } else { b"\n" });
            Some(entry)
        }
        _ => {
            // bash takes several lines for one entry only if the file begins with a time
            let is_stamped = lines(beginning).next().is_some_and(is_stamp);
            let has_stamps = is_stamped || lines(end).any(is_stamp);
            let stamp = if has_stamps { format!("#{at}\n") } else { String::new() };
            (is_stamped || !command.contains('\n')).then(|| format!("{stamp}{command}\n").into_bytes())
        }
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

/// `#1700000000`
fn is_stamp(line: &[u8]) -> bool {
    line.strip_prefix(b"#").is_some_and(|time| !time.is_empty() && time.iter().all(u8::is_ascii_digit))
}

/// `: 1700000000:0;ls`
fn is_extended(line: &[u8]) -> bool {
    line.strip_prefix(b": ").is_some_and(|rest| {
        let time = rest.split(|byte| *byte == b';').next().unwrap_or_default();
        time.len() > 2 && time.iter().all(|byte| byte.is_ascii_digit() || *byte == b':')
    })
}

/// Encodes the bytes that zsh uses for itself.
fn metafied(text: &str) -> Vec<u8> {
    let byte = |byte| match byte {
        0 | 0x83..=0xa2 => [Some(0x83), Some(byte ^ 0x20)],
        _ => [Some(byte), None],
    };
    text.bytes().flat_map(byte).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(command: &str, dialect: Dialect, file: &str) -> Option<String> {
        let entry = entry(command, 17, dialect, file.as_bytes(), file.as_bytes())?;
        Some(String::from_utf8_lossy(&entry).into_owned())
    }

    #[test]
    fn an_entry_has_the_form_of_the_entries_before_it() {
        let bash = |command, file| written(command, Dialect::Bash, file);
        assert_eq!(bash("ls", "pwd\n").as_deref(), Some("ls\n"));
        assert_eq!(bash("ls", "").as_deref(), Some("ls\n"));
        assert_eq!(bash("ls", "#16\npwd\n").as_deref(), Some("#17\nls\n"));
        assert_eq!(bash("ls", "old\n#16\npwd\n").as_deref(), Some("#17\nls\n"));
        assert_eq!(bash("a\nb", "#16\npwd\n").as_deref(), Some("#17\na\nb\n"));
        assert_eq!(bash("a\nb", "pwd\n"), None);
        let zsh = |command, file| written(command, Dialect::Zsh, file);
        assert_eq!(zsh("ls", "pwd\n").as_deref(), Some("ls\n"));
        assert_eq!(zsh("ls", ": 16:0;pwd\n").as_deref(), Some(": 17:0;ls\n"));
        assert_eq!(zsh("a\nb", "pwd\n").as_deref(), Some("a\\\nb\n"));
        let fish = |command| written(command, Dialect::Fish, "");
        assert_eq!(fish("a\\b\nc").as_deref(), Some("- cmd: a\\\\b\\nc\n  when: 17\n"));
    }
}
