//! Hides the names of user, host and home directory, which are private but not secret.

/// Names to hide; each is always replaced by the same neutral name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// → `user`
    pub user: String,
    /// → `host`
    pub host: String,
    /// → `/home/user`
    pub home: String,
}

/// Minimum length of a name to hide; shorter ones are ordinary words.
const MIN: usize = 3;
/// Names that identify no person.
const ANYBODY: [&str; 8] = ["root", "user", "host", "home", "admin", "localhost", "ubuntu", "debian"];

impl Identity {
    /// Replaces the names in a text, as whole words only: `ann` stays in `annotate`.
    pub fn hidden(&self, text: &str) -> String {
        let home = self.home.trim_end_matches('/');
        let text = if home.len() > 1 { replaced(text, home, "/home/user") } else { text.to_owned() };
        let mut text = name(&text, &self.user, "user");
        text = name(&text, &self.host, "host");
        match self.host.split_once('.') {
            Some((short, _)) => name(&text, short, "host"),
            None => text,
        }
    }
}

fn name(text: &str, name: &str, neutral: &str) -> String {
    if name.len() < MIN || ANYBODY.contains(&name) { text.to_owned() } else { replaced(text, name, neutral) }
}

fn replaced(text: &str, what: &str, with: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, _) in text.match_indices(what) {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + what.len()..).and_then(|behind| behind.chars().next());
        let is_whole =
            (!before.is_some_and(is_word) || what.starts_with('/')) && !behind.is_some_and(is_word);
        if is_whole {
            out.push_str(super::piece(text, done, at));
            out.push_str(with);
            done = at + what.len();
        }
    }
    out.push_str(super::piece(text, done, text.len()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_where_they_are_whole() {
        let ann = Identity {
            user: "ann".to_owned(),
            host: "tiger.local".to_owned(),
            home: "/srv/people/ann".to_owned(),
        };
        assert_eq!(
            ann.hidden("ann@tiger:/srv/people/ann/x$ annotate tiger.local ann-1 /srv/people/annex"),
            "user@host:/home/user/x$ annotate host user-1 /srv/people/annex"
        );
        let root = Identity { user: "root".to_owned(), host: "h".to_owned(), home: "/root".to_owned() };
        assert_eq!(root.hidden("root@h:/root# /rooted"), "root@h:/home/user# /rooted");
    }
}
