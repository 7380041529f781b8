//! The user's policy: `policy/*.toml` in the configuration directory, and the settings `allow` and `block`.

use std::path::{Path, PathBuf};

use datafiles::DataError;
use policy::Policy;
use policy::lists::{Day, Entry};
use policy::{Lists, catalogue};

use crate::config::Settings;
use crate::dirs;

const FOLDER: &str = "policy";

/// The policy, and its invalid or expired entries.
#[derive(Debug, Default)]
pub struct Loaded {
    pub policy: Policy,
    /// Unreadable files and invalid settings entries, with the reason.
    pub unreadable: Vec<String>,
    /// Expired entries.
    pub expired: Vec<Entry>,
}

/// Loads the policy of a day. Without files and entries: one failed open.
pub fn load(settings: &Settings, today: Day) -> Loaded {
    let mut loaded = Loaded::default();
    for (path, text) in crate::files::texts_of_user(FOLDER) {
        match text {
            Ok(text) => loaded.policy.catalogue.add(&text),
            Err(error) => {
                let why = crate::files::reason(&error);
                loaded.unreadable.push(format!("{} cannot be read: {why}", dirs::display(&path)));
            }
        }
    }
    let home = dirs::home().map(|home| home.to_string_lossy().into_owned());
    let mut read = |texts: &[String]| -> Vec<Entry> {
        let mut entries = Vec::new();
        for text in texts {
            match Entry::parse(text, home.as_deref()) {
                Ok(entry) if entry.is_expired(today) => loaded.expired.push(entry),
                Ok(entry) => entries.push(entry),
                Err(why) => loaded.unreadable.push(why),
            }
        }
        entries
    };
    let (allow, mut block) = (read(&settings.policy.allow), read(&settings.policy.block));
    let file = settings.policy.project.as_deref().map(dirs::display).map(|file| file.to_string());
    let of_project = read(&settings.policy.project_block).into_iter();
    block.extend(of_project.map(|mut entry| {
        entry.file.clone_from(&file);
        entry
    }));
    loaded.policy.lists = Lists { allow, block };
    loaded
}

/// Returns the errors in the user's files; their valid rules apply.
pub fn errors() -> Vec<DataError> {
    let texts = crate::files::texts_of_user(FOLDER);
    let texts = texts.filter_map(|(path, text)| Some((path.display().to_string(), text.ok()?)));
    texts.flat_map(|(name, text)| catalogue::errors(&name, &text)).collect()
}

/// Returns the user's policy files, sorted by name.
pub fn files() -> Vec<PathBuf> {
    crate::files::of_user(FOLDER)
}

/// `$XDG_CONFIG_HOME/darn/policy`
pub fn directory() -> Option<PathBuf> {
    dirs::config().map(|directory| directory.join(FOLDER))
}

/// Formats an error for the user.
pub fn describe(error: &DataError) -> String {
    let place = dirs::display(Path::new(&error.file));
    match error.line {
        0 => format!("{place}: {}", error.message),
        line => format!("{place}:{line}: {}", error.message),
    }
}
