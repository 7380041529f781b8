//! bash, zsh and fish: the configured keys, and other settings visible in a shell.

use crate::pty::{Builder, Terminal};

/// No ghost in zsh: what is on the line is what the line holds.
const PLAIN: &str = "[suggest]\nghost_text = false\n[keys]\n";

fn with(shell: &str, config: &str) -> Builder {
    Builder::new(shell).file(".config/darn/config.toml", config)
}

/// Presses keys until the line is as expected, as fish draws a moment after reading.
fn takes(t: &mut Terminal, keys: &str, line: &str, what: &str) {
    t.press(keys);
    t.wait_until(&format!("{line:?} ({what})"), |t| t.line() == line);
}

/// Causes a failure and checks the end of its hint.
fn hinted(t: &mut Terminal, shell: &str, expected: &str) {
    let drawn = t.run("gti status");
    let hint = drawn.lines().find(|line| line.starts_with("✗ 127")).unwrap_or_default();
    assert!(hint.ends_with(expected), "{shell}: {drawn}");
}

/// Opens the list with a key and selects the first entry for editing.
fn in_list(t: &mut Terminal, key: &str) {
    t.send(key);
    t.wait_for("Esc leaves");
    takes(t, "e", "T> git status", "from the list");
}

per_shell!(accept_key_can_be_changed: bash, zsh, fish);
fn accept_key_can_be_changed(shell: &str) {
    let mut t = with(shell, &format!("{PLAIN}accept = 'ctrl-f'")).file("alpha1", "").start();
    hinted(&mut t, shell, "[Ctrl-F] use");
    assert_eq!(t.line(), "T>", "{shell}: no ghost");
    takes(&mut t, "\x06", "T> git status", shell);
    takes(&mut t, "\x01\x06X", "T> gXit status", "what it displaced is back");
    takes(&mut t, "\x05\x15", "T>", shell);
    t.run("gti log");
    takes(&mut t, "ab\x01\x06X", "T> aXb", "on a line with text");
    takes(&mut t, "\x05\x15", "T>", shell);
    t.run("gti log");
    takes(&mut t, "ls al\t", "T> ls alpha1", "Tab is never ours");
}

per_shell!(keys_of_several_bytes_work: bash, zsh, fish);
fn keys_of_several_bytes_work(shell: &str) {
    for (name, shown, bytes) in [
        ("f5", "F5", "\x1b[15~"),
        ("ctrl-x ctrl-t", "Ctrl-X Ctrl-T", "\x18\x14"),
        ("alt-\\\\", "Alt-\\", "\x1b\\"),
        ("alt-\\\"", "Alt-\"", "\x1b\""),
        ("alt-'", "Alt-'", "\x1b'"),
        ("right", "Right", "\x1b[C"),
    ] {
        let mut t = with(shell, &format!("{PLAIN}accept = \"{name}\"")).start();
        hinted(&mut t, shell, &format!("[{shown}] use"));
        takes(&mut t, bytes, "T> git status", &format!("{shell}, {name}"));
    }
}

per_shell!(list_key_can_be_changed: bash, zsh, fish);
fn list_key_can_be_changed(shell: &str) {
    let mut t = with(shell, &format!("{PLAIN}list = 'alt-u'")).start();
    takes(&mut t, "zq\x01\x1bu", "T> ZQ", "Alt-u makes capitals");
    takes(&mut t, "\x05\x15", "T>", shell);
    hinted(&mut t, shell, "[Tab] use");
    in_list(&mut t, "\x1bu");
    takes(&mut t, "\x05\x15", "T>", shell);
    t.run("gti log");
    takes(&mut t, "zq\x01\x1bu", "T> ZQ", "on a line with text");
    takes(&mut t, "\x05\x15", "T>", shell);
    t.run("true");
    takes(&mut t, "zq\x01\x1bu", "T> ZQ", "given back");
}

per_shell!(empty_key_settings_bind_nothing: bash, zsh, fish);
fn empty_key_settings_bind_nothing(shell: &str) {
    // What stands while a suggestion does, which no command can see.
    let probe = match shell {
        "bash" => "bind -x '\"\\C-o\": bind -s; bind -X'",
        "zsh" => "probe() { bindkey; bindkey -M vicmd }; zle -N probe; bindkey '^O' probe",
        _ => "bind \\co 'bind; commandline -f repaint'",
    };
    let bound = |config: &str, expected: &str| {
        let mut t = with(shell, &format!("{PLAIN}{config}")).size(100, 900).after(probe).start();
        hinted(&mut t, shell, expected);
        let keys = t.press("\x0f");
        assert!(keys.lines().count() > 1, "{shell}: {keys}");
        ["__darn_tab", "__darn_key", "__darn_list", "__darn_escape"].map(|name| keys.contains(name))
    };
    let is_zsh = shell == "zsh";
    assert_eq!(bound("accept = ''\nlist = ''\nesc_esc = 'off'", "[darn] choose"), [false; 4], "{shell}");
    let list = [false, shell == "bash", shell != "bash", is_zsh];
    assert_eq!(bound("accept = ''", "[Alt-/] choose"), list, "{shell}");
    assert_eq!(bound("list = ''", "[Tab] use"), [true, false, false, is_zsh], "{shell}");
}

#[test]
fn esc_esc_accepts_in_zsh_where_it_is_free() {
    for (config, before, expected) in [
        ("", "", "T> git status"),
        ("esc_esc = 'off'", "", "T>"),
        ("", "bindkey -s '^[^[' own", "T> own"),
        ("accept = 'esc esc'", "", "T> git status"),
    ] {
        let mut t = with("zsh", &format!("{PLAIN}{config}")).before(before).start();
        t.run("gti status");
        takes(&mut t, "\x1b\x1b", expected, config);
    }
}

#[test]
fn ghost_text_follows_user_and_project_settings() {
    let mut t = with("zsh", "").start();
    t.run("gti status");
    assert_eq!(t.line(), "T> git status");
    t.run("mkdir project; cd project; print '[suggest]\\nghost_text = false' >.darn.toml");
    t.run("gti log");
    assert_eq!(t.line(), "T>");
    takes(&mut t, "\t", "T> git log", "Tab works without it");
    takes(&mut t, "\x15", "T>", "");
    let mut t = with("zsh", "[keys]\naccept = 'right'").start();
    t.run("gti status");
    t.press("\x03");
    takes(&mut t, "\x1bOC", "T> git status", "the key of the ghost, after it is gone");
}

per_shell!(vi_mode_keeps_escape: bash("set -o vi"), zsh("bindkey -v"));
fn vi_mode_keeps_escape(shell: &str, vi: &str) {
    let mut t = with(shell, PLAIN).before(vi).start();
    hinted(&mut t, shell, "[Tab] use");
    takes(&mut t, "\t", "T> git status", shell);
    let mut t = with(shell, &format!("{PLAIN}accept = 'alt-a'\nlist = 'f5'")).before(vi).start();
    hinted(&mut t, shell, "[F5] choose");
    in_list(&mut t, "\x1b[15~");
}

per_shell!(explain_key_explains_the_last_failure: bash, zsh, fish);
/// `keys.explain`: above the line, which stays as it is; what was typed before and after counts.
fn explain_key_explains_the_last_failure(shell: &str) {
    let mut t = with(shell, &format!("{PLAIN}explain = 'f5'")).start();
    t.run("gti status");
    takes(&mut t, "ls al", "T> ls al", shell);
    t.send("\x1b[15~");
    t.wait_for("git status");
    t.wait_until("what was typed, below the explanation", |t| {
        t.line() == "T> ls al" && t.screen().contains("there is no command `gti`")
    });
    takes(&mut t, "X", "T> ls alX", shell);
    takes(&mut t, "\x05\x15", "T>", shell);
    let drawn = t.run("gti log");
    assert!(drawn.contains("✗ 127  git log"), "{shell}: the next failure has its hint: {drawn}");
}
