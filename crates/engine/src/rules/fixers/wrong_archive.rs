//! `unzip x.tar.gz`, `tar -xzfv x.tgz`, `zip dir`: a program or letters for another kind of archive.

use super::prelude::*;

/// Extensions and the programs that unpack them; the first installed one is used.
const UNPACKERS: &[(&str, &[&str])] = table!("unpackers");

/// Messages of the programs about a file of another format.
const WRONG_KIND: &[&str] = table!("wrong_archive_kind");

/// Messages of compressors about a file that another one wrote.
const OTHER_COMPRESSION: &[&str] =
    &["not in gzip format", "not a bzip2 file", "File format not recognized", "unsupported format"];
/// Messages of single-file compressors about a directory.
const IS_DIRECTORY: &[&str] =
    &["is a directory -- ignored", ": Is a directory, skipping", " is a directory."];

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    // a web server's error page or a pointer of Git LFS, saved under the archive's name
    let is_text =
        |text: String| text.trim_start().starts_with('<') || text.contains('\n') && !text.contains('\0');
    let is_no_archive = |word: &Word| case.world.read(&word.value).is_some_and(is_text);
    if command.arguments().iter().filter(|word| !word.value.starts_with('-')).any(is_no_archive) {
        return None;
    }
    match command.program_name()? {
        "tar" | "bsdtar" => letters(case, command).or_else(|| unpack(case, command)),
        name if programs::is(name, Role::Packs) && case.printed_any(IS_DIRECTORY) => {
            pack_directory(case, command, name)
        }
        name if name == "unzip" || programs::is_any(name, &[Role::Packs, Role::Unpacks]) => {
            unpack(case, command)
        }
        "zip" if case.printed("Nothing to do!") => pack(case, command),
        _ => None,
    }
}

/// Returns the program that unpacks a file, by its name.
fn unpacker(case: &Case<'_>, path: &str) -> Option<&'static str> {
    let path = path.to_lowercase();
    let (_, programs) = UNPACKERS.iter().find(|(ending, _)| path.ends_with(ending))?;
    programs
        .iter()
        .copied()
        .find(|program| program.split(' ').next().is_some_and(|name| case.world.is_program(name)))
}

fn unpack(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if case.output.is_some() && !case.printed_any(WRONG_KIND) {
        return None;
    }
    let program = command.program_word()?;
    let file = command
        .arguments()
        .iter()
        .find(|word| !word.value.starts_with('-') && unpacker(case, &word.value).is_some())?;
    let mut unpacker = unpacker(case, &file.value)?;
    if program.value == "zcat" {
        unpacker = match unpacker {
            "unxz" => "xzcat",
            "bunzip2" => "bzcat",
            "unzstd" => "zstdcat",
            _ => return None,
        };
    }
    if program.value == "tar" && unpacker == "tar -xf" {
        return case.printed_any(OTHER_COMPRESSION).then(|| without_compression(case, command)).flatten();
    }
    // `gzip -d` is gunzip, `xz -d` is unxz
    let is_same = |name: &str| name == program.value || name.replacen("un", "", 1) == program.value;
    // what its own program cannot read is damaged, or something else under that name
    let is_own = programs::is_any(&program.value, &[Role::Packs, Role::Unpacks])
        && case.printed("not in gzip format")
        && file.value.ends_with("gz");
    if is_own || unpacker.split(' ').next().is_some_and(is_same) {
        return None;
    }
    let mut line = format!("{unpacker} {}", case.raw(file.span));
    let target = command.arguments().windows(2).find(|pair| {
        pair.first().is_some_and(|word| {
            matches!(
                (program.value.as_str(), word.value.as_str()),
                ("unzip", "-d") | ("tar" | "bsdtar", "-C")
            )
        })
    });
    if let (Some(target), "unzip" | "tar -xf") = (target.and_then(|pair| pair.last()), unpacker) {
        let option = if unpacker == "unzip" { "-d" } else { "-C" };
        line = format!("{line} {option} {}", case.raw(target.span));
    }
    let end = command.arguments().last()?.span.end;
    let edit = Edit::new().replace(Span::new(program.span.start, end), line);
    Some(Proposal::certain(edit, format!("{} cannot read {}", program.value, file.value)))
}

/// Returns tar's word of letters: `-xzf`, `xzf`.
fn cluster(command: &Command) -> Option<&Word> {
    let first = command.arguments().first()?;
    let letters = first.value.strip_prefix('-').unwrap_or(&first.value);
    let fits = !letters.is_empty() && letters.bytes().all(|b| b.is_ascii_alphabetic()) && letters.len() <= 8;
    fits.then_some(first)
}

fn set_letters(case: &Case<'_>, word: &Word, letters: &str, because: &str) -> Option<Proposal> {
    let dash = if word.value.starts_with('-') { "-" } else { "" };
    Some(Proposal::certain(case.set_word(word, &format!("{dash}{letters}")), because))
}

/// `tar -xzf x.tar.xz`: tar detects the compression by itself.
fn without_compression(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let word = cluster(command)?;
    let letters: String =
        word.value.trim_start_matches('-').chars().filter(|c| !matches!(c, 'z' | 'j' | 'J')).collect();
    set_letters(case, word, &letters, "it is compressed in another way, or not at all: tar detects it")
}

/// Corrects the letters and the words after them.
fn letters(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let operands: Vec<&Word> =
        command.arguments().iter().filter(|word| !word.value.starts_with('-')).collect();
    let archive = operands.iter().find(|word| unpacker(case, &word.value) == Some("tar -xf"));
    if let (Some(first), Some(archive)) = (command.arguments().first(), archive)
        && first.span == archive.span
        && case.printed("requires an argument")
    {
        return Some(Proposal::likely(
            Edit::new().insert(first.span.start, "-xf "),
            "missing operation; x extracts",
        ));
    }
    let word = cluster(command)?;
    let letters = word.value.trim_start_matches('-');
    let given = |letter: char| letters.contains(letter);
    if let Some((before, after)) = letters.split_once('f')
        && !after.is_empty()
        && word.value.starts_with('-')
        && (case.printed(&format!("{after}: Cannot open"))
            || case.printed("Cannot stat")
            || case.output.is_none() && !case.exists(after))
    {
        return set_letters(case, word, &format!("{before}{after}f"), "the archive name goes after f");
    }
    let no_file = case.printed_any(&["missing -f option?", "unexpected end of file", "Not found in archive"]);
    if no_file && !given('f') && archive.is_some() {
        return set_letters(case, word, &format!("{letters}f"), "a named archive needs f");
    }
    // `-fxz a.tar`: what follows f is the name of the archive
    if let Some((before, after)) = letters.split_once('f')
        && case.printed("You must specify one of")
        && after.contains(['c', 'x', 't'])
    {
        return set_letters(case, word, &format!("{before}{after}f"), "the archive name goes after f");
    }
    if case.printed("You must specify one of") && archive.is_some_and(|word| case.exists(&word.value)) {
        return set_letters(case, word, &format!("x{letters}"), "missing operation; x extracts");
    }
    if case.printed("refusing to create an empty archive")
        && let Some(source) =
            command.arguments().last().filter(|word| case.exists(&word.value) && archive.is_none())
    {
        let ending = if given('z') {
            ".tar.gz"
        } else if given('j') {
            ".tar.bz2"
        } else if given('J') {
            ".tar.xz"
        } else {
            ".tar"
        };
        let name = format!("{}{ending}", source.value.trim_end_matches('/'));
        let name = syntax::quote(&name, case.dialect());
        return Some(Proposal::likely(
            Edit::new().insert(source.span.start, format!("{name} ")),
            "the archive name comes first",
        ));
    }
    None
}

/// `gzip dir`: only tar accepts directories.
fn pack_directory(case: &Case<'_>, command: &Command, name: &str) -> Option<Proposal> {
    let (option, ending) = match name {
        "gzip" => ("-czf", "gz"),
        "xz" => ("-cJf", "xz"),
        "bzip2" => ("-cjf", "bz2"),
        _ => ("--zstd -cf", "zst"),
    };
    let word = command.arguments().last()?;
    let program = command.program_word()?;
    let raw = case.raw(word.span).trim_end_matches('/');
    if case.world.kind(&word.value) != PathKind::Directory
        || case.world.kind(&format!("{}.tar.{ending}", word.value.trim_end_matches('/'))).exists()
    {
        return None;
    }
    let text = format!("tar {option} {raw}.tar.{ending} {raw}");
    let edit = Edit::new().replace(program.span.to(word.span), text);
    Some(Proposal::likely(edit, format!("{name} takes single files")))
}

/// `zip dir`, `zip out.zip`: the first operand is the archive.
fn pack(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let mut operands = command.arguments().iter().filter(|word| !word.value.starts_with('-'));
    let (Some(word), None) = (operands.next(), operands.next()) else { return None };
    let recursive =
        command.arguments().iter().any(|word| word.value.starts_with('-') && word.value.contains('r'));
    let option = if recursive { "" } else { "-r " };
    let path = paths::expand(&word.value, case.world)?;
    match case.world.kind(&path) {
        PathKind::Missing if path.to_lowercase().ends_with(".zip") => {
            let edit = Edit::new().insert(word.span.start, option).insert(word.span.end, " .");
            Some(Proposal::likely(edit, "missing files for the archive"))
        }
        PathKind::Missing => None,
        _ => {
            let raw = case.raw(word.span).trim_end_matches('/');
            let edit = Edit::new().replace(word.span, format!("{option}{raw}.zip {raw}"));
            Some(Proposal::certain(edit, "the archive name comes first"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    fn first(text: &str, status: i32, output: &str) -> Option<String> {
        let mut world = world();
        for file in ["pkg.tar.gz", "pkg.tar.xz", "a.zip", "in.txt", "in.txt.zst", "in.txt.xz", "dir/f"] {
            world.files.insert(file.to_owned(), String::new());
        }
        for program in ["tar", "unzip", "zip", "gunzip", "gzip", "unxz", "unzstd", "zcat"] {
            world.programs.push(program.to_owned());
        }
        fixes("bash", text, status, Some(output), &world).first().cloned()
    }

    #[test]
    fn archives_of_another_kind() {
        let no_zip = "  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it constitutes one disk of a multi-part archive.\nunzip:  cannot find zipfile directory in one of pkg.tar.gz or\n        pkg.tar.gz.zip, and cannot find pkg.tar.gz.ZIP, period.\n";
        assert_eq!(first("unzip pkg.tar.gz", 9, no_zip).as_deref(), Some("tar -xf pkg.tar.gz"));
        assert_eq!(
            first("unzip -q pkg.tar.gz -d dir", 9, no_zip).as_deref(),
            Some("tar -xf pkg.tar.gz -C dir")
        );
        let no_mode = "tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options\n";
        assert_eq!(first("tar -fxz pkg.tar.gz", 2, no_mode).as_deref(), Some("tar -xzf pkg.tar.gz"));
        assert_eq!(first("tar -zf pkg.tar.gz", 2, no_mode).as_deref(), Some("tar -xzf pkg.tar.gz"));
        let no_tar = "tar: This does not look like a tar archive\ntar: Exiting with failure status due to previous errors\n";
        assert_eq!(first("tar -xf a.zip", 2, no_tar).as_deref(), Some("unzip a.zip"));
        assert_eq!(first("tar -xf in.txt", 2, no_tar), None);
        assert_eq!(first("tar -xzf pkg.tar.gz", 2, no_tar), None);
        let suffix = "gzip: a.zip: unknown suffix -- ignored\n";
        assert_eq!(first("gzip -d a.zip", 2, suffix).as_deref(), Some("unzip a.zip"));
        assert_eq!(first("gzip -d pkg.tar.gz", 1, "gzip: pkg.tar.gz: not in gzip format\n"), None);
        assert_eq!(
            first("gunzip in.txt.zst", 2, "gzip: in.txt.zst: unknown suffix -- ignored\n").as_deref(),
            Some("unzstd in.txt.zst")
        );
        assert_eq!(
            first("gunzip pkg.tar.xz", 2, "gzip: pkg.tar.xz: unknown suffix -- ignored\n").as_deref(),
            Some("tar -xf pkg.tar.xz")
        );
        assert_eq!(first("gzip -d in.txt", 2, "gzip: in.txt: unknown suffix -- ignored\n"), None);
        let mut here = world();
        here.programs.extend(["tar".to_owned(), "unzip".to_owned()]);
        here.files.insert("pkg.tar.gz".into(), String::new());
        let blind = |text, status| fixes("bash", text, status, None, &here).first().cloned();
        assert_eq!(blind("unzip pkg.tar.gz", 9).as_deref(), Some("tar -xf pkg.tar.gz"));
        assert_eq!(blind("tar -xzfv pkg.tar.gz", 2).as_deref(), Some("tar -xzvf pkg.tar.gz"));
        assert_eq!(blind("tar -xzvf pkg.tar.gz", 2), None);
        assert_eq!(
            first("zcat in.txt.xz", 1, "\ngzip: in.txt.xz: not in gzip format\n").as_deref(),
            Some("xzcat in.txt.xz")
        );
    }

    #[test]
    fn letters_of_tar() {
        let cannot_open = "tar (child): v: Cannot open: No such file or directory\ntar (child): Error is not recoverable: exiting now\ntar: Child returned status 2\n";
        assert_eq!(first("tar -xzfv pkg.tar.gz", 2, cannot_open).as_deref(), Some("tar -xzvf pkg.tar.gz"));
        let other = "\ngzip: stdin: not in gzip format\ntar: Child returned status 1\ntar: Error is not recoverable: exiting now\n";
        assert_eq!(first("tar -xzf pkg.tar.xz", 2, other).as_deref(), Some("tar -xf pkg.tar.xz"));
        let no_file = "tar: Refusing to read archive contents from terminal (missing -f option?)\ntar: Error is not recoverable: exiting now\n";
        assert_eq!(first("tar -xz pkg.tar.gz", 2, no_file).as_deref(), Some("tar -xzf pkg.tar.gz"));
        let empty = "tar: Cowardly refusing to create an empty archive\nTry 'tar --help' or 'tar --usage' for more information.\n";
        assert_eq!(first("tar -czf dir", 2, empty).as_deref(), Some("tar -czf dir.tar.gz dir"));
        assert_eq!(first("tar czf out.tgz", 2, empty), None);
        let no_mode = "tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options\n";
        assert_eq!(first("tar -f pkg.tar.gz", 2, no_mode).as_deref(), Some("tar -xf pkg.tar.gz"));
        assert_eq!(
            first(
                "tar -xzf pkg.tar.gz -C nowhere",
                2,
                "tar: nowhere: Cannot open: No such file or directory\n"
            )
            .filter(|fix| !fix.contains("nowhere")),
            None
        );
    }

    #[test]
    fn packing() {
        assert_eq!(
            first("zip dir", 12, "\nzip error: Nothing to do! (dir.zip)\n").as_deref(),
            Some("zip -r dir.zip dir")
        );
        assert_eq!(
            first("zip out.zip", 12, "\nzip error: Nothing to do! (out.zip)\n").as_deref(),
            Some("zip -r out.zip .")
        );
        assert_eq!(
            first(
                "zip -r new.zip nowhere",
                12,
                "\tzip warning: name not matched: nowhere\n\nzip error: Nothing to do! (new.zip)\n"
            ),
            None
        );
        assert_eq!(
            first("gzip dir", 2, "gzip: dir is a directory -- ignored\n").as_deref(),
            Some("tar -czf dir.tar.gz dir")
        );
        assert_eq!(
            first("xz -9 dir", 2, "xz: dir: Is a directory, skipping\n").as_deref(),
            Some("tar -cJf dir.tar.xz dir")
        );
        assert_eq!(
            first("bzip2 dir/", 1, "bzip2: Input file dir/ is a directory.\n").as_deref(),
            Some("tar -cjf dir.tar.bz2 dir")
        );
        assert_eq!(first("xz nowhere", 1, "xz: nowhere: No such file or directory\n"), None);
    }
}
