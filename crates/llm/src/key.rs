//! Sources of keys: a command, the environment, a file. A key is never shown: not by `Debug`, not in a log,
//! not in a server's message that repeats it.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

pub use secrecy::{ExposeSecret, SecretString as Key};

use crate::Error;

/// One possible source of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// A line for `sh`, whose first line of output is the key: `pass show openrouter`.
    Command(String),
    /// The name of an environment variable.
    Environment(String),
    /// A file that only its owner can read.
    File(PathBuf),
}

/// Time limit of a key command, which may ask for a fingerprint.
const COMMAND_TIME: Duration = Duration::from_secs(30);
/// Maximum length of a key, in bytes.
const MAX_KEY: u64 = 16 * 1024;

impl KeySource {
    /// Reads the key, if there is one.
    ///
    /// # Errors
    /// The command failed, or the file is unreadable or readable for others.
    pub fn read(&self) -> Result<Option<Key>, Error> {
        let text = match self {
            Self::Command(line) => Some(output(line)?),
            Self::Environment(name) => std::env::var(name).ok(),
            Self::File(path) => Some(private_file(path)?),
        };
        let key = text.as_deref().and_then(|text| text.lines().next()).map(str::trim).unwrap_or_default();
        if key.chars().any(|c| c.is_control() || !c.is_ascii()) {
            return Err(unusable(
                "the key contains invalid characters", "Store it again, as one line of text.",
            ));
        }
        Ok((!key.is_empty()).then(|| Key::from(key)))
    }
}

fn output(line: &str) -> Result<String, Error> {
    let program = line.split_whitespace().next().unwrap_or_default().to_owned();
    let failed = |why: &str| {
        unusable(&format!("`{program}` returned no key: {why}"), "Run the command of `api_key_cmd` by hand.")
    };
    let mut child = Command::new("sh")
        .args(["-c", line])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(&error.to_string()))?;
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut text = String::new();
            let read = stdout.take(MAX_KEY).read_to_string(&mut text);
            // fails only if the receiver has stopped waiting
            let _ = sender.send(read.map(|_| text));
        });
    }
    let Ok(text) = receiver.recv_timeout(COMMAND_TIME) else {
        // it may have ended by itself meanwhile
        let _ = child.kill();
        let _ = child.wait();
        return Err(failed("it did not finish"));
    };
    match (child.wait(), text) {
        (Ok(status), Ok(text)) if status.success() => Ok(text),
        (Ok(status), Ok(_)) => Err(failed(&status.to_string())),
        (Err(error), _) | (_, Err(error)) => Err(failed(&error.to_string())),
    }
}

fn private_file(path: &Path) -> Result<String, Error> {
    let shown = path.display();
    let failed = |error: std::io::Error| {
        unusable(
            &format!("{shown} cannot be read: {error}"),
            "`api_key_file` names a file with the key in its first line.",
        )
    };
    let file = std::fs::File::open(path).map_err(failed)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // of the open file: the name may refer to another one by now
        let mode = file.metadata().map_err(failed)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(unusable(
                &format!("other users can read {shown}, so its key is not used"),
                &format!("chmod 600 {shown}"),
            ));
        }
    }
    let mut text = String::new();
    file.take(MAX_KEY).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

fn unusable(why: &str, hint: &str) -> Error {
    Error::KeyUnusable { why: why.to_owned(), hint: hint.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exposed(source: &KeySource) -> Option<String> {
        source.read().unwrap().map(|key| key.expose_secret().to_owned())
    }

    #[test]
    fn a_command_gives_the_first_line() {
        assert_eq!(exposed(&KeySource::Command("echo ' sk-1 '; echo login: me".into())), Some("sk-1".into()));
        assert_eq!(exposed(&KeySource::Command("true".into())), None);
        let error = KeySource::Command("echo sk-secret; exit 3".into()).read().unwrap_err();
        assert_eq!(error.to_string(), "`echo` returned no key: exit status: 3");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("key");
        std::fs::write(&path, "sk-file\n").unwrap();
        let source = KeySource::File(path.clone());
        for mode in [0o644, 0o640, 0o604, 0o610] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            let error = source.read().unwrap_err();
            assert!(error.hint().starts_with("chmod 600 "), "{error}");
            assert!(!format!("{error:?}").contains("sk-file"));
        }
        for mode in [0o600, 0o400] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(exposed(&source), Some("sk-file".into()));
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = Key::from("sk-shown");
        assert!(!format!("{key:?}").contains("sk-shown"));
    }
}
