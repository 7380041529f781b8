//! The user's own policy: files, allowed and blocked commands, and the limits of a project file.

use crate::home::Home;

const RULES: &str = r#"
[[rule]]
id = "my/deploy"
command = "deploy production"
because = "Customers see it."
dangerous = ["deploy production", "deploy -v production"]
harmless = ["deploy staging", "echo deploy production"]

[[rule]]
id = "my/broken"
command = "deploy staging"
flagz = "x"
"#;

/// Returns the status of `darn check`: 0 allow, 10 warn, 11 confirm, 12 deny.
fn check(home: &Home, command: &str) -> i32 {
    home.darn(&["check", "--command", command]).status
}

#[test]
fn own_rules_are_listed_shown_tested_and_heeded() {
    let home = Home::new();
    assert_eq!(check(&home, "deploy production"), 0);
    home.write(".config/darn/policy/mine.toml", RULES);
    assert_eq!(check(&home, "deploy production"), 11);
    assert_eq!(check(&home, "deploy staging"), 0);

    let list = home.darn(&["policy", "list", "my"]);
    assert_eq!(list.out, "confirm  my/deploy                          Customers see it.\n");
    assert!(list.err.contains("mine.toml:12: my/broken: unknown field `flagz`"), "{}", list.err);
    assert!(home.darn(&["policy", "show", "my/deploy"]).out.contains("command = \"deploy production\""));
    assert!(home.darn(&["policy", "show", "git/force-push"]).out.contains("--force-with-lease"));
    assert_eq!(home.darn(&["policy", "show", "no/such"]).status, 1);

    let test = home.darn(&["policy", "test"]);
    assert_eq!(test.status, 1, "{}", test.out);
    assert!(test.out.ends_with(" 1 wrong\n"), "{}", test.out);
    let doctor = home.darn(&["doctor"]).out;
    assert!(doctor.contains("mine.toml:12: my/broken"), "{doctor}");
}

#[test]
fn allow_and_block_have_their_effect_and_end() {
    let home = Home::new();
    home.write(
        ".config/darn/config.toml",
        "[policy]\nallow = ['git push --force origin wip/*', 'git reset --hard until 2020-01-01', 'a; b']\n\
         block = ['terraform apply']\n",
    );
    assert_eq!(check(&home, "git push --force origin wip/x"), 0);
    assert_eq!(check(&home, "git push --force origin main"), 11);
    assert_eq!(check(&home, "git reset --hard"), 11, "the entry has expired");
    assert_eq!(check(&home, "terraform -chdir=x apply plan"), 12);

    let list = home.darn(&["policy", "list"]);
    for line in [
        "allow    git push --force origin wip/*",
        "expired  git reset --hard until 2020-01-01",
        "block    terraform apply",
    ] {
        assert!(list.out.lines().any(|said| said == line), "{line}");
    }
    assert!(list.err.contains("an entry"), "{}", list.err);
    let doctor = home.darn(&["doctor"]).out;
    assert!(doctor.contains("has expired"), "{doctor}");
}

#[test]
fn a_project_may_only_block() {
    let home = Home::new();
    home.write(
        ".darn.toml",
        "[policy]\nlevel = 'off'\nallow = ['git reset **', 'rm **']\nblock = ['make deploy']\n",
    );
    assert_eq!(check(&home, "git reset --hard"), 11);
    assert_eq!(check(&home, "make deploy"), 12);
    home.write("policy/x.toml", RULES);
    assert_eq!(check(&home, "deploy production"), 0, "only the user's own directory may contain rules");
}
