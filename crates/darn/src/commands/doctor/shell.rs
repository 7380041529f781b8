//! The shell: which one, whether darn is loaded in it, and conflicts.

use shell::shells;
use shell::spec::ShellSpec;

use super::{Finding, or_ok, settings};
use crate::commands::prelude::*;
use crate::config::GuardLevel;
use crate::startup;

/// Returns the user's shell: the one whose `darn` function made this call, or else the login shell.
pub fn current(caller: &Caller) -> (Option<&'static ShellSpec>, Option<String>) {
    match caller.session().as_slice() {
        [] => (startup::login_shell(caller).as_deref().and_then(shells::find), None),
        [name, rest @ ..] => (shells::find(name), rest.first().map(|version| (*version).to_owned())),
    }
}

/// Returns the oldest supported version, as the hook scripts state it.
fn oldest(name: &str) -> Option<(u32, u32)> {
    match name {
        "bash" => Some((4, 4)),
        "zsh" => Some((5, 1)),
        "fish" => Some((3, 0)),
        _ => None,
    }
}

/// Finds the first two numbers in a text such as `GNU bash, version 5.2.15(1)-release`.
fn version_in(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let version = parts.find(|part| part.starts_with(|c: char| c.is_ascii_digit()) && part.contains('.'))?;
    let mut numbers = version.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Asks the program itself: with `--version`, a shell reads no startup file.
fn installed_version(spec: &ShellSpec, caller: &Caller) -> Option<String> {
    oldest(spec.name)?;
    let program =
        spec.programs.iter().find_map(|program| startup::on_path(program, caller).into_iter().next())?;
    let output = std::process::Command::new(program)
        .arg("--version")
        .stdin(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    version_in(&text).map(|(major, minor)| format!("{major}.{minor}"))
}

pub fn shell(context: &Context) -> Vec<Finding> {
    let caller = &context.caller;
    let (spec, version) = current(caller);
    let Some(spec) = spec else {
        let name = startup::login_shell(caller).unwrap_or_else(|| "unknown".into());
        let known: Vec<_> = shells::ALL.iter().map(|spec| spec.name).collect();
        let remedy = format!("darn supports {}", known.join(", "));
        let text = format!("your login shell is {name}, which darn does not support");
        return vec![Finding::warn(text, remedy)];
    };
    let version = version.or_else(|| installed_version(spec, caller));
    let text = format!("{} {}", spec.name, version.as_deref().unwrap_or("")).trim_end().to_owned();
    let numbers = version.as_deref().and_then(version_in);
    vec![match (numbers, oldest(spec.name)) {
        (Some(numbers), Some(oldest @ (major, minor))) if numbers < oldest => {
            Finding::bad(format!("{text} is too old"), format!("darn needs {} {major}.{minor}", spec.name))
        }
        _ => Finding::ok(text),
    }]
}

pub fn hook(context: &Context) -> Vec<Finding> {
    if context.caller.raw(env::DISABLE).is_some() {
        let text = "DARN_DISABLE is set: darn does nothing in this shell";
        return vec![Finding::warn(text, "unset DARN_DISABLE")];
    }
    if !context.caller.session().is_empty() {
        return vec![Finding::ok("loaded in this shell")];
    }
    let remedy = match current(&context.caller).0 {
        Some(spec) if spec.name == "fish" => "load it with: darn init fish | source".into(),
        Some(spec) => format!("load it with: eval \"$(darn init {})\"", spec.name),
        None => "load it with: darn try bash".into(),
    };
    vec![Finding::warn("not loaded in this shell, or darn was called by its path", remedy)]
}

pub fn startup(context: &Context) -> Vec<Finding> {
    let Some(spec) = current(&context.caller).0 else { return Vec::new() };
    let file = match startup::file(spec) {
        Ok(file) => file.path,
        Err(no) => return vec![Finding::warn(no.why, no.hint)],
    };
    let place = dirs::display(&file);
    let setup = format!("darn setup {}", spec.name);
    let read = crate::files::read_to_change(&file).map(Option::unwrap_or_default);
    let first = match read.as_ref().map(|bytes| (bytes, startup::block::take(bytes))) {
        Err(error) => {
            let text = format!("{place} cannot be read: {}", crate::files::reason(error));
            Finding::bad(text, "make it readable")
        }
        Ok((_, Err(_))) => {
            let text = format!("{place}: darn's block has no end marker");
            Finding::bad(text, format!("delete it by hand, then: {setup}"))
        }
        Ok((_, Ok(Some(_)))) => Finding::ok(format!("{place} loads darn")),
        Ok((bytes, Ok(None))) if String::from_utf8_lossy(bytes).contains("darn init") => {
            Finding::ok(format!("{place} loads darn with a line of your own"))
        }
        Ok(_) => Finding::warn(format!("{place} does not load darn in new shells"), setup),
    };
    let caveat = startup::caveat(spec);
    let caveat = caveat.map(|caveat| Finding::warn(caveat, "needed only if you use login shells"));
    std::iter::once(first).chain(caveat).collect()
}

/// Finds conflicts without running the shell: equal darn keys, and keys that the configuration takes from the
/// shell.
pub fn keys(context: &Context) -> Vec<Finding> {
    let settings = settings(context);
    let keys = settings.keys;
    // only keys that have an effect
    let mut all = vec![("accept", &keys.accept), ("list", &keys.list), ("explain", &keys.explain)];
    if settings.llm.enabled {
        all.extend([("model", &keys.model), ("ask", &keys.ask)]);
    }
    let mut findings = Vec::new();
    for (index, (name, key)) in all.iter().enumerate() {
        let bytes = key.bytes();
        for (other, second) in all.iter().take(index) {
            if !bytes.is_empty() && second.bytes() == bytes {
                let text = format!("keys.{other} and keys.{name} are the same key: {}", key.0);
                findings.push(Finding::bad(text, format!("darn config set keys.{name} KEY")));
            }
        }
    }
    let inputrc = dirs::home().map(|home| home.join(".inputrc"));
    let takes_tab = inputrc.filter(|file| rebinds_tab(file)).is_some() && keys.accept.0 == "tab";
    if takes_tab && current(&context.caller).0.is_some_and(|spec| spec.name == "bash") {
        let text = "~/.inputrc binds Tab too; that binding works except while a suggestion is shown";
        findings.push(Finding::ok(text));
    }
    let name = |key: String| if key.is_empty() { "(none)".to_owned() } else { key };
    or_ok(findings, || format!("accept {}, list {}", name(keys.accept.0), name(keys.list.0)))
}

fn rebinds_tab(file: &Path) -> bool {
    let bytes = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).to_lowercase();
    text.lines()
        .map(str::trim_start)
        .any(|line| line.starts_with("tab:") || line.starts_with("\"\\t\"") || line.starts_with("\"\\c-i\""))
}

/// Checks whether the Enter guard in this shell matches the settings.
pub fn guard(context: &Context) -> Vec<Finding> {
    let level = settings(context).policy.level;
    let Some(spec) = current(&context.caller).0.filter(|_| !context.caller.session().is_empty()) else {
        return Vec::new();
    };
    let state = context.caller.text(env::GUARD).unwrap_or_default();
    let restart = "start a new shell: the guard is set up when a shell starts";
    vec![match (level, state.as_str()) {
        (GuardLevel::Off, "") => Finding::ok("off (policy.level)"),
        (GuardLevel::Passive, "")
            if spec.guard.iter().all(|(level, _)| *level != shell::spec::Level::Passive) =>
        {
            let text = format!("passive: {} shows no warning before a command runs", spec.name);
            Finding::advised(text, "more: darn config set policy.level active")
        }
        (GuardLevel::Passive, "passive") => Finding::ok("passive: warns, and the command runs"),
        (GuardLevel::Active, "active") => Finding::ok("active: darn checks lines on Enter"),
        (GuardLevel::Active, "") if spec.guard.is_empty() => {
            Finding::warn(format!("{} has no Enter guard", spec.name), "use bash, zsh or fish")
        }
        (_, off) if off.starts_with("off") => {
            Finding::bad(off, "the guard needs Enter to have its default binding")
        }
        (_, _) => Finding::warn("policy.level has changed since this shell was started", restart),
    }]
}

/// Checks for a system command-not-found handler, as only one of the two prints a message.
pub fn not_found_handler(_: &Context) -> Vec<Finding> {
    let handlers = [
        "/usr/lib/command-not-found",
        "/usr/share/command-not-found/command-not-found",
        "/usr/libexec/pk-command-not-found",
    ];
    vec![Finding::ok(match handlers.into_iter().find(|handler| Path::new(handler).exists()) {
        Some(handler) => format!("the system has its own handler for unknown commands: {handler}"),
        None => "the system has no handler for unknown commands".into(),
    })]
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn versions_are_found_in_what_shells_say() {
        assert_eq!(version_in("GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)"), Some((5, 2)));
        assert_eq!(version_in("zsh 5.9 (x86_64-debian-linux-gnu)"), Some((5, 9)));
        assert_eq!(version_in("fish, version 3.6.0"), Some((3, 6)));
        assert_eq!(version_in("nothing"), None);
    }
}
