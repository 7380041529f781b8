//! What the built-in vocabularies must know, and that each of their lines can be read.

use super::*;

fn walked(line: &str) -> (String, Vec<usize>, Option<usize>) {
    let mut words = line.split(' ');
    let program = words.next().unwrap();
    let walk = built_in(program).unwrap().walk(words.map(|w| (w != "$x").then_some(w)));
    (walk.path.join(" "), walk.words, walk.unknown)
}

fn option(program: &'static str, path: &[&str], name: &str) -> Opt<'static> {
    let found = built_in(program).unwrap().options(path).find(|option| option.name == name);
    found.unwrap_or_else(|| panic!("{program} {path:?} {name}"))
}

#[test]
fn subcommands_that_must_be_there() {
    for path in [
        "git commit", "git stash pop", "git remote set-url", "git worktree add", "git bisect start",
        "git submodule update", "docker volume ls", "docker compose up", "docker container run", "npm i",
        "npm run-script", "npm cache clean", "npm t", "pip cache list", "pip3 install", "cargo add",
        "cargo b", "cargo report", "systemctl daemon-reload", "apt full-upgrade", "apt-get dist-upgrade",
        "apt-cache policy", "kubectl rollout restart", "gh pr checkout", "go mod tidy",
        "rustup toolchain install", "terraform state mv", "tmux attach-session", "tmux attach", "ip a",
        "ip addr show", "ip route get", "openssl x509", "uv pip install", "poetry env use", "pnpm add",
        "yarn upgrade", "gem install", "podman volume ls", "aws s3 sync", "gcloud compute instances",
        "bundle exec", "composer require", "hg ci", "svn co", "restic snapshots", "rclone sync", "deno run",
        "ufw allow",
    ] {
        let words: Vec<&str> = path.split(' ').collect();
        assert!(built_in(words[0]).unwrap().has(&words[1..]), "{path}");
    }
    assert!(!built_in("git").unwrap().has(&["comit"]));
    let git = built_in("git").unwrap();
    assert!(git.has(&["lfs"]) && !git.subcommands(&[]).any(|name| name == "lfs"));
    assert!(built_in("no-such-program").is_none());
    assert!(built_in("/usr/bin/git").is_some());
}

#[test]
fn options_that_must_be_there() {
    assert!(!option("git", &["commit"], "--amend").takes_value);
    assert!(option("git", &["commit"], "-m").takes_value);
    assert!(!option("git", &["log"], "--oneline").takes_value);
    assert!(option("git", &["log"], "--color").may_attach);
    assert!(!option("git", &["push"], "--force-with-lease").takes_value);
    assert!(option("git", &[], "-C").takes_value);
    assert!(!option("git", &["rebase"], "--continue").takes_value);
    assert!(option("git", &["checkout"], "-b").takes_value);
    assert!(!option("git", &["diff"], "--cached").takes_value);
    for (name, takes) in
        [("-x", false), ("-z", false), ("-f", true), ("-C", true), ("--directory", true), ("--exclude", true)]
    {
        assert_eq!(option("tar", &[], name).takes_value, takes, "tar {name}");
    }
    assert!(option("docker", &["run"], "-p").takes_value);
    assert!(!option("docker", &["run"], "--rm").takes_value);
    assert!(!option("docker", &["container", "exec"], "-it".get(..2).unwrap()).takes_value);
    assert!(option("pip", &["install"], "-r").takes_value);
    assert!(option("pip", &["install"], "--index-url").takes_value);
    assert!(!option("npm", &["install"], "--save-dev").takes_value);
    assert!(option("npm", &["i"], "--prefix").takes_value);
    assert!(option("cargo", &["test"], "-p").takes_value);
    assert!(!option("cargo", &["build"], "--release").takes_value);
    assert!(!option("cargo", &["clippy"], "--all-targets").takes_value);
    assert!(option("systemctl", &["status"], "--lines").takes_value);
    assert!(option("journalctl", &[], "-u").takes_value);
    assert!(!option("apt", &["install"], "--no-install-recommends").takes_value);
    assert!(option("make", &[], "-C").takes_value);
    assert!(option("python", &[], "-m").takes_value);
    assert!(option("kubectl", &["get"], "-n").takes_value);
    assert!(!option("kubectl", &["get"], "--watch").takes_value);
    assert!(option("find", &[], "-name").takes_value);
    assert!(!option("find", &[], "-delete").takes_value);
    assert!(option("ssh", &[], "-i").takes_value);
    assert!(option("curl", &[], "--header").takes_value);
    assert!(!option("jq", &[], "--raw-output").takes_value);
    assert!(!option("ls", &[], "--all").takes_value);
    assert!(!option("go", &["test"], "-race").takes_value);
    assert!(option("grep", &[], "--include").takes_value);
}

#[test]
fn walks() {
    for (line, path, words, unknown) in [
        ("git -C dir --no-pager log -n 3", "log", &[3][..], None),
        ("git comit -m x", "", &[], Some(0)),
        ("git -c a=b stash pp", "stash", &[2], Some(3)),
        ("git stash -u", "stash", &[0], None),
        ("git config user.name me", "config", &[0], None),
        ("git config --global user.name", "config", &[0], None),
        ("git $x log", "", &[], None),
        ("git -- log", "", &[], None),
        ("git --unknown thing status", "status", &[2], None),
        ("docker --context far volume sl", "volume", &[2], Some(3)),
        ("docker compose -f a.yml up -d", "compose up", &[0, 3], None),
        ("docker run --name x alpine ls", "run", &[0], None),
        ("npm --prefix dir i left-pad", "install", &[2], None),
        ("npm run biuld", "run", &[0], None),
        ("npm instal left-pad", "install", &[0], None),
        ("cargo +nightly biuld", "", &[], Some(1)),
        ("cargo +nightly build", "build", &[1], None),
        ("yarn lint", "", &[], None),
        ("kubectl -n web rollout restrat deploy/x", "rollout", &[2], Some(3)),
        ("ip -br a shwo", "address", &[1], Some(2)),
        ("ip addr flu dev eth0", "address flush", &[0, 1], None),
        ("tmux kill-sess -t x", "kill-session", &[0], None),
        ("tmux kill-se -t x", "", &[], None),
        ("systemctl --user strat x", "", &[], Some(1)),
        ("apt instal jq", "", &[], Some(0)),
        ("apt -t bookworm install jq", "install", &[2], None),
        ("terraform -chdir=x plan", "plan", &[1], None),
        ("ls -la dir", "", &[], None),
        ("gh pr lst", "pr", &[0], Some(1)),
    ] {
        assert_eq!(walked(line), (path.to_owned(), words.to_vec(), unknown), "{line}");
    }
}

#[test]
fn slips_are_known_but_not_proposed() {
    let npm = built_in("npm").unwrap();
    assert!(npm.has(&["isntall"]));
    let names: Vec<&str> = npm.subcommands(&[]).collect();
    assert!(!names.contains(&"isntall") && names.contains(&"i") && names.contains(&"install"));
}

/// Every reference has a target, and every line can be parsed.
#[test]
fn all_lines() {
    let (mut commands, mut options, mut bytes) = (0, 0, 0);
    for (name, place) in built_in::NAMES {
        let vocabulary = built_in(name).unwrap();
        assert!(!vocabulary.version().is_empty(), "{name}");
        bytes += built_in::TEXTS[*place].get().len();
        for line in vocabulary.lines_from(0) {
            if let Some(path) = line.rest.strip_prefix(['@', '~']).filter(|path| !path.is_empty()) {
                assert!(vocabulary.line(path).is_some(), "{name} {} → {path}", line.path);
            }
            for other in line.rest.split(' ').filter_map(|w| w.strip_prefix('+')) {
                assert!(
                    vocabulary.line(&other.replace('/', " ")).is_some(),
                    "{name} {} → {other}",
                    line.path
                );
            }
            let mut found = Vec::new();
            vocabulary.collect(line.path, DEPTH, &mut found);
            let alias = line.rest.starts_with(['@', '~']);
            let fine = |o: &Opt<'_>| alias || o.name.starts_with('-') && o.name.len() > 1;
            assert!(found.iter().all(fine), "{name} {}: {found:?}", line.path);
            commands += usize::from(!matches!(line.path, "" | "*"));
            options += found.len();
        }
    }
    assert!(commands > 2_000 && options > 20_000, "{commands} commands, {options} options");
    assert!(bytes < 600_000, "{bytes} bytes: the binary must stay small");
}
