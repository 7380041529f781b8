//! Puts secrets into lines as tools print them and users type them.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// A secret, and a harmless word in the same line that identifies the line.
#[derive(Debug)]
pub struct Planted {
    pub secret: String,
    pub mark: String,
    /// Whether the secret is in the same line as the mark.
    pub is_of_one_line: bool,
}

/// Texts with `@` for the mark and one of these for the secret, and the secret's length: `{}` for plain
/// letters and digits; with special characters, `{%}` as in an address, `{"}` as in JSON, `{64}` as the
/// password of HTTP basic authentication.
pub type Form = (&'static str, usize);

pub const COMMANDS: &[Form] = &[
    ("mysql -uroot -p{} shop@", 12),
    ("curl -u deploy:{} https://ci.example.com/@", 14),
    ("sshpass -p {} ssh build@", 10),
    ("PGPASSWORD={} psql -h db @", 16),
    ("docker login -u me -p {} @.example.com", 20),
    ("curl -H 'Authorization: Bearer {}' https://api.example.com/@", 32),
    ("curl 'https://api.example.com/@?access_token={%}'", 24),
    ("curl -d '{\"password\": \"{\"}\"}' https://api.example.com/@", 18),
];
pub const OUTPUTS: &[Form] = &[
    ("fatal: Authentication failed for 'https://bob:{}@git.example.com/@.git'", 18),
    ("remote: Invalid token ghp_{} @", 36),
    ("> Authorization: Bearer {} @", 40),
    ("> Authorization: Basic {64} @", 16),
    ("DATABASE_URL=postgres://app:{%}@db.example.com:5432/@", 16),
    ("AWS_SECRET_ACCESS_KEY={} @", 40),
    ("  \"api_key\": \"{\"}\", \"for\": \"@\"", 32),
    ("error: glpat-{} was revoked @", 20),
    ("\u{1b}[31mpassword: {}\u{1b}[0m @", 14),
    ("GET /@?access_token={}&x=1 401", 28),
    ("@: client_secret={}", 24),
    ("+ export STRIPE_KEY=sk_live_{} @", 24),
];
pub const HISTORY: &[Form] = &[
    ("export GITHUB_TOKEN={} @", 40),
    ("git clone https://me:{}@git.example.com/@.git", 20),
    ("redis-cli -a {} ping @", 14),
    ("mysql -uroot -p{} shop@", 12),
    ("sshpass -p {} ssh build@", 10),
    ("curl -u deploy:{} https://ci.example.com/@", 14),
];

/// Generates the same secrets in every run (xorshift).
pub struct Planter {
    state: u64,
    pub planted: Vec<Planted>,
}

impl Planter {
    pub fn new() -> Self {
        Self { state: 0x9e37_79b9_7f4a_7c15, planted: Vec::new() }
    }

    fn random(&mut self, below: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state % below as u64).unwrap()
    }

    fn body(&mut self, length: usize, signs: &str) -> String {
        const ALPHABET: &str = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
        let one_of = |text: &str, at: usize| char::from(text.as_bytes()[at]);
        (0..length)
            .map(|at| match at % 5 {
                2 if !signs.is_empty() => one_of(signs, self.random(signs.len())),
                _ => one_of(ALPHABET, self.random(ALPHABET.len())),
            })
            .collect()
    }

    /// Returns the text of this form with a new secret and a new mark.
    pub fn plant(&mut self, (form, length): Form) -> String {
        let mark = format!("q{:03}z", self.planted.len());
        let (hole, signs) = ["{%}", "{\"}", "{64}"]
            .into_iter()
            .zip(["/+&=#", "\"\\/", ":+/"])
            .find(|(hole, _)| form.contains(hole))
            .unwrap_or(("{}", ""));
        let secret = self.body(length, signs);
        let shown = match hole {
            "{%}" => percent(&secret),
            "{\"}" => in_json(&secret),
            "{64}" => STANDARD.encode(format!("me:{secret}")),
            _ => secret.clone(),
        };
        let text = form.replacen(hole, "\0", 1);
        // the last `@` is the mark; others belong to addresses
        let (before, after) = text.rsplit_once('@').unwrap();
        let text = format!("{before}{mark}{after}").replace('\0', &shown);
        self.planted.push(Planted { secret, mark, is_of_one_line: true });
        text
    }

    /// Returns this many of them.
    pub fn several(&mut self, forms: &[Form], from: usize, count: usize) -> Vec<String> {
        (from..from + count).map(|at| self.plant(forms[at % forms.len()])).collect()
    }

    /// Returns a key of several lines; each line is a secret.
    pub fn key(&mut self) -> String {
        let lines: Vec<String> = (0..3).map(|_| self.body(64, "")).collect();
        for line in &lines {
            let mark = format!("q{:03}z", self.planted.len());
            self.planted.push(Planted { secret: line.clone(), mark, is_of_one_line: false });
        }
        format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----", lines.join("\n"))
    }
}

fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

fn in_json(text: &str) -> String {
    serde_json::to_string(text).unwrap().trim_matches('"').to_owned()
}

/// Returns the encodings of a secret in a text: raw, URL, JSON (also JSON in JSON) and base64.
pub fn forms(secret: &str) -> Vec<String> {
    let every = |lower: bool| {
        secret.bytes().fold(String::new(), |mut out, byte| {
            let _ = if lower { write!(out, "%{byte:02x}") } else { write!(out, "%{byte:02X}") };
            out
        })
    };
    let json = in_json(secret);
    let unicode = secret.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "\\u{byte:04x}");
        out
    });
    let mut all = vec![secret.to_owned(), percent(secret), every(true), every(false), unicode];
    all.extend([in_json(&json), in_json(&in_json(&json)), json]);
    for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
        // the part of a base64 text that does not depend on its neighbours
        all.extend((0..3).map(|at| {
            let text = engine.encode(format!("{}{secret}", "x".repeat(at)));
            text.chars().skip(4).take(text.len() - 8).collect()
        }));
    }
    all
}

/// Returns all parts of twelve letters; none may leak.
pub fn parts(secret: &str) -> impl Iterator<Item = &str> {
    const LENGTH: usize = 12;
    (0..secret.len().saturating_sub(LENGTH)).filter_map(move |at| secret.get(at..at + LENGTH))
}
