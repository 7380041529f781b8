//! `darn config`: valid and broken sample files, reading, changing.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::home::Home;

fn samples(kind: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/config_files").join(kind);
    let mut found: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

#[test]
fn valid_samples_are_fine() {
    for sample in samples("valid") {
        let said = Home::new().darn(&["config", "check", "--config", sample.to_str().unwrap()]);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{said:?}");
        assert!(said.out.ends_with(": fine\n"), "{said:?}");
    }
}

/// The problems of each broken sample are named; its valid settings still apply.
#[test]
fn invalid_samples_name_line_and_problem() {
    for sample in samples("invalid") {
        let name = sample.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&sample).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        let home = Home::new().set("DARN_CONFIG", sample.to_str().unwrap());
        let said = home.darn(&["config", "check"]);
        assert_eq!(said.out.lines().count(), expected.len(), "{name}: {}", said.out);
        for (line, expected) in said.out.lines().zip(&expected) {
            let mut words = expected.splitn(3, ' ');
            let (number, severity) = (words.next().unwrap(), words.next().unwrap());
            assert!(line.starts_with(&format!("{severity}: ")), "{name}: {line}");
            let message = words.next().unwrap_or("");
            assert!(line.contains(&format!("{name}:{number}: {message}")), "{line}\nexpected {expected}");
        }
        let is_broken = expected.iter().any(|line| line.contains(" error"));
        assert_eq!(said.status, if is_broken { 3 } else { 0 }, "{name}");
        let said = home.darn(&["config", "get", "suggest.causes", "--quiet"]);
        assert_eq!((said.out.as_str(), said.err.as_str()), ("false\n", ""), "{name}: the rest applies");
    }
}

#[test]
fn the_default_text_is_valid_and_complete() {
    let home = Home::new();
    let said = home.darn(&["config", "default"]);
    home.write(".config/darn/config.toml", &said.out);
    let check = home.darn(&["config", "check"]);
    assert_eq!((check.status, check.out.as_str()), (0, "~/.config/darn/config.toml: fine\n"));
}

#[test]
fn path_follows_option_variable_and_xdg() {
    let home = Home::new();
    let at = |home: &Home, arguments: &[&str]| home.darn(arguments).out.trim_end().to_owned();
    assert_eq!(at(&home, &["config", "path"]), home.path(".config/darn/config.toml").to_str().unwrap());
    let home = Home::new().set("XDG_CONFIG_HOME", "/x/y");
    assert_eq!(at(&home, &["config", "path"]), "/x/y/darn/config.toml");
    let home = Home::new().set("XDG_CONFIG_HOME", "relative/is/invalid");
    assert_eq!(at(&home, &["config", "path"]), home.path(".config/darn/config.toml").to_str().unwrap());
    let home = Home::new().set("DARN_CONFIG", "/v.toml");
    assert_eq!(at(&home, &["config", "path"]), "/v.toml");
    assert_eq!(at(&home, &["config", "path", "--config", "/o.toml"]), "/o.toml");
}

#[test]
fn without_home_the_defaults_apply() {
    let home = Home::new().set("HOME", "");
    assert_eq!(home.darn(&["config", "get", "suggest.limit"]).out, "3\n");
    assert_eq!(
        home.darn(&["config", "check"]).out,
        "no configuration file (HOME is not set); the defaults apply\n"
    );
    let said = home.darn(&["config", "path"]);
    assert_eq!(said.status, 3);
    assert!(said.err.contains("HOME is not set\nhint: "), "{said:?}");
}

#[test]
fn get_shows_settings_sections_and_the_nearest_name() {
    let home = Home::new();
    home.write(".config/darn/config.toml", "[suggest]\nprogram_silence = ['make', 'go']\n");
    assert_eq!(home.darn(&["config", "get", "keys.list"]).out, "alt-/\n");
    assert_eq!(home.darn(&["config", "get", "suggest.program_silence"]).out, "make\ngo\n");
    let section = home.darn(&["config", "get", "suggest"]).out;
    assert!(section.starts_with("suggest.enabled = true\n"), "{section}");
    assert!(section.ends_with("suggest.program_silence = [\"make\", \"go\"]\n"), "{section}");
    let said = home.darn(&["config", "get", "suggest.limits"]);
    assert_eq!(said.status, 2);
    assert_eq!(said.err, "darn: there is no setting `suggest.limits`\nhint: did you mean `suggest.limit`?\n");
}

#[test]
fn set_makes_a_private_file_and_keeps_comments() {
    let home = Home::new();
    let said = home.darn(&["config", "set", "suggest.limit", "5"]);
    assert_eq!((said.status, said.err.as_str()), (0, "suggest.limit = 5 in ~/.config/darn/config.toml\n"));
    let mode = |name: &str| home.path(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(".config/darn"), mode(".config/darn/config.toml")), (0o700, 0o600));

    let text = "# mine\n[suggest]\nlimit = 5 # five\n\n[keys]   # hands\naccept = 'tab'\n";
    home.write(".config/darn/config.toml", text);
    home.darn(&["config", "set", "suggest.limit", "2"]);
    home.darn(&["config", "set", "keys.accept", "ctrl-f"]);
    let expected = text.replace("limit = 5", "limit = 2").replace("'tab'", "\"ctrl-f\"");
    assert_eq!(home.text(".config/darn/config.toml"), expected);
    assert_eq!(home.darn(&["config", "get", "keys.accept"]).out, "ctrl-f\n");
}

#[test]
fn set_refuses_what_check_would_refuse() {
    let home = Home::new();
    let refused = [
        (["suggest.limit", "0"], "suggest.limit: expected a whole number from 1 to 9, found 0"),
        (["suggest.enabled", "maybe"], "suggest.enabled: expected true or false, found `maybe`"),
        (["suggest.min_confidence", "hi"], "suggest.min_confidence: expected one of"),
        (["keys.list", "ctrl-z"], "keys.list: ctrl-z suspends"),
        (["suggest", "true"], "`suggest` is a section, not a setting"),
        (["kyes.list", "tab"], "there is no setting `kyes.list`"),
    ];
    for (arguments, message) in refused {
        let said = home.darn(&["config", "set", arguments[0], arguments[1]]);
        assert_eq!(said.status, 2, "{said:?}");
        assert!(said.err.contains(message), "{said:?}");
    }
    assert_eq!(home.everything(), [""; 0], "files were created");
}

#[test]
fn set_never_loses_a_file() {
    // broken TOML remains unchanged
    let home = Home::new();
    home.write(".config/darn/config.toml", "[suggest\nlimit = 1\n");
    let said = home.darn(&["config", "set", "suggest.limit", "2"]);
    assert_eq!(said.status, 3);
    assert!(said.err.contains("config.toml is broken: line 1"), "{said:?}");
    assert_eq!(home.text(".config/darn/config.toml"), "[suggest\nlimit = 1\n");

    // a full disk
    let home = Home::new();
    home.write(".config/darn/config.toml", "[suggest]\nlimit = 1\n");
    let darn = home.command(&[]).get_program().to_owned();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" config set suggest.limit 2";
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", script]).arg(darn).env("HOME", home.root());
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .starts_with("darn: cannot change ~/.config/darn/config.toml: ")
    );
    assert_eq!(home.text(".config/darn/config.toml"), "[suggest]\nlimit = 1\n");
    assert_eq!(home.everything(), [".config", ".config/darn", ".config/darn/config.toml"], "no leftovers");
}

#[test]
fn set_says_why_it_cannot_write() {
    let home = Home::new();
    home.write(".config/darn/config.toml", "");
    std::fs::set_permissions(home.path(".config/darn"), std::fs::Permissions::from_mode(0o555)).unwrap();
    let home = home.without_privileges();
    std::fs::set_permissions(home.path(".config/darn/config.toml"), std::fs::Permissions::from_mode(0o644))
        .unwrap();
    let said = home.darn(&["config", "set", "suggest.limit", "2"]);
    assert_eq!(said.status, 3);
    assert_eq!(
        said.err,
        "darn: cannot change ~/.config/darn/config.toml: permission denied\n\
         hint: nothing was changed; `--config FILE` or DARN_CONFIG names another file\n"
    );
    std::fs::set_permissions(home.path(".config/darn"), std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn set_follows_a_link_into_the_dotfiles() {
    let home = Home::new();
    home.write("dotfiles/darn.toml", "# linked\n");
    std::fs::create_dir_all(home.path(".config/darn")).unwrap();
    std::os::unix::fs::symlink("../../dotfiles/darn.toml", home.path(".config/darn/config.toml")).unwrap();
    home.darn(&["config", "set", "suggest.limit", "2"]);
    assert!(home.path(".config/darn/config.toml").is_symlink());
    assert_eq!(home.text("dotfiles/darn.toml"), "# linked\n\n[suggest]\nlimit = 2\n");
}

#[test]
fn a_projects_file_may_only_tighten() {
    let home = Home::new();
    home.write(
        "work/.darn.toml",
        "[suggest]\nenabled = true\nprogram_silence = ['make']\n[llm]\nenabled = true\n",
    );
    std::fs::create_dir_all(home.path("work/sub")).unwrap();
    let mut command = home.command(&["config", "check"]);
    let output = command.current_dir(home.path("work/sub")).output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(out.lines().count(), 2, "{out}");
    for key in ["suggest.enabled", "llm.enabled"] {
        assert!(
            out.contains(&format!(".darn.toml: {key}: a project file can only make darn quieter; ignored")),
            "{out}"
        );
    }
}

#[test]
fn a_hostile_project_cannot_steer_the_terminal() {
    let home = Home::new();
    home.write(".darn.toml", "\"\\u001b]0;pwned\\u0007\" = 1\n");
    let said = home.darn(&["config", "get", "suggest.limit"]);
    assert_eq!(said.out, "3\n");
    assert!(said.err.starts_with("warning: ") && !said.err.contains('\u{1b}'), "{said:?}");
}

#[test]
fn special_files_do_not_hang() {
    let home = Home::new();
    let fifo = home.path("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for special in [fifo.to_str().unwrap(), "/dev/null", "/dev/zero", "/"] {
        let said = home.darn(&["config", "get", "suggest.limit", "--config", special]);
        assert_eq!((said.status, said.out.as_str()), (0, "3\n"), "{special}");
    }
    let said = home.darn(&["config", "get", "suggest.limit", "--config", "/nowhere.toml"]);
    assert_eq!((said.status, said.err.as_str()), (3, "darn: there is no configuration file /nowhere.toml\n"));
}

#[test]
fn every_variable_is_listed() {
    let said = Home::new().set("DARN_LOG", "/tmp/x.log").darn(&["config", "env"]);
    for name in ["DARN_DISABLE", "DARN_LOG", "DARN_CONFIG", "DARN_SOCKET", "DARN_SESSION", "DARN_TIMEOUT"] {
        assert!(said.out.contains(name), "{}", said.out);
    }
    assert!(said.out.contains("(now: /tmp/x.log)"), "{}", said.out);
}

#[test]
fn the_schema_is_json() {
    let said = Home::new().darn(&["config", "schema"]);
    let schema: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(schema["properties"]["suggest"]["properties"]["limit"]["maximum"], 9);
}

#[test]
fn unset_takes_a_setting_out() {
    let home = Home::new();
    let text = "# mine\n[suggest]\nlimit = 5 # five\ncauses = false\n";
    home.write(".config/darn/config.toml", text);
    let said = home.darn(&["config", "unset", "suggest.limit"]);
    let told = "suggest.limit is no longer set in ~/.config/darn/config.toml; the default applies\n";
    assert_eq!((said.status, said.err.as_str()), (0, told));
    assert_eq!(home.text(".config/darn/config.toml"), text.replace("limit = 5 # five\n", ""));
    assert_eq!(home.darn(&["config", "get", "suggest.limit"]).out, "3\n");
    assert!(home.darn(&["config", "unset", "suggest.limit"]).err.contains("was not set"));
    let said = home.darn(&["config", "unset", "suggest.limits"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("did you mean `suggest.limit`?"), "{said:?}");
}
