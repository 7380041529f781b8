//! Programs that are named among another program's arguments: `xargs grep`, `find -exec grep`.

use syntax::{Command, Word};

use facts::readers;

/// Options of xargs(1) that take the next word as their argument.
const XARGS_VALUED: [&str; 8] = ["-I", "-n", "-P", "-d", "-a", "-E", "-L", "-s"];

/// The words of a command that name a program which it will run.
#[must_use]
pub fn programs(command: &Command) -> Vec<&Word> {
    let arguments = command.arguments();
    match command.program_name() {
        Some("xargs") => {
            let mut words = arguments.iter();
            while let Some(word) = words.next() {
                if XARGS_VALUED.contains(&word.value.as_str()) {
                    words.next();
                } else if !word.value.starts_with('-') {
                    return vec![word];
                }
            }
            Vec::new()
        }
        Some("find") => {
            let runs = |word: &Word| matches!(word.value.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir");
            let pairs = arguments.windows(2).filter(|pair| pair.first().is_some_and(runs));
            pairs.filter_map(<[Word]>::last).collect()
        }
        Some("watch" | "entr" | "strace" | "ltrace" | "valgrind" | "perf") => {
            arguments.iter().take(1).filter(|word| !word.value.starts_with('-')).collect()
        }
        _ => Vec::new(),
    }
}

/// Does a program that only reads its operands stand there?
#[must_use]
pub fn only_reads(word: &Word) -> bool {
    readers::is_reader(word)
}
