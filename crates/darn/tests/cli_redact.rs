//! `darn redact` and `darn secrets`: text in, text out; the user's own forms; the audit log heeds them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cli;

use cli::Home;

const SECRETS: &str = r#"
[[secret]]
id = "acme/token"
pattern = "acme-[a-z0-9]{8}"
examples = ["x «acme-1a2b3c4d»"]
near_misses = ["acme-x"]

[[secret]]
id = "acme/broken"
pattern = "[a-z]{2,}x"
"#;

#[test]
fn secrets_are_replaced_and_the_rest_comes_out_as_it_went_in() {
    let home = Home::new();
    let redact = |input: &[u8]| home.darn_with_input(&["redact"], input).out;
    assert_eq!(
        redact(b"mysql -phunter22 x\necho hunter22\n"),
        "mysql -p[REDACTED:password:1] x\necho [REDACTED:password:1]\n"
    );
    assert_eq!(redact(b""), "");
    let long = format!("{} DB_PASSWORD=hunter22", "word ".repeat(200_000));
    assert!(redact(long.as_bytes()).ends_with(" DB_PASSWORD=[REDACTED:password:1]"));
    let found = home.darn_with_input(&["redact", "--format", "json"], b"a\nb TOKEN=x7Yb2Kq9\xff");
    assert_eq!(found.out, "[{\"kind\":\"token\",\"line\":2,\"column\":9}]\n");
}

#[test]
fn own_secrets_are_listed_tested_and_heeded() {
    let home = Home::new();
    home.write(".config/darn/secrets/acme.toml", SECRETS);
    assert!(home.darn(&["secrets", "list", "github"]).out.contains("ghp_"));
    let list = home.darn(&["secrets", "list", "acme"]);
    assert!(list.out.starts_with("acme/token               acme-[a-z0-9]{8}\n"), "{}", list.out);
    assert!(list.err.contains("acme.toml:9: acme/broken"), "{}", list.err);
    let test = home.darn(&["secrets", "test"]);
    assert_eq!(test.status, 1);
    assert!(test.out.contains("acme/broken: needs one of"), "{}", test.out);
    let doctor = home.darn(&["doctor"]);
    assert_eq!(doctor.status, 1);
    assert!(
        doctor.out.contains("bad   secrets: ~/.config/darn/secrets/acme.toml:9: acme/broken"),
        "{}",
        doctor.out
    );
    assert!(doctor.out.contains("then: darn secrets test"), "{}", doctor.out);
    assert_eq!(home.darn_with_input(&["redact"], b"see acme-1a2b3c4d").out, "see [REDACTED:acme-token:1]");

    home.darn(&["check", "--command", "rm -rf / # acme-1a2b3c4d"]);
    let log = home.darn(&["log", "--format", "json"]).out;
    assert!(log.contains("[REDACTED:acme-token:1]") && !log.contains("acme-1a2b3c4d"), "{log}");
}
