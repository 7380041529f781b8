//! `darn shell` loads the hooks if the user's files do not.

use crate::pty::{Builder, Terminal};

const DARN: &str = env!("CARGO_BIN_EXE_darn");

/// Starts `darn shell` with these options and the user's own files.
fn shell(name: &str, options: &[&str], files: &[(&str, &str)], environment: &[(&str, &str)]) -> Terminal {
    let mut words = vec![DARN, "shell"];
    words.extend(options);
    let program = format!("/usr/bin/{name}");
    words.extend(["--shell", program.as_str()]);
    let builder = Builder::new(name).without_hooks().program(&words);
    let builder = files.iter().fold(builder, |builder, (path, text)| builder.file(path, text));
    environment.iter().fold(builder, |builder, (name, value)| builder.env(name, value)).start()
}

const FISH: &str = "function fish_prompt; echo -n 'T> '; end; function fish_greeting; end; set mine read";

#[test]
fn darn_shell_loads_the_hooks() {
    for (name, options, file, text) in [
        ("bash", &[][..], ".bashrc", "PS1='T> '; mine=read"),
        ("bash", &["-l"], ".bash_profile", "PS1='T> '; mine=read"),
        ("zsh", &[], ".zshrc", "PROMPT='T> '; mine=read"),
        ("zsh", &["-l"], ".zshrc", "PROMPT='T> '; mine=read"),
        ("fish", &[], ".config/fish/config.fish", FISH),
        ("fish", &["-l"], ".config/fish/config.fish", FISH),
        ("mksh", &[], ".mkshrc", "PS1='T> '; mine=read"),
    ] {
        let mut t = shell(name, options, &[(file, text)], &[("ENV", "")]);
        assert_eq!(t.run("echo $mine"), "T> echo $mine\nread", "{name} {options:?}");
        let drawn = t.run("gti status");
        assert!(drawn.contains("✗ 127  git status"), "{name} {options:?}:\n{drawn}");
        t.send("exit 7\r");
        assert_eq!(t.end(), 7, "{name} {options:?}");
        let left = std::fs::read_dir(t.home().join(".local/state/darn")).unwrap().flatten();
        let left: Vec<_> =
            left.filter(|file| file.file_name().to_string_lossy().starts_with("relay")).collect();
        assert!(left.is_empty(), "{name} {options:?}: {left:?}");
    }
}

/// If the files load darn, nothing is loaded twice; if the user has disabled it, nothing at all.
#[test]
fn hooks_are_loaded_at_most_once() {
    for (name, file, prompt) in [("bash", ".bashrc", "PS1='T> '"), ("zsh", ".zshrc", "PROMPT='T> '")] {
        let own = format!("{prompt}\neval \"$('{DARN}' init {name})\"\n__darn_program=/bin/false\n");
        let mut t = shell(name, &[], &[(file, &own)], &[]);
        assert!(t.run("echo $__darn_program").ends_with("/bin/false"), "{name}: {}", t.screen());
        let mut t = shell(name, &[], &[(file, prompt)], &[("DARN_DISABLE", "1")]);
        assert!(!t.run("gti status").contains('✗'), "{name}: {}", t.screen());
    }
}

#[test]
fn zsh_reads_its_files_from_zdotdir() {
    for (options, expected) in [(&[][..], "env rc"), (&["-l"], "env profile rc login")] {
        let files = [
            (".zshenv", "read='env'; ZDOTDIR=~/zsh"),
            ("zsh/.zprofile", "read+=' profile'"),
            ("zsh/.zshrc", "PROMPT='T> '; read+=' rc'"),
            ("zsh/.zlogin", "read+=' login'"),
        ];
        let mut t = shell("zsh", options, &files, &[]);
        assert_eq!(t.run("print $read"), format!("T> print $read\n{expected}"));
        assert_eq!(t.run("print ${ZDOTDIR#~} ${(t)ZDOTDIR}").lines().last(), Some("/zsh scalar"));
        assert!(t.run("gti status").contains("✗ 127  git status"), "{}", t.screen());
    }
    let files = [("own/.zshenv", "read='env'"), ("own/.zshrc", "PROMPT='T> '; read+=' rc'")];
    let mut t = shell("zsh", &[], &files, &[("ZDOTDIR", "own")]);
    assert_eq!(t.run("print $read"), "T> print $read\nenv rc");
    assert_eq!(t.run("print $ZDOTDIR ${(t)ZDOTDIR}").lines().last(), Some("own scalar-export"));
}

/// A login bash is reached through its environment, which ends up unchanged.
#[test]
fn login_bash_keeps_its_prompt_command() {
    for (own, environment, expected, is_loaded) in [
        ("", "", "", true),
        ("PROMPT_COMMAND=\"$PROMPT_COMMAND; mine=1\"", "", ":; mine=1", true),
        ("", "mine=1", "mine=1", true),
        ("PROMPT_COMMAND='mine=1'", "mine=2", "mine=1", false), // nothing remains that could load it
    ] {
        let profile = format!("PS1='T> '\n{own}\n");
        let mut t =
            shell("bash", &["-l"], &[(".bash_profile", &profile)], &[("PROMPT_COMMAND", environment)]);
        let shown = t.run("echo \"[${PROMPT_COMMAND[0]-}]\"");
        assert_eq!(shown.lines().last(), Some(format!("[{expected}]").as_str()), "{own} {environment}");
        let exported = t.run("env | grep -c ^PROMPT_COMMAND");
        assert!(!environment.is_empty() || exported.ends_with("\n0"), "{own}:\n{exported}");
        assert_eq!(t.run("gti status").contains('✗'), is_loaded, "{own}:\n{}", t.screen());
    }
}
