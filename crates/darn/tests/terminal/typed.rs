//! Mistyped commands entered into real bash, zsh and fish: the hint on the screen is the working command. The
//! hooks see no output: status, words and facts must suffice.

use crate::pty::Builder;

/// A project with a repository: run by sh in the home before the shell starts.
const SCENE: &str = "
rm bin/git; git init -q -b main . && printf 'one\\ntwo\\n' > README.md && mkdir -p src/lib docs && echo 'x = 1' > app.py
printf 'build:\\n\\ttrue\\ntest:\\n\\ttrue\\n' > Makefile
printf '{\"scripts\": {\"test\": \"true\", \"start\": \"true\"}}' > package.json
printf '#!/bin/sh\\necho ran\\n' > run.sh && tar cf archive.tar README.md
git -c user.name=Me -c user.email=me@example.com add README.md && git -c user.name=Me -c user.email=me@example.com commit -qm one && git branch feature
";

/// The typed line, and the expected first suggestion.
const ROWS: &[(&str, &str)] = &[
    ("gti status", "git status"),
    ("git sttus", "git status"),
    ("git log --onelien", "git log --oneline"),
    ("git checkout featrue", "git checkout feature"),
    ("git remtoe -v", "git remote -v"),
    ("git stash lsit", "git stash list"),
    ("git comit -m x && git log | haed -3", "git commit -m x && git log | head -3"),
    ("git commit –m x", "git commit -m x"),
    ("git diff READEM.md", "git diff README.md"),
    ("cat READEM.md", "cat README.md"),
    ("wc -l READEM.md", "wc -l README.md"),
    ("ls scr/lib", "ls src/lib"),
    ("ls --recusive", "ls --recursive"),
    ("sort --revrese README.md", "sort --reverse README.md"),
    ("head --lnies=1 README.md", "head --lines=1 README.md"),
    ("grpe one README.md", "grep one README.md"),
    ("cat README.md | srot", "cat README.md | sort"),
    ("env LANG=C gerp one README.md", "env LANG=C grep one README.md"),
    ("cd scr", "cd src"),
    ("cd..", "cd .."),
    ("mkdir a/b/c", "mkdir -p a/b/c"),
    ("cp README.md neu/ort/", "mkdir -p neu/ort && cp README.md neu/ort/"),
    ("cp src dst", "cp -r src dst"),
    ("mv READEM.md x.md", "mv README.md x.md"),
    ("touch neu/x", "mkdir -p neu && touch neu/x"),
    ("./run.sh", "chmod +x run.sh && ./run.sh"),
    ("make biuld", "make build"),
    ("python3 ap.py", "python3 app.py"),
    ("tar xf arhcive.tar", "tar xf archive.tar"),
    ("npm run tset", "npm run test"),
    ("find . -nmae x", "find . -name x"),
    ("cargo biuld", "cargo build"),
    ("systemclt status", "systemctl status"),
    ("gitstatus", "git status"),
];

per_shell!(mistyped_command_is_hinted_with_the_working_one: bash, zsh, fish);
fn mistyped_command_is_hinted_with_the_working_one(shell: &str) {
    let mut wrong = Vec::new();
    // that which rustup installed lies in the user's home, not in the system's directories
    let scene = format!("{SCENE}ln -s '{}' bin/cargo\n", env!("CARGO"));
    let scene = format!("sh -c '{}' >/dev/null 2>&1\n", scene.replace('\'', "'\\''"));
    let scene = if shell == "fish" { scene.replace("'\\''", "\\'") } else { scene };
    let mut t = Builder::new(shell).size(160, 40).before(&scene).start();
    for (typed, fix) in ROWS {
        let drawn = t.run(typed);
        let hint = drawn.lines().find(|line| line.starts_with('✗')).unwrap_or("no hint");
        let offered = hint.split_once("  ").map_or(hint, |(_, rest)| rest.split("   —").next().unwrap());
        if offered != *fix {
            wrong.push(format!("{typed}: {hint:?}, wanted {fix:?}"));
        }
        t.run("true");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

per_shell!(package_of_a_missing_program_is_installed_before_the_line: bash, zsh, fish);
fn package_of_a_missing_program_is_installed_before_the_line(shell: &str) {
    let mut t = Builder::new(shell).size(160, 40).start();
    for line in ["ccze -h", "echo x | ccze -A"] {
        let drawn = t.run(line);
        assert!(drawn.contains(&format!("apt install ccze && {line}")), "{shell}:\n{drawn}");
    }
}
