//! Scripts of the program in real shells: what `darn init --keep` leaves for their next start, and completions.

use std::process::{Command, Stdio};

use crate::home::Home;

/// Starts an interactive shell with the lines of `darn setup`; what `then` prints.
fn start(home: &Home, shell: &str, then: &str) -> String {
    let darn = env!("CARGO_BIN_EXE_darn");
    let line = match shell {
        "fish" => {
            format!("source $HOME/.cache/darn/init.fish 2>/dev/null; or '{darn}' init fish --keep | source")
        }
        _ => format!(
            ". \"$HOME\"/.cache/darn/init.{shell} 2>/dev/null || eval \"$('{darn}' init {shell} --keep)\""
        ),
    };
    let options: &[&str] = match shell {
        "zsh" => &["-f", "-i", "-c"],
        "fish" => &["--no-config", "-i", "-c"],
        _ => &["--norc", "--noprofile", "-i", "-c"],
    };
    let output = Command::new(shell)
        .args(options)
        .arg(format!("{line}\n{then}"))
        .env_clear()
        .envs([("PATH", "/usr/bin:/bin"), ("TERM", "xterm"), ("LANG", "C.UTF-8")])
        .env("HOME", home.path(""))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

per_shell!(kept_script_is_used_until_its_sources_change: bash, zsh, fish);
fn kept_script_is_used_until_its_sources_change(shell: &str) {
    let home = Home::new();
    let kept = format!(".cache/darn/init.{shell}");
    let (loaded, mark) = match shell {
        "fish" => (
            "set -q marker; or set marker anew; functions -q darn; and echo loaded $marker",
            "set marker kept",
        ),
        _ => ("type darn >/dev/null && echo \"loaded ${marker-anew}\"", "marker=kept"),
    };
    assert_eq!(start(&home, shell, loaded), "loaded anew", "{shell}");
    let text = home.text(&kept);
    home.write(&kept, text.replace("\ntrue\n", &format!("\n{mark}\ntrue\n")));
    assert_eq!(start(&home, shell, loaded), "loaded kept", "{shell}");
    // another key: the kept script has the old one
    let said = home.darn(&["config", "set", "keys.accept", "ctrl-f"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert_eq!(start(&home, shell, loaded), "loaded anew", "{shell}");
    assert!(!home.text(&kept).contains(mark), "{shell}: made again");
    home.write(&kept, home.text(&kept).replace("\ntrue\n", &format!("\n{mark}\ntrue\n")));
    assert_eq!(start(&home, shell, loaded), "loaded kept", "{shell}");
    std::fs::remove_file(home.path(".config/darn/config.toml")).unwrap();
    assert_eq!(start(&home, shell, loaded), "loaded anew", "{shell}: the configuration is gone");
}

#[test]
fn unwritable_cache_still_loads_the_hooks() {
    let home = Home::new();
    home.write(".cache", "a file where a directory should be");
    assert_eq!(start(&home, "bash", "type darn >/dev/null && echo loaded"), "loaded");
}

per_shell!(completions_are_a_valid_script: bash, zsh, fish);
fn completions_are_a_valid_script(shell: &str) {
    let home = Home::new();
    let script = home.darn(&["completions", shell]).out;
    let file = home.write("completions", &script);
    let output = Command::new(shell).arg("-n").arg(file).output().unwrap();
    assert!(output.status.success(), "{shell}: {output:?}");
}
