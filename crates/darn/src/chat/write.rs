//! Files that the chat writes: after a diff and a confirmation, with a snapshot of the version before.

use std::path::{Path, PathBuf};

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::ui::style::Style;
use crate::ui::{self, text};

/// Most bytes of a file that is replaced.
const MAX: u64 = 4 << 20;
/// Most lines of a diff that are shown.
const MAX_SHOWN: usize = 200;

/// A file as it was before it was written.
#[derive(Debug, Serialize, Deserialize)]
struct Snapshot {
    path: PathBuf,
    /// `None`: there was no such file.
    text: Option<String>,
}

/// Shows what would change in a file, asks, and writes it.
pub fn write(name: &str, text: &str, caller: &Caller, style: &Style) {
    let path = caller.path(name);
    let before = match current(&path) {
        Ok(before) => before,
        Err(why) => return ui::warning(&format!("{}: {why}", ui::one_line(name))),
    };
    if before.as_deref() == Some(text) {
        return ui::note("(nothing changes)");
    }
    show(before.as_deref().unwrap_or_default(), text, style);
    if !ui::ask::yes(&format!("Write {}?", ui::one_line(name))) {
        return ui::note("(not written)");
    }
    let result = keep(&Snapshot { path: path.clone(), text: before })
        .and_then(|()| crate::files::replace(&path, text.as_bytes(), 0o644));
    match result {
        Ok(()) => ui::note("(written; /diff shows the change, /restore takes it back)"),
        Err(error) => ui::warning(&format!("not written: {}", crate::files::reason(&error))),
    }
}

/// Shows how a file differs from its snapshot; without a name, the file written last.
pub fn diff(name: &str, caller: &Caller, style: &Style) {
    let Some(snapshot) = find(name, caller) else { return none() };
    let now = current(&snapshot.path).ok().flatten().unwrap_or_default();
    ui::note(&ui::one_line(&snapshot.path.to_string_lossy()));
    show(snapshot.text.as_deref().unwrap_or_default(), &now, style);
}

/// Restores a file from its snapshot, after a diff and a confirmation.
pub fn restore(name: &str, caller: &Caller, style: &Style) {
    let Some(snapshot) = find(name, caller) else { return none() };
    let shown = snapshot.path.to_string_lossy().into_owned();
    let Some(text) = snapshot.text else {
        return ui::note(&format!("{} did not exist before; delete it: rm {0}", ui::one_line(&shown)));
    };
    write(&shown, &text, caller, style);
}

fn none() {
    ui::note("(no file was written; /copy N FILE writes code block N)");
}

fn current(path: &Path) -> Result<Option<String>, String> {
    let bytes = crate::files::read(path, MAX).map_err(|error| crate::files::reason(&error))?;
    bytes.map(|bytes| String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())).transpose()
}

fn directory() -> Option<PathBuf> {
    Some(crate::dirs::state()?.join("snapshots"))
}

fn keep(snapshot: &Snapshot) -> std::io::Result<()> {
    use std::hash::{BuildHasherDefault, DefaultHasher};
    let directory = directory().ok_or(std::io::ErrorKind::NotFound)?;
    crate::files::create_private_directory(&directory)?;
    let hash =
        std::hash::BuildHasher::hash_one(&BuildHasherDefault::<DefaultHasher>::default(), &snapshot.path);
    let bytes = serde_json::to_vec(snapshot)?;
    crate::files::replace(&directory.join(format!("{hash:016x}.json")), &bytes, 0o600)
}

fn find(name: &str, caller: &Caller) -> Option<Snapshot> {
    let path = caller.path(name);
    let entries = std::fs::read_dir(directory()?).ok()?.flatten();
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
    files.sort_unstable_by(|a, b| b.cmp(a));
    let snapshots = files.into_iter().filter_map(|(_, file)| {
        let bytes = crate::files::read(&file, MAX * 2).ok().flatten()?;
        serde_json::from_slice::<Snapshot>(&bytes).ok()
    });
    let mut snapshots = snapshots;
    snapshots.find(|snapshot| name.is_empty() || snapshot.path == path)
}

fn show(before: &str, after: &str, style: &Style) {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = BasicLineDiffPrinter(&input.interner);
    let shown = diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input).to_string();
    for (count, line) in shown.lines().enumerate() {
        if count == MAX_SHOWN {
            return ui::note("...");
        }
        let attributes = match line.as_bytes().first() {
            Some(b'-') => "31",
            Some(b'+') => "32",
            _ => "",
        };
        let line = text::fit(&ui::one_line(line), style.columns.saturating_sub(1), style);
        ui::note(&if attributes.is_empty() { line } else { style.painted(attributes, &line) });
    }
}
