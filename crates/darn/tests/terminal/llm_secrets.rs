//! Two hundred secrets in every part of a question, and a real model server: none of them is in the bytes
//! that reach it, in any encoding.

mod planted;
mod tap;

use std::path::Path;
use std::process::Command;

use crate::home::{Home, Said};
use crate::server::Served;
use planted::{COMMANDS, HISTORY, OUTPUTS, Planted, Planter, forms, parts};
use serde_json::{Value, json};
use tap::Tap;

const KEY: &str = "sk-local-4TqYw8ZpLm2RtVx9NcJd5HsFg3Qe6TaU";

/// The questions and their shells.
const QUESTIONS: [(&str, &str); 8] = [
    ("fix", "bash"),
    ("explain", "zsh"),
    ("ask", "fish"),
    ("diagnose", "bash"),
    ("fix", "fish"),
    ("explain", "bash"),
    ("diagnose", "zsh"),
    ("fix", "zsh"),
];

/// Everything that darn is given for one question.
struct Stage {
    home: Home,
    /// The output, the history, the remote of the repository, and file names.
    input: String,
    history: String,
    command: String,
    directory: String,
}

impl Stage {
    /// Plants secrets of every kind, with settings that allow everything to be sent.
    fn set(round: usize, url: &str, planter: &mut Planter) -> Self {
        let command = planter.several(COMMANDS, round, 1).remove(0);
        let login = planter.plant(("@: login with {} failed", 24));
        let of_environment = login.split(' ').nth(3).unwrap();
        let home = Home::new().set("DEPLOY_TOKEN", of_environment);
        let says = json!({ "fix": "ls -l", "alternatives": [], "why": "it lists" }).to_string();
        let says = if QUESTIONS[round].0 == "explain" { "It failed.".to_owned() } else { says };
        let extra =
            json!({ "grammar": format!("root ::= {}", json!(says)), "response_format": null }).to_string();
        home.write(
            ".config/darn/config.toml",
            format!(
                "[llm]\nenabled = true\nprovider = 'here'\ntimeout = 120\n[llm.privacy]\nminimal_context = false\n\
                 anonymize_paths = true\nmax_output_lines = 30\n[llm.context]\nhistory_lines = 8\ngit = true\n\
                 listing = true\nversions = true\n[llm.providers.here]\nbase_url = '{url}/v1'\nmodel = 'smollm2'\n\
                 api_key_env = 'LOCAL_KEY'\ncontext_window = {}\nextra_body = '''{extra}'''\n",
                crate::server::CONTEXT
            ),
        );
        let directory = planter.plant(("@-deploy-ghp_{}", 36));
        home.write(&format!("{directory}/.keep"), "");
        let place = home.path(&directory);
        let (said, config) = repository(&place, planter);
        let files = planter.several(&[("@-xoxb-2109876543-{}", 24), ("@-glpat-{}", 20)], round, 3);
        for file in &files {
            home.write(&format!("{directory}/{file}"), "");
        }
        let mut output = planter.several(OUTPUTS, 7 * round, 17);
        output.push(login);
        output.push(planter.key());
        output.push(said);
        let output = output.join("\n");
        let history = planter.several(HISTORY, round, 6).join("\n") + "\n";
        home.write("output", &output);
        home.write("history", &history);
        let input = [&command, &output, &history, &config, &directory, &files.join("\n")];
        let input = input.map(String::as_str).join("\n");
        Self { home, input, history, command, directory }
    }

    fn ask(&self, question: &str, shell: &str) -> Said {
        let path = |name: &str| self.home.path(name).display().to_string();
        let (output, history, directory) = (path("output"), path("history"), path(&self.directory));
        let failed = ["--shell", shell, "--cwd", &directory, "--command", &self.command];
        let fix = ["--status", "1", "--output", &output, "--history", &history];
        let words: Vec<&str> = match question {
            "ask" => vec!["ask", &self.command],
            "diagnose" => [
                &["diagnose", "--exit-code", "1", "--timeout-ms", "120000", "--stderr-file", &output],
                &failed[..],
            ]
            .concat(),
            question => [&[question, "--llm"], &failed[..], &fix].concat(),
        };
        let mut darn = self.home.command(&words);
        if question == "ask" {
            // provided by a shell's hook
            darn.env("DARN_SESSION", format!("{shell} 5.9 1")).env("DARN_HISTORY", &self.history);
        }
        let result = darn.current_dir(&directory).env("LOCAL_KEY", KEY).output().unwrap();
        Said {
            status: result.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&result.stdout).into_owned(),
            err: String::from_utf8_lossy(&result.stderr).into_owned(),
        }
    }
}

/// Creates a repository whose remote has a password and whose branch contains a token; returns git's output
/// of a failed command, and git's own file.
fn repository(place: &Path, planter: &mut Planter) -> (String, String) {
    let git = |script: &str| {
        let output = Command::new("sh").args(["-c", script]).current_dir(place).output().unwrap();
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let remote = planter.plant(("https://me:{%}@127.0.0.1:9/@.git", 20));
    let password = remote.split([':', '@']).nth(2).unwrap().to_owned();
    let branch = planter.plant(("@-ghp_{}", 36));
    let said = git(&format!(
        "git init -q -b '{branch}' . && git remote add origin '{remote}' && git remote -v && git pull elsewhere"
    ));
    let bare = decoded(&password);
    let said = format!("{said}remote: HTTP Basic: Access denied for {bare}\n");
    let config = std::fs::read_to_string(place.join(".git/config")).unwrap();
    assert!(config.contains(&remote) && said.contains("elsewhere"), "{config}{said}");
    (said, config + &branch)
}

/// Decodes an address, as it is sent in encoded form.
fn decoded(encoded: &str) -> String {
    let mut bytes = encoded.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        let hex: Option<u8> = (byte == b'%')
            .then(|| {
                u8::from_str_radix(&format!("{}{}", char::from(bytes.next()?), char::from(bytes.next()?)), 16)
                    .ok()
            })
            .flatten();
        out.push(hex.unwrap_or(byte));
    }
    String::from_utf8(out).unwrap()
}

/// Returns the texts of a request's messages, line by line.
fn lines(request: &[u8]) -> Vec<String> {
    let at = request.windows(4).position(|part| part == b"\r\n\r\n").unwrap() + 4;
    let body: Value = serde_json::from_slice(&request[at..]).unwrap();
    let messages = body["messages"].as_array().unwrap();
    let texts = messages.iter().filter_map(|message| message["content"].as_str());
    texts.flat_map(str::lines).map(str::to_owned).collect()
}

#[test]
fn planted_secrets_never_reach_the_server() {
    let server = Served::llama(KEY);
    let tap = Tap::before(&server.url);
    let mut planter = Planter::new();
    let mut replaced = 0;
    let mut seen = 0;
    for (round, (question, shell)) in QUESTIONS.into_iter().enumerate() {
        let from = planter.planted.len();
        let stage = Stage::set(round, &tap.url, &mut planter);
        let of_round = &planter.planted[from..];
        for planted in of_round {
            let is_given = forms(&planted.secret).iter().any(|form| stage.input.contains(form));
            assert!(is_given, "{planted:?} is not in\n{}", stage.input);
        }
        let said = stage.ask(question, shell);
        assert_eq!(said.status, 0, "{question}: {said:?}");
        let answer = if question == "explain" { "It failed." } else { "ls -l" };
        assert!(said.out.contains(answer), "{question}: {said:?}");

        let sent = tap.sent().split_off(seen);
        seen += sent.len();
        assert!(!sent.is_empty(), "{question}");
        for request in &sent {
            stays_here(&planter.planted, request);
        }
        let kept = stage.home.darn(&["last-request"]).out;
        stays_here(&planter.planted, kept.as_bytes());
        replaced += in_place(of_round, &sent);
    }
    eprintln!("{} secrets, {replaced} in lines that were sent", planter.planted.len());
    assert!(planter.planted.len() >= 200, "{}", planter.planted.len());
    // without the redaction, this many would have been sent
    assert!(replaced >= 200, "{replaced}");
}

fn stays_here(planted: &[Planted], bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for one in planted {
        let forms = forms(&one.secret);
        let found =
            forms.iter().map(String::as_str).chain(parts(&one.secret)).find(|form| text.contains(form));
        assert!(found.is_none(), "{one:?} as {} in\n{text}", found.unwrap_or_default());
    }
}

/// Counts those in lines that were sent; each such line must contain a redaction mark.
fn in_place(planted: &[Planted], sent: &[Vec<u8>]) -> usize {
    let lines: Vec<String> = sent.iter().flat_map(|request| lines(request)).collect();
    let found = planted.iter().filter(|one| one.is_of_one_line).filter(|one| {
        let mut of_it = lines.iter().filter(|line| line.contains(&one.mark)).peekable();
        let is_there = of_it.peek().is_some();
        for line in of_it {
            assert!(line.contains("[REDACTED:"), "{one:?} in {line}");
        }
        is_there
    });
    found.count()
}
