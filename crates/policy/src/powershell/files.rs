//! Files that cmdlets list, delete and write.

use super::Reader;
use super::call::Call;
use super::value::Value;
use crate::checks::{self, How};
use crate::paths;
use crate::prelude::*;

impl Reader<'_, '_> {
    /// `Get-ChildItem`: what is in the directories that it names.
    pub fn listed(&mut self, call: &Call) -> Value {
        let mut paths = call.targets();
        if paths.items.is_empty() {
            paths = Value::text(".");
        }
        let inside = call.name == "get-childitem";
        for item in &mut paths.items {
            let is_environment = item.text.to_ascii_lowercase().starts_with("env:");
            item.taint.secret |=
                is_environment || paths::is_secret(&item.text.replace('\\', "/"), &self.shell.env);
            if inside && !item.glob {
                let path = item.text.trim_end_matches(['\\', '/']);
                (item.text, item.glob) = (format!("{path}/*"), true);
            }
        }
        let deep = paths.deep || inside && call.has("recurse");
        Value { deep, some: paths.some || is_narrowed(call), ..paths }
    }

    pub fn contents(&mut self, call: &Call) -> Value {
        let slashed = |item: Field| Field { text: item.text.replace('\\', "/"), ..item };
        let files: Vec<Field> = call.targets().items.into_iter().map(slashed).collect();
        Value::from(self.shell.check(|context| context.contents(files.iter())))
    }

    pub fn remove(&mut self, call: &Call) {
        let targets = call.targets();
        let some = targets.some || is_narrowed(call);
        let how = if call.has("recurse") || targets.deep { How::Recursive } else { How::Files };
        for target in targets.items.into_iter().filter(|target| !is_session(&target.text)) {
            if !self.shell.budget.step_within() {
                return;
            }
            let at = Invocation { program: "remove-item", arguments: &[], span: call.span };
            let field = Field { span: Some(call.span), ..target };
            if !some {
                self.shell.check(|context| checks::delete(context, &field, how, &at));
            } else if self
                .shell
                .probe(|shell| shell.check(|context| checks::delete(context, &field, how, &at)))
                == Level::Deny
            {
                let because = "Deletes files of that kind in the whole system or home.";
                self.shell.find("files/delete", Level::Warn, because, call.span);
            }
        }
    }

    /// A value goes into files.
    pub fn write(&mut self, path: &Value, value: &Value, append: bool, span: Span) {
        for target in &path.items {
            let lower = target.text.to_ascii_lowercase();
            if lower.is_empty() || lower == "nul" || is_session(&lower) || !self.shell.budget.step_within() {
                continue;
            }
            let is_profile = lower.ends_with("profile.ps1") || lower.starts_with("$profile");
            let text = match target.text.replace('\\', "/") {
                _ if is_profile => "$PROFILE".to_owned(),
                text => match (text.strip_prefix("~/"), self.shell.env.world.home()) {
                    (Some(rest), Some(home)) => format!("{home}/{rest}"),
                    _ => text,
                },
            };
            let field = Field { text, glob: false, taint: target.taint, span: Some(span) };
            self.shell.write_file(&field, value.stream(), append, span);
        }
    }
}

/// `env:X`, `HKLM:\X`, `alias:X`: what PowerShell only shows as a drive.
fn is_session(path: &str) -> bool {
    let is_name = |drive: &str| drive.len() > 1 && drive.bytes().all(|byte| byte.is_ascii_alphanumeric());
    path.split_once(':').is_some_and(|(drive, _)| is_name(drive))
}

/// Does the command choose among the files?
fn is_narrowed(call: &Call) -> bool {
    let is_choice = |name| call.value(&[name]).is_some_and(|value| !matches!(value.first(), "*" | "*.*"));
    ["filter", "include", "exclude"].into_iter().any(is_choice)
}
