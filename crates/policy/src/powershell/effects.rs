//! What cmdlets do to files, disks, processes, services, users and machines.

use super::Reader;
use super::bind::Call;
use super::value::{Kind, Value};
use crate::checks::{self, How};
use crate::field::{Field, Invocation};
use crate::level::Level;
use crate::verdict::Coverage;
use crate::windows;

mod table;

/// Paths of one command that are looked at.
const MAX_TARGETS: usize = 64;

impl Reader<'_, '_> {
    /// Judges the cmdlet; false where nothing is known of it.
    pub fn effect(&mut self, call: &Call) -> bool {
        let name = call.name.as_str();
        if self.is_dry(call) && !name.starts_with("get-") {
            return true;
        }
        let listed = self.in_catalogue(call);
        match name {
            "remove-item" | "clear-item" => self.remove(call),
            "clear-content" => {
                for path in call.targets(&["path", "literalpath"]).unwrap_or(Value::NULL).items() {
                    let text = path.display().replace('\\', "/");
                    if history(&text) {
                        self.find_history(call);
                        continue;
                    }
                    let field =
                        Field { glob: text.contains('*'), text, taint: path.taint, span: Some(call.span) };
                    checks::overwrite(self.shell, &field, false, call.span);
                }
            }
            "move-item" | "rename-item" => self.moved(call),
            "set-content" | "new-item" | "mkdir" => {
                let path = call.text(&["path"], 0);
                let lower = path.to_ascii_lowercase();
                if windows::is_registry(&lower) {
                    self.registry_write(&path, "", call);
                } else if let Some(value) = call.value(&["value"]).cloned() {
                    self.write(&Value::text(path), &value, false, call.span);
                } else if call.has("force") && call.text(&["itemtype"], 99).eq_ignore_ascii_case("file") {
                    self.write(&Value::text(path), &Value::NULL, false, call.span);
                }
            }
            "set-itemproperty" | "new-itemproperty" | "set-item" => {
                let path = call.text(&["path", "literalpath"], 0);
                let property = call.text(&["name"], 1);
                self.registry_write(&path, &property, call);
            }
            "remove-itemproperty" => {
                let path = call.text(&["path", "literalpath"], 0).to_ascii_lowercase();
                if windows::is_registry(&path) && windows::is_machine_key(&path) {
                    self.find(
                        "registry/delete",
                        Level::Confirm,
                        "Deletes a value of the machine's registry.",
                        call,
                    );
                }
            }
            "stop-process" => self.stop_process(call),
            "stop-service" | "set-service" | "suspend-service" | "remove-service" | "restart-service" => {
                self.service(call)
            }
            "set-executionpolicy" => {
                let policy = call.text(&["executionpolicy"], 0).to_ascii_lowercase();
                let scope = call.text(&["scope"], 1).to_ascii_lowercase();
                if matches!(policy.as_str(), "bypass" | "unrestricted") && scope != "process" {
                    self.find(
                        "security/weaken",
                        Level::Warn,
                        "Every script may run from now on, whoever wrote it.",
                        call,
                    );
                }
            }
            "set-mppreference" | "add-mppreference" => {
                let harms = call.parameters().any(|(name, value)| {
                    let off = value.is_none_or(|value| !value.is_false());
                    name.starts_with("exclusion")
                        || name.starts_with("disable") && off
                        || matches!(name, "mapsreporting" | "submitsamplesconsent" | "puaprotection")
                            && value.is_some_and(|v| {
                                v.is_false()
                                    || v.display().eq_ignore_ascii_case("disabled")
                                    || v.display() == "NeverSend"
                            })
                        || name.ends_with("threatdefaultaction")
                            && value.is_some_and(|v| v.display().eq_ignore_ascii_case("allow"))
                });
                if harms {
                    self.find(
                        "security/weaken",
                        Level::Confirm,
                        "Turns off a part of the protection against malware.",
                        call,
                    );
                }
            }
            "set-netfirewallprofile" => {
                let off = call
                    .value(&["enabled"])
                    .is_some_and(|value| value.is_false() || value.display().eq_ignore_ascii_case("false"));
                let allows = call
                    .value(&["defaultinboundaction"])
                    .is_some_and(|value| value.display().eq_ignore_ascii_case("allow"));
                if off || allows {
                    self.find("security/weaken", Level::Confirm, "Turns off the firewall.", call);
                }
            }
            "new-netfirewallrule" | "set-netfirewallrule" => {
                let allows = call
                    .value(&["action"])
                    .is_some_and(|value| value.display().eq_ignore_ascii_case("allow"));
                let inbound = call
                    .value(&["direction"])
                    .is_some_and(|value| value.display().to_ascii_lowercase().starts_with("in"));
                let off = call.value(&["enabled"]).is_some_and(Value::is_false);
                let limited =
                    ["localport", "program", "remoteaddress", "protocol", "service"].iter().any(|name| {
                        call.value(&[name]).is_some_and(|value| !value.display().eq_ignore_ascii_case("any"))
                    });
                if allows && inbound && !limited || off {
                    self.find("security/weaken", Level::Confirm, "Opens this machine to others.", call);
                }
            }
            "add-localgroupmember" | "add-adgroupmember" => {
                let group = call.text(&["group", "identity"], 0).to_ascii_lowercase();
                let powerful =
                    ["admin", "remote desktop", "backup operators", "hyper-v", "remote management"]
                        .iter()
                        .any(|name| group.contains(name));
                if powerful {
                    self.find(
                        "persistence/account",
                        Level::Confirm,
                        format!("Gives an account the rights of `{group}`."),
                        call,
                    );
                }
            }
            "set-acl" | "add-ntfsaccess" | "set-ntfsowner" => {
                for path in
                    call.targets(&["path"]).unwrap_or(Value::NULL).items().into_iter().take(MAX_TARGETS)
                {
                    let field = Field { text: path.display(), span: Some(call.span), ..Field::default() };
                    if self.shell.place(&field) <= crate::paths::Place::BelowSystem {
                        let because = "Changes who may do what in the system.";
                        self.find("files/permissions", Level::Confirm, because, call);
                    }
                }
            }
            "set-psreadlineoption" => {
                if call
                    .value(&["historysavestyle"])
                    .is_some_and(|value| value.display().eq_ignore_ascii_case("savenothing"))
                {
                    self.find(
                        "history/erase",
                        Level::Warn,
                        "Commands are not kept in the history any more.",
                        call,
                    );
                }
            }
            "set-wmiinstance" | "new-ciminstance" | "register-wmievent" | "register-cimindicationevent" => {
                let class =
                    call.values().map(Value::display).collect::<Vec<_>>().join(" ").to_ascii_lowercase();
                if name.starts_with("register")
                    || ["__eventfilter", "eventconsumer", "__filtertoconsumerbinding"]
                        .iter()
                        .any(|part| class.contains(part))
                {
                    let level = if name.starts_with("register") { Level::Warn } else { Level::Confirm };
                    self.find("persistence/event", level, "Runs something whenever an event happens.", call);
                }
            }
            "remove-wmiobject" | "remove-ciminstance" => {
                let what = call.targets(&["query", "classname", "class"]);
                if let Some(value) = what {
                    self.method(value, "delete", &[], &[], call.span);
                }
            }
            "register-scheduledtask" | "set-scheduledtask" => {
                self.find(
                    "persistence/task",
                    Level::Warn,
                    "Runs something again and again from now on.",
                    call,
                );
            }
            "new-scheduledtaskaction" => {
                let program = call.text(&["execute"], 0);
                let arguments = call.value(&["argument"]).map(Value::items).unwrap_or_default();
                self.process(&program, &arguments, call.span);
            }
            "get-help" | "get-command" => return true,
            _ => return self.by_name(call) || listed,
        }
        true
    }

    pub fn find(&mut self, rule: &str, level: Level, because: impl Into<String>, call: &Call) {
        self.shell.find(rule, level, because, call.span);
    }

    /// What is dangerous by its name alone.
    fn by_name(&mut self, call: &Call) -> bool {
        let Some(effect) = table::find(&call.name) else { return false };
        // `Get-X | Remove-X` without a choice is worse than one by name
        let all =
            call.input.as_ref().is_some_and(|input| matches!(&input.kind, Kind::Things { some: false, .. }))
                || call.value_or(&["name", "identity", "id"], 0).is_some_and(|value| value.display() == "*");
        let level = if all && effect.level == Level::Warn { Level::Confirm } else { effect.level };
        self.find(effect.rule, level, effect.because, call);
        true
    }

    /// What the catalogue, or the user's own rules, have on the cmdlet.
    fn in_catalogue(&mut self, call: &Call) -> bool {
        let fields = call.fields();
        let at = Invocation { program: &call.name, arguments: &fields, span: call.span };
        let hits = self.shell.policy.catalogue().hits(&at);
        let found = !hits.is_empty();
        for hit in hits {
            self.shell.find(&hit.rule, hit.level, hit.because, call.span);
        }
        found
    }

    fn find_history(&mut self, call: &Call) {
        self.find("history/erase", Level::Warn, "Erases the history of commands.", call);
    }

    fn remove(&mut self, call: &Call) {
        let Some(targets) = call.targets(&["path", "literalpath", "pspath", "lp"]) else { return };
        let recursive = call.has("recurse");
        let narrowed = ["filter", "include"].iter().any(|name| {
            call.value(&[name]).is_some_and(|value| !matches!(value.display().as_str(), "*" | "*.*"))
        });
        let targets = targets.items();
        if targets.len() > MAX_TARGETS {
            self.shell.coverage = Coverage::Partial;
        }
        for target in targets.into_iter().take(MAX_TARGETS) {
            self.remove_one(&target, recursive, narrowed, call);
        }
    }

    /// One path, or what was listed.
    pub fn remove_one(&mut self, target: &Value, recursive: bool, narrowed: bool, call: &Call) {
        let (text, below, some) = match &target.kind {
            Kind::Files { path, recursive: listed, inside, some } => {
                let path = path.trim_end_matches(['\\', '/']);
                let path = if path.is_empty() { "/" } else { path };
                let text = if *inside { format!("{path}/*") } else { path.to_owned() };
                // what is listed below is deleted one by one: as good as recursive
                (text, recursive || *listed && *inside, *some || narrowed)
            }
            Kind::Text(text) => (text.to_string(), recursive, narrowed),
            Kind::Things { .. } => return,
            _ => (target.display(), recursive, narrowed),
        };
        let lower = text.to_ascii_lowercase();
        if windows::is_registry(&lower) {
            let level = windows::registry_delete(&lower);
            self.find(
                "registry/delete",
                level,
                "Deletes keys of the registry, which Windows or programs need.",
                call,
            );
            return;
        }
        if let Some((drive, _)) = lower.split_once(':')
            && drive.len() > 1
            && !drive.contains(['\\', '/', ':'])
        {
            let secret = matches!(drive, "cert" | "ad");
            if secret {
                self.find(
                    "data/loss",
                    Level::Confirm,
                    format!("Deletes what `{}` holds.", drive.to_ascii_uppercase()),
                    call,
                );
            }
            return; // `env:`, `alias:`, `function:`, `testdrive:`
        }
        if history(&lower) {
            self.find_history(call);
            return;
        }
        let how = if below { How::Recursive } else { How::Files };
        let at = Invocation { program: "remove-item", arguments: &[], span: call.span };
        let field =
            Field { glob: text.contains(['*', '?']), text, taint: target.taint, span: Some(call.span) };
        if some {
            // only files of some names: worth a look where many places are searched
            let level = self.shell.probe(|shell| checks::delete(shell, &field, how, &at));
            if level == Level::Deny {
                self.find(
                    "files/delete",
                    Level::Warn,
                    "Deletes files of that kind in the whole system or home.",
                    call,
                );
            }
            return;
        }
        checks::delete(self.shell, &field, how, &at);
    }

    fn moved(&mut self, call: &Call) {
        let place = |reader: &Self, text: &str| reader.shell.place_of(text, text.contains('*'));
        for from in call.targets(&["path", "literalpath"]).unwrap_or(Value::NULL).items() {
            let text = match &from.kind {
                Kind::Files { path, inside: true, .. } => format!("{path}/*"),
                _ => from.display(),
            };
            if place(self, &text) <= crate::paths::Place::BelowSystem {
                let because = "Takes a part of the system or a home directory away from its place.";
                self.find("files/move-away", Level::Confirm, because, call);
            }
        }
        if call.name == "move-item"
            && let Some(to) = call.value_or(&["destination"], 1).cloned()
        {
            let text = to.display().replace('\\', "/");
            let from = call.text(&["path"], 0).replace('\\', "/");
            let stream = self.shell.read(&from);
            let is_file = text.rsplit('/').next().is_some_and(|name| name.contains('.'));
            if is_file {
                self.write(&Value::text(text), &Value::unknown().tainted(stream.taint), false, call.span);
            }
        }
    }

    fn registry_write(&mut self, path: &str, property: &str, call: &Call) {
        let lower = path.to_ascii_lowercase();
        if windows::is_registry(&lower)
            && let Some((level, because)) = windows::registry_write(&lower, &property.to_ascii_lowercase())
        {
            self.find("persistence/registry", level, because, call);
        }
    }

    fn stop_process(&mut self, call: &Call) {
        let from_pipe = call.input.as_ref().map(|input| &input.kind);
        if let Some(Kind::Things { noun, some: false }) = from_pipe
            && &**noun == "process"
        {
            self.find("processes/kill", Level::Confirm, "Ends every process: the session is gone.", call);
            return;
        }
        let names = call
            .value(&["name", "processname", "id", "inputobject"])
            .or(call.positional.first())
            .or(call.input.as_ref());
        for value in names.map(Value::items).unwrap_or_default() {
            if let Kind::Things { some: false, noun } = &value.kind
                && &**noun == "process"
            {
                self.find("processes/kill", Level::Confirm, "Ends every process: the session is gone.", call);
            }
            // the kernel
            if call.value(&["id"]).is_some() && matches!(value.display().as_str(), "0" | "4") {
                self.find("processes/kill", Level::Confirm, "The machine stops without that process.", call);
            }
            if let Some((level, because)) = windows::process(&value.display()) {
                self.find("processes/kill", level, because, call);
            }
        }
    }

    fn service(&mut self, call: &Call) {
        let disables = call.name != "set-service"
            || call
                .value(&["startuptype"])
                .is_some_and(|value| value.display().eq_ignore_ascii_case("disabled"))
            || call.value(&["status"]).is_some_and(|value| value.display().eq_ignore_ascii_case("stopped"));
        if call.name == "set-service" && call.value(&["binarypathname"]).is_some() {
            self.find("persistence/service", Level::Confirm, "Changes which program a service starts.", call);
        }
        if !disables {
            return;
        }
        if call.name == "remove-service" {
            self.find("services/stop", Level::Confirm, "Removes a service.", call);
            return;
        }
        if let Some(Kind::Things { some: false, .. }) = call.input.as_ref().map(|input| &input.kind)
            && call.name != "restart-service"
        {
            self.find("services/stop", Level::Confirm, "Stops every service of the machine.", call);
        }
        let names = call.value(&["name", "displayname"]).or(call.positional.first()).or(call.input.as_ref());
        for name in names.map(Value::items).unwrap_or_default() {
            if matches!(&name.kind, Kind::Things { noun, some: false } if &**noun == "service")
                && call.name != "restart-service"
            {
                self.find("services/stop", Level::Confirm, "Stops every service of the machine.", call);
            }
            if let Some((level, because)) = windows::service(&name.display())
                && call.name != "restart-service"
            {
                self.find("services/stop", level, because, call);
            }
        }
    }
}

/// PSReadLine's file of commands.
fn history(lower: &str) -> bool {
    lower.contains("consolehost_history.txt")
        || lower.contains("historysavepath")
        || lower.contains("psreadline/")
        || lower.contains("psreadline\\")
}
