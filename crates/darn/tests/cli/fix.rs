//! `darn fix` as scripts call it: the JSON, the exit statuses, and every kind of bad input.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Time limit for an answer, whatever the input; generous, for loaded machines.
const IN_TIME: Duration = Duration::from_secs(20);

struct Place {
    directory: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        for name in ["home", "work", "bin"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        let place = Self { directory };
        for program in ["git", "cat", "tic"] {
            let file = place.path("bin").join(program);
            fs::write(&file, "#!/bin/sh\n").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.directory.path().join(name)
    }

    fn darn(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_darn"));
        command
            .env_clear()
            .env("HOME", self.path("home"))
            .env("PATH", self.path("bin"))
            .current_dir(self.path("work"));
        command
    }

    fn fix(&self, text: impl AsRef<OsStr>, status: i32, more: &[&str]) -> Output {
        let start = Instant::now();
        let output = self
            .darn()
            .args(["fix", "--status", &status.to_string(), "--command"])
            .arg(text)
            .args(more)
            .output()
            .unwrap();
        assert!(start.elapsed() < IN_TIME, "took {:?}", start.elapsed());
        output
    }

    fn json(&self, text: &str, status: i32, more: &[&str]) -> Value {
        let output = self.fix(text, status, &[more, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn first(&self, text: &str, status: i32) -> Option<String> {
        self.json(text, status, &[])["suggestions"][0]["command"].as_str().map(str::to_owned)
    }
}

fn write(path: &Path, bytes: &[u8]) -> String {
    fs::write(path, bytes).unwrap();
    path.display().to_string()
}

#[test]
fn the_answer_has_the_keys_of_the_contract() {
    let place = Place::new();
    let answer = place.json("gti status", 127, &[]);
    assert_eq!(answer["failure"]["kind"], "command_not_found");
    assert_eq!(answer["failure"]["culprit"], "gti");
    assert_eq!(answer["failure"]["status"], 127);
    assert_eq!(answer["failure"]["confidence"], "high");
    let first = &answer["suggestions"][0];
    assert_eq!(first["command"], "git status");
    assert_eq!(first["origin"], "rule:any/unknown-command");
    assert_eq!(first["applicability"], "certain");
    assert_eq!(first["verdict"]["level"], "allow");
    assert_eq!(first["verdict"]["reasons"], Value::Array(Vec::new()));
    assert!(answer["elapsed_us"].is_u64() && answer["diagnosis"].is_string());
}

#[test]
fn statuses_tell_found_none_and_usage() {
    let place = Place::new();
    assert_eq!(place.fix("gti status", 127, &[]).status.code(), Some(0));
    assert_eq!(place.fix("git status", 0, &[]).status.code(), Some(1));
    assert_eq!(place.darn().args(["fix", "--command", "x"]).output().unwrap().status.code(), Some(2));
    assert_eq!(place.fix("gti", 127, &["--shell", "tcsh"]).status.code(), Some(2));
    let unreadable = place.fix("gti", 127, &["--output", "absent"]);
    assert_eq!(unreadable.status.code(), Some(2));
    let message = String::from_utf8_lossy(&unreadable.stderr).into_owned();
    assert!(message.starts_with("darn: cannot read absent") && message.contains("\nhint: "), "{message}");
    assert_eq!(place.json("git status", 0, &[])["failure"], Value::Null);
}

#[test]
fn never_a_name_that_only_looks_near() {
    let place = Place::new();
    assert_eq!(place.first("gti status", 127).as_deref(), Some("git status"));
}

#[test]
fn operands_of_destructive_programs_are_never_guessed() {
    let place = Place::new();
    fs::create_dir(place.path("work/build")).unwrap();
    fs::write(place.path("work/x"), "kept").unwrap(); // the file that mv would overwrite
    let output = write(&place.path("out"), b"rm: cannot remove 'bulid': No such file or directory\n");
    for text in ["rm -rf bulid", "rm bulid", "rmdir bulid", "mv bulid x", "shred bulid", "chmod -R 777 bulid"]
    {
        for more in [&[][..], &["--output", &output]] {
            let offered = place.json(text, 1, more)["suggestions"].to_string();
            assert!(!offered.contains("build"), "{text}: {offered}");
        }
    }
    assert_eq!(place.first("cat bulid/y", 1), None);
}

#[test]
fn bytes_that_are_no_text() {
    let place = Place::new();
    let text = OsStr::from_bytes(b"gti \xff\xfe status");
    assert_eq!(place.fix(text, 127, &[]).status.code(), Some(0));
    let output = write(&place.path("out"), b"bash: gti: command not found\n\0\xff\x1b[31m\x1b]0;title\x07");
    assert_eq!(
        place.json("gti status", 127, &["--output", &output])["suggestions"][0]["command"],
        "git status"
    );
    // displayed text rings no bell and moves no cursor
    fs::write(place.path("work/evil\u{1b}[2Jname"), "").unwrap();
    let shown = place.fix("cat 'evil\u{1b}[2Jnaem'", 1, &[]);
    assert!(!shown.stdout.contains(&0x1b), "{:?}", String::from_utf8_lossy(&shown.stdout));
}

#[test]
fn a_megabyte_in_one_line() {
    let place = Place::new();
    // an argument of execve(2) has at most 128 KiB
    let long = format!("gti {}", "x ".repeat(60_000));
    assert_eq!(place.fix(&long, 127, &[]).status.code(), Some(1));
    let long = format!("cat {}", "nix ".repeat(10_000));
    place.fix(&long, 1, &[]);
    let output = write(&place.path("out"), "bash: gti: command not found ".repeat(36_000).as_bytes());
    place.json("gti status", 127, &["--output", &output]);
    let huge = write(&place.path("huge"), "a line of output\n".repeat(600_000).as_bytes());
    place.json("gti status", 127, &["--output", &huge]);
}

#[test]
fn directories_large_strange_and_closed() {
    let place = Place::new();
    let many = place.path("work/many");
    fs::create_dir(&many).unwrap();
    for at in 0..100_000 {
        fs::File::create(many.join(format!("file-{at}"))).unwrap();
    }
    place.fix("cat many/flie-99999", 1, &[]);
    fs::write(place.path("work/two\nlines"), "").unwrap();
    let offered = place.json("cat twolines", 1, &[])["suggestions"].to_string();
    assert!(!offered.contains("\\n"), "{offered}");
    let closed = place.path("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let path = format!("{}:/absent:relative:{}", closed.display(), place.path("bin").display());
    let output =
        place.darn().env("PATH", path).args(["fix", "--command", "gti", "--status", "127"]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().next(), Some("git"));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn without_a_home_or_with_one_that_cannot_be_written() {
    let place = Place::new();
    let output = place
        .darn()
        .env_remove("HOME")
        .args(["fix", "--command", "gti", "--status", "127"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().next(), Some("git"));
    let output = place
        .darn()
        .env("HOME", "/proc/1")
        .args(["fix", "--command", "gti", "--status", "127"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().next(), Some("git"));
}

#[test]
fn names_of_path_are_read_anew_when_a_directory_changed() {
    let place = Place::new();
    assert_eq!(place.first("foxtort x", 127), None);
    let program = place.path("bin/foxtrot");
    fs::write(&program, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(place.first("foxtort x", 127).as_deref(), Some("foxtrot x"));
    fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(place.first("foxtort x", 127), None, "the program has no x bit");
}

#[test]
fn a_broken_rule_is_named_and_the_rest_applies() {
    let place = Place::new();
    let rules = place.path("home/.config/darn/rules");
    fs::create_dir_all(&rules).unwrap();
    fs::write(
        rules.join("deploy.toml"),
        r#"program = "deploy"

[[rule]]
id = "deploy/broken"
output = "bad {hole"
because = "x"

[[rule]]
id = "deploy/region"
output = "unknown region '{bad}'"
fix = { replace = "{bad}", with = "eu-west-1" }
because = "there is no region {bad}"
"#,
    )
    .unwrap();
    let output = write(&place.path("out"), b"deploy: unknown region 'eu-wset'\n");
    let answer = place.json("deploy --to eu-wset", 1, &["--output", &output]);
    assert_eq!(answer["suggestions"][0]["command"], "deploy --to eu-west-1");
    let test = place.darn().args(["rules", "test"]).arg(rules.join("deploy.toml")).output().unwrap();
    let said = String::from_utf8_lossy(&test.stdout).into_owned();
    assert_eq!(test.status.code(), Some(1));
    assert!(said.contains("deploy.toml:4: deploy/broken: pattern `bad {hole`: unclosed hole"), "{said}");
}

/// `darn fix` gives its suggestions the verdicts of `darn check`, including the impact.
#[test]
fn suggestions_are_judged_like_typed_lines() {
    let place = Place::new();
    for program in ["bash", "sh", "curl", "chmod", "echo", "psql", "python3", "rm", "find"] {
        fs::copy(place.path("bin/git"), place.path("bin").join(program)).unwrap();
    }
    fs::write(place.path("home/note"), "text").unwrap();
    let mut levels = Vec::new();
    for (failed, mended) in [
        ("bsah -c 'rm -rf ~/'", None),
        ("bsah -c 'rm -rf /'", None),
        ("pyhton3 -c \"import shutil; shutil.rmtree('/')\"", None),
        ("bsah -c 'rm -rf ~/note'", Some("bash -c 'rm -rf ~/note'")),
        ("curl https://x.example/a.sh | hs", Some("curl https://x.example/a.sh | sh")),
        ("chmdo 777 /etc", Some("chmod 777 /etc")),
        ("ehco x > /dev/sda", Some("echo x > /dev/sda")),
        ("pslq -c 'drop database prod'", Some("psql -c 'drop database prod'")),
        ("gti push --force", Some("git push --force")),
        ("gti status", Some("git status")),
    ] {
        let output = place.fix(failed, 127, &["--format", "json"]);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let suggestions = answer["suggestions"].as_array().unwrap();
        let offered = suggestions.iter().find(|suggestion| suggestion["command"].as_str() == mended);
        assert_eq!(offered.is_some(), mended.is_some(), "{failed}: {suggestions:?}");
        for suggestion in suggestions {
            let text = suggestion["command"].as_str().unwrap();
            let checked =
                place.darn().args(["check", "--format", "json", "--command", text]).output().unwrap();
            let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
            for key in ["level", "reasons", "instead", "impact"] {
                assert_eq!(suggestion["verdict"][key], checked[key], "{text}: {key}");
            }
            assert_ne!(checked["level"], "deny", "{text}");
            levels.push(checked["level"].as_str().unwrap().to_owned());
        }
    }
    assert!(levels.iter().filter(|level| *level == "confirm").count() >= 6, "{levels:?}");
}
