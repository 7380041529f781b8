//! The integration scripts as texts.

use std::process::Command;

#[allow(clippy::panic)] // outside of #[test] clippy does not see that this is one
fn shellcheck(script: &str) {
    let path = format!("{}/../shell/src/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = match Command::new("shellcheck").arg(&path).output() {
        Ok(output) => output,
        Err(error) => panic!("{error}: apt-get install shellcheck"),
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn shellcheck_has_nothing_to_say_of_bash() {
    shellcheck("bash/hook.bash");
    shellcheck("bash/wrap.bash");
}

#[test]
fn shellcheck_has_nothing_to_say_of_sh() {
    shellcheck("sh/hook.sh");
}
