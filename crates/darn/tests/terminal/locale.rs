//! Tools that print another language: darn still fixes whatever status, words and facts prove, with the
//! tool's own message captured and without.

use std::process::{Command, Stdio};

use crate::home::Home;

/// Languages into which bash, coreutils and git are translated, and a part of bash's message.
const LANGUAGES: &[(&str, &str)] =
    &[("de_DE", "Kommando nicht gefunden"), ("fr_FR", "commande introuvable"), ("zh_CN", "未找到命令")];

/// Failing commands and their fixes; none of them needs a message.
const CASES: &[(&str, &str)] = &[
    ("gti status", "git status"),
    ("cat READEM.md", "cat README.md"),
    ("ls scr/lib", "ls src/lib"),
    ("cd scr", "cd src"),
    ("git sttus", "git status"),
    ("git comit -m x && git log | haed -3", "git commit -m x && git log | head -3"),
    ("git log --onelien", "git log --oneline"),
    ("git checkout mian", "git checkout main"),
    ("ls --recusive", "ls --recursive"),
    ("mkdir a/b/c", "mkdir -p a/b/c"),
    ("cp -v README.md neu/ort/", "mkdir -p neu/ort && cp -v README.md neu/ort/"),
    ("./run.sh", "chmod +x run.sh && ./run.sh"),
    ("make biuld", "make build"),
    ("cd..", "cd .."),
    ("$ ls src", "ls src"),
    ("git commit –m x", "git commit -m x"),
];

#[test]
fn failure_in_another_language_is_fixed() {
    let mut home = Home::new();
    home.write("README.md", "hello\n");
    home.write("src/lib", "");
    home.write("run.sh", "#!/bin/sh\n");
    home.write("Makefile", "build:\n\ttrue\n");
    for arguments in [
        &["init", "-q", "-b", "main"][..],
        &["add", "README.md"],
        &["-c", "user.name=Me", "-c", "user.email=me@example.com", "commit", "-qm", "one"],
    ] {
        assert!(Command::new("git").args(arguments).current_dir(home.path("")).status().unwrap().success());
    }
    let locales = home.path("locales");
    std::fs::create_dir_all(&locales).unwrap();
    let mut wrong = Vec::new();
    for (language, not_found) in LANGUAGES {
        home = home.set("LC_ALL", format!("{language}.UTF-8"));
        let made = Command::new("localedef")
            .args(["-i", language, "-f", "UTF-8"])
            .arg(locales.join(format!("{language}.UTF-8")))
            .status()
            .expect("cannot run localedef");
        assert!(made.success(), "localedef -i {language}: is the package `locales` installed?");
        for (command, fix) in CASES {
            let done = Command::new("bash")
                .args(["-c", command])
                .current_dir(home.path(""))
                .env("LOCPATH", &locales)
                .env("LC_ALL", format!("{language}.UTF-8"))
                .env("HOME", home.path(""))
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let status = done.status.code().unwrap().to_string();
            assert_ne!(status, "0", "{command} succeeded");
            let message = [done.stdout, done.stderr].concat();
            if *command == "gti status" {
                assert!(
                    String::from_utf8_lossy(&message).contains(not_found),
                    "bash does not speak {language}"
                );
            }
            let captured = home.write("captured", message);
            let captured = captured.to_str().unwrap();
            let words = ["fix", "--shell", "bash", "--status", &status, "--command", command];
            for output in [&["--output", captured][..], &[]] {
                let said = home.darn(&[&words, output].concat());
                let first = said.out.lines().next().unwrap_or_default();
                if first != *fix {
                    let how = if output.is_empty() { "without its output" } else { "with its output" };
                    wrong.push(format!("{language}, {command}, {how}: {first:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
