//! `helm repo add https://host/charts`, `git remote add https://…`: an address without the name that it gets.

use super::prelude::*;

/// Subcommands that take a name and an address.
const COMMANDS: &[(&str, &[&str])] = &[
    ("git", &["remote", "add"]),
    ("helm", &["repo", "add"]),
    ("flatpak", &["remote-add"]),
    ("conan", &["remote", "add"]),
    ("podman", &["system", "connection", "add"]),
];
/// Parts of an address that name nothing.
const GENERAL: &[&str] =
    &["www", "charts", "chart", "helm", "repo", "stable", "index", "github", "com", "io", "raw"];

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let program = command.program_name()?;
    let operands: Vec<&Word> =
        command.arguments().iter().filter(|word| !word.value.starts_with('-')).collect();
    let (_, verbs) = COMMANDS.iter().find(|(name, verbs)| {
        *name == program && verbs.iter().zip(&operands).all(|(verb, word)| word.value == **verb)
    })?;
    let [address] = operands.get(verbs.len()..)? else { return None };
    if !address.value.contains("://") && !address.value.starts_with("git@") || address.dynamic {
        return None;
    }
    let name = if program == "git" { remote(case) } else { name_of(&address.value)? };
    let because = format!("the address needs a name before it: `{name}` is one, any other will do");
    Some(Proposal::likely(Edit::new().insert(address.span.start, format!("{name} ")), because))
}

/// Returns the usual name of another remote.
fn remote(case: &Case<'_>) -> String {
    let config = case.world.read(".git/config").unwrap_or_default();
    (if config.contains("[remote \"origin\"]") { "upstream" } else { "origin" }).to_owned()
}

/// `https://charts.example.com/stable` → `example`; `https://host/team-charts/` → `team-charts`
fn name_of(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("://")?;
    let rest = rest.trim_end_matches('/');
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let last = path.rsplit('/').next().unwrap_or(path);
    let last = last.split('.').next().unwrap_or(last);
    let labels = host.split('.').collect::<Vec<&str>>();
    let labels = labels.get(..labels.len().saturating_sub(1)).unwrap_or_default();
    let fits = |name: &&str| {
        name.len() > 1
            && !GENERAL.contains(name)
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    Some(last).into_iter().chain(labels.iter().copied()).find(fits).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn an_address_gets_a_name() {
        let mut world = world();
        world.programs.extend(["helm", "flatpak"].map(str::to_owned));
        let helm = "Error: \"helm repo add\" requires 2 arguments\n";
        for (text, said, meant) in [
            (
                "helm repo add https://charts.jetstack.io",
                helm,
                "helm repo add jetstack https://charts.jetstack.io",
            ),
            (
                "helm repo add https://x.example/team-charts/ --force-update",
                helm,
                "helm repo add team-charts https://x.example/team-charts/ --force-update",
            ),
            (
                "git remote add https://x.example/a.git",
                "usage: git remote add [<options>] <name> <url>\n",
                "git remote add origin https://x.example/a.git",
            ),
        ] {
            let found = fixes("bash", text, 1, Some(said), &world);
            assert_eq!(found.first().map(String::as_str), Some(meant), "{text}");
        }
        assert_eq!(
            fixes("bash", "helm repo add a https://x.example/a", 1, Some(helm), &world),
            Vec::<String>::new()
        );
    }
}
