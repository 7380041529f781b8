//! `curl -s htp://host/x`, `git clone htps://…`: a misspelt URL scheme.

use super::prelude::*;

/// Protocols; programs that do not only open URLs may have others.
const SCHEMES: [&str; 9] = ["http", "https", "ftp", "ftps", "sftp", "ssh", "git", "file", "ws"];
/// Further protocols of curl(1), which are near to others.
const RARE: &[&str] = table!("rare_schemes");
/// What programs say of an unknown protocol.
const COMPLAINTS: &[&str] = table!("scheme_complaints");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let opens =
        |command: &&Command| command.program_name().is_some_and(|name| programs::is(name, Role::Addresses));
    let mut words = case.commands().filter(opens).flat_map(Command::arguments);
    words.find_map(|word| {
        if let Some(written) = with_slashes(case, word) {
            return Some(written);
        }
        let (scheme, _) = word.value.split_once("://")?;
        let plain = scheme.len() > 2 && scheme.bytes().all(|b| b.is_ascii_alphabetic());
        let is_refused =
            case.output.is_none_or(|output| output.trim().is_empty()) || case.printed_any(COMPLAINTS);
        if !plain || !is_refused || SCHEMES.contains(&scheme) || RARE.contains(&scheme) {
            return None;
        }
        let near = spell::nearest(scheme, SCHEMES).into_iter().next()?;
        let edit = case.replace_part(word, &format!("{scheme}://"), &format!("{}://", near.name))?;
        let because = format!("unknown protocol {scheme}");
        Some(Proposal::certain(edit, because).at_distance(near.distance))
    })
}

/// `http:host/x`, `https:/host/x`, `http//host/x`, `http//:host`: a colon or slashes forgotten.
fn with_slashes(case: &Case<'_>, word: &Word) -> Option<Proposal> {
    let value = word.value.as_str();
    let scheme = ["https", "http", "ftp"].into_iter().find(|scheme| value.starts_with(scheme))?;
    let rest = value.get(scheme.len()..)?;
    let address = rest.trim_start_matches([':', '/', '\\']);
    let signs = rest.get(..rest.len() - address.len())?;
    let host = address.split(['/', ':', '?']).next()?;
    let is_host = host == "localhost" || host.contains('.') && !host.ends_with('.');
    // `http:8080` is a port of this machine to some programs, `http/x.y` a file
    let is_torn = signs != "://" && (signs.contains(':') || signs.starts_with("//"));
    if !is_host || !is_torn || word.dynamic || case.exists(value) {
        return None;
    }
    let edit = case.replace_part(word, &format!("{scheme}{signs}"), &format!("{scheme}://"))?;
    Some(Proposal::certain(edit, format!("a URL begins with {scheme}:// and the host")))
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
        for torn in ["http:127.0.0.1/x", "http:/127.0.0.1/x", "http//127.0.0.1/x", "http//:127.0.0.1/x"] {
            let said = "curl: (6) Could not resolve host: http\n";
            mends("bash", &format!("curl -s {torn}"), 6, said, "curl -s http://127.0.0.1/x");
        }
        leaves("bash", "curl -s http://localhost/x", 22, Some(""));
        leaves("bash", "curl smtp://localhost --mail-from x", 55, Some("curl: (55) MAIL failed: 530\n"));
        leaves("bash", "curl sttp://localhost/x", 7, Some("curl: (7) Failed to connect\n"));
        leaves(
            "bash",
            "curl zebra://localhost/x",
            1,
            Some("curl: (1) Protocol \"zebra\" not supported or disabled in libcurl\n"),
        );
    }
}
