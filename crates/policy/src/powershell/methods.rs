//! Members of texts, lists, files and other objects: `.Replace()`, `.FullName`, `.Kill()`.

use std::rc::Rc;

use syntax::Span;

use super::Reader;
use super::bind::Call;
use super::value::{Kind, Value};
use crate::level::Level;

impl Reader<'_, '_> {
    pub fn property(&mut self, value: Value, name: &str) -> Value {
        let taint = value.whole_taint();
        let given = match &value.kind {
            Kind::Files { .. } => match name {
                "length" | "count" | "lastwritetime" | "creationtime" => Value::unknown(),
                _ => value.clone(),
            },
            Kind::Things { .. } => match name {
                "name" | "id" | "processname" | "value" | "path" => value.clone(),
                "historysavepath" => Value::text("ConsoleHost_history.txt"),
                "definition" | "source" => Value::unknown(),
                _ => value.clone(),
            },
            Kind::Table(entries) => {
                let found = entries.iter().find(|(key, _)| key == name);
                found.map_or_else(Value::unknown, |(_, value)| value.clone())
            }
            Kind::Text(text) => match name {
                "length" => Value::number(i64::try_from(text.chars().count()).unwrap_or(0)),
                _ if &**text == "$PROFILE" => value.clone(),
                _ => Value::unknown(),
            },
            Kind::List(items) => match name {
                "length" | "count" => Value::number(i64::try_from(items.len()).unwrap_or(0)),
                _ => {
                    let items = items.to_vec();
                    let all = items.into_iter().map(|item| self.property(item, name)).collect();
                    Value::list(all)
                }
            },
            Kind::Named(object) => Value::named(&format!("{object}.{name}")),
            Kind::Command(name_of) => match name {
                "name" | "definition" | "source" | "path" => Value::text(name_of.clone()),
                _ => value.clone(),
            },
            Kind::Null | Kind::Block(_) => Value::unknown(),
        };
        given.tainted(taint)
    }

    /// Calls a method; `names` are the variables among the arguments.
    pub fn method(
        &mut self,
        value: Value,
        name: &str,
        given: &[Value],
        names: &[String],
        span: Span,
    ) -> Value {
        if !self.shell.step() {
            return Value::unknown();
        }
        let taint = given.iter().fold(value.whole_taint(), |taint, value| taint.and(value.whole_taint()));
        if let ("foreach", Some(first), Kind::Things { .. } | Kind::Files { .. }) =
            (name, given.first(), &value.kind)
        {
            return match &first.kind {
                Kind::Block(block) => {
                    let block = block.clone();
                    self.turns("_", &value, &block)
                }
                _ => self.method(value, &first.display().to_ascii_lowercase(), &[], &[], span),
            };
        }
        match &value.kind {
            Kind::Named(object) => {
                let object = object.clone();
                self.object_method(&object, name, given, names, span).tainted(taint)
            }
            Kind::Block(block) => match name {
                "invoke" | "invokereturnasis" | "invokewithcontext" => {
                    let block = block.clone();
                    self.with_arguments(&block, given.to_vec(), None)
                }
                "getnewclosure" => value,
                _ => Value::unknown(),
            },
            Kind::Things { noun, some } => {
                let (noun, some) = (noun.clone(), *some);
                self.thing_method(&noun, some, name, given, span);
                Value::unknown()
            }
            Kind::Files { .. } => {
                if matches!(name, "delete" | "remove") {
                    let call = Call::new("remove-item", &[], None, span);
                    let recursive = given.iter().any(Value::is_true);
                    self.remove_one(&value, recursive, false, &call);
                    return Value::NULL;
                }
                value
            }
            Kind::Text(text) => {
                let text = text.clone();
                self.text_method(&text, name, given).tainted(taint)
            }
            Kind::List(items) => match name {
                "invoke" | "invokereturnasis" => self.run_value(&value, span),
                "foreach" | "where" => match given.first().map(|value| &value.kind) {
                    Some(Kind::Block(block)) => {
                        let block = block.clone();
                        self.turns("_", &value, &block)
                    }
                    _ => Value::unknown(),
                },
                "tostring" | "clone" | "toarray" => value,
                _ => {
                    let items = items.to_vec();
                    let all =
                        items.into_iter().take(64).map(|item| self.method(item, name, given, names, span));
                    Value::list(all.collect())
                }
            },
            Kind::Command(_) => value,
            Kind::Null | Kind::Table(_) => Value::unknown().tainted(taint),
        }
    }

    fn text_method(&mut self, text: &Rc<str>, name: &str, given: &[Value]) -> Value {
        if !self.afford(text.len()) {
            return Value::unknown();
        }
        let first = given.first().map(Value::display).unwrap_or_default();
        let second = given.get(1).map(Value::display).unwrap_or_default();
        let number =
            |place: usize| given.get(place).and_then(Value::as_number).and_then(|n| usize::try_from(n).ok());
        match name {
            "tostring" | "normalize" | "clone" | "trimend" if given.is_empty() => Value::text(text.clone()),
            "replace" if !first.is_empty() => {
                let result_bound = text.len().saturating_mul(second.len() + 1);
                if result_bound > 4 * crate::shell::MAX_TEXT {
                    return Value::unknown();
                }
                Value::text(text.replace(&first, &second))
            }
            "tolower" | "tolowerinvariant" => Value::text(text.to_lowercase()),
            "toupper" | "toupperinvariant" => Value::text(text.to_uppercase()),
            "trim" => Value::text(text.trim()),
            "trimstart" => Value::text(text.trim_start()),
            "trimend" => Value::text(text.trim_end()),
            "tochararray" => self.split(&Value::text(text.clone()), &Value::text("")),
            "split" => {
                let letters: Vec<char> =
                    given.iter().flat_map(|value| value.display().chars().collect::<Vec<_>>()).collect();
                let parts =
                    text.split(|c: char| letters.contains(&c) || letters.is_empty() && c.is_whitespace());
                Value::list(parts.take(1024).map(Value::text).collect())
            }
            "substring" => {
                let Some(start) = number(0) else { return Value::unknown() };
                let rest = text.chars().skip(start);
                match given.get(1) {
                    Some(_) => number(1).map_or_else(Value::unknown, |length| {
                        Value::text(rest.take(length).collect::<String>())
                    }),
                    None => Value::text(rest.collect::<String>()),
                }
            }
            "insert" => match number(0) {
                Some(place) => {
                    let before: String = text.chars().take(place).collect();
                    let after: String = text.chars().skip(place).collect();
                    Value::text(format!("{before}{second}{after}"))
                }
                None => Value::unknown(),
            },
            "remove" => match number(0) {
                Some(place) => {
                    let before: String = text.chars().take(place).collect();
                    let after: String = number(1)
                        .map(|length| text.chars().skip(place + length).collect())
                        .unwrap_or_default();
                    Value::text(before + &after)
                }
                None => Value::unknown(),
            },
            "equals" => Value::truth(**text == *first),
            _ => Value::unknown(),
        }
    }

    fn thing_method(&mut self, noun: &str, some: bool, name: &str, given: &[Value], span: Span) {
        let (rule, level, because) = match (noun, name) {
            ("win32_operatingsystem", "win32shutdown" | "reboot" | "shutdown" | "win32shutdowntracker") => {
                ("availability/shutdown", Level::Confirm, "Shuts a machine down or restarts it.")
            }
            ("process" | "win32_process", "kill" | "terminate" | "delete") if !some => {
                ("processes/kill", Level::Confirm, "Ends every process: the session is gone.")
            }
            ("win32_shadowcopy", "delete" | "remove") => {
                ("data/loss", Level::Confirm, "Deletes the shadow copies, from which files are restored.")
            }
            ("win32_volume", "format" | "delete") => {
                ("device/format", Level::Confirm, "Makes a new file system: what is on the disk is lost.")
            }
            ("win32_nteventlogfile" | "eventlog", "clear" | "cleareventlog") => {
                ("history/erase", Level::Confirm, "Erases what the system wrote down.")
            }
            ("win32_product", "uninstall") if !some => {
                ("packages/remove", Level::Confirm, "Removes every program that Windows installed.")
            }
            ("win32_product", "uninstall") => ("packages/remove", Level::Warn, "Removes a program."),
            ("win32_networkadapter", "disable") => {
                ("availability/network", Level::Confirm, "Cuts this machine off the network.")
            }
            ("service" | "win32_service", "stop" | "stopservice" | "delete") if !some => {
                ("services/stop", Level::Confirm, "Stops every service of the machine.")
            }
            ("win32_userprofile", "delete") => {
                ("files/delete", Level::Confirm, "Deletes the home directories of users.")
            }
            ("win32_process", "create") => {
                if let Some(command) = given.first() {
                    crate::cmd::read(self.shell, &command.display(), span);
                }
                return;
            }
            _ => return,
        };
        self.shell.find(rule, level, because, span);
    }
}
