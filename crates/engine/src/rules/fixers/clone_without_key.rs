//! `git clone git@github.com:a/b.git` without a key that the host knows: public repositories need none over HTTPS.

use super::prelude::*;

/// Hosts that serve the same repositories over HTTPS.
const HOSTS: &[&str] = table!("git_hosts");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let is_clone = command.program_name() == Some("git")
        && vocabulary::walk(command, case.world).is_some_and(|walk| walk.path == ["clone"]);
    if !is_clone || !case.printed("Permission denied (publickey") {
        return None;
    }
    command.arguments().iter().filter(|word| !word.dynamic).find_map(|word| {
        let rest = word.value.strip_prefix("ssh://").unwrap_or(&word.value).strip_prefix("git@")?;
        let (host, path) = rest.split_once([':', '/'])?;
        HOSTS.contains(&host).then(|| {
            let address = format!("https://{host}/{}", path.trim_start_matches('/'));
            let because =
                format!("{host} knows none of your keys; a public repository needs none over HTTPS");
            Proposal::likely(case.set_word(word, &address), because)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn public_repositories_are_cloned_over_https() {
        let denied = "Cloning into 'b'...\ngit@github.com: Permission denied (publickey).\nfatal: Could not read from remote repository.\n";
        mends(
            "bash", "git clone git@github.com:a/b.git x", 128, denied,
            "git clone https://github.com/a/b.git x",
        );
        mends("zsh", "git clone ssh://git@gitlab.com/a/b", 128, denied, "git clone https://gitlab.com/a/b");
        leaves("bash", "git clone git@git.example.com:a/b.git", 128, Some(denied));
    }
}
