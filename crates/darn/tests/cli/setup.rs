//! `darn setup` and `darn uninstall`: nothing is lost, and everything is restored.

use std::os::unix::fs::PermissionsExt as _;

use crate::home::Home;

/// Startup files: after setup they contain the block, after uninstall exactly these bytes.
const FILES: &[(&str, &[u8])] = &[
    ("an ordinary file", b"export A=1\nalias ll='ls -l'\n"),
    ("an empty file", b""),
    ("no newline at the end", b"export A=1"),
    ("CRLF", b"export A=1\r\nexport B=2\r\n"),
    ("CRLF without an end", b"export A=1\r\nexport B=2"),
    ("not UTF-8", b"# caf\xe9 \xff\xfe\x80\nPS1='\xc3('\n"),
    ("NUL", b"a\0b\n"),
    ("blank lines at the end", b"x=1\n\n\n\n"),
    ("a line that goes on", b"echo \\"),
];

#[test]
fn scenario_78_uninstall_restores_every_byte() {
    for (what, bytes) in FILES {
        let home = Home::new();
        home.write(".bashrc", bytes);
        home.write(".zshrc", bytes);
        std::fs::set_permissions(home.path(".zshrc"), std::fs::Permissions::from_mode(0o640)).unwrap();
        let before = home.everything();
        let said = home.darn(&["setup", "--yes", "bash", "zsh"]);
        assert_eq!(said.status, 0, "{what}: {said:?}");
        assert!(home.text(".bashrc").contains("init bash"), "{what}");
        assert!(home.text(".zshrc").contains("init zsh"), "{what}");

        let again = home.darn(&["setup", "--yes", "bash", "zsh"]);
        assert_eq!(again.status, 0, "{what}");
        assert!(again.err.contains("bash already loads darn"), "{again:?}");
        assert_eq!(home.text(".bashrc").matches("init bash").count(), 1, "{what}: idempotent");

        let said = home.darn(&["uninstall", "--yes"]);
        assert_eq!(said.status, 0, "{what}: {said:?}");
        assert_eq!(home.read(".bashrc"), *bytes, "{what}");
        assert_eq!(home.read(".zshrc"), *bytes, "{what}");
        assert_eq!(home.path(".zshrc").metadata().unwrap().permissions().mode() & 0o777, 0o640, "{what}");
        let after: Vec<_> =
            home.everything().into_iter().filter(|name| !name.starts_with(".local")).collect();
        assert_eq!(after, before, "{what}: not restored");
        assert!(!home.path(".local/state/darn").exists(), "{what}");
    }
}

#[test]
fn files_that_darn_made_go_again() {
    let home = Home::new().set("XDG_STATE_HOME", "/proc/none/state");
    let said = home.darn(&["setup", "--yes", "bash", "zsh", "fish"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("~/.config/fish/conf.d/darn.fish, a new file:"), "{}", said.out);
    assert!(home.text(".config/fish/conf.d/darn.fish").contains("init fish --keep | source"));
    assert_eq!(home.darn(&["uninstall", "--yes"]).status, 0);
    assert_eq!(home.everything(), [""; 0]);
}

#[test]
fn config_state_and_cache_go_too() {
    let home = Home::new();
    home.write(".config/darn/config.toml", "");
    home.write(".config/darn/rules/mine.toml", "");
    home.write(".local/state/darn/darn.db", "");
    home.write(".cache/darn/path", "");
    let kept = home.darn(&["uninstall", "--yes", "--keep-config"]);
    assert_eq!(kept.status, 0, "{kept:?}");
    assert!(home.path(".config/darn/rules/mine.toml").exists());
    assert_eq!(home.darn(&["uninstall", "--yes"]).status, 0);
    assert_eq!(home.everything(), [".cache", ".config", ".local", ".local/state"]);
    let said = home.darn(&["uninstall", "--yes"]);
    assert!(said.err.starts_with("there is no trace of darn"), "{said:?}");
}

#[test]
fn a_link_into_the_dotfiles_stays_a_link() {
    let home = Home::new();
    home.write("dotfiles/bashrc", "export A=1\n");
    std::os::unix::fs::symlink("dotfiles/bashrc", home.path(".bashrc")).unwrap();
    let said = home.darn(&["setup", "--yes", "bash"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("~/.bashrc (a link to "), "{}", said.out);
    assert!(home.path(".bashrc").is_symlink());
    assert!(home.text("dotfiles/bashrc").contains("init bash"));
    assert_eq!(home.darn(&["uninstall", "--yes"]).status, 0);
    assert!(home.path(".bashrc").is_symlink());
    assert_eq!(home.text("dotfiles/bashrc"), "export A=1\n");
}

#[test]
fn a_link_to_a_file_that_is_not_there_yet_makes_it() {
    let home = Home::new();
    std::fs::create_dir(home.path("dotfiles")).unwrap();
    std::os::unix::fs::symlink("dotfiles/bashrc", home.path(".bashrc")).unwrap();
    assert_eq!(home.darn(&["setup", "--yes", "bash"]).status, 0);
    assert!(home.path(".bashrc").is_symlink() && home.text("dotfiles/bashrc").contains("init bash"));
}

#[test]
fn without_a_terminal_it_only_shows() {
    let home = Home::new();
    home.write(".bashrc", "export A=1\n");
    let said = home.darn(&["setup"]);
    assert_eq!(said.status, 1);
    let shown = said.out.lines().take(4).collect::<Vec<_>>().join("\n");
    let about = "  + # Mends failed commands; `darn uninstall` removes this block.";
    assert_eq!(shown, format!("~/.bashrc:\n    export A=1\n  + # >>> darn >>>\n{about}"));
    assert_eq!(said.err, "nothing was changed: there is no terminal to ask on; use `darn setup --yes`\n");
    assert_eq!(home.text(".bashrc"), "export A=1\n");
    home.darn(&["setup", "--yes"]);
    let said = home.darn(&["uninstall"]);
    assert_eq!(said.status, 1);
    assert!(said.out.contains("  - # >>> darn >>>"), "{said:?}");
    assert!(home.text(".bashrc").contains("init bash"));
}

#[test]
fn shells_are_found_as_a_user_expects() {
    // the login shell always; other shells if they are installed and in use
    let home = Home::new().set("SHELL", "/usr/bin/zsh");
    let bin = home.path("bin");
    for shell in ["bash", "zsh", "fish"] {
        let path = home.write(&format!("bin/{shell}"), "#!/bin/sh\n");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let home = home.set("PATH", bin.to_str().unwrap());
    home.write(".config/fish/conf.d/.keep", "");
    let said = home.darn(&["setup"]);
    assert!(
        said.out.contains("~/.zshrc, a new file:")
            && said.out.contains("darn.fish")
            && !said.out.contains("bash"),
        "{said:?}"
    );
    // ZDOTDIR and XDG_CONFIG_HOME are respected
    let home = Home::new();
    let home = home.set("ZDOTDIR", "/z/dot").set("XDG_CONFIG_HOME", "/x/config");
    let said = home.darn(&["setup", "zsh", "fish"]);
    assert!(
        said.out.contains("/z/dot/.zshrc") && said.out.contains("/x/config/fish/conf.d/darn.fish"),
        "{said:?}"
    );
    // sh has a startup file only if ENV names one
    let said = Home::new().darn(&["setup", "sh"]);
    assert_eq!(said.status, 1);
    assert!(said.err.contains("ENV does not name one\nhint: "), "{said:?}");
    let home = Home::new().set("ENV", "/e/shrc");
    assert!(home.darn(&["setup", "sh"]).out.starts_with("/e/shrc, a new file:"));
    let said = Home::new().darn(&["setup", "tcsh"]);
    assert_eq!(
        (said.status, said.err.lines().next()),
        (2, Some("darn: no integration for the shell `tcsh`"))
    );
}

#[test]
fn a_broken_block_is_named_and_left() {
    let home = Home::new();
    let text = "a\n# >>> darn >>>\neval\nexport PRECIOUS=1\n";
    home.write(".bashrc", text);
    for arguments in [["setup", "--yes"], ["uninstall", "--yes"]] {
        let said = home.darn(&arguments);
        assert_eq!(said.status, 1, "{said:?}");
        assert!(said.err.contains("~/.bashrc: darn's block at line 2 has no end marker"), "{said:?}");
        assert_eq!(home.text(".bashrc"), text);
    }
}

#[test]
fn a_line_of_the_users_own_is_named() {
    let home = Home::new();
    home.write(".bashrc", "eval \"$(darn init bash)\"\n");
    let said = home.darn(&["uninstall", "--yes"]);
    assert_eq!(said.status, 1);
    assert!(said.err.contains("~/.bashrc:1: a line of your own loads darn"), "{said:?}");
}

#[test]
fn homes_that_cannot_be_written() {
    let home = Home::new().set("HOME", "");
    let said = home.darn(&["setup", "--yes", "bash"]);
    assert_eq!(
        (said.status, said.err.as_str()),
        (1, "darn: cannot set up bash: HOME is not set\nhint: set HOME to your home directory\n")
    );

    let home = Home::new();
    home.write(".bashrc", "export A=1\n");
    let home = home.without_privileges();
    std::fs::set_permissions(home.root(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let said = home.darn(&["setup", "--yes", "bash"]);
    std::fs::set_permissions(home.root(), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(said.status, 1);
    assert!(
        said.err.starts_with(
            "darn: cannot change ~/.bashrc: permission denied\nhint: nothing was changed; these lines"
        ),
        "{said:?}"
    );
    assert_eq!(home.text(".bashrc"), "export A=1\n");
}

#[test]
fn a_full_disk_loses_nothing() {
    let home = Home::new();
    home.write(".bashrc", "export A=1\n");
    let darn = home.command(&[]).get_program().to_owned();
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" setup --yes bash 2>&1 | cat"]).arg(darn);
    let output = shell.env("HOME", home.root()).output().unwrap();
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("darn: cannot change ~/.bashrc: "),
        "{output:?}"
    );
    assert_eq!(home.text(".bashrc"), "export A=1\n");
    assert!(home.everything().iter().all(|name| !name.contains(".bashrc.darn")), "no leftovers");
}
