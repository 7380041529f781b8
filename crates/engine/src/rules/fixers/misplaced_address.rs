//! `https://github.com/a/b.git`, `ping https://host/x`: a URL in place of a command or a host.

use super::prelude::*;

/// Hosts whose URLs with a two-part path are repositories.
const FORGES: &[&str] = &["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "git.sr.ht"];
pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    as_command(case, command).or_else(|| as_host(case, command))
}

/// Handles a repository URL without a command before it.
fn as_command(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let word = command.program_word()?;
    let starts = case.is_unstarted() && command.arguments().is_empty();
    if !starts || !is_repository(&word.value) || !case.world.is_program("git") {
        return None;
    }
    let edit = Edit::new().insert(word.span.start, "git clone ");
    Some(Proposal::certain(edit, "that is a repository URL"))
}

/// `https://github.com/a/b`, `git@host:a/b.git`, `https://host/x.git`
pub fn is_repository(address: &str) -> bool {
    let path_of = |rest: &str| rest.split_once('/').map(|(host, path)| (host.to_owned(), path.to_owned()));
    if let Some(rest) = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")) {
        return path_of(rest).is_some_and(|(host, path)| {
            let names = path.trim_end_matches('/').split('/').filter(|name| !name.is_empty()).count();
            path.ends_with(".git") || names == 2 && FORGES.contains(&host.as_str())
        });
    }
    let is_git = address.starts_with("git@") && address.contains(':') && address.contains('/');
    is_git || (address.starts_with("ssh://") || address.starts_with("git://")) && address.ends_with(".git")
}

/// Extracts the host of a URL passed to a program that expects a host name.
fn as_host(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let name = command.program_name()?;
    if !programs::is(name, Role::Hosts) || case.is_unstarted() {
        return None;
    }
    let word = command.arguments().iter().find(|word| host(&word.value).is_some())?;
    let host =
        host(&word.value).filter(|_| !word.dynamic && !word.value.starts_with(&format!("{name}://")))?;
    if case.output.is_some_and(|output| {
        !["not known", "nodename nor servname", "failure in name", "No whois server", "not found"]
            .iter()
            .any(|text| output.contains(text))
    }) {
        return None;
    }
    let edit = case.set_word(word, host);
    Some(Proposal::certain(edit, format!("{name} takes a host name")))
}

/// `https://host:8080/x` → `host`
fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once("://")?;
    let plain = !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphabetic());
    let host = rest.split(['/', '?', '#', ':']).next()?;
    let is_name = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._@".contains(&b));
    (plain && is_name && !host.starts_with('-')).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends, mends_blind};

    #[test]
    fn repositories() {
        let url = "https://github.com/octocat/Hello-World.git";
        let output = format!("bash: {url}: No such file or directory\n");
        mends("bash", url, 127, &output, &format!("git clone {url}"));
        mends_blind(
            "bash",
            "git@github.com:octocat/hello.git",
            127,
            "git clone git@github.com:octocat/hello.git",
        );
        mends_blind("fish", "https://codeberg.org/a/b", 127, "git clone https://codeberg.org/a/b");
        leaves("bash", "https://example.com/a/b", 127, None);
        leaves("bash", "https://github.com/octocat", 127, None);
    }

    #[test]
    fn hosts() {
        let unknown = "ping: https://example.com/x: Name or service not known\n";
        mends("bash", "ping -c 1 https://example.com/x", 2, unknown, "ping -c 1 example.com");
        mends(
            "zsh",
            "ssh http://localhost",
            255,
            "ssh: Could not resolve hostname http://localhost: Name or service not known\n",
            "ssh localhost",
        );
        leaves("bash", "ssh ssh://localhost:22", 255, Some("Permission denied (publickey).\n"));
    }
}
