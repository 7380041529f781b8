use std::path::Path;

use redact::Redacted;

use super::append::append;
use super::entry::Draft;
use super::read::Snapshot;
use super::verify::{Report, verify};
use super::{files, head};

fn text(text: &str) -> Redacted<String> {
    redact::redact(text)
}

fn draft(command: &str) -> Draft {
    Draft {
        time: "2026-11-22T10:00:00.000Z".to_owned(),
        event: "proposed",
        level: "allow",
        command: text(command),
        failed: None,
        cwd: text("/home/me"),
        shell: "bash",
        session: Some(1),
        origin: text("rule:x/y"),
        reasons: Vec::new(),
        task: None,
        sent: None,
    }
}

fn write(directory: &Path, count: usize) {
    for number in 0..count {
        append(directory, &draft(&format!("echo {number}"))).unwrap();
    }
}

fn report(directory: &Path) -> Report {
    verify(&Snapshot::read(directory).unwrap())
}

/// A log with this many entries, and its newest file.
fn log(count: usize) -> (tempfile::TempDir, std::path::PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), count);
    let file = directory.path().join(files::NAME);
    (directory, file)
}

fn lines(file: &Path) -> Vec<String> {
    std::fs::read_to_string(file).unwrap().lines().map(|line| format!("{line}\n")).collect()
}

fn has(report: &Report, wanted: &str) -> bool {
    report.problems.iter().any(|problem| problem.contains(wanted))
}

#[test]
fn what_was_written_is_whole() {
    let (directory, _) = log(5);
    let report = report(directory.path());
    assert_eq!((report.entries, report.problems.len(), report.notes.len()), (5, 0, 0), "{report:?}");
    assert_eq!(report.last.unwrap().command, "echo 4");
}

/// Changes each byte of the file in each of eight ways: every change must be detected.
#[test]
fn every_change_of_a_byte_is_found() {
    let (directory, _) = log(3);
    let mut log = Snapshot::read(directory.path()).unwrap();
    let mut missed = Vec::new();
    for at in 0..log.parts[0].bytes.len() {
        let byte = log.parts[0].bytes[at];
        for bit in 0..8 {
            log.parts[0].bytes[at] = byte ^ 1 << bit;
            if verify(&log).problems.is_empty() {
                missed.push((at, char::from(byte), bit));
            }
        }
        log.parts[0].bytes[at] = byte;
    }
    assert!(missed.is_empty(), "{missed:?}");
}

/// The same after an interrupted write, whose remains are part of the next entry's hash.
#[test]
fn every_change_of_what_was_torn_is_found() {
    let (directory, file) = log(1);
    let whole = std::fs::read(&file).unwrap();
    std::fs::write(&file, [&whole[..], b"{\"seq\":2,\"time\":\"20"].concat()).unwrap();
    let before = report(directory.path());
    assert_eq!((before.problems.len(), before.notes.len()), (0, 1), "{before:?}");
    write(directory.path(), 2);
    let after = report(directory.path());
    assert_eq!((after.entries, after.problems.len(), after.notes.len()), (3, 0, 1), "{after:?}");
    let mut log = Snapshot::read(directory.path()).unwrap();
    for at in 0..log.parts[0].bytes.len() {
        log.parts[0].bytes[at] ^= 1;
        assert!(!verify(&log).problems.is_empty(), "{at}");
        log.parts[0].bytes[at] ^= 1;
    }
}

type Change = fn(&mut Vec<String>);

#[test]
fn what_is_removed_inserted_moved_or_cut_off_is_named() {
    let cases: [(&str, Change, &str); 7] = [
        ("removed", |lines| drop(lines.remove(2)), "entry 3 is missing"),
        ("several removed", |lines| drop(lines.drain(1..4)), "entries 2–4 are missing"),
        ("the first", |lines| drop(lines.remove(0)), "entry 1 is missing"),
        ("the last", |lines| drop(lines.pop()), "at the end entry 6 is missing"),
        ("inserted", |lines| lines.insert(4, lines[1].clone()), "audit.jsonl:5: entry 2 was inserted"),
        ("moved", |lines| lines.swap(1, 3), "was inserted or moved here"),
        (
            "a line of another",
            |lines| lines.insert(2, "hello\n".into()),
            "audit.jsonl:3: this line is not a darn entry",
        ),
    ];
    for (what, change, wanted) in cases {
        let (directory, file) = log(6);
        let mut lines = lines(&file);
        change(&mut lines);
        std::fs::write(&file, lines.concat()).unwrap();
        let report = report(directory.path());
        assert!(has(&report, wanted), "{what}: {report:?}");
        // and after others have written
        write(directory.path(), 2);
        assert!(!self::report(directory.path()).problems.is_empty(), "{what}");
    }
}

/// An attacker changes an entry and computes its hash correctly.
#[test]
fn a_forged_entry_is_not_followed_by_the_next() {
    let (directory, file) = log(4);
    let mut lines = lines(&file);
    let (entry, _) = super::entry::Entry::parse(lines[1].trim_end().as_bytes()).unwrap();
    lines[1] = draft("echo harmless").line(entry.seq, &entry.prev, b"").unwrap().0;
    std::fs::write(&file, lines.concat()).unwrap();
    let report = report(directory.path());
    assert!(has(&report, "entry 3 does not follow entry 2, the one before it"), "{report:?}");
    lines[3] = draft("echo harmless").line(4, &super::entry::hash(&[b"x"]), b"").unwrap().0;
    std::fs::write(&file, lines.concat()).unwrap();
    assert!(has(&self::report(directory.path()), "entry 4 is not the one recorded in audit.head"));
}

#[test]
fn rotation_keeps_the_chain_and_the_bound() {
    let directory = tempfile::tempdir().unwrap();
    let long = "x".repeat(super::MAX_COMMAND);
    let mut written = 0;
    while files::old(directory.path()).len() < files::MAX_OLD || written < 2600 {
        append(directory.path(), &draft(&long)).unwrap();
        written += 1;
    }
    let report = report(directory.path());
    assert!(report.problems.is_empty() && report.notes.is_empty(), "{report:?}");
    assert_eq!(report.last.as_ref().unwrap().seq, written);
    assert!(report.entries < usize::try_from(written).unwrap(), "the oldest entries were not dropped");
    let old = files::old(directory.path());
    assert_eq!(old.len(), files::MAX_OLD);
    for path in old.iter().map(|(_, path)| path.clone()).chain([directory.path().join(files::NAME)]) {
        assert!(path.metadata().unwrap().len() <= files::MAX_BYTES, "{}", path.display());
    }
    // without the head, the log begins with its oldest entry
    let head = directory.path().join(head::NAME);
    std::fs::remove_file(&head).unwrap();
    append(directory.path(), &draft("echo")).unwrap();
    let report = self::report(directory.path());
    assert!(report.problems.is_empty() && report.last.unwrap().seq == written + 1);
    // a missing file is detected, even the oldest one
    std::fs::remove_file(&old[0].1).unwrap();
    assert!(has(&self::report(directory.path()), "are missing"));
    std::fs::remove_file(&old[2].1).unwrap();
    assert!(has(&self::report(directory.path()), "are missing"));
}

#[test]
fn the_chain_goes_on_without_its_head() {
    let (directory, file) = log(3);
    std::fs::remove_file(directory.path().join(head::NAME)).unwrap();
    assert!(has(&report(directory.path()), "audit.head is missing"));
    write(directory.path(), 1);
    let report = report(directory.path());
    assert_eq!((report.entries, report.problems.len()), (4, 0), "{report:?}");
    // also after a rotation
    std::fs::rename(&file, directory.path().join(files::old_name(4))).unwrap();
    std::fs::remove_file(directory.path().join(head::NAME)).unwrap();
    write(directory.path(), 1);
    let report = self::report(directory.path());
    assert_eq!((report.entries, report.problems.len()), (5, 0), "{report:?}");
}

/// A writer killed between writing entry and head leaves the head one entry behind.
#[test]
fn a_head_that_is_behind_catches_up() {
    let (directory, _) = log(2);
    let head = directory.path().join(head::NAME);
    let old = std::fs::read(&head).unwrap();
    write(directory.path(), 1);
    std::fs::write(&head, old).unwrap();
    assert!(report(directory.path()).problems.is_empty());
    write(directory.path(), 1);
    let report = report(directory.path());
    assert_eq!((report.entries, report.problems.len()), (4, 0), "{report:?}");
}

#[test]
fn hostile_files_are_survived() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(files::NAME);
    let head = directory.path().join(head::NAME);
    for junk in [&b"\0\0\0\0"[..], b"\n\n\n", b"{\"seq\":18446744073709551615}", &[0xff; 200_000], b"x\ny"] {
        std::fs::write(&file, junk).unwrap();
        for junk in [&b""[..], b"1 x", &[b'1'; 130], &[0xff; 130]] {
            std::fs::write(&head, junk).unwrap();
            let _ = report(directory.path());
            append(directory.path(), &draft("echo")).unwrap();
            assert!(Snapshot::read(directory.path()).unwrap().entries().any(|entry| entry.command == "echo"));
            let _ = report(directory.path());
        }
    }
    // links are not followed, and nothing blocks
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("/dev/null", &file).unwrap();
    assert!(append(directory.path(), &draft("echo")).is_err());
    std::fs::remove_file(&file).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, &file, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR).unwrap();
    assert!(append(directory.path(), &draft("echo")).is_err());
}

#[test]
fn a_lock_that_is_never_given_back_is_not_waited_for() {
    let (directory, _) = log(1);
    let other = head::open(directory.path()).unwrap();
    rustix::fs::flock(&other, rustix::fs::FlockOperation::LockExclusive).unwrap();
    let started = std::time::Instant::now();
    assert!(append(directory.path(), &draft("echo")).is_err());
    assert!(started.elapsed() < super::append::PATIENCE * 5);
    drop(other);
    append(directory.path(), &draft("echo")).unwrap();
}
