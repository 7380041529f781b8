//! `curl -s htp://host/x`, `git clone htps://…`: a misspelt URL scheme.

use super::prelude::*;

/// Protocols; programs that do not only open URLs may have others.
const SCHEMES: [&str; 9] = ["http", "https", "ftp", "ftps", "sftp", "ssh", "git", "file", "ws"];

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let opens =
        |command: &&Command| command.program_name().is_some_and(|name| programs::is(name, Role::Addresses));
    let mut words = case.commands().filter(opens).flat_map(Command::arguments);
    words.find_map(|word| {
        let (scheme, _) = word.value.split_once("://")?;
        let plain = scheme.len() > 2 && scheme.bytes().all(|b| b.is_ascii_alphabetic());
        if !plain || SCHEMES.contains(&scheme) {
            return None;
        }
        let near = spell::nearest(scheme, SCHEMES).into_iter().next()?;
        let edit = case.replace_part(word, &format!("{scheme}://"), &format!("{}://", near.name))?;
        let because = format!("unknown protocol {scheme}");
        Some(Proposal::certain(edit, because).at_distance(near.distance))
    })
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn protocols() {
        mends(
            "bash",
            "curl htp://localhost/x",
            1,
            "curl: (1) Protocol \"htp\" not supported or disabled in libcurl\n",
            "curl http://localhost/x",
        );
        mends("bash", "curl -s htps://localhost/x", 1, "", "curl -s https://localhost/x");
        leaves("bash", "curl -s http://localhost/x", 22, Some(""));
        leaves(
            "bash",
            "curl zebra://localhost/x",
            1,
            Some("curl: (1) Protocol \"zebra\" not supported or disabled in libcurl\n"),
        );
    }
}
