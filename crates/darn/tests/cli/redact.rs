//! `darn redact` and `darn secrets`: text in, text out; the user's own patterns; the audit log uses them,
//! too.

use crate::home::Home;

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
    assert!(doctor.out.contains("then run: darn secrets test"), "{}", doctor.out);
    assert_eq!(home.darn_with_input(&["redact"], b"see acme-1a2b3c4d").out, "see [REDACTED:acme-token:1]");

    home.darn(&["check", "--command", "rm -rf / # acme-1a2b3c4d"]);
    let log = home.darn(&["log", "--format", "json"]).out;
    assert!(log.contains("[REDACTED:acme-token:1]") && !log.contains("acme-1a2b3c4d"), "{log}");
}

/// Values in credential files are secrets even if no word around them indicates that.
#[test]
fn what_programs_keep_is_known() {
    let home = Home::new();
    let kept = [
        (".netrc", "machine api.example.com login bob password §\n", "s3cr3tNet77"),
        (".git-credentials", "https://bob:§@git.example.com\n", "gItCr3d9x8"),
        (".pgpass", "db.example.com:5432:shop:app:§\n", "pGp4ss99zz"),
        (".npmrc", "//registry.example.com/:_authToken=§\n", "aB3dE5fG7hI9jK1lM3"),
        (".pypirc", "[pypi]\nusername = bob\npassword = §\n", "pYp1Pass88w"),
        (
            ".aws/credentials",
            "[default]\naws_secret_access_key = §\n",
            "wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzKEY12345",
        ),
        (".config/gh/hosts.yml", "github.com:\n    oauth_token: §\n", "gho16C7e42F292c69"),
        (".env", "DATABASE_URL=postgres://app:§@db/shop\nPORT=8080\n", "envPw77xq"),
        (".git/config", "[remote \"origin\"]\n\turl = https://bob:§@git.example.com/x.git\n", "r3mot3Pw%40d"),
    ];
    let said = "it was VALUE that did not work, on port 8080\n";
    for (_, _, secret) in kept {
        let said = said.replace("VALUE", secret);
        assert_eq!(home.darn_with_input(&["redact"], said.as_bytes()).out, said);
    }
    for (name, form, secret) in kept {
        home.write(name, form.replace('§', secret));
    }
    for (name, _, secret) in kept {
        let said = said.replace("VALUE", &secret.replace("%40", "@"));
        let out = home.darn_with_input(&["redact"], said.as_bytes()).out;
        assert!(out.starts_with("it was [REDACTED:") && out.ends_with(" on port 8080\n"), "{name}: {out}");
    }
}
