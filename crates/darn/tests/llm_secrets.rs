//! Two hundred secrets in all that a question is made of: none of them leaves, in any encoding.
#![cfg(feature = "llm")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cli;

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use base64::Engine as _;
use cli::Home;

/// Bodies of secrets that are the same in every run (xorshift).
struct Bodies(u64);

impl Bodies {
    fn next(&mut self, length: usize) -> String {
        const ALPHABET: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
        let mut one = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            char::from(ALPHABET[usize::try_from(self.0 % ALPHABET.len() as u64).unwrap()])
        };
        (0..length).map(|_| one()).collect()
    }
}

/// `{}` is the secret, whose length is given.
const COMMANDS: [(&str, usize); 6] = [
    ("mysql -uroot -p{} shop", 12),
    ("curl -u deploy:{} https://ci.example.com/x", 14),
    ("sshpass -p {} ssh build@host", 10),
    ("PGPASSWORD={} psql -h db shop", 16),
    ("docker login -u me -p {} registry.example.com", 20),
    ("curl -H 'Authorization: Bearer {}' https://api.example.com", 32),
];
const OUTPUTS: [(&str, usize); 9] = [
    ("fatal: Authentication failed for 'https://bob:{}@git.example.com/x.git'", 18),
    ("remote: Invalid token ghp_{}", 36),
    ("> Authorization: Bearer {}", 40),
    ("DATABASE_URL=postgres://app:{}@db.example.com:5432/shop", 16),
    ("AWS_SECRET_ACCESS_KEY={}", 40),
    ("  \"api_key\": \"{}\",", 32),
    ("error: glpat-{} was revoked", 20),
    ("\u{1b}[31mpassword: {}\u{1b}[0m", 14),
    ("GET /hook?access_token={}&x=1 401", 28),
];
const HISTORY: [(&str, usize); 3] = [
    ("export GITHUB_TOKEN={}", 40),
    ("git clone https://me:{}@git.example.com/r.git", 20),
    ("redis-cli -a {} ping", 14),
];

/// As a request might carry it.
fn forms(secret: &str) -> Vec<String> {
    let url: String = secret.bytes().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "%{byte:02X}");
        out
    });
    let json = serde_json::to_string(secret).unwrap();
    let engine = base64::engine::general_purpose::STANDARD_NO_PAD;
    // of a base64 text what does not depend on its neighbours
    let encoded = (0..3).map(|at| {
        let text = engine.encode(format!("{}{secret}", "x".repeat(at)));
        text.chars().skip(4).take(text.len() - 8).collect()
    });
    [secret.to_owned(), url, json].into_iter().chain(encoded).collect()
}

/// Takes one request and answers that there is nothing to propose.
fn one_request(listener: &TcpListener) -> Vec<u8> {
    let (mut socket, _) = listener.accept().unwrap();
    let mut request = Vec::new();
    let mut buffer = [0; 65_536];
    loop {
        let count = socket.read(&mut buffer).unwrap();
        request.extend_from_slice(&buffer[..count]);
        let text = String::from_utf8_lossy(&request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head
            .to_lowercase()
            .lines()
            .find_map(|line| Some(line.strip_prefix("content-length: ")?.to_owned()));
        if count == 0 || length.is_some_and(|length| body.len() >= length.trim().parse().unwrap()) {
            break;
        }
    }
    let body =
        r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"null"},"finish_reason":"stop"}]}"#;
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    socket.write_all((head + body).as_bytes()).unwrap();
    request
}

#[test]
fn two_hundred_secrets_stay_here() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let mut bodies = Bodies(0x9e37_79b9_7f4a_7c15);
    let mut count = 0;
    for round in 0..19 {
        let mut secrets = Vec::new();
        let mut fill = |(form, length): (&str, usize)| {
            let secret = bodies.next(length);
            let text = form.replace("{}", &secret);
            secrets.push(secret);
            text
        };
        let command = fill(COMMANDS[round % COMMANDS.len()]);
        let output: Vec<String> = (0..6).map(|at| fill(OUTPUTS[(round + at) % OUTPUTS.len()])).collect();
        let history: Vec<String> = HISTORY.iter().map(|form| fill(*form)).collect();
        let directory = fill(("deploy-ghp_{}", 36));
        let of_environment = fill(("{}", 24));
        count += secrets.len();
        let home = Home::new().set("DEPLOY_TOKEN", of_environment.clone());
        home.write(
            ".config/darn/config.toml",
            format!(
                "[llm]\nenabled = true\nprovider = 'here'\n[llm.privacy]\nminimal_context = false\nanonymize_paths = true\n[llm.context]\n\
                 history_lines = 10\nlisting = true\n[llm.providers.here]\nbase_url = '{url}'\nmodel = 'm'\n"
            ),
        );
        let output = home.write(
            "output",
            format!(
                "{}\nlogin with {of_environment} failed\n{}: gone\n",
                output.join("\n"),
                home.path("x").display()
            ),
        );
        let history = home.write("history", history.join("\n") + "\n");
        let place = home.write(&format!("{directory}/file"), "");
        let said = std::thread::scope(|scope| {
            let request = scope.spawn(|| one_request(&listener));
            let said = home.darn(&[
                "fix",
                "--llm",
                "--command",
                &command,
                "--status",
                "1",
                "--output",
                output.to_str().unwrap(),
                "--history",
                history.to_str().unwrap(),
                "--cwd",
                place.parent().unwrap().to_str().unwrap(),
            ]);
            let request = request.join().unwrap();
            let text = String::from_utf8_lossy(&request).into_owned();
            assert!(text.contains("[REDACTED:") && text.contains("Recent commands"), "{text}");
            assert!(!text.contains(home.root().to_str().unwrap()), "{text}");
            for secret in &secrets {
                for form in forms(secret) {
                    assert!(!text.contains(&form), "round {round}: {secret} as {form} in\n{text}");
                }
            }
            said
        });
        assert_ne!(said.status, 70, "{said:?}");
        let kept = home.darn(&["last-request"]).out;
        assert!(secrets.iter().all(|secret| !kept.contains(secret)));
    }
    assert!(count >= 200, "{count}");
}
