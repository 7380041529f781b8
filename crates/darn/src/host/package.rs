//! The package of a program, from the system's command-not-found data, if installed.

use std::io::{BufRead as _, BufReader, Read as _};

/// Maximum size of an index; that of Debian main has 3 MiB.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Looks up the program in apt's `Commands-*` indexes (files of the package `command-not-found`: stanzas with
/// `name:` and `commands:`). Returns `None` without them.
pub fn find(program: &str) -> Option<String> {
    let lists = std::fs::read_dir("/var/lib/apt/lists").ok()?;
    let wanted =
        |name: &str| name.contains("_cnf_Commands-") && !name.ends_with(".lz4") && !name.ends_with(".gz");
    for entry in lists.flatten().filter(|entry| entry.file_name().to_str().is_some_and(wanted)) {
        let Ok(file) = std::fs::File::open(entry.path()) else { continue };
        let mut package = String::new();
        for line in BufReader::new(file.take(MAX_BYTES)).lines().map_while(Result::ok) {
            if let Some(name) = line.strip_prefix("name: ") {
                package = name.to_owned();
            } else if let Some(commands) = line.strip_prefix("commands: ")
                && commands.split(',').any(|command| command == program)
            {
                return Some(package);
            }
        }
    }
    None
}
