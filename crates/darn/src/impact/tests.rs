//! Counting in real directories and real repositories.

use std::path::Path;
use std::process::Command;

use super::*;

const AMPLE: Duration = Duration::from_secs(20);

fn caller() -> Caller {
    crate::context::caller(syntax::Dialect::Bash)
}

fn of(targets: &[Target], within: Duration) -> Option<String> {
    super::measure(targets, &caller(), within)
}

fn delete(path: &Path, recursive: bool, glob: bool) -> Target {
    Target::Delete { path: path.to_string_lossy().into_owned(), recursive, glob }
}

fn write(path: &Path, bytes: usize) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, "x".repeat(bytes)).unwrap();
}

fn git(directory: &Path, words: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "init.defaultBranch=main"])
        .args(["-c", "commit.gpgsign=false"])
        .args(words)
        .current_dir(directory)
        .env("HOME", directory)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(done.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A repository with one commit of `kept` and `changed`, the latter changed since, and two new files.
fn repository() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    git(root, &["init", "-q"]);
    write(&root.join("src/kept"), 10);
    write(&root.join("src/changed"), 10);
    write(&root.join(".gitignore"), 0);
    std::fs::write(root.join(".gitignore"), "*.o\n").unwrap();
    git(root, &["add", "."]);
    git(root, &["commit", "-qm", "one"]);
    write(&root.join("src/changed"), 11);
    write(&root.join("src/new"), 100);
    write(&root.join("src/built.o"), 1000);
    directory
}

#[test]
fn nothing_is_said_of_nothing() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(of(&[], AMPLE), None);
    assert_eq!(of(&[delete(&directory.path().join("missing"), true, false)], AMPLE), None);
    assert_eq!(of(&[delete(&directory.path().join("*"), true, true)], AMPLE), None);
}

#[test]
fn relative_paths_and_patterns_are_those_of_the_caller() {
    let directory = tempfile::tempdir().unwrap();
    write(&directory.path().join("a[b]/one"), 1);
    write(&directory.path().join("a[b]/two"), 1);
    let caller = Caller { directory: directory.path().join("a[b]"), ..caller() };
    let text = |path: &str, glob| super::measure(&[delete(Path::new(path), true, glob)], &caller, AMPLE);
    assert_eq!(text("one", false).unwrap(), "would delete 1 file (1 byte)");
    assert_eq!(text("*", true).unwrap(), "would delete 2 files (2 bytes)");
}

#[test]
fn files_are_counted_with_all_below() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    for at in 0..1204 {
        write(&root.join(format!("a/{}/f{at}", at % 7)), 3);
    }
    std::os::unix::fs::symlink("/", root.join("a/everything")).unwrap();
    let text = of(&[delete(&root.join("a"), true, false)], AMPLE);
    assert_eq!(text.as_deref(), Some("would delete 1,205 files (3.6 KB)"));
    let text = of(&[delete(&root.join("a/everything/"), true, false)], AMPLE);
    assert_eq!(text.as_deref(), Some("would delete 1 file (0 bytes)"));
    assert_eq!(of(&[delete(&root.join("a"), false, false)], AMPLE), None);
    std::fs::create_dir_all(root.join("empty/er")).unwrap();
    let text = of(&[delete(&root.join("empty"), true, false)], AMPLE);
    assert_eq!(text.as_deref(), Some("would delete 2 empty directories"));
    let text = of(&[Target::Attributes { path: root.join("empty").to_string_lossy().into() }], AMPLE);
    assert_eq!(text.as_deref(), Some("would change 2 files"));
}

#[test]
fn patterns_name_what_the_shell_would() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    for name in ["a.log", "b.log", ".hidden.log", "c.txt", "d/e.log", "odd\n\u{1b}[2J.log"] {
        write(&root.join(name), 1);
    }
    let text = |pattern: &str, recursive| of(&[delete(&root.join(pattern), recursive, true)], AMPLE);
    assert_eq!(text("*.log", false).as_deref(), Some("would delete 3 files (3 bytes)"));
    assert_eq!(text("*/*.log", false).as_deref(), Some("would delete 1 file (1 byte)"));
    assert_eq!(text("*", true).as_deref(), Some("would delete 5 files (5 bytes)"));
    assert_eq!(text("[ab].log", true).as_deref(), Some("would delete 2 files (2 bytes)"));
    assert_eq!(text("[", true), None);
}

#[test]
fn git_says_what_is_nowhere_else() {
    let directory = repository();
    let root = directory.path();
    let text = of(&[delete(&root.join("src"), true, false)], AMPLE);
    assert_eq!(text.as_deref(), Some("would delete 4 files (1.1 KB), 2 of them uncommitted"));
    let text = of(&[delete(&root.join("src/kept"), false, false)], AMPLE);
    assert_eq!(text.as_deref(), Some("would delete 1 file (10 bytes)"));
    let text = of(&[delete(root, true, false)], AMPLE).unwrap();
    assert!(text.ends_with(" 2 of them uncommitted, with the history of a git repository"), "{text}");
}

#[test]
fn git_counts_what_it_would_lose() {
    let directory = repository();
    let root = directory.path();
    let repository = Repository::at(&caller(), root.to_owned(), Instant::now() + AMPLE).unwrap();
    assert_eq!(repository.changed().unwrap(), [root.join("src/changed")]);
    assert_eq!(repository.untracked(false).unwrap(), [root.join("src/new")]);
    assert_eq!(repository.untracked(true).unwrap().len(), 2);
    assert_eq!(repository.stashes(), None);
    git(root, &["stash", "push", "-q"]);
    write(&root.join("src/changed"), 12);
    git(root, &["stash", "push", "-q"]);
    assert_eq!(repository.stashes(), Some(2));
    git(root, &["checkout", "-qb", "side"]);
    for text in ["two", "three"] {
        git(root, &["commit", "-q", "--allow-empty", "-m", text]);
    }
    assert_eq!(repository.only_in("side"), Some(2));
    assert_eq!(repository.only_in("main"), Some(0));
    assert_eq!(repository.only_in("--all"), None);
    // a remote branch that is two commits ahead
    git(root, &["update-ref", "refs/remotes/origin/main", "side"]);
    assert_eq!(repository.only_in("side"), Some(0));
    assert_eq!(repository.only_remote(Some("origin"), Some("main")), Some(2));
    assert_eq!(repository.only_remote(None, None), None);
    assert_eq!(repository.only_remote(Some("--upload-pack=x"), Some("main")), None);
}

/// Whatever a repository's settings say, none of its programs run and its index is unchanged.
#[test]
fn a_repository_cannot_have_a_program_run() {
    let directory = repository();
    let root = directory.path();
    let canary = root.join(".git/canary");
    let script = root.join(".git/run");
    std::fs::write(&script, format!("#!/bin/sh\n: > '{}'\ncat\n", canary.display())).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, executable).unwrap();
    let run = script.to_string_lossy();
    std::fs::write(root.join(".gitattributes"), "* filter=own\n").unwrap();
    for key in ["filter.own.clean", "filter.own.process", "core.fsmonitor", "core.pager", "gpg.program"] {
        git(root, &["config", key, &run]);
    }
    git(root, &["config", "filter.own.required", "true"]);
    git(root, &["config", "log.showSignature", "true"]);
    std::fs::create_dir_all(root.join(".git/hooks")).unwrap();
    std::fs::copy(&script, root.join(".git/hooks/post-index-change")).unwrap();
    let before = std::fs::read(root.join(".git/index")).unwrap();
    assert!(of(&[delete(root, true, false)], AMPLE).unwrap().contains("uncommitted"));
    let repository = Repository::at(&caller(), root.to_owned(), Instant::now() + AMPLE).unwrap();
    assert!(repository.changed().is_some() && repository.untracked(true).is_some());
    assert!(repository.only_in("main").is_some());
    assert!(!canary.exists());
    assert_eq!(std::fs::read(root.join(".git/index")).unwrap(), before);
    // proof that the canary works: it is triggered if nothing is disabled
    let _ = Command::new("git").args(["status", "--short"]).current_dir(root).output().unwrap();
    assert!(canary.exists());
}

#[test]
fn time_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    for at in 0..2_000 {
        write(&root.join(format!("{}/{at}", at % 50)), 1);
    }
    // a pipe without a writer is counted, not opened
    rustix::fs::mknodat(
        rustix::fs::CWD,
        root.join("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let start = Instant::now();
    let _ = of(&[delete(root, true, false)], Duration::from_micros(200));
    assert!(start.elapsed() < Duration::from_secs(5));
    let mut late = Files::new(Instant::now());
    late.add(root, true);
    late.files = 12_345;
    assert_eq!(late.number("file"), "more than 12,000 files");
}
