use super::*;

/// Every entry of the data files hides exactly what its examples mark, and nothing in its near misses.
#[test]
fn the_tables_do_what_their_examples_say() {
    let tables = Tables::default();
    let reports =
        tables::built_in_files().into_iter().map(|(stem, text)| tables::load::run(&stem, &text, &tables));
    let wrong: Vec<String> = reports
        .flat_map(|report| report.errors)
        .map(|error| format!("{}: {}", error.file, error.message))
        .collect();
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
    let block =
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----";
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

/// Asserts that exactly the text between «» is found.
fn only_what_is_marked_goes(text: &str) {
    let (plain, wanted) = tables::load::marked(text);
    assert_eq!(Redactor::default().spans(&plain, None), wanted, "{text}: {}", redact(&plain).get());
}

#[test]
fn a_key_of_another_length_is_one() {
    for text in [
        "the reply says «sk-ant-api03-Zb3kQ9xYp2LmRtVw8NcJd5HsFg7QeTaUi» is not valid",
        "use «sk-ant-Zb3kQ9xYp2LmRtVw8NcJd5» instead",
        "«ghp_x7Yb2Kq9ZpLm4RtVw8Nc» was cut",
        "«hf_x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1x7Yb2Kq9» is too long",
        "«npm_x7Yb2Kq9ZpLm4RtVw8NcJd5» and «glpat-x7Yb2Kq9ZpLm4R»",
        "«xoxb-123456-x7Yb2Kq9ZpLm4R»",
    ] {
        only_what_is_marked_goes(text);
    }
    for text in [
        "pip install sk-learn-2024-v3",
        "the key pair key-0a1b2c3d4e5f6a7b8",
        "sntryu_ac7675efe7286ed509bcc2c10ddeae8f4a1e58443ad5",
        "hf_hub_download_file_v2_2024",
        "ASIA2026CONFERENCE",
        "npm_config_registry2026mirror",
        "sk-ant-api03-your-key-here-from-2026",
        "git switch glpat-rotation-q3-20",
    ] {
        assert_eq!(redact(text).get(), text);
    }
}

#[test]
fn a_scheme_tells_credentials_in_running_text() {
    for text in [
        "I sent Bearer «x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3» to it",
        "401 with bearer «abc123def456ghi».",
        "BEARER «d0763edaa9d9bd2a9516280e9044d885», \"Bearer «eyJhbGciOiJIUzI1NiJ9»\"",
        "Bearer «3f2504e0-4f89-41d3-9a0c-0305e82c3301»",
        "Basic «bWU6aHVudGVyMjI=» was refused (Basic «YWRtaW46c2VjcmV0MTIz»)",
    ] {
        only_what_is_marked_goes(text);
    }
    for text in [
        "the bearer of news, a Bearer authentication, the bearer token_type",
        "Bearer RFC6750-section-2.1, Bearer tokens-v2-migration-guide, Bearer JWT",
        "WWW-Authenticate: Bearer realm=\"x2y3\", error=\"invalid_token\"",
        "Bearer ${TOKEN_2026_A1B2}, Bearer <token>, Bearer xxxxxxxxxxxxxxxxxxxx, forbearer x7Yb2Kq9ZpLm4RtVw8Nc",
        "Basic usage, BASIC HTTP/1.1, Basic Authentication, basic base64encoded, basic Q4_1",
    ] {
        assert_eq!(redact(text).get(), text);
    }
}

#[test]
fn signs_of_a_pattern_alone_make_none() {
    for text in [r#""api_key": "mR7/Sf\\wEaY\\dKd""#, r#"{"password": "q8\\Dx\\wFEr2"}"#] {
        assert!(redact(text).get().contains("[REDACTED:"), "{text}");
    }
    for text in [r#""token": "gh_[A-Za-z0-9]{36}""#, r#""password": "\\w+\\d{4}""#] {
        assert_eq!(redact(text).get(), text);
    }
}

#[test]
fn the_words_of_a_placeholder_name_nothing() {
    let text = "git push https://me:hunter22@example.com/x";
    assert_eq!(redact(text).get(), "git push https://me:[REDACTED:password:1]@example.com/x");
    let text = redact_command(text, Dialect::Bash);
    assert_eq!(text.get(), "git push https://me:[REDACTED:password:1]@example.com/x");
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

/// A secret is removed whatever surrounds it and wherever the text around it is cut.
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

/// Random texts made of the signs that the layers look for: findings do not overlap, and the token is
/// always removed.
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
    for _ in 0..4_000 {
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
        assert_eq!(redact_command(&once, dialect).get(), &once, "{text:?}");
    }
}

/// A token and a known value are removed from two texts that split them anywhere.
#[test]
fn a_secret_does_not_survive_a_cut_between_two_texts() {
    struct Two(String, String);
    impl Texts for Two {
        fn each(&mut self, visit: &mut dyn FnMut(&mut String, Option<Dialect>)) {
            visit(&mut self.0, None);
            visit(&mut self.1, None);
        }
    }
    let text = "before ghp_x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1, between Gehe1mnis.77 behind";
    for cut in 0..=text.len() {
        let (before, behind) = text.split_at(cut);
        let mut redactor = Redactor::default();
        redactor.know("password", "Gehe1mnis.77");
        let redacted = redactor.redact(Two(before.to_owned(), behind.to_owned()));
        let all = format!("{}{}", redacted.get().0, redacted.get().1);
        assert!(!all.contains("x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1"), "{cut}: {all}");
        assert!(!all.contains("Gehe1mnis"), "{cut}: {all}");
    }
}

#[test]
fn known_values_are_found_in_every_form_and_never_sent() {
    let mut redactor = Redactor::default();
    redactor.know("password", "p\"ä/ s+w0rd");
    let encoded = [
        "p\"ä/ s+w0rd", "p%22%C3%A4%2F%20s%2Bw0rd", "p\\\"\\u00e4/ s+w0rd", "cCLDpC8gcyt3MHJk",
        "bWU6cCLDpC8gcyt3MHJkCg==",
    ];
    for form in encoded {
        assert!(redactor.check(form.as_bytes()).is_err(), "{form}");
        let text = format!("{{\"text\": \"see {}\"}}", form.replace('\\', "\\\\").replace('"', "\\\""));
        assert!(redactor.check(text.as_bytes()).is_err(), "{text}");
        assert_eq!(redactor.redact(format!("see {form} there")).get(), "see [REDACTED:password:1] there");
    }
    assert!(redactor.check(b"{\"text\": \"see [REDACTED:password:1] there\", \"max_tokens\": 256}").is_ok());
    assert!(redactor.check(b"{\"text\": \"x\\nDB_PASSWORD=hunter2\"}").is_err());
}

#[test]
fn escape_sequences_hide_nothing() {
    let text = "\u{1b}[1mghp_x7Yb2Kq9Zp\u{1b}[0mLm4RtVw8NcJd5HsFg3Qe6TaUi1\u{1b}[0m ok";
    assert_eq!(redact(text).get(), "\u{1b}[1m[REDACTED:github-token:1]\u{1b}[0m ok");
    let link = "\u{1b}]8;;https://me:hunter22@host/\u{7}here\u{1b}]8;;\u{7}";
    assert!(!redact(link).get().contains("hunter22"));
}

/// A placeholder is filled with `x`, but many `x` may also follow a token.
#[test]
fn a_token_is_one_however_it_goes_on() {
    let token = "ghp_y7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1";
    for rest in ["", "x", &"x".repeat(44), &"X".repeat(400), &format!("{}\t-", "x".repeat(44))] {
        assert!(!redact(&format!("a {token}{rest}")).get().contains(token), "{rest}");
    }
    for masked in [format!("ghp_{}", "x".repeat(36)), format!("ghp_y7Yb{}", "x".repeat(40))] {
        assert_eq!(redact(&masked).get(), &masked);
    }
}

#[test]
fn secrets_without_a_name_beside_them() {
    for (text, secret) in [
        ("Password for 'https://me@example.com': Tannenzapfen7\nremote: denied", "Tannenzapfen7"),
        ("The password of \"ops\" was changed to \"Tannenzapfen7\".", "Tannenzapfen7"),
        ("Please use the following password:\n\n6ae61f9ab8f4c26ad152487643998b62\n", "6ae61f9a"),
        ("$ pwgen -s 20 1\n5rGrbTPp95nZu1nmM23m\n", "5rGrbTPp"),
        ("#0 db.php(9): PDO->__construct('mysql:host=db', 'me', 'Tannenzapfen')", "Tannenzapfen"),
        ("\"dsn\": \"user=me password=Tannen-Zapfen host=db\"", "Tannen-Zapfen"),
        ("define( 'DB_PASSWORD', 'a#b7!cd' );", "a#b7!cd"),
    ] {
        assert!(!redact(text).get().contains(secret), "{text}");
    }
    for text in [
        "Password for 'https://me@example.com': \nremote: denied",
        "The password timeout was changed to 30s.",
        "Failed to read the token:\n\nunexpected end of file\n",
        "$ openssl rand -base64 32\nopenssl: command not found\n",
        "DriverManager.getConnection(url, user, password)",
    ] {
        assert_eq!(redact(text).get(), text);
    }
}

/// `ESC g` is a sequence: the terminal shows a token without its first letter.
#[test]
fn a_bare_escape_takes_no_letter_of_a_token() {
    for (token, end) in
        [("ghp_x7Yb2Kq9ZpLm4RtVw8NcJd5HsFg3Qe6TaUi1", "Qe6TaUi1"), ("AKIAQ3EGRV7XJ2PLMW5T", "PLMW5T")]
    {
        for escape in ["\u{1b}", "\u{1b}\u{1b}", "\u{1b}(", "\u{9b}", "\u{90}"] {
            let said = redact(&format!("x {escape}{token} y"));
            assert!(!said.get().contains(end) && said.get().ends_with(" y"), "{escape:?}: {said:?}");
        }
    }
    let mut redactor = Redactor::default();
    redactor.know("password", "correct7horse");
    let said = redactor.redact("x \u{1b}correct7horse y".to_owned());
    assert_eq!(said.get(), "x [REDACTED:password:1] y");
}

#[test]
fn findings_tell_the_place_and_not_the_secret() {
    let redacted = redact("one\ntwo é DB_PASSWORD=hunter22\n");
    let finding = &redacted.findings()[0];
    assert_eq!((&*finding.kind, finding.line, finding.column), ("password", 2, 19));
    assert!(!format!("{redacted:?}").contains("hunter22"));
}

#[test]
fn numbers_go_on_where_a_text_has_some() {
    let text = "echo [REDACTED:password:7]; DB_PASSWORD=hunter22 ./x";
    assert_eq!(redact(text).get(), "echo [REDACTED:password:7]; DB_PASSWORD=[REDACTED:password:8] ./x");
}

#[test]
fn a_file_of_a_user_adds_forms_and_places() {
    let file = r#"
[[secret]]
id = "acme/token"
pattern = "acme-[a-z0-9]{8}"
examples = ["x «acme-1a2b3c4d»"]
near_misses = ["acme-x"]

[[argument]]
kind = "pin"
programs = ["acmectl"]
next = ["-k"]
examples = ["acmectl -k «1a2b» x"]
near_misses = ["acmectl x"]

[[secret]]
id = "acme/never"
pattern = "[a-z]{2,}x"
"#;
    let mut tables = Tables::default();
    let errors = tables.add("acme.toml", file);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].message.contains("acme/never") && errors[0].line > 0);
    let report = tables::load::run("acme.toml", file, &tables);
    assert_eq!((report.rules, report.examples), (3, 4));
    assert_eq!(report.errors.len(), 2, "{:?}", report.errors);
    let redacted = Redactor::new(tables).redact("acmectl -k 1a2b; echo acme-1a2b3c4d".to_owned());
    assert_eq!(redacted.get(), "acmectl -k [REDACTED:pin:1]; echo [REDACTED:acme-token:2]");
}
