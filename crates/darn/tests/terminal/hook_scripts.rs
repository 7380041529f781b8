//! Checks the text of the integration scripts.

use std::process::Command;

#[allow(clippy::panic)] // outside of #[test], clippy does not recognise a test
fn shellcheck(script: &str) {
    let path = format!("{}/../shell/src/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = match Command::new("shellcheck").arg(&path).output() {
        Ok(output) => output,
        Err(error) => panic!("{error}: apt-get install shellcheck"),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn bash_script_passes_shellcheck() {
    shellcheck("bash/hook.bash");
    shellcheck("bash/failed.bash");
    shellcheck("bash/wrap.bash");
}

#[test]
fn sh_script_passes_shellcheck() {
    shellcheck("sh/hook.sh");
}

/// Enables every part of the scripts.
const ALL: &str = "
[keys]
explain = 'f5'
[capture]
mode = 'stderr-file'
[policy]
level = 'active'
[llm]
enabled = true
";

per_shell!(script_is_valid_in_its_shell: bash, zsh, fish, sh);
fn script_is_valid_in_its_shell(shell: &str) {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("config.toml");
    std::fs::write(&config, ALL).unwrap();
    let program = if shell == "sh" { "dash" } else { shell };
    let init = Command::new(env!("CARGO_BIN_EXE_darn"))
        .args(["init", shell, "--config"])
        .arg(&config)
        .env("HOME", home.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    assert!(init.status.success(), "{shell}: {}", String::from_utf8_lossy(&init.stderr));
    let script = home.path().join(shell);
    std::fs::write(&script, init.stdout).unwrap();
    let read = Command::new(program).arg("-n").arg(&script).env("HOME", home.path()).output().unwrap();
    let error = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success() && error.is_empty(), "{shell}: {error}");
}

/// zsh receives the script as one word in single quotes.
#[test]
fn zsh_parts_have_no_apostrophe() {
    let directory = format!("{}/../shell/src/zsh", env!("CARGO_MANIFEST_DIR"));
    for part in ["explain", "failed", "guard", "hook", "judge", "model", "stderr", "suspects", "warn"] {
        let text = std::fs::read_to_string(format!("{directory}/{part}.zsh")).unwrap_or_default();
        let line = text.lines().position(|line| line.contains('\''));
        assert!(!text.is_empty() && line.is_none(), "{part}.zsh: line {:?}", line.map(|line| line + 1));
    }
}
