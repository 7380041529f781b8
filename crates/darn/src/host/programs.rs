//! Names of the programs on `$PATH`, by directory; kept in a cache file and, by a process that stays, in memory.
//!
//! Reading 3,158 names takes 2.6 ms of CPU time, a stat of each another 17 ms; querying eleven directories
//! for their mtimes takes 0.02 ms. So a directory is read again only if its mtime has changed, a name is looked
//! for in the directories that have it, and the x bit is checked for candidates only.

use std::fmt::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use memchr::memmem;

/// Maximum number of names per directory, and of bytes in total.
const MAX_PER_DIRECTORY: usize = 20_000;
const MAX_BYTES: usize = 2 * 1024 * 1024;
/// The version of the cache file's format.
const FORMAT: &str = "2";
/// A directory that changed less than this before it was read may have changed again since without a new mtime,
/// whose unit is up to two seconds on some file systems.
const SETTLED: Duration = Duration::from_secs(2);
/// How many values of `PATH` a process that stays remembers; shells differ by their virtual environments.
const MAX_WARM: usize = 4;

/// The names last read, newest first.
static WARM: Mutex<Vec<Arc<Programs>>> = Mutex::new(Vec::new());

/// The names in the directories of a `PATH`.
#[derive(Debug, PartialEq, Eq)]
pub struct Programs {
    sections: Vec<Section>,
    /// An empty line, then one name per line, in the order of the sections.
    lines: String,
}

/// One directory and its part of the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section {
    directory: PathBuf,
    stamp: Stamp,
    /// All its names are there.
    is_complete: bool,
    /// The index of its last line feed.
    end: usize,
}

/// Modification time in seconds and nanoseconds, and inode of a directory: they change when a name is added or
/// removed. No inode is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp(i64, i64, u64);

/// There is no such directory.
const MISSING: Stamp = Stamp(0, 0, 0);
/// The directory changed just before it was read, and may have changed again.
const RECENT: Stamp = Stamp(1, 0, 0);

impl Programs {
    /// Returns the programs on a path.
    pub fn of(path: &[PathBuf]) -> Arc<Self> {
        let mut directories: Vec<(&Path, Stamp)> = Vec::new();
        for directory in path {
            if !directories.iter().any(|(known, _)| known == directory) {
                directories.push((directory, Stamp::of(directory)));
            }
        }
        let warm = || WARM.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = warm().clone();
        if known.is_empty() {
            known.extend(load().map(Arc::new));
        }
        let current = known.iter().find(|programs| programs.are_of(&directories)).cloned();
        let programs = current.unwrap_or_else(|| {
            let (programs, is_new) = Self::read(&directories, &known);
            if is_new {
                // if writing fails, the next process reads them again, which does no harm
                let _ = programs.store();
            }
            programs.into()
        });
        let mut warm = warm();
        warm.retain(|other| !other.directories().eq(programs.directories()));
        warm.truncate(MAX_WARM - 1);
        warm.insert(0, Arc::clone(&programs));
        programs
    }

    /// Returns one name per line, without duplicates within a directory.
    pub fn names(&self) -> &str {
        self.lines.get(1..).unwrap_or_default()
    }

    /// Returns whether this user may execute a program of this name.
    pub fn has(&self, name: &str) -> bool {
        let is_in = |section: &Section| super::is_executable(&section.directory.join(name));
        let line = format!("\n{name}\n");
        let finder = memmem::Finder::new(&line);
        let mut from = 0;
        while let Some(at) = self.lines.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            let at = from + at;
            let section = self.sections.partition_point(|section| section.end <= at);
            if self.sections.get(section).is_some_and(is_in) {
                return true;
            }
            from = at + line.len() - 1; // the line feed belongs to the next line, too
        }
        self.sections.iter().filter(|section| !section.is_complete).any(is_in)
    }

    /// Returns whether these are the names in directories with these stamps.
    fn are_of(&self, directories: &[(&Path, Stamp)]) -> bool {
        let stamps = self.sections.iter().map(|section| section.stamp);
        self.directories().zip(stamps).eq(directories.iter().copied())
    }

    fn directories(&self) -> impl Iterator<Item = &Path> {
        self.sections.iter().map(|section| section.directory.as_path())
    }

    /// Collects the names: of a directory with the same stamp from what is known, else from the directory. Also
    /// returns whether others may like to know what was read.
    fn read(directories: &[(&Path, Stamp)], known: &[Arc<Self>]) -> (Self, bool) {
        let mut programs = Self { sections: Vec::new(), lines: "\n".to_owned() };
        let mut is_new = false;
        for (directory, stamp) in directories {
            let old = known.iter().find_map(|known| known.section(directory, *stamp));
            let (stamp, is_complete) = if let Some((section, lines)) = old {
                programs.lines.push_str(lines);
                (section.stamp, section.is_complete)
            } else if *stamp == MISSING {
                (MISSING, directory.is_absolute())
            } else {
                let has_all = read(directory, &mut programs.lines);
                let is_settled = stamp.is_settled();
                is_new |= is_settled;
                (if is_settled { *stamp } else { RECENT }, has_all && is_settled)
            };
            let (directory, end) = (directory.to_path_buf(), programs.lines.len() - 1);
            programs.sections.push(Section { directory, stamp, is_complete, end });
        }
        (programs, is_new)
    }

    /// Returns a directory with its lines.
    fn section(&self, directory: &Path, stamp: Stamp) -> Option<(&Section, &str)> {
        let is_it = |section: &Section| section.directory == directory && section.stamp == stamp;
        let at = self.sections.iter().position(is_it)?;
        let section = self.sections.get(at)?;
        let before = at.checked_sub(1).and_then(|at| self.sections.get(at)).map_or(0, |section| section.end);
        Some((section, self.lines.get(before + 1..=section.end)?))
    }

    /// Writes them to the cache file.
    fn store(&self) -> Option<()> {
        super::store(&file()?, &self.head()?, &self.lines).ok()
    }

    /// Formats the first line of the cache file, about the directories; the names follow. `None`: a directory has
    /// an unusual name.
    fn head(&self) -> Option<String> {
        let mut head = FORMAT.to_owned();
        for Section { directory, stamp, is_complete, end } in &self.sections {
            let directory = directory.to_str().filter(|directory| !directory.contains(['\t', '\n']))?;
            let Stamp(seconds, nanos, inode) = stamp;
            let _ = write!(head, "\t{directory}\t{seconds} {nanos} {inode} {is_complete} {end}");
        }
        Some(head)
    }

    /// Parses the text of the cache file.
    fn parse(mut text: String) -> Option<Self> {
        let at = text.find('\n')?;
        let (head, lines) = text.split_at_checked(at)?;
        let mut fields = head.split('\t');
        if fields.next() != Some(FORMAT) {
            return None;
        }
        let mut sections = Vec::new();
        while let Some(directory) = fields.next() {
            let mut values = fields.next()?.split(' ');
            let mut value = || values.next();
            let stamp = Stamp(value()?.parse().ok()?, value()?.parse().ok()?, value()?.parse().ok()?);
            sections.push(Section {
                directory: directory.into(),
                stamp,
                is_complete: value()?.parse().ok()?,
                end: value()?.parse().ok()?,
            });
        }
        let is_whole = sections.is_sorted_by_key(|section| section.end)
            && sections.iter().all(|section| lines.as_bytes().get(section.end) == Some(&b'\n'))
            && sections.last().map_or(0, |section| section.end) + 1 == lines.len();
        text.drain(..at); // in place: a copy would touch as many new pages
        is_whole.then_some(Self { sections, lines: text })
    }
}

impl Stamp {
    fn of(directory: &Path) -> Self {
        let data = directory.metadata().ok().filter(std::fs::Metadata::is_dir);
        data.map_or(MISSING, |data| Self(data.mtime(), data.mtime_nsec(), data.ino()))
    }

    /// Returns whether every later change will show. A directory from the future is believed.
    fn is_settled(self) -> bool {
        let changed = u64::try_from(self.0).map(Duration::from_secs).unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.checked_sub(changed).is_none_or(|age| age > SETTLED)
    }
}

fn file() -> Option<PathBuf> {
    Some(crate::dirs::cache()?.join("programs"))
}

fn load() -> Option<Programs> {
    Programs::parse(std::fs::read_to_string(file()?).ok()?)
}

/// Appends the names in a directory; returns whether these are all that can be typed. A relative one is not read:
/// it is another one tomorrow.
fn read(directory: &Path, lines: &mut String) -> bool {
    if !directory.is_absolute() {
        return false;
    }
    let Ok(mut entries) = directory.read_dir() else { return false };
    for entry in entries.by_ref().take(MAX_PER_DIRECTORY) {
        if lines.len() > MAX_BYTES {
            return false;
        }
        let name = entry.map(|entry| entry.file_name());
        if let Some(name) =
            name.ok().and_then(|name| name.into_string().ok()).filter(|name| !name.contains('\n'))
        {
            lines.push_str(&name);
            lines.push('\n');
        }
    }
    entries.next().is_none()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn program(directory: &Path, name: &str) {
        std::fs::write(directory.join(name), "").unwrap();
        std::fs::set_permissions(directory.join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Makes a directory look as if nothing had changed for long.
    fn settle(directory: &Path) {
        let file = std::fs::File::open(directory).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
    }

    fn places(root: &Path) -> Vec<PathBuf> {
        let places: Vec<PathBuf> = ["a", "b", "c"].map(|name| root.join(name)).into();
        places.iter().for_each(|place| std::fs::create_dir(place).unwrap());
        places
    }

    fn names(programs: &Programs) -> Vec<&str> {
        let mut names: Vec<&str> = programs.names().lines().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_program_is_found_in_every_directory_that_has_its_name() {
        let root = tempfile::tempdir().unwrap();
        let path = places(root.path());
        program(&path[0], "only");
        std::fs::write(path[1].join("data"), "").unwrap();
        program(&path[2], "data");
        path.iter().for_each(|place| settle(place));
        let programs = Programs::of(&path);
        assert_eq!(names(&programs), ["data", "data", "only"]);
        assert!(programs.has("only") && programs.has("data"));
        assert!(!programs.has("onl") && !programs.has("nly") && !programs.has(""));
        std::fs::remove_file(path[2].join("data")).unwrap();
        assert!(!programs.has("data"), "the other one has no x bit");
    }

    #[test]
    fn what_changes_is_seen() {
        let root = tempfile::tempdir().unwrap();
        let path = places(root.path());
        path.iter().for_each(|place| settle(place));
        assert!(!Programs::of(&path).has("new"));
        program(&path[1], "new");
        let programs = Programs::of(&path);
        assert!(programs.has("new") && names(&programs) == ["new"]);
        std::fs::remove_dir_all(&path[1]).unwrap();
        assert!(names(&Programs::of(&path)).is_empty());
    }

    #[test]
    fn a_directory_that_has_just_changed_is_read_again() {
        let root = tempfile::tempdir().unwrap();
        let path = places(root.path());
        let programs = Programs::of(&path);
        let before = path[0].metadata().unwrap().modified().unwrap();
        program(&path[0], "hasty");
        std::fs::File::open(&path[0]).unwrap().set_modified(before).unwrap();
        assert!(programs.has("hasty"));
        assert_eq!(names(&Programs::of(&path)), ["hasty"]);
    }

    #[test]
    fn the_cache_file_gives_the_same_names_or_none() {
        let (stamp, is_complete) = (Stamp(7, 8, 9), true);
        let sections = vec![
            Section { directory: "/a".into(), stamp, is_complete, end: 4 },
            Section { directory: "/b c".into(), stamp: RECENT, is_complete: false, end: 4 },
            Section { directory: "/d".into(), stamp, is_complete, end: 7 },
        ];
        let programs = Programs { sections, lines: "\nx\nz\nls\n".into() };
        let text = format!("{}{}", programs.head().unwrap(), programs.lines);
        assert_eq!(Programs::parse(text.clone()), Some(programs));
        for broken in
            [text.replacen('2', "1", 1), text.replace("ls\n", ""), text.replace("ls", "l"), String::new()]
        {
            assert_eq!(Programs::parse(broken.clone()), None, "{broken:?}");
        }
    }
}
