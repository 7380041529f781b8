//! `darn setup` and `darn doctor` in real shells.

use crate::home::Home;
use crate::pty;

#[test]
fn setup_on_a_terminal_asks_with_no_as_default() {
    let mut terminal = pty::Builder::new("bash").without_hooks().start();
    let darn = env!("CARGO_BIN_EXE_darn");
    let before = std::fs::read(terminal.home().join(".bashrc")).unwrap_or_default();
    terminal.send(&format!("{darn} setup bash\r"));
    terminal.wait_for("Change ~/.bashrc? [y/N]");
    let drawn = terminal.run("");
    assert!(drawn.contains("nothing was changed"), "{drawn}");
    assert_eq!(std::fs::read(terminal.home().join(".bashrc")).unwrap_or_default(), before);

    // keys typed before the question do not answer it: the old question must be gone first
    terminal.run("clear");
    terminal.send(&format!("{darn} setup bash\r"));
    terminal.wait_for("Change ~/.bashrc? [y/N]");
    let drawn = terminal.run("y");
    assert!(drawn.contains("changed ~/.bashrc"), "{drawn}");
    assert!(std::fs::read_to_string(terminal.home().join(".bashrc")).unwrap().contains("init bash"));
}

per_shell!(block_without_the_program_stays_silent: bash, zsh, fish, dash);
/// The block loads darn in a real shell, and a shell without the program starts without a word.
fn block_without_the_program_stays_silent(shell: &str) {
    let file = match shell {
        "bash" => ".bashrc",
        "zsh" => ".zshrc",
        "fish" => ".config/fish/conf.d/darn.fish",
        _ => ".shrc",
    };
    let home = Home::new();
    let home = if shell == "dash" {
        let path = home.path(".shrc");
        home.set("ENV", path.to_str().unwrap())
    } else {
        home
    };
    let name = if shell == "dash" { "sh" } else { shell };
    assert_eq!(home.darn(&["setup", "--yes", name]).status, 0, "{shell}");
    let start = |home: &Home| {
        let mut command = std::process::Command::new(shell);
        command.args(["-i", "-c", "true"]).env_clear().env("HOME", home.root()).env("PATH", "/usr/bin:/bin");
        command.env("ENV", home.path(".shrc")).env("TERM", "xterm").env("LANG", "C.UTF-8");
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let quiet = |said: &str| !said.contains("darn") && !said.contains("rror");
    let (status, said) = start(&home);
    assert!(status == Some(0) && quiet(&said), "{shell}: {said}");
    // the program is gone
    let text = home.text(file).replace(env!("CARGO_BIN_EXE_darn"), "/nowhere/darn");
    home.write(file, text);
    let (status, said) = start(&home);
    assert!(status == Some(0) && quiet(&said), "{shell}: {said}");
}

per_shell!(doctor_in_a_hooked_shell_reports_the_hook: bash, zsh, fish);
fn doctor_in_a_hooked_shell_reports_the_hook(shell: &str) {
    let mut terminal = pty::Builder::new(shell).size(120, 40).start();
    let drawn = terminal.run("darn doctor");
    assert!(drawn.contains("ok    hook: loaded in this shell"), "{shell}: {drawn}");
    assert!(drawn.contains(&format!("ok    shell: {shell} ")), "{shell}: {drawn}");
}
