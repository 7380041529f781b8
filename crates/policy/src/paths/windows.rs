//! Paths of Windows: drives, devices, shares.

use super::{Place, components, is_all, is_secret};
use crate::field::UNKNOWN;
use crate::state::Env;

/// Directories of a system drive.
const SYSTEM: &[&str] = table!("system_directories_of_windows");

/// Directories below `C:\Windows` that are as important.
const BELOW_WINDOWS: &[&str] = table!("important_directories_of_windows");

/// Directories for temporary files.
const TEMPORARY: &[&str] = table!("temporary_directories_of_windows");

/// Returns what the path refers to, if it is a path of Windows.
pub fn place(env: &Env<'_>, text: &str, glob: bool) -> Option<Place> {
    let is_powershell = env.dialect == syntax::Dialect::PowerShell;
    if !is_powershell && !has_drive(text) && !text.starts_with(r"\\") {
        return None;
    }
    let slashed = text.replace('\\', "/");
    let lower = slashed.to_ascii_lowercase();
    let bare = ["microsoft.powerenv.core/filesystem::", "filesystem::", "//?/unc/", "//?/"]
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .unwrap_or(&lower);
    if let Some(device) = bare.strip_prefix("//./") {
        let is_disk =
            ["physicaldrive", "harddisk", "globalroot", "cdrom"].iter().any(|name| device.starts_with(name));
        let is_device = is_disk || has_drive(device) && device.len() <= 3;
        return Some(if is_device { Place::Device } else { Place::Temporary });
    }
    if let Some(share) = bare.strip_prefix("//") {
        // `\\host\c$` is the drive of a machine
        let mut parts = share.splitn(3, '/');
        let (_, name, rest) = (parts.next(), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        if let Some(drive) = name.strip_suffix('$').filter(|drive| drive.len() == 1) {
            return Some(on_drive(env, &format!("{drive}:/{rest}"), glob));
        }
        return Some(Place::Elsewhere);
    }
    if has_drive(bare) {
        return Some(on_drive(env, bare, glob));
    }
    if !is_powershell {
        return None;
    }
    if slashed == "~" || slashed.starts_with("~/") {
        let home = env.world.home().unwrap_or("C:/Users/user");
        return Some(env.place_of(&format!("{home}{}", slashed.get(1..).unwrap_or("")), glob));
    }
    // `\Windows` is on the current drive; `/etc` may be Linux
    if text.starts_with('\\') {
        return Some(on_drive(env, &format!("c:{bare}"), glob));
    }
    let directory = env.directory.as_deref().filter(|directory| has_drive(directory));
    if let Some(directory) = directory
        && !slashed.starts_with('/')
        && !slashed.starts_with(UNKNOWN)
    {
        let joined =
            format!("{}/{slashed}", directory.replace('\\', "/").trim_end_matches('/')).to_ascii_lowercase();
        let place = on_drive(env, &joined, glob);
        let all = slashed.split('/').all(|part| matches!(part, "" | "." | "..") || glob && is_all(part));
        return Some(match place {
            Place::Elsewhere | Place::BelowHome if all => Place::Everything,
            Place::Elsewhere | Place::BelowHome => Place::Project,
            place => place,
        });
    }
    (slashed != text).then(|| env.place_of(&slashed, glob))
}

/// `C:`, `C:\`, `C:/`
pub fn has_drive(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(1) == Some(&b':')
        && matches!(bytes.get(2), None | Some(b'\\' | b'/' | b'*'))
}

/// In lower case, with `/`.
fn on_drive(env: &Env<'_>, path: &str, glob: bool) -> Place {
    let drive = path.get(..1).unwrap_or("c");
    let parts = components(path.get(2..).unwrap_or(""));
    let system = drive == "c";
    let Some((first, below)) = parts.split_first() else {
        return if system { Place::Root } else { Place::Elsewhere };
    };
    if glob && is_all(first) {
        return if system { Place::Root } else { Place::Elsewhere };
    }
    if first.starts_with(UNKNOWN) {
        return Place::MaybeRoot;
    }
    let joined = parts.join("/");
    let all = |parts: &[&str]| parts.is_empty() || glob && parts.iter().all(|part| is_all(part));
    if let Some(home) = home(env)
        && let Some(rest) = format!("{drive}:/{joined}").strip_prefix(home.as_str())
        && (rest.is_empty() || rest.starts_with('/'))
    {
        let below: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
        return if all(&below) { Place::Home } else { below_home(&below) };
    }
    let with_slash = format!("{joined}/");
    if TEMPORARY.iter().any(|directory| with_slash.starts_with(directory) && with_slash != *directory) {
        return Place::Temporary;
    }
    if !SYSTEM.contains(first) || !system {
        return if parts.last() == Some(&".git") { Place::Repository } else { Place::Elsewhere };
    }
    if all(below) {
        return Place::System;
    }
    match *first {
        "users" | "documents and settings" => {
            let inside = below.get(1..).unwrap_or_default();
            if all(inside) { Place::Home } else { below_home(inside) }
        }
        "windows" | "winnt" => {
            let bare = below.join("/");
            let bare = if glob { bare.trim_end_matches(['*', '/', '.']) } else { bare.as_str() };
            if BELOW_WINDOWS.contains(&bare) { Place::System } else { Place::BelowSystem }
        }
        "programdata" => Place::Elsewhere,
        _ => Place::BelowSystem,
    }
}

/// Below a home directory.
fn below_home(parts: &[&str]) -> Place {
    let joined = format!("{}/", parts.join("/"));
    if joined.starts_with("appdata/local/temp/")
        || joined.contains("/cache/")
        || joined.starts_with("appdata/local/microsoft/windows/inetcache/")
    {
        return Place::Temporary;
    }
    if parts.last() == Some(&".git") { Place::Repository } else { Place::BelowHome }
}

/// Returns the home directory if it is on a drive; in lower case, with `/`.
fn home(env: &Env<'_>) -> Option<String> {
    let home = env.world.home().filter(|home| has_drive(home))?;
    Some(home.replace('\\', "/").to_ascii_lowercase().trim_end_matches('/').to_owned())
}

/// Parts of paths of files that hold keys or passwords.
const SECRET_FILES: &[&str] = table!("secret_files_of_windows");

/// `sysprep.xml`; a shorter name does not count.
const SHORTEST: usize = 11;

/// Returns whether the file holds keys or passwords of Windows.
pub fn holds_secrets(path: &str, env: &Env<'_>) -> bool {
    if path.len() < SHORTEST && !path.contains('\\') {
        return false;
    }
    let lower = path.replace('\\', "/").to_ascii_lowercase();
    SECRET_FILES.iter().any(|part| lower.contains(part))
        || path.contains('\\') && is_secret(&path.replace('\\', "/"), env)
}
