//! `darn try`, the first thing that a new user does.

use crate::pty::Builder;

per_shell!(try_session_leaves_nothing_behind: bash, zsh, fish, mksh, yash);
fn try_session_leaves_nothing_behind(shell: &str) {
    let (rc, text) = match shell {
        "bash" => (".bashrc", "PS1='T> '\nmine=read\n"),
        "zsh" => (".zshrc", "PROMPT='T> '\nmine=read\n"),
        "fish" => (
            ".config/fish/config.fish",
            "function fish_prompt; echo -n 'T> '; end; function fish_greeting; end\nset mine read\n",
        ),
        "mksh" => (".mkshrc", "PS1='T> '\nmine=read\n"),
        _ => (".yashrc", "PS1='T> '\nmine=read\n"),
    };
    let darn = env!("CARGO_BIN_EXE_darn");
    let mut t = Builder::new(shell)
        .without_hooks()
        .program(&[darn, "try", shell])
        .file(rc, text)
        .env("ENV", "")
        .start();
    assert!(t.screen().contains("darn is loaded in this"), "{shell}: {}", t.screen());
    assert_eq!(t.run("echo $mine"), "T> echo $mine\nread", "{shell}");
    let drawn = t.run("gti status");
    assert!(drawn.contains("✗ 127  git status"), "{shell}: {drawn}");
    t.send("exit 7\r");
    assert_eq!(t.end(), 7, "{shell}");
    let left: Vec<_> =
        std::fs::read_dir(t.home()).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("darn-try")), "{shell}: {left:?}");
}

#[test]
fn an_unknown_shell_is_an_error_with_a_hint() {
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_darn")).args(["try", "cmd.exe"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.starts_with(
            "darn: no integration for the shell `cmd.exe`\nhint: supported: bash, zsh, fish, sh"
        ),
        "{text}"
    );
}
