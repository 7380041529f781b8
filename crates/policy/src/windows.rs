//! Programs, processes, services and the registry of Windows.

use super::field::Invocation;
use super::level::Level;
use super::shell::Shell;

mod programs;

pub use programs::check;

/// Without these Windows, or the session, is gone.
const ESSENTIAL: &[&str] = &[
    "csrss",
    "lsass",
    "winlogon",
    "wininit",
    "smss",
    "services",
    "svchost",
    "system",
    "dwm",
    "explorer",
    "logonui",
    "lsaiso",
    "fontdrvhost",
    "sihost",
    "registry",
    "systemd",
    "init",
    "launchd",
];

/// Security programs that malware ends first.
const GUARDS: &[&str] =
    &["msmpeng", "mssense", "securityhealthservice", "sysmon", "sysmon64", "nissrv", "csfalconservice"];

/// Is ending the process of that name, or of that pattern, dangerous?
pub fn process(name: &str) -> Option<(Level, String)> {
    let lower = name.trim().to_ascii_lowercase();
    let bare = lower.strip_suffix(".exe").unwrap_or(&lower);
    if !bare.is_empty() && bare.chars().all(|c| matches!(c, '*' | '?' | '.')) && bare.contains('*') {
        return Some((Level::Confirm, "Ends every process: the session is gone.".to_owned()));
    }
    if ESSENTIAL.contains(&bare) {
        let level = if bare == "explorer" { Level::Warn } else { Level::Confirm };
        return Some((level, format!("Without `{bare}` the session or the machine may be gone.")));
    }
    if GUARDS.contains(&bare) {
        return Some((Level::Confirm, format!("`{bare}` protects this machine.")));
    }
    None
}

#[rustfmt::skip]
const SERVICES: &[&str] = &[
    "windefend", "wuauserv", "mpssvc", "eventlog", "rpcss", "winmgmt", "bits", "vss", "dhcp", "dnscache",
    "lanmanserver", "lanmanworkstation", "netlogon", "ntds", "samss", "schedule", "termservice", "wscsvc",
    "sense", "wdnissvc", "cryptsvc", "bfe", "nsi", "plugplay", "power", "profsvc", "dcomlaunch", "kdc", "dns",
    "w32time", "sysmon", "sysmon64", "securityhealthservice", "winrm", "gpsvc", "wbengine", "swprv", "sppsvc",
];

/// Is stopping the service dangerous?
pub fn service(name: &str) -> Option<(Level, String)> {
    let lower = name.trim().to_ascii_lowercase();
    if lower.chars().all(|c| c == '*') && !lower.is_empty() {
        return Some((Level::Confirm, "Stops every service of the machine.".to_owned()));
    }
    let essential = SERVICES.contains(&lower.as_str()) || lower.contains("defender");
    essential.then(|| (Level::Confirm, format!("Windows needs the service `{lower}`.")))
}

/// `HKLM:\…`, `HKEY_LOCAL_MACHINE\…`, `Registry::…`; in lower case.
pub fn is_registry(path: &str) -> bool {
    let path = path.strip_prefix(r"microsoft.powershell.core\").unwrap_or(path);
    ["hklm", "hkcu", "hkcr", "hku", "hkcc"].iter().any(|hive| {
        path.strip_prefix(hive).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '\\', '/']))
    }) || path.starts_with("hkey_")
        || path.starts_with("registry::")
}

/// A key that all users share.
pub fn is_machine_key(path: &str) -> bool {
    path.contains("hklm")
        || path.contains("hkey_local_machine")
        || path.contains("hkcr")
        || path.contains("hkey_classes_root")
}

/// The keys of a path in the registry, without the hive.
fn keys(path: &str) -> Vec<&str> {
    let path = path.strip_prefix("registry::").unwrap_or(path);
    path.split(['\\', '/']).skip(1).filter(|part| !part.is_empty() && *part != "*").collect()
}

/// Deleting a key with all below it.
pub fn registry_delete(path: &str) -> Level {
    let keys = keys(path);
    match keys.as_slice() {
        _ if is_machine_key(path) && keys.len() < 4 => Level::Confirm,
        [_, ..] if is_machine_key(path) => {
            let own = keys.first() == Some(&"software") && keys.get(1) != Some(&"microsoft");
            if own { Level::Warn } else { Level::Confirm }
        }
        ["software", vendor, _, ..] if *vendor != "microsoft" => Level::Allow,
        ["software", vendor] if *vendor != "microsoft" && *vendor != "classes" => Level::Warn,
        ["software", "microsoft", _, _, _, ..] => Level::Warn,
        _ => Level::Confirm,
    }
}

/// Places of the registry that run something, or decide what is protected; in lower case.
const STARTED: &[(&str, &str)] = &[
    (r"currentversion\run", "What stands there starts with the session."),
    (r"currentversion\policies\explorer\run", "What stands there starts with the session."),
    (r"windows nt\currentversion\winlogon", "What stands there starts at every login."),
    (r"image file execution options", "Decides what starts in place of a program."),
    (r"silentprocessexit", "Decides what starts when a program ends."),
    (r"\currentcontrolset\services\", "Decides what starts with the system."),
    (r"\currentcontrolset\control\lsa", "Decides how users are known to the system."),
    (r"\currentcontrolset\control\securityproviders", "Decides how passwords are kept."),
    (r"\currentcontrolset\control\safeboot", "Decides what the safe mode starts."),
    (r"\currentcontrolset\control\terminal server", "Lets others log in from elsewhere."),
    (r"\currentcontrolset\control\session manager", "Decides what starts with the system."),
    (r"policies\system", "Decides what programs may do without asking."),
    (r"policies\microsoft\windows defender", "Turns off a part of the protection against malware."),
    (r"microsoft\windows defender", "Turns off a part of the protection against malware."),
    (
        r"policies\microsoft\windows\powershell",
        "Decides which scripts may run, and what is written down of them.",
    ),
    (r"microsoft\amsi", "Turns off a part of the protection against malware."),
    (r"windows script host", "Decides which scripts may run."),
    (r"appinit_dlls", "Is loaded into every program."),
    (r"active setup\installed components", "What stands there starts at the next login."),
    (r"\shell\open\command", "Decides what starts when a file is opened."),
    (r"command processor", "Is run by every cmd.exe."),
    (r"\environment", "What stands there can start with the session."),
    (r"\inprocserver32", "Is loaded into programs."),
    (r"user shell folders", "Decides what starts with the session."),
];

/// Writing a value of a key.
pub fn registry_write(path: &str, property: &str) -> Option<(Level, &'static str)> {
    let whole = format!("{}\\{property}", path.replace('/', "\\").trim_end_matches('\\'));
    let found = STARTED.iter().find(|(part, _)| whole.contains(part));
    let (part, because) = found?;
    let level = if *part == r"\environment" { Level::Warn } else { Level::Confirm };
    // the user's PATH is changed by every installer
    if *part == r"\environment" && property != "userinitmprlogonscript" {
        return None;
    }
    Some((level, because))
}

/// `\` where Windows would take either, as one.
pub fn lower(at: &Invocation<'_>) -> Vec<String> {
    at.arguments.iter().map(|field| field.text.to_ascii_lowercase()).collect()
}

impl Shell<'_> {
    fn warn_of(&mut self, rule: &str, level: Level, because: impl Into<String>, at: &Invocation<'_>) {
        self.find(rule, level, because, at.span);
    }
}
