//! The startup files of the user's shells, and the lines in them that load darn.

use std::path::{Path, PathBuf};

use shell::shells;
use shell::spec::ShellSpec;

use crate::caller::Caller;
use crate::dirs;
use crate::host::is_executable;

pub mod block;
pub mod diff;

/// A startup file of a shell.
#[derive(Debug, Clone)]
pub struct Startup {
    pub spec: &'static ShellSpec,
    pub path: PathBuf,
}

/// Why a shell has no startup file here, and the remedy.
#[derive(Debug)]
pub struct NoFile {
    pub why: &'static str,
    pub hint: &'static str,
}

/// Returns the file in which `darn setup` puts its block.
pub fn file(spec: &'static ShellSpec) -> Result<Startup, NoFile> {
    let home =
        || dirs::home().ok_or(NoFile { why: "HOME is not set", hint: "set HOME to your home directory" });
    let path = match spec.name {
        "bash" => home()?.join(".bashrc"),
        "zsh" => zdotdir().map_or_else(home, Ok)?.join(".zshrc"),
        "fish" => fish_directory()
            .map_or_else(|| home().map(|home| home.join(".config/fish")), Ok)?
            .join("conf.d/darn.fish"),
        _ => dirs::absolute("ENV").ok_or(NoFile {
            why: "sh reads no startup file: ENV does not name one",
            hint: "put `ENV=$HOME/.shrc; export ENV` into ~/.profile, log in again, then: darn setup sh",
        })?,
    };
    Ok(Startup { spec, path })
}

fn zdotdir() -> Option<PathBuf> {
    dirs::absolute("ZDOTDIR")
}

fn fish_directory() -> Option<PathBuf> {
    dirs::absolute("XDG_CONFIG_HOME").map(|base| base.join("fish"))
}

/// Returns all files that may contain darn's block, even if the user has moved it.
pub fn all_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = shells::ALL.iter().filter_map(|spec| Some(file(spec).ok()?.path)).collect();
    let home = dirs::home();
    let others = [
        ".bash_profile", ".bash_login", ".profile", ".zshrc", ".zshenv", ".zprofile",
        ".config/fish/config.fish",
    ];
    files.extend(home.iter().flat_map(|home| others.iter().map(|name| home.join(name))));
    files.extend(fish_directory().map(|directory| directory.join("config.fish")));
    files.sort();
    files.dedup();
    files
}

/// Sources the output of `darn init --keep`, which saves a process at shell start.
const KEPT: &str = ". \"${XDG_CACHE_HOME:-$HOME/.cache}\"/darn";

/// Returns the lines that load darn: only in interactive shells, and only while the program exists.
pub fn lines(spec: &ShellSpec, program: &str) -> String {
    let darn = syntax::quote(program, spec.dialect);
    // `command`: if the startup file is read again, it must not call the integration's `darn` function
    match spec.name {
        "bash" => format!(
            "if [[ $- == *i* ]] && command -v {darn} >/dev/null 2>&1; then\n    {KEPT}/init.bash 2>/dev/null ||\n        eval \"$(command {darn} init bash --keep)\"\nfi"
        ),
        "fish" => format!(
            "if status is-interactive; and command -sq {darn}\n    set -l cache ~/.cache\n    test -n \"$XDG_CACHE_HOME\"; and set cache $XDG_CACHE_HOME\n    source $cache/darn/init.fish 2>/dev/null\n    or command {darn} init fish --keep | source\nend"
        ),
        "zsh" => {
            format!(
                "if command -v {darn} >/dev/null 2>&1; then\n    {KEPT}/init.zsh 2>/dev/null ||\n        eval \"$(command {darn} init zsh --keep)\"\nfi"
            )
        }
        name => format!(
            "case $- in *i*)\n    if command -v {darn} >/dev/null 2>&1; then eval \"$(command {darn} init {name})\"; fi ;;\nesac"
        ),
    }
}

/// Returns how the startup file calls this program: by name if `$PATH` contains it, or else by path.
pub fn program(caller: &Caller) -> String {
    let Ok(this) = std::env::current_exe() else { return "darn".into() };
    let same = |path: &Path| {
        path.canonicalize().is_ok_and(|path| this.canonicalize().is_ok_and(|this| this == path))
    };
    match on_path("darn", caller).first() {
        Some(first) if same(first) => "darn".into(),
        _ => this.to_string_lossy().into_owned(),
    }
}

/// Returns all programs of that name on `$PATH`, in order.
pub fn on_path(name: &str, caller: &Caller) -> Vec<PathBuf> {
    let path = caller.variable("PATH").unwrap_or_default();
    let mut found: Vec<PathBuf> = std::env::split_paths(path)
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join(name))
        .filter(|path| is_executable(path))
        .collect();
    found.dedup();
    found
}

/// Returns whether one of the shell's programs is installed.
pub fn is_installed(spec: &ShellSpec, caller: &Caller) -> bool {
    spec.programs.iter().any(|program| !on_path(program, caller).is_empty())
}

/// Returns the user's login shell: `$SHELL`, or else the entry in the password file, as containers often lack
/// `SHELL`.
pub fn login_shell(caller: &Caller) -> Option<String> {
    let from_env = caller.variable("SHELL").map(str::to_owned);
    from_env.or_else(|| {
        let uid = rustix::process::getuid().as_raw().to_string();
        let users = std::fs::read("/etc/passwd").ok()?;
        let users = String::from_utf8_lossy(&users).into_owned();
        let user = users.lines().find(|line| line.split(':').nth(2) == Some(&uid))?;
        user.rsplit(':').next().filter(|shell| !shell.is_empty()).map(str::to_owned)
    })
}

/// Returns a warning for a shell that needs more than its startup file.
pub fn caveat(spec: &ShellSpec) -> Option<String> {
    let home = dirs::home()?;
    let holds = |name: &str, text: &str| {
        std::fs::read(home.join(name)).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(text))
    };
    match spec.name {
        // a login shell reads only the first of the three
        "bash" => {
            let profile = [".bash_profile", ".bash_login", ".profile"].into_iter().find(|name| home.join(name).is_file());
            match profile {
                Some(name) if holds(name, "bashrc") => None,
                Some(name) => Some(format!(
                    "login shells read ~/{name}, which does not read ~/.bashrc; add to it: [ -r ~/.bashrc ] && . ~/.bashrc"
                )),
                None => Some(
                    "login shells do not read ~/.bashrc; put into ~/.bash_profile: [ -r ~/.bashrc ] && . ~/.bashrc".into(),
                ),
            }
        }
        "zsh" if zdotdir().is_none() && holds(".zshenv", "ZDOTDIR=") => Some(
            "~/.zshenv sets ZDOTDIR without exporting it to programs; if your .zshrc is there, run: ZDOTDIR=$ZDOTDIR darn setup zsh"
                .into(),
        ),
        _ => None,
    }
}
