//! Files that are written over: redirections, `tee`, `truncate`, the targets of copies.

use syntax::Span;

use super::delete::shown;
use super::{has, operands_with};
use crate::policy::field::{Field, Invocation};
use crate::policy::level::Level;
use crate::policy::paths::Place;
use crate::policy::shell::{Shell, Stream};

pub fn check(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    match at.program {
        "tee" | "sponge" => {
            let append = has(at, &['a'], &["append"]);
            let stream = shell.input.clone();
            for field in operands_with(at, &[]) {
                shell.write_file(
                    &Field { span: Some(at.span), ..field.clone() },
                    stream.clone(),
                    append,
                    at.span,
                );
            }
        }
        "sed" | "gsed" | "perl" if has(at, &['i'], &["in-place"]) => lines_deleted(shell, at),
        "truncate" => {
            for field in operands_with(at, &["-s", "-r", "--size", "--reference"]) {
                overwrite(shell, field, false, at.span);
            }
        }
        _ => {
            // whatever `-o` means to a program, a device behind it is written
            for path in super::values(at, &["-o", "--output", "-out", "--out", "-O"]) {
                let field = Field { text: path.to_owned(), ..Field::default() };
                if path.starts_with("/dev/") && shell.place(&field) == Place::Device {
                    overwrite(shell, &field, false, at.span);
                }
            }
        }
    }
}

/// `sed -i '/x/d' FILE`: lines of logs, histories and files of the system go.
fn lines_deleted(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let operands = operands_with(at, &["-e", "--expression", "-f"]);
    let script =
        super::value(at, &["-e", "--expression"]).or_else(|| operands.first().map(|f| f.text.as_str()));
    let deletes = script.is_some_and(|script| script.ends_with('d') && !script.starts_with('s'));
    for field in operands.iter().filter(|_| deletes) {
        let text = field.text.as_str();
        let is_log = text.starts_with("/var/log/") || is_history(text);
        if is_log || shell.place(field) == Place::BelowSystem {
            let rule = if is_log { "history/erase" } else { "files/overwrite" };
            shell.find(rule, Level::Warn, format!("Deletes lines of `{}`.", shown(text)), at.span);
        }
    }
}

/// Does the file hold the commands of a shell or client?
pub fn is_history(text: &str) -> bool {
    let names = [
        ".bash_history",
        ".zsh_history",
        "fish_history",
        ".histfile",
        ".python_history",
        ".psql_history",
        ".mysql_history",
        ".node_repl_history",
        ".sh_history",
        ".history",
        ".zhistory",
        "ConsoleHost_history.txt",
        ".rediscli_history",
        ".sqlite_history",
        ".lesshst",
        ".viminfo",
    ];
    text.rsplit('/').next().is_some_and(|file| names.contains(&file))
}

/// A file is opened for writing; what goes into it is not known.
pub fn overwrite(shell: &mut Shell<'_>, path: &Field, append: bool, span: Span) {
    overwrite_with(shell, path, &Stream::default(), append, span);
}

/// A file is written.
pub fn overwrite_with(shell: &mut Shell<'_>, path: &Field, stream: &Stream, append: bool, span: Span) {
    let text = path.text.as_str();
    let name = shown(text);
    if persistence(shell, text, stream, append, span) {
        return;
    }
    if stream.taint.endless && shell.place(path) != Place::Device && !text.starts_with("/dev/") {
        shell.find(
            "availability/full-disk",
            Level::Warn,
            format!("`{name}` grows until the disk is full."),
            span,
        );
    }
    let (level, because) = match shell.place(path) {
        Place::Device => (Level::Confirm, format!("Writes over the device `{name}`: what is on it is lost.")),
        Place::Root | Place::System | Place::Home | Place::Temporary => return,
        Place::BelowSystem => {
            let directory = text.trim_start_matches('/').split('/').next().unwrap_or("");
            match directory {
                "proc" if text.ends_with("sysrq-trigger") => {
                    (Level::Confirm, "Tells the kernel to reboot, crash or kill at once.".to_owned())
                }
                "proc" | "sys" => {
                    (Level::Warn, format!("Changes a setting of the running kernel: `{name}`."))
                }
                "run" => return,
                "var" if append => return,
                "var" => (Level::Warn, format!("Empties `{name}`, which the system wrote.")),
                _ if append => (Level::Warn, format!("Adds to `{name}`, a file of the system.")),
                "usr" if text.starts_with("/usr/local/") => return,
                _ => (Level::Warn, format!("Writes over `{name}`, a file of the system.")),
            }
        }
        Place::BelowHome if !append && is_key(text) => {
            (Level::Warn, format!("Writes over the key `{name}`."))
        }
        Place::Repository if !append && !text.ends_with("/config") && !text.ends_with("/index") => {
            (Level::Warn, format!("Writes over `{name}`, which git keeps."))
        }
        Place::Elsewhere if text.starts_with("//./") || text.contains("/PhysicalDrive") => {
            (Level::Confirm, format!("Writes over the device `{name}`."))
        }
        _ => return,
    };
    shell.find("files/overwrite", level, because, span);
}

/// A private key, or what holds passwords.
fn is_key(text: &str) -> bool {
    let kept = ["/.ssh/id_", "/.gnupg/", "/.aws/credentials", "/.password-store/"];
    kept.iter().any(|part| text.contains(part)) && !text.ends_with(".pub")
}

/// Files that run something later, or let somebody in.
const STARTED: &[(&str, &str)] = &[
    (".bashrc", "runs in every new shell"),
    (".bash_profile", "runs at every login"),
    (".bash_login", "runs at every login"),
    (".bash_logout", "runs at every logout"),
    (".bash_aliases", "runs in every new shell"),
    (".profile", "runs at every login"),
    (".zshrc", "runs in every new shell"),
    (".zshenv", "runs in every new shell"),
    (".zprofile", "runs at every login"),
    (".zlogin", "runs at every login"),
    (".zlogout", "runs at every logout"),
    ("config.fish", "runs in every new shell"),
    (".xinitrc", "runs with the desktop"),
    (".xprofile", "runs with the desktop"),
    (".xsession", "runs with the desktop"),
    (".inputrc", "runs in every new shell"),
    (".vimrc", "runs in every editor"),
    (".gitconfig", "can make git run commands"),
    (".pam_environment", "is read at every login"),
    ("$PROFILE", "runs in every new shell"),
];

/// The same by a part of the path; these need a look even where a line is only added.
const LETS_IN: &[(&str, &str)] = &[
    ("/.ssh/authorized_keys", "lets whoever has the key log in"),
    ("/.ssh/rc", "runs at every login over ssh"),
    ("/.ssh/config", "can run commands for every connection"),
    ("/etc/cron", "runs again and again"),
    ("/var/spool/cron", "runs again and again"),
    ("/etc/anacrontab", "runs again and again"),
    ("/etc/systemd/", "starts with the system"),
    ("/lib/systemd/", "starts with the system"),
    ("/.config/systemd/", "starts with the session"),
    ("/.config/autostart/", "starts with the session"),
    ("/etc/xdg/autostart/", "starts with the session"),
    ("/LaunchAgents/", "starts with the session"),
    ("/LaunchDaemons/", "starts with the system"),
    ("/etc/init.d/", "starts with the system"),
    ("/etc/rc.local", "starts with the system"),
    ("/etc/rc.d/", "starts with the system"),
    ("/etc/inittab", "starts with the system"),
    ("/etc/profile", "runs at every login"),
    ("/etc/bash.bashrc", "runs in every shell of everybody"),
    ("/etc/zsh", "runs in every shell of everybody"),
    ("/etc/environment", "is read at every login"),
    ("/etc/ld.so.preload", "is loaded into every program"),
    ("/etc/ld.so.conf", "decides which libraries programs load"),
    ("/etc/sudoers", "decides who may be root"),
    ("/etc/doas.conf", "decides who may be root"),
    ("/etc/passwd", "decides who may log in"),
    ("/etc/shadow", "decides who may log in"),
    ("/etc/group", "decides who may do what"),
    ("/etc/pam.d/", "decides who may log in"),
    ("/etc/ssh/", "decides who may log in"),
    ("/etc/security/", "decides who may log in"),
    ("/etc/udev/rules.d/", "runs when devices appear"),
    ("/etc/modules", "is loaded into the kernel"),
    ("/etc/apt/apt.conf.d/", "can run with every package"),
    ("/etc/NetworkManager/dispatcher.d/", "runs when the network changes"),
    ("/etc/update-motd.d/", "runs at every login"),
    ("/etc/logrotate.d/", "runs again and again"),
    ("/etc/hosts.allow", "decides who may connect"),
    ("/.config/fish/conf.d/", "runs in every new shell"),
    ("/.config/darn/", "decides what darn lets pass"),
    ("/.darn.toml", "decides what darn lets pass"),
];

/// True where the file is one of those; what is to be said was said.
pub fn persistence(shell: &mut Shell<'_>, text: &str, stream: &Stream, append: bool, span: Span) -> bool {
    let name = shown(text);
    let slashed = if text.starts_with('/') { text.to_owned() } else { format!("/{text}") };
    if let Some((_, why)) = LETS_IN.iter().find(|(part, _)| slashed.contains(part)) {
        shell.find("persistence/file", Level::Confirm, format!("`{name}` {why}."), span);
        return true;
    }
    if slashed.contains("/.git/hooks/") && !slashed.ends_with(".sample") {
        shell.find("persistence/file", Level::Warn, format!("`{name}` runs with git commands."), span);
        return true;
    }
    let file = text.rsplit('/').next().unwrap_or(text);
    if is_history(file) {
        if !append {
            shell.find("history/erase", Level::Warn, "Erases the history of commands.", span);
        }
        return true;
    }
    let Some((_, why)) = STARTED.iter().find(|(started, _)| *started == file) else { return false };
    if !slashed.contains("/home/")
        && !slashed.contains("/root/")
        && shell.world.home().is_none_or(|home| !slashed.starts_with(home))
        && text.contains('/')
        && !text.starts_with('~')
    {
        return false; // a copy in a project
    }
    let tainted = stream.taint.network || stream.taint.decoded;
    if !append {
        let of_a_shell = !matches!(file, ".vimrc" | ".inputrc" | ".gitconfig");
        let level = if tainted || of_a_shell { Level::Confirm } else { Level::Warn };
        shell.find("persistence/file", level, format!("Writes over `{name}`, which {why}."), span);
        return true;
    }
    let added = stream.text.clone();
    let level = added.map_or(Level::Allow, |added| {
        let dialect = shell.dialect;
        shell.probe(|shell| {
            shell.text(&added, dialect, crate::policy::shell::Origin::From(span));
        })
    });
    if tainted || level > Level::Allow {
        shell.find(
            "persistence/file",
            Level::Confirm,
            format!("`{name}` {why}; what is added is dangerous."),
            span,
        );
    }
    true
}
