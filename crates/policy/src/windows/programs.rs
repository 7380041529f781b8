//! Programs of Windows that can do harm: `reg`, `schtasks`, `vssadmin`, `shutdown` …

use super::{is_machine_key, lower, process, registry_delete, registry_write, service};
use crate::cmd;
use crate::field::{Field, Invocation, Taint};
use crate::level::Level;
use crate::paths::Place;
use crate::shell::{Node, Shell, Stream};
use syntax::Dialect;

const FETCHED: Taint = Taint { network: true, ..Taint::NONE };

/// Judges a program of Windows; returns at once for all others.
pub fn check(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let name = at.program.to_ascii_lowercase();
    let bare = [".exe", ".com"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    let words = lower(at);
    let has = |option: &str| words.iter().any(|word| word == option);
    let any = |options: &[&str]| {
        options.iter().any(|option| words.iter().any(|word| word.strip_prefix(['/', '-']) == Some(option)))
    };
    let first = words.first().map_or("", String::as_str);
    let second = words.get(1).map_or("", String::as_str);
    match bare {
        // `-r` is Linux's as well, where the catalogue knows it
        "shutdown"
            if !any(&["a", "?"]) && any(&["s", "r", "p", "l", "h", "g", "sg"]) && {
                shell.dialect == Dialect::PowerShell || words.iter().any(|word| word.starts_with('/'))
            } =>
        {
            let because = "Shuts the machine down, restarts it or logs you out.";
            shell.warn_of("availability/shutdown", Level::Confirm, because, at);
        }
        "logoff" | "tsshutdn" => shell.warn_of("availability/shutdown", Level::Warn, "Ends the session.", at),
        "format" if words.iter().any(|word| is_drive(word)) => {
            shell.warn_of(
                "device/format",
                Level::Confirm,
                "Makes a new file system: what is on the drive is lost.",
                at,
            );
        }
        "diskpart" => diskpart(shell, at),
        "taskkill" => {
            let mut values = words.iter();
            while let Some(word) = values.next() {
                if matches!(word.as_str(), "/im" | "-im" | "/fi" | "-fi") {
                    let Some(value) = values.next() else { continue };
                    if word.ends_with("fi")
                        && (value.contains("status eq running")
                            || value.ends_with("eq *")
                            || value.contains("pid ge")
                            || value.contains("username")
                            || value.contains("pid gt")
                            || value.contains("ne "))
                    {
                        shell.warn_of(
                            "processes/kill",
                            Level::Confirm,
                            "Ends every process that the filter takes.",
                            at,
                        );
                    } else if let Some((level, because)) = process(value) {
                        shell.warn_of("processes/kill", level, because, at);
                    }
                }
            }
        }
        "tskill" => {
            if let Some((level, because)) = process(first) {
                shell.warn_of("processes/kill", level, because, at);
            }
        }
        "reg" => registry(shell, at, &words),
        "regedit" if any(&["s"]) => {
            shell.warn_of("persistence/registry", Level::Warn, "Changes the registry without asking.", at)
        }
        "schtasks" => {
            if any(&["create", "change"]) {
                shell.warn_of(
                    "persistence/task",
                    Level::Warn,
                    "Runs something again and again from now on.",
                    at,
                );
                if let Some(command) = after(at, &["/tr", "-tr"]) {
                    cmd::read(shell, &command, at.span);
                }
            } else if any(&["delete"]) {
                let level = if has("*") { Level::Confirm } else { Level::Warn };
                shell.warn_of("persistence/task", level, "Removes scheduled tasks.", at);
            }
        }
        "at" if first.contains(':') && words.len() > 1 => {}
        "sc" => match first {
            "create" => shell.warn_of(
                "persistence/service",
                Level::Confirm,
                "Installs a program that starts with the system.",
                at,
            ),
            "config" if words.iter().any(|word| word.starts_with("binpath")) => {
                shell.warn_of(
                    "persistence/service",
                    Level::Confirm,
                    "Changes which program a service starts.",
                    at,
                );
            }
            "delete" => shell.warn_of("services/stop", Level::Confirm, "Removes a service.", at),
            "sdset" => {
                shell.warn_of("services/stop", Level::Confirm, "Changes who may do what with a service.", at)
            }
            "stop" | "config" | "failure"
                if first == "stop"
                    || words.iter().any(|word| word == "disabled" || word == "start=disabled") =>
            {
                if let Some((level, because)) = service(second) {
                    shell.warn_of("services/stop", level, because, at);
                }
            }
            _ => {}
        },
        "net" | "net1" => net(shell, at, &words),
        "netsh" => {
            let all = words.join(" ");
            let off = all.contains("state off")
                || all.contains("opmode disable")
                || all.contains("opmode mode=disable")
                || all.contains("firewall reset")
                || all.contains("delete rule name=all")
                || all.contains("allowinbound");
            if off {
                shell.warn_of("security/weaken", Level::Confirm, "Turns off the firewall.", at);
            } else if all.contains("admin=disable")
                || all.contains("admin=disabled")
                || all.starts_with("interface set") && all.ends_with("disable")
                || all.contains("admin disable")
            {
                shell.warn_of(
                    "availability/network",
                    Level::Confirm,
                    "Cuts this machine off the network.",
                    at,
                );
            } else if all.contains("portproxy add") {
                shell.warn_of("persistence/network", Level::Warn, "Forwards connections from elsewhere.", at);
            } else if all.contains("add helper") {
                shell.warn_of("persistence/file", Level::Confirm, "Loads a library with every netsh.", at);
            } else if all.contains("key=clear") {
                shell.warn_of("secrets/dump", Level::Warn, "Shows the keys of wireless networks.", at);
            }
        }
        "icacls" | "cacls" | "xcacls" | "takeown" => permissions(shell, at, &words, bare),
        "attrib" if any(&["s"]) => {
            let target = at.arguments.iter().find(|field| !field.text.starts_with(['/', '-', '+'])).cloned();
            let field = target.map(|field| Field { glob: field.text.contains('*'), ..field });
            if field.is_some_and(|field| shell.place(&field) <= Place::BelowSystem) {
                let because = "Changes the attributes of all files of the system.";
                shell.warn_of("files/permissions", Level::Warn, because, at);
            }
        }
        "mountvol" if any(&["d", "p"]) => {
            shell.warn_of("device/format", Level::Warn, "Takes a drive away from those who use it.", at);
        }
        "psshutdown" | "psshutdown64" if !any(&["a", "?"]) => {
            shell.warn_of(
                "availability/shutdown",
                Level::Confirm,
                "Shuts a machine down or restarts it.",
                at,
            );
        }
        "vssadmin" | "diskshadow" if words.iter().any(|word| word == "delete") || has("resize") => {
            shell.warn_of(
                "data/loss",
                Level::Confirm,
                "Deletes the shadow copies, from which files are restored.",
                at,
            );
        }
        "wbadmin" if first == "delete" => shell.warn_of("data/loss", Level::Confirm, "Deletes backups.", at),
        "wbadmin" if first == "disable" => {
            shell.warn_of("data/loss", Level::Confirm, "Stops the backups.", at)
        }
        "bcdedit" => {
            let enumerates = words.is_empty() || any(&["enum", "v", "export", "?"]);
            if !enumerates {
                shell.warn_of("availability/boot", Level::Confirm, "Changes how the machine starts.", at);
            }
        }
        "bootrec" | "bootsect" | "bcdboot" | "reagentc" if bare != "reagentc" || any(&["disable"]) => {
            shell.warn_of("availability/boot", Level::Warn, "Changes how the machine starts.", at);
        }
        "cipher" if words.iter().any(|word| word.starts_with("/w")) => {
            shell.warn_of(
                "files/shred",
                Level::Confirm,
                "Overwrites the free space, so that nothing can be restored.",
                at,
            );
        }
        "fsutil" => match (first, second) {
            ("usn", "deletejournal") => {
                shell.warn_of("history/erase", Level::Confirm, "Deletes the journal of changes to files.", at)
            }
            ("volume", "dismount") => {
                shell.warn_of("device/format", Level::Warn, "Takes a drive away from those who use it.", at);
            }
            ("file", "setzerodata") => {
                shell.warn_of("files/shred", Level::Confirm, "Overwrites a file with zeros.", at)
            }
            _ => {}
        },
        "wevtutil"
            if matches!(first, "cl" | "clear-log" | "um")
                || matches!(first, "sl" | "set-log") && {
                    words.iter().any(|word| word.contains("e:false") || word.contains("enabled:false"))
                } =>
        {
            shell.warn_of("history/erase", Level::Confirm, "Erases what the system wrote down.", at)
        }
        "auditpol" if any(&["clear", "remove"]) || words.iter().any(|word| word.ends_with(":disable")) => {
            shell.warn_of(
                "history/erase",
                Level::Confirm,
                "Stops the system from writing down what happens.",
                at,
            );
        }
        "certutil" => certutil(shell, at, &words),
        "bitsadmin" => {
            if any(&["transfer", "addfile"]) {
                let file = at.arguments.last();
                fetched(shell, file);
                shell.warn_of("execute/download", Level::Warn, "Fetches a file in a way that hides it.", at);
            }
            if any(&["setnotifycmdline"]) {
                shell.warn_of("persistence/task", Level::Confirm, "Runs a program when a transfer ends.", at);
            }
        }
        "mshta"
            if words.iter().any(|word| {
                word.contains("://") || word.starts_with("javascript:") || word.starts_with("vbscript:")
            }) =>
        {
            shell.warn_of(
                "execute/download",
                Level::Confirm,
                "Runs a script that comes from another machine.",
                at,
            );
        }
        "rundll32" => {
            let all = words.join(" ");
            if all.contains("javascript:") || all.contains("://") || all.contains("vbscript:") {
                shell.warn_of(
                    "execute/download",
                    Level::Confirm,
                    "Runs a script that comes from another machine.",
                    at,
                );
            } else if all.contains("minidump") || all.contains("comsvcs") {
                shell.warn_of(
                    "secrets/dump",
                    Level::Confirm,
                    "Writes the memory of another program, passwords with it, into a file.",
                    at,
                );
            } else if all.contains("exitwindows") || all.contains("setsuspendstate") {
                shell.warn_of("availability/shutdown", Level::Confirm, "Shuts the machine down.", at);
            }
        }
        "regsvr32" | "msiexec" | "cmstp" | "installutil" | "odbcconf" | "regasm" | "wscript" | "cscript"
        | "msbuild" | "msxsl" | "hh" | "forfiles" => {
            if words.iter().any(|word| word.contains("://") || word.contains("scrobj")) {
                shell.warn_of(
                    "execute/download",
                    Level::Confirm,
                    "Runs what comes from another machine, unseen.",
                    at,
                );
            }
            if bare == "msiexec" && any(&["x", "uninstall"]) {
                shell.warn_of("packages/remove", Level::Warn, "Removes a program.", at);
            }
            if bare == "forfiles"
                && let Some(command) = after(at, &["/c"])
            {
                let path = after(at, &["/p"]).unwrap_or_else(|| ".".to_owned());
                let command =
                    command.replace("@path", &format!(r"{path}\*")).replace("@file", &format!(r"{path}\*"));
                cmd::read(shell, &command, at.span);
            }
        }
        "wmic" => wmic(shell, at, &words),
        "procdump" | "procdump64" | "dumpert" if words.iter().any(|word| word.contains("lsass")) => {
            shell.warn_of(
                "secrets/dump",
                Level::Confirm,
                "Writes the memory of another program, passwords with it, into a file.",
                at,
            );
        }
        "mimikatz" | "ntdsutil" | "wce" | "lazagne" => {
            shell.warn_of("secrets/dump", Level::Confirm, "Reads passwords out of the system.", at);
        }
        "winrm"
            if first == "quickconfig"
                || words.iter().any(|word| {
                    word.contains("allowunencrypted=\"true\"") || word.contains("trustedhosts")
                }) =>
        {
            shell.warn_of("security/weaken", Level::Warn, "Lets others in from elsewhere.", at);
        }
        "manage-bde"
            if any(&["off", "forcerecovery", "lock"]) || words.iter().any(|word| word == "delete") =>
        {
            shell.warn_of(
                "security/weaken",
                Level::Confirm,
                "Turns off the encryption of a drive, or locks it.",
                at,
            );
        }
        "dism" => {
            let all = words.join(" ");
            if all.contains("/disable-feature") || all.contains("/remove-") || all.contains("/apply-image") {
                shell.warn_of("packages/remove", Level::Confirm, "Removes a part of Windows.", at);
            }
        }
        "dsrm" | "dsmod" if bare == "dsrm" => {
            shell.warn_of("directory/delete", Level::Confirm, "Deletes objects of the directory.", at);
        }
        "robocopy" if any(&["mir", "purge"]) || has("/mir") => {
            let to = at.arguments.get(1).cloned().unwrap_or_default();
            let level = match shell.place(&to) {
                place if place <= Place::Home => Level::Deny,
                Place::Project | Place::Temporary => Level::Warn,
                _ => Level::Confirm,
            };
            shell.warn_of("files/mirror", level, "Deletes in the target what the source does not have.", at);
        }
        "sdelete" | "sdelete64" => {
            shell.warn_of("files/shred", Level::Confirm, "What it overwrites cannot be restored.", at);
        }
        "winget" | "choco" | "scoop" if matches!(first, "uninstall" | "remove" | "rm") => {
            let all = has("all") || any(&["all"]) || has("--all");
            let level = if all { Level::Confirm } else { Level::Warn };
            shell.warn_of("packages/remove", level, "Removes a program.", at);
        }
        "wusa" if any(&["uninstall"]) => {
            shell.warn_of("packages/remove", Level::Warn, "Removes an update of Windows.", at);
        }
        "psexec" | "psexec64" | "paexec" => {
            let start = words.iter().position(|word| !word.starts_with(['-', '/', '\\']) && word != "cmd-");
            if let Some(rest) = start.and_then(|start| at.arguments.get(start..)) {
                let rest = rest.to_vec();
                shell.subshell(|shell| shell.start(&rest, at.span));
            }
        }
        "del" | "erase" | "rd" | "rmdir" if any(&["s", "q"]) => cmd::builtin(shell, at),
        "wsl" if words.iter().any(|word| word == "--unregister") => {
            shell.warn_of("data/loss", Level::Confirm, "Deletes a Linux with all its files.", at);
        }
        _ => {}
    }
}

/// `c:`, `d:\`
fn is_drive(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.get(1) == Some(&b':') && bytes.len() <= 3
}

/// The word behind an option.
fn after(at: &Invocation<'_>, options: &[&str]) -> Option<String> {
    let place =
        at.arguments.iter().position(|field| options.iter().any(|o| field.text.eq_ignore_ascii_case(o)))?;
    at.arguments.get(place + 1).map(|field| field.text.clone())
}

fn fetched(shell: &mut Shell<'_>, file: Option<&Field>) {
    if let Some(file) = file
        && shell.nodes.len() < 256
    {
        let name = shell.resolved(&file.text.replace('\\', "/"));
        shell.nodes.insert(name, Node::Data(Stream::unknown(FETCHED)));
    }
}

/// What it reads: `/s FILE`, or its input.
fn diskpart(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let file = after(at, &["/s", "-s"]).map(|file| shell.read(&file.replace('\\', "/")));
    let is_file = file.is_some();
    let stream = file.unwrap_or_else(|| shell.input.clone());
    let harmful =
        ["clean", "format", "delete", "convert", "create", "shrink", "recover", "offline", "inactive"];
    let harms = stream.text.as_deref().map(|text| {
        text.lines().any(|line| {
            let word = line.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
            harmful.contains(&word.as_str())
        })
    });
    let level = match harms {
        Some(true) => Level::Confirm,
        None if is_file => Level::Warn,
        _ => return,
    };
    shell.warn_of("device/format", level, "Changes the partitions of a disk: what is on it is lost.", at);
}

fn registry(shell: &mut Shell<'_>, at: &Invocation<'_>, words: &[String]) {
    let verb = words.first().map_or("", String::as_str);
    let key = words.get(1).map_or("", String::as_str);
    let value = after(at, &["/v", "-v"]).map(|value| value.to_ascii_lowercase());
    match verb {
        "delete" => {
            let level = match &value {
                Some(_) if is_machine_key(key) => Level::Confirm,
                Some(_) => Level::Warn,
                None => registry_delete(key),
            };
            shell.warn_of(
                "registry/delete",
                level,
                "Deletes keys of the registry, which Windows or programs need.",
                at,
            );
        }
        "add" | "copy" => {
            if let Some((level, because)) = registry_write(key, value.as_deref().unwrap_or("")) {
                shell.warn_of("persistence/registry", level, because, at);
            }
        }
        "import" | "restore" | "load" => {
            shell.warn_of(
                "persistence/registry",
                Level::Warn,
                "Changes many keys of the registry at once.",
                at,
            );
        }
        "save" | "export" => {
            let end = key.rsplit('\\').next().unwrap_or("");
            if matches!(end, "sam" | "security" | "system")
                && key.matches('\\').count() == 1
                && (verb == "save" || end == "sam")
            {
                shell.warn_of("secrets/dump", Level::Confirm, "Copies the passwords of all users.", at);
            }
        }
        _ => {}
    }
}

fn net(shell: &mut Shell<'_>, at: &Invocation<'_>, words: &[String]) {
    let verb = words.first().map_or("", String::as_str);
    let adds = words.iter().any(|word| word == "/add");
    match verb {
        "user" if adds => {
            shell.warn_of("persistence/account", Level::Confirm, "Makes an account that may log in.", at)
        }
        "user" if words.iter().any(|word| word == "/delete" || word == "/del") => {
            shell.warn_of("persistence/account", Level::Confirm, "Deletes an account.", at);
        }
        "user" if words.len() > 2 && !words.iter().any(|word| word == "/domain") => {
            shell.warn_of("persistence/account", Level::Confirm, "Changes an account that may log in.", at);
        }
        "localgroup" | "group" if adds && words.len() > 2 => {
            shell.warn_of("persistence/account", Level::Confirm, "Gives an account more rights.", at);
        }
        "stop" => {
            if let Some((level, because)) = words.get(1).and_then(|name| service(name)) {
                shell.warn_of("services/stop", level, because, at);
            }
        }
        "share" if words.iter().any(|word| word.contains("grant:everyone,full")) => {
            shell.warn_of(
                "files/permissions",
                Level::Confirm,
                "Lets everybody write to a directory from elsewhere.",
                at,
            );
        }
        _ => {}
    }
}

fn permissions(shell: &mut Shell<'_>, at: &Invocation<'_>, words: &[String], program: &str) {
    let changes = program == "takeown"
        || words.iter().any(|word| {
            matches!(
                word.trim_start_matches(['/', '-']),
                "grant"
                    | "grant:r"
                    | "deny"
                    | "reset"
                    | "remove"
                    | "setowner"
                    | "inheritance:r"
                    | "inheritance:d"
                    | "inheritance:e"
                    | "restore"
                    | "g"
                    | "p"
                    | "r"
                    | "d"
                    | "e"
                    | "setintegritylevel"
            )
        });
    if !changes {
        return;
    }
    let whole = words.iter().any(|word| matches!(word.as_str(), "/t" | "/r" | "-t" | "-r"));
    let target = if program == "takeown" {
        after(at, &["/f", "-f"]).map(|text| Field { text, ..Field::default() })
    } else {
        at.arguments.iter().find(|field| !field.text.starts_with(['/', '-'])).cloned()
    };
    let Some(target) = target else { return };
    let field = Field { glob: target.text.contains('*'), ..target };
    let everybody = words.iter().any(|word| {
        ["everyone:", "*s-1-1-0:", "users:", "authenticated users:", "jeder:"]
            .iter()
            .any(|who| word.starts_with(who))
            && (word.ends_with(":f")
                || word.contains(")f")
                || word.contains("(f)")
                || word.ends_with(":m")
                || word.contains("(m)"))
    });
    let level = match shell.place(&field) {
        Place::Root | Place::System | Place::Home if whole => Level::Confirm,
        Place::Root | Place::System | Place::BelowSystem => Level::Confirm,
        _ if everybody && whole => Level::Confirm,
        _ if everybody => Level::Warn,
        _ => Level::Allow,
    };
    shell.warn_of(
        "files/permissions",
        level,
        "Changes who may do what with files that others depend on.",
        at,
    );
}

fn certutil(shell: &mut Shell<'_>, at: &Invocation<'_>, words: &[String]) {
    let is = |name: &str| words.iter().any(|word| word.trim_start_matches(['-', '/']) == name);
    if is("urlcache") || is("verifyctl") || is("url") {
        if words.iter().any(|word| word.contains("://")) {
            fetched(shell, at.arguments.last());
            shell.warn_of(
                "execute/download",
                Level::Warn,
                "Fetches a file with a program that is not made for it, as malware does.",
                at,
            );
        }
    } else if is("decode") || is("decodehex") {
        if let Some(file) = at.arguments.last()
            && shell.nodes.len() < 256
        {
            let name = shell.resolved(&file.text.replace('\\', "/"));
            let taint = Taint { decoded: true, ..Taint::NONE };
            shell.nodes.insert(name, Node::Data(Stream::unknown(taint)));
        }
        shell.warn_of(
            "execute/decoded",
            Level::Warn,
            "Decodes a file with a program that is not made for it, as malware does.",
            at,
        );
    } else if is("addstore") {
        shell.warn_of(
            "security/weaken",
            Level::Warn,
            "Trusts whoever holds the key of that certificate.",
            at,
        );
    }
}

fn wmic(shell: &mut Shell<'_>, at: &Invocation<'_>, words: &[String]) {
    let all = words.join(" ");
    let create = words.iter().position(|word| word == "create");
    if all.contains("shadowcopy") && all.contains("delete") {
        shell.warn_of(
            "data/loss",
            Level::Confirm,
            "Deletes the shadow copies, from which files are restored.",
            at,
        );
    } else if all.contains("process") && create.is_some() {
        let rest = create.and_then(|place| at.arguments.get(place + 1..)).unwrap_or_default();
        let text = rest.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(" ");
        cmd::read(shell, text.trim_matches(['"', '\'']), at.span);
    } else if all.contains("process") && (all.contains("delete") || all.contains("terminate")) {
        let named = all.contains("where");
        let essential = super::ESSENTIAL.iter().any(|name| all.contains(&format!("{name}.exe")));
        if !named || essential {
            shell.warn_of(
                "processes/kill",
                Level::Confirm,
                "Ends processes that the session depends on.",
                at,
            );
        }
    } else if all.contains("shutdown") || all.contains("reboot") {
        shell.warn_of("availability/shutdown", Level::Confirm, "Shuts the machine down.", at);
    } else if all.contains("uninstall") {
        shell.warn_of("packages/remove", Level::Warn, "Removes a program.", at);
    } else if all.contains("/namespace") && all.contains("create") {
        shell.warn_of("persistence/event", Level::Confirm, "Runs something whenever an event happens.", at);
    } else if words.iter().any(|word| word.starts_with("/format:") && word.contains("://")) {
        shell.warn_of(
            "execute/download",
            Level::Confirm,
            "Runs a script that comes from another machine.",
            at,
        );
    } else if all.contains("nteventlog") && all.contains("cleareventlog") {
        shell.warn_of("history/erase", Level::Confirm, "Erases what the system wrote down.", at);
    }
}
