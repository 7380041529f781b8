//! Help, wrong arguments, completions, manual pages, `darn doctor`.

use std::os::unix::fs::PermissionsExt as _;

use crate::home::Home;

#[test]
fn every_command_has_a_help_text() {
    let home = Home::new();
    let help = home.darn(&["--help"]);
    assert_eq!(help.status, 0);
    // below the headings of the groups, each with an indented name and a description
    let groups = help.out.split("`darn try`.\n\n").nth(1).unwrap().split("Options:\n").next().unwrap();
    let listed: Vec<&str> = groups.lines().filter(|line| line.starts_with("  ")).collect();
    let commands: Vec<_> = listed.iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{help:?}");
    assert!(listed.iter().all(|line| line.len() <= 80 && line.split_whitespace().count() > 2), "{listed:?}");
    for command in commands {
        let said = home.darn(&[command, "--help"]);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{command}");
        assert!(said.out.contains("Usage: darn"), "{command}");
        assert_eq!(home.darn(&["help", command]).out, said.out, "{command}");
    }
    assert!(!help.out.contains("hook"), "the hook is only for the integration scripts");
}

#[test]
fn the_help_begins_with_the_main_job() {
    let home = Home::new();
    let help = home.darn(&["--help"]).out;
    let before = help.split("Fix a failure:\n").next().unwrap();
    for wanted in ["After a failed command", "\n  Tab ", "\n  Alt-/ ", "\n  darn ", "`darn try`"] {
        assert!(before.contains(wanted), "{wanted}: {help}");
    }
    assert_eq!(home.darn(&["help"]).out, help);
    assert_eq!(home.darn(&["help", "config", "set"]).out, home.darn(&["config", "set", "--help"]).out);
    assert_eq!(home.darn(&["help", "fxi"]).status, 2);
}

#[test]
fn a_command_text_may_begin_with_a_dash() {
    let home = Home::new();
    for arguments in [
        &["fix", "--command", "- x", "--status", "127", "--format", "json"][..],
        &["explain", "--command", "--x", "--status", "127"],
        &["diagnose", "--command", "-x y", "--exit-code", "127", "--format", "json"],
        &["check", "--command", "-x"],
    ] {
        let said = home.darn(arguments);
        assert!(said.status < 2 && said.err.is_empty(), "{arguments:?}: {said:?}");
    }
}

#[test]
fn a_wrong_command_names_the_nearest() {
    for (typed, meant) in [
        (&["setpu"][..], "darn setup"),
        (&["fxi"], "darn fix"),
        (&["help", "fxi"], "darn fix"),
        (&["config", "stt"], "darn config set"),
    ] {
        let said = Home::new().darn(typed);
        let word = typed.last().unwrap();
        assert_eq!((said.status, said.out.as_str()), (2, ""));
        let expected =
            format!("darn: unrecognized subcommand '{word}'\nhint: did you mean `{meant}`?\nhint: `darn");
        assert!(said.err.starts_with(&expected), "{said:?}");
    }
    let said = Home::new().darn(&["xyzzy"]);
    assert_eq!(said.err, "darn: unrecognized subcommand 'xyzzy'\nhint: `darn --help` lists the commands\n");
    let said = Home::new().darn(&["doctor", "--fromat", "json"]);
    assert_eq!(said.status, 2);
    assert!(
        said.err.starts_with("darn: unexpected argument '--fromat'") && said.err.contains("--format"),
        "{said:?}"
    );
    let said = Home::new().darn(&["doctor", "--color", "maybe"]);
    assert!(said.status == 2 && said.err.contains("auto, always, never"), "{said:?}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let home = Home::new();
    let darn = home.command(&[]).get_program().to_owned();
    let script = "\"$0\" config default | true; \"$0\" completions bash | head -1";
    let output = std::process::Command::new("sh").args(["-c", script]).arg(darn).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn completions_of_every_shell_list_the_commands() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "elvish", "nu", "pwsh"] {
        assert!(home.darn(&["completions", shell]).out.contains("uninstall"), "{shell}");
    }
    assert_eq!(home.darn(&["completions", "tcsh"]).status, 2);
}

#[test]
fn manual_pages_are_written() {
    let home = Home::new();
    assert_eq!(home.darn(&["man", "pages"]).status, 0);
    assert!(home.text("pages/darn.1").contains(".TH"));
    assert!(home.text("pages/darn-setup.1").contains("startup files"));
    assert!(home.darn(&["man"]).out.contains(".TH"));
}

#[test]
fn colour_is_for_terminals_or_on_request() {
    let home = Home::new();
    assert!(!home.darn(&["doctor"]).out.contains('\u{1b}'));
    assert!(home.darn(&["doctor", "--color", "always"]).out.contains('\u{1b}'));
    assert!(!home.darn(&["doctor", "--color", "never"]).out.contains('\u{1b}'));
}

fn line<'a>(out: &'a str, check: &str) -> &'a str {
    let found = out.lines().find(|line| line.contains(&format!("  {check}: ")));
    found.unwrap_or_else(|| panic!("no line on {check}:\n{out}"))
}

#[test]
fn doctor_finds_nothing_broken_in_a_fresh_home() {
    let home = Home::new();
    let said = home.darn(&["doctor"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(line(&said.out, "shell").starts_with("ok    shell: bash 5."), "{}", said.out);
    assert!(line(&said.out, "hook").starts_with("warn"), "{}", said.out);
    assert!(line(&said.out, "startup").ends_with("; darn setup bash"), "{}", said.out);
    home.darn(&["setup", "--yes", "bash"]);
    assert_eq!(line(&home.darn(&["doctor"]).out, "startup"), "ok    startup: ~/.bashrc loads darn");
}

#[test]
fn doctor_knows_the_calling_shell() {
    let said = Home::new().set("DARN_SESSION", "zsh 5.9 4711").darn(&["doctor"]);
    assert_eq!(line(&said.out, "shell"), "ok    shell: zsh 5.9");
    assert_eq!(line(&said.out, "hook"), "ok    hook: loaded in this shell");
    let said = Home::new().set("DARN_SESSION", "bash 4.3.48 4711").darn(&["doctor"]);
    assert_eq!(
        (said.status, line(&said.out, "shell")),
        (1, "bad   shell: bash 4.3.48 is too old; darn needs bash 4.4")
    );
    let said = Home::new().set("DARN_DISABLE", "1").darn(&["doctor"]);
    assert!(line(&said.out, "hook").contains("DARN_DISABLE is set"), "{}", said.out);
    let said = Home::new().set("SHELL", "/bin/tcsh").darn(&["doctor"]);
    assert!(
        line(&said.out, "shell").starts_with("warn  shell: your login shell is /bin/tcsh"),
        "{}",
        said.out
    );
}

#[test]
fn doctor_names_what_is_broken() {
    let home = Home::new().set("PATH", "/nowhere:.:/usr/bin:/bin").set("LANG", "de_DE.ISO-8859-1");
    home.write(".config/darn/config.toml", "[suggest]\nlimit = 99\n[keys]\nlist = 'tab'\n");
    home.write(".cache/darn", "a file where a directory belongs");
    home.write(".bashrc", "# >>> darn >>>\n");
    let said = home.darn(&["doctor"]);
    assert_eq!(said.status, 1);
    for (check, text) in [
        ("config", "bad   config: ~/.config/darn/config.toml:2: suggest.limit: expected a whole number"),
        ("keys", "bad   keys: keys.accept and keys.list are the same key: tab"),
        ("files", "bad   files: ~/.cache/darn is not a directory; rm ~/.cache/darn"),
        ("startup", "bad   startup: ~/.bashrc: darn's block has no end marker"),
        ("path", "warn  path: /nowhere: "),
        ("locale", "warn  locale: de_DE.ISO-8859-1 is not UTF-8"),
    ] {
        assert!(line(&said.out, check).starts_with(text), "{}", said.out);
    }
    assert!(said.out.contains("PATH contains `.`, a relative path"), "{}", said.out);
    let json = home.darn(&["doctor", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["broken"], true);
    let findings = json["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["check"] == "keys" && finding["level"] == "bad"));
}

#[test]
fn doctor_fix_applies_only_what_cannot_harm() {
    let home = Home::new();
    home.write(".cache/darn", "a file where a directory belongs");
    let config = home.write(".config/darn/config.toml", "");
    std::fs::set_permissions(&config, std::fs::Permissions::from_mode(0o666)).unwrap();
    let before = home.darn(&["doctor"]).out;
    assert!(before.contains("config.toml can be changed by other users\n      chmod go-w "), "{before}");
    let said = home.darn(&["doctor", "--fix"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert_eq!(config.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!home.path(".cache/darn").exists());
    assert!(!home.path(".bashrc").exists(), "only setup may create it, after asking");
}
