#![allow(clippy::disallowed_methods, reason = "tests read the data files and the clock")]

use super::*;

/// The text with what stands between «» marked as secret, and the spans of the marks.
fn marked(text: &str) -> (String, Vec<Span>) {
    let (mut plain, mut spans, mut start) = (String::new(), Vec::new(), 0);
    for c in text.chars() {
        match c {
            '«' => start = plain.len(),
            '»' => spans.push(Span::new(start, plain.len())),
            c => plain.push(c),
        }
    }
    (plain, spans)
}

fn spans(text: &str) -> Vec<Span> {
    Redactor::default().spans(text, Some(Dialect::Bash))
}

fn strings(value: Option<&toml::Value>) -> Vec<String> {
    let list = value.and_then(toml::Value::as_array).into_iter().flatten();
    list.map(|value| value.as_str().unwrap().to_owned()).collect()
}

/// Every entry of the data files hides what its examples mark, no more, and nothing of its near misses.
#[test]
fn the_tables_do_what_their_examples_say() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/src/data/secrets");
    let mut wrong = Vec::new();
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let table: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
        let entries = table.values().flat_map(|value| match value {
            toml::Value::Array(list) => list.clone(),
            single => vec![single.clone()],
        });
        for entry in entries {
            let (examples, near_misses) = (strings(entry.get("examples")), strings(entry.get("near_misses")));
            assert!(!examples.is_empty() && !near_misses.is_empty(), "{}: {entry}", path.display());
            for example in examples {
                let (plain, wanted) = marked(&example);
                assert!(!wanted.is_empty(), "{example}");
                if spans(&plain) != wanted {
                    wrong.push(format!("{example}\n    → {}", redact(&plain).get()));
                }
            }
            for near_miss in near_misses {
                if !spans(&near_miss).is_empty() {
                    wrong.push(format!("{near_miss}\n    → {}", redact(&near_miss).get()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_value_has_the_same_number() {
    assert_eq!(
        redact("mysql -phunter22 || PGPASSWORD=other123 psql; curl -u me:hunter22 x; echo hunter22").get(),
        "mysql -p[REDACTED:password:1] || PGPASSWORD=[REDACTED:password:2] psql; \
         curl -u me:[REDACTED:password:1] x; echo [REDACTED:password:1]"
    );
}

#[test]
fn key_blocks_go_whole() {
    let block = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----";
    assert_eq!(redact(&format!("echo '{block}' > k")).get(), "echo '[REDACTED:private-key:1]' > k");
    let cut = "x\n-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQdGBF";
    assert_eq!(redact(cut).get(), "x\n[REDACTED:private-key:1]");
    let public = "-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----";
    assert_eq!(redact(public).get(), public);
}

#[test]
fn what_is_redacted_stays_as_it_is() {
    for text in [
        "mysql -phunter22 -h x",
        "x --password 'hun ter2' --token=abc",
        "git clone https://me:pw@example.com/x",
        "TOKEN=abc curl -H \"Authorization: Bearer abcdef\"",
        "set -x API_TOKEN abcdefghi",
    ] {
        let once = redact(text).get().clone();
        assert_ne!(once, text);
        assert_eq!(redact(&once).get(), &once);
    }
}

#[test]
fn a_fake_placeholder_hides_nothing() {
    let text = "mysql -p[REDACTED:x:hunter2[x]";
    assert_eq!(redact(text).get(), "mysql -p[REDACTED:password:1]");
}

#[test]
fn the_words_of_fish_are_read_as_such() {
    assert_eq!(
        redact_command("set -gx DB_PASSWORD hunter2; and mysql -phunter2", Dialect::Fish).get(),
        "set -gx DB_PASSWORD [REDACTED:password:1]; and mysql -p[REDACTED:password:1]"
    );
}

#[test]
fn a_cut_keeps_characters_whole() {
    assert_eq!(redact("echo žluťoučký").cut(9).get(), "echo …");
    assert_eq!(redact("echo a").cut(6).get(), "echo a");
}

/// Whatever surrounds a secret and wherever the text is cut around it, it is gone.
#[test]
fn secrets_do_not_survive_their_surroundings() {
    let token = "ghp_x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1";
    for around in [
        "echo {}",
        "'{}'",
        "\"{}",
        "x={}",
        "(echo {}",
        "%3D{}",
        "a\\n{}b",
        "$(cat {})",
        "é{}é",
        "a;{};",
        "{}wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
        "\0{}\0",
    ] {
        let text = around.replace("{}", token);
        assert!(!redact(&text).get().contains("Zp"), "{text}");
        for dialect in [Dialect::Fish, Dialect::Zsh, Dialect::PowerShell, Dialect::Nu, Dialect::Posix] {
            assert!(!redact_command(&text, dialect).get().contains("Zp"), "{text}");
        }
    }
}

/// Texts put together by chance from what the layers look for: findings do not overlap, and the
/// token is gone wherever it stands.
#[test]
fn no_surroundings_by_chance_save_a_token() {
    let seeds = [
        "mysql ",
        "-p",
        "hunter22",
        "'",
        "\"",
        " ",
        "--password",
        "=",
        "é",
        "[REDACTED:x:1]",
        "[REDACTED:",
        "]",
        "://",
        "a:b@",
        "set -x ",
        "X_TOKEN",
        "\n",
        "|",
        "docker login --password-stdin",
        "$(",
        ")",
        "$X",
        "\\",
        "sh -c ",
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----END RSA PRIVATE KEY-----",
        "ghp_x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1",
        "Authorization: ",
        "{\"token\": ",
        "<<<",
        "curl -u ",
        "日本",
        "%3D",
        "&",
        "`",
    ];
    let mut state = 7_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..10 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(seeds[usize::try_from(state >> 33).unwrap() % seeds.len()]);
        }
        let dialect = [Dialect::Bash, Dialect::Fish, Dialect::Zsh, Dialect::PowerShell][text.len() % 4];
        let mut done = 0;
        for span in Redactor::default().spans(&text, Some(dialect)) {
            assert!(span.start >= done && !span.is_empty(), "{text:?}");
            assert!(text.get(span.start..span.end).is_some(), "{text:?}");
            done = span.end;
        }
        let once = redact_command(&text, dialect).get().clone();
        assert!(!once.contains("x7Yb2Kq9"), "{text:?}");
    }
}

/// What this thread has had of the processor, which others may have meanwhile; exact to 4 ms.
fn on_cpu() -> std::time::Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    std::time::Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}

/// 128 KiB of what is worst for each layer: time must not grow with the square.
#[test]
fn hostile_texts_are_read_in_linear_time() {
    let seeds = [
        "mysql ",
        "token=",
        "a:b@://",
        "-----BEGIN x",
        "-----BEGIN RSA PRIVATE KEY-----",
        "sh -c '",
        "eyJ",
        "ghp_",
        "\"token\":",
        "set x_token ",
        "x|docker login --password-stdin ",
        "token=\"",
        "--password ",
        "aaaaaaaa_token=b ",
        "ssh \"ssh '",
        ":",
        "=",
        "$(",
    ];
    for seed in seeds {
        let time = |kib: usize| {
            let text = seed.repeat(kib * 1024 / seed.len());
            let once = |_| {
                let started = on_cpu();
                std::hint::black_box(redact(&text));
                on_cpu() - started
            };
            (0..3).map(once).min().unwrap()
        };
        // a busy machine can make any one comparison wrong, but not each of them
        let compared = || (time(32).max(std::time::Duration::from_millis(10)), time(128));
        let is_linear = (0..5).any(|_| {
            let (small, large) = compared();
            large < small * 10
        });
        assert!(is_linear, "{seed}: 128 KiB take more than 10 times as long as 32 KiB, five times");
    }
}
