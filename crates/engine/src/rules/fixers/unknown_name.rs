//! `npm run biuld`, `ssh wbe1`, `systemctl restart ngnix`: a name that should exist and does not.
//!
//! One table lists which program takes which names, and where ([`places`]); if there is output, the program
//! must have complained about the name.

use super::prelude::*;
use crate::rules::places::Name;
use crate::rules::{interpret, places, sources};

/// Messages of programs about an unknown name, in lower case.
const COMPLAINTS: &[&str] = table!("unknown_name_complaints");

/// Messages without the name, or with another spelling of it.
const NAMELESS: &[&str] = &["user name does not exist", "Bad configuration option: "];
/// Messages about what is not there.
const ABSENCES: &[&str] = &["does not exist", "o such file", "ot found", "o such device", "annot find"];
/// Names that projects use for the same task; one may replace another.
const SAME_TASK: &[&[&str]] =
    &[&["start", "dev", "serve"], &["test", "tests", "check"], &["fmt", "format"], &["doc", "docs"]];
/// A message with at most this many lines is about one thing.
const SHORT: usize = 8;

pub fn propose(case: &Case<'_>) -> Vec<Proposal> {
    if case.is_unstarted() && case.output.is_none() {
        return Vec::new();
    }
    first(case.commands().flat_map(|command| {
        let names = places::names(command, case.world);
        let is_named = |name: &&Name<'_>| {
            case.output.is_some_and(|output| interpret::holds_part(output, name.part))
                && is_complained_of(case, name.part)
        };
        let refused = names.iter().filter(is_named).count();
        let mended: Vec<_> = names.iter().map(|name| mend(case, command, name)).collect();
        // not every name is misspelt: what knows them is missing (`apt update`)
        let is_unread =
            refused > 1 && mended.iter().filter(|proposals| !proposals.is_empty()).count() < refused;
        if is_unread { Vec::new() } else { mended }
    }))
}

fn is_complained_of(case: &Case<'_>, name: &str) -> bool {
    // another disk is another disk: only one that is not there is misspelt
    if name.starts_with("/dev/") {
        return case.printed_any(ABSENCES);
    }
    // `No module named 'htp'` for `htp.server`
    let head = name.split('.').next().unwrap_or(name);
    let is_short = case.output.is_some_and(|output| {
        let lower = output.to_ascii_lowercase();
        output.lines().count() <= SHORT
            && interpret::holds_part(output, name)
            && COMPLAINTS.iter().any(|text| lower.contains(text))
    });
    if is_short || case.printed_any(NAMELESS) {
        return true;
    }
    case.output.is_none_or(|output| {
        output.lines().take(400).any(|line| {
            let sig = name.starts_with(char::is_uppercase) && line.contains(&format!("SIG{name}"));
            (sig || interpret::holds_part(line, name) || interpret::holds_part(line, head)) && {
                let line = line.to_ascii_lowercase();
                COMPLAINTS.iter().any(|text| line.contains(text))
            }
        })
    })
}

fn mend(case: &Case<'_>, command: &Command, name: &Name<'_>) -> Vec<Proposal> {
    if name.part.len() < 3 || !is_complained_of(case, name.part) {
        return Vec::new();
    }
    let sources = name.sources.split(' ');
    let known: Vec<String> = sources.flat_map(|source| sources::names(source, case, command)).collect();
    let any_case = matches!(name.sources, "signals" | "ssh.options");
    if known.iter().any(|known| known == name.part || any_case && known.eq_ignore_ascii_case(name.part))
        || case.output.is_none() && case.world.kind(name.part).exists()
    {
        return Vec::new();
    }
    let mut near = spell::nearest(name.part, known.iter().map(String::as_str));
    // `web2` is not a typo of `web1`, nor `main.o` of `main`
    near.retain(|near| spell::has_same_digits(near.name, name.part));
    near.retain(|near| case.output.is_some() || near.name.contains('.') || !name.part.contains('.'));
    let usual = same_task(name, &known);
    near.extend(usual.filter(|_| near.is_empty()));
    let best = near.first().map_or(0, |near| near.distance);
    near.iter()
        .take_while(|near| near.distance <= best + 60)
        .take(3)
        .filter_map(|near| {
            let edit = if name.word.value == name.part {
                case.set_word(name.word, near.name)
            } else {
                case.replace_part(name.word, name.part, near.name)?
            };
            let applicability =
                if near.distance <= 160 { Applicability::Certain } else { Applicability::Likely };
            let because = format!("there is no `{}`; closest match", name.part);
            Some(Proposal::new(edit, because, applicability).at_distance(near.distance + 1))
        })
        .collect()
}

/// Returns the existing name that projects use for the same task, if there is exactly one.
fn same_task<'a>(name: &Name<'_>, known: &'a [String]) -> Option<spell::Near<'a>> {
    const TASKS: [&str; 3] = ["npm.scripts", "make.targets", "just.recipes"];
    /// The same as for a path found in another place.
    const COST: u32 = 170;
    if !TASKS.contains(&name.sources) {
        return None;
    }
    let names = SAME_TASK.iter().find(|names| names.contains(&name.part))?;
    let mut there = known.iter().filter(|known| names.contains(&known.as_str()));
    let name = there.next().filter(|_| there.next().is_none())?;
    Some(spell::Near { name, distance: COST })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::fixes;
    use facts::FakeWorld;

    #[test]
    fn several_unknown_names_are_not_misspelt_one_by_one() {
        let said = "Failed to start zzzz.service: Unit zzzz.service not found.\nFailed to start ngnix.service: Unit ngnix.service not found.\n";
        let mut world = world();
        world.files.insert("/etc/systemd/system/nginx.service".into(), String::new());
        let found = |text: &str| fixes("bash", text, 5, Some(said), &world);
        assert!(!found("systemctl start ngnix").is_empty());
        assert_eq!(found("systemctl start zzzz ngnix"), Vec::<String>::new());
    }

    /// A project and a machine with names of most kinds.
    fn world() -> FakeWorld {
        let files = [
            ("package.json", r#"{"name": "app", "scripts": {"build": "tsc", "lint:fix": "eslint"}}"#),
            ("Makefile", "build:\n\techo\n.PHONY: deploy\ninstall-deps: build\n\techo\n"),
            (
                "Cargo.toml",
                "[package]\nname = \"app\"\n\n[features]\nserde = []\n\n[[test]]\nname = \"smoke\"\n",
            ),
            ("tests/integration.rs", ""),
            ("src/bin/worker.rs", ""),
            ("compose.yaml", "services:\n  web:\n    image: x\n  database:\n    image: y\n"),
            ("/home/me/.ssh/config", "Include office/*\nHost web1\n"),
            ("/home/me/.ssh/office/hosts", "Host staging *.example.com\n"),
            ("/home/me/.kube/config", "contexts:\n- context:\n    cluster: a\n  name: production\n"),
            ("/etc/passwd", "root:x:0:0::/root:/bin/sh\npostgres:x:1:1::/:/bin/sh\nalice:x:2:2::/:/bin/sh\n"),
            ("/etc/group", "adm:x:4:\nsudo:x:27:\n"),
            ("/lib/systemd/system/nginx.service", ""),
            ("/proc/mounts", "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /mnt/data ext4 rw 0 0\n"),
            ("f", ""),
        ];
        FakeWorld {
            programs: "npm make cargo ssh scp su sudo chown kill timeout docker python3 kubectl umount ls systemctl mv usermod".split(' ').map(str::to_owned).collect(),
            files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).into(),
            ..FakeWorld::default()
        }
    }

    fn first(text: &str, status: i32, output: Option<&str>) -> Option<String> {
        fixes("bash", text, status, output, &world()).first().cloned()
    }

    #[test]
    fn settings_of_ssh() {
        let bad = "command-line: line 0: Bad configuration option: conecttimeout\n";
        let mended = "ssh -o ConnectTimeout=5 web1";
        assert_eq!(first("ssh -o ConectTimeout=5 web1", 255, Some(bad)).as_deref(), Some(mended));
        assert_eq!(first("ssh -o connecttimeout=5 web1", 255, None), None);
    }

    #[test]
    fn the_usual_names_of_one_task() {
        let mut world = world();
        let missing = "make: *** No rule to make target 'fmt'.  Stop.\n";
        world.files.insert("Makefile".into(), "format:\n\techo\n".into());
        let first = |world: &FakeWorld| fixes("bash", "make fmt", 2, Some(missing), world).first().cloned();
        assert_eq!(first(&world).as_deref(), Some("make format"));
        world.files.insert("Makefile".into(), "all:\n\techo\n".into());
        assert_eq!(first(&world), None);
    }

    #[test]
    fn names_of_all_kinds_without_output() {
        for (typed, status, meant) in [
            ("npm run biuld", 1, "npm run build"),
            ("npm run lint:fxi -- --quiet", 1, "npm run lint:fix -- --quiet"),
            ("make instal-deps", 2, "make install-deps"),
            ("make depoly", 2, "make deploy"),
            ("cargo test --test intgration", 101, "cargo test --test integration"),
            ("cargo run --bin=wroker", 101, "cargo run --bin=worker"),
            ("cargo build --features sedre", 101, "cargo build --features serde"),
            ("ssh wbe1 uptime", 255, "ssh web1 uptime"),
            ("ssh me@stagign", 255, "ssh me@staging"),
            ("scp f wbe1:/tmp/", 1, "scp f web1:/tmp/"),
            ("su - potsgres", 1, "su - postgres"),
            ("sudo -u potsgres ls", 1, "sudo -u postgres ls"),
            ("chown alcie f", 1, "chown alice f"),
            ("chown alice:adn f", 1, "chown alice:adm f"),
            ("usermod -aG sduo alice", 6, "usermod -aG sudo alice"),
            ("kill -KIL 4711", 1, "kill -KILL 4711"),
            ("kill -s TREM 4711", 1, "kill -s TERM 4711"),
            ("timeout -s KIL 3 ls", 125, "timeout -s KILL 3 ls"),
            ("docker compose up -d wbe", 1, "docker compose up -d web"),
            (
                "docker compose -f compose.yaml exec databse sh",
                1,
                "docker compose -f compose.yaml exec database sh",
            ),
            ("python3 -m htp.server", 1, "python3 -m http.server"),
            ("kubectl --context=porduction get pods", 1, "kubectl --context=production get pods"),
            ("umount /mnt/dta", 32, "umount /mnt/data"),
            ("systemctl restart ngnix", 5, "systemctl restart nginx"),
        ] {
            assert_eq!(first(typed, status, None).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn only_what_the_program_complained_of() {
        let missing = Some("npm error Missing script: \"biuld\"\n");
        assert_eq!(first("npm run biuld", 1, missing).as_deref(), Some("npm run build"));
        let unknown = Some("ssh: Could not resolve hostname wbe1: Name or service not known\n");
        assert_eq!(first("ssh wbe1", 255, unknown).as_deref(), Some("ssh web1"));
        assert_eq!(first("ssh wbe1", 255, Some("me@wbe1: Permission denied (publickey).\n")), None);
        assert_eq!(first("ssh wbe1", 255, Some("Connection closed by remote host\n")), None);
        assert_eq!(first("make tset.o", 2, Some("make: *** [Makefile:2: tset.o] Error 1\n")), None);
    }

    #[test]
    fn another_name_is_no_slip() {
        for (typed, status) in [
            ("ssh web2", 255),
            ("ssh web1", 255),
            ("make build.o", 2),
            ("kill -9 4712", 1),
            ("kill 4711", 1),
            ("systemctl stop ngnix", 5),
            ("npm install biuld", 1),
            ("cargo build --features $F", 101),
            ("chown -R alcie f", 1),
        ] {
            assert_eq!(first(typed, status, None), None, "{typed}");
        }
    }

    #[test]
    fn huge_and_broken_files_are_silent() {
        let mut world = world();
        world.files.insert("package.json".into(), r#"{"scripts": {"build": "tsc",}"#.into());
        assert!(fixes("bash", "npm run biuld", 1, None, &world).is_empty());
        let many: String = (0..20_000).map(|n| format!("target{n}:\n")).collect();
        world.files.insert("Makefile".into(), many);
        assert!(fixes("bash", "make biuld", 2, None, &world).is_empty());
    }

    #[test]
    fn a_move_may_be_given_its_source_never_its_target() {
        let mut world = world();
        world.files.insert("README.md".into(), String::new());
        let first =
            |text: &str, output: Option<&str>| fixes("bash", text, 1, output, &world).first().cloned();
        let said = "mv: cannot stat 'READEM.md': No such file or directory\n";
        assert_eq!(first("mv READEM.md docs", Some(said)).as_deref(), Some("mv README.md docs"));
        let said = "mv: target 'srcc/': No such file or directory\n";
        assert_eq!(
            first("mv f tesst/", Some(&said.replace("srcc", "tesst"))),
            Some("mkdir -p tesst && mv f tesst/".into())
        );
    }
}
