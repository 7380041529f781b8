//! An exported variable that the message names: the line is right, its environment is not.

use super::prelude::*;

/// Variables that every shell has; a message that names one is hardly about its value.
const COMMON: &[&str] = &["PATH", "HOME", "USER", "SHELL", "TERM", "LANG", "DISPLAY", "PWD", "LOGNAME"];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    // a usage names what is to be typed
    let line = complaint(case).filter(|line| !line.contains("expected '") && !line.contains("sage: "))?;
    let exported = case.world.variables();
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let name = line
        .split(|c| !is_name(c))
        .filter(|name| name.len() > 3 && name.contains('_') && !COMMON.contains(name))
        .find(|name| exported.iter().any(|known| known == name))?;
    Some(
        Finding::said(format!(
            "the environment variable {name} is exported in this shell, and its value does not fit"
        ))
        .and(said(line))
        .and(format!("`unset {name}` removes it from this shell; the line itself may be right")),
    )
}
