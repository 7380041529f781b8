//! Types of .NET and COM objects: what their members do.

use std::rc::Rc;

use syntax::Span;

use super::Reader;
use super::bind::Call;
use super::value::{Kind, Value};
use crate::checks;
use crate::decode;
use crate::field::{Taint, UNKNOWN};
use crate::level::Level;
use crate::shell::{Stream, Value as ShellValue};
use crate::windows;

const FETCHED: Taint = Taint { network: true, ..Taint::NONE };
const DECODED: Taint = Taint { decoded: true, ..Taint::NONE };

impl Reader<'_, '_> {
    /// A new object of the type.
    pub fn instance(&mut self, name: &str, given: &[Value]) -> Value {
        let taint = given.iter().fold(Taint::NONE, |taint, value| taint.and(value.whole_taint()));
        if name.contains("sockets.tcpclient")
            || name.contains("sockets.tcplistener")
            || name.ends_with("sockets.socket")
            || name.ends_with("clientwebsocket")
        {
            self.state.socket = true;
        }
        let decodes = ["gzipstream", "deflatestream", "brotlistream", "cryptostream"]
            .iter()
            .any(|kind| name.ends_with(kind));
        let taint = if decodes { taint.and(DECODED) } else { taint };
        // a file that is opened: its path is what matters
        if name.ends_with("fileinfo") || name.ends_with("directoryinfo") {
            let path: Rc<str> = Rc::from(given.first().map(Value::display).unwrap_or_default());
            let kind = Kind::Files { path, recursive: false, inside: false, some: false };
            return Value { kind, taint };
        }
        if name.ends_with("io.filestream") || name.ends_with("streamwriter") {
            let path = given.first().cloned().unwrap_or(Value::NULL);
            let has =
                |mode: &str| given.iter().any(|value| value.display().to_ascii_lowercase().contains(mode));
            let reads = has("open") && !has("write");
            if !reads {
                let span = self.span(self.at);
                self.write(&path, &Value::NULL, true, span);
            }
        }
        let text =
            matches!(name, "string" | "uri" | "net.webproxy").then(|| given.first().cloned()).flatten();
        text.unwrap_or_else(|| Value::named(name)).tainted(taint)
    }

    /// `[type] value`
    pub fn convert(&mut self, name: &str, value: Value) -> Value {
        let bare = name.trim().trim_start_matches("system.").trim_end_matches(['?', ' ']);
        match bare {
            "char" => character(&value),
            "char[]" => match &value.kind {
                Kind::Text(_) if value.as_number().is_none() => self.split(&value, &Value::text("")),
                _ => Value::list(value.items().iter().map(character).collect()),
            },
            "string" => Value::text(value.display()),
            "scriptblock" | "management.automation.scriptblock" => match value.kind {
                Kind::Block(_) => value,
                _ => self.script(&value),
            },
            "wmiclass" | "wmi" | "adsi" | "wmisearcher" | "adsisearcher" => {
                let text = value.display().to_ascii_lowercase();
                let class = text.rsplit([':', '\\']).next().unwrap_or(&text);
                Kind::Things { noun: Rc::from(class), some: false }.into()
            }
            "type" => Value::named(value.display().to_ascii_lowercase().trim_start_matches("system.")),
            "io.fileinfo" | "io.directoryinfo" => self.instance(bare, &[value]),
            "net.ipaddress" => value,
            _ if bare.starts_with("net.sockets.") => self.instance(bare, &[value]),
            "int" | "int32" | "int64" | "byte" | "long" => match value.as_number() {
                Some(number) => Value::number(number),
                None => {
                    // `[int][char]'a'`
                    let mut letters = value.display();
                    match (letters.pop(), letters.is_empty()) {
                        (Some(letter), true) => Value::number(i64::from(u32::from(letter))),
                        _ => Value::unknown(),
                    }
                }
            },
            _ => value,
        }
    }

    /// A text as a script block.
    fn script(&mut self, value: &Value) -> Value {
        let taint = value.whole_taint();
        let span = self.span(self.at);
        let text: Rc<str> = value.display().into();
        let kind = if taint.is_none() && !text.starts_with(UNKNOWN) {
            Kind::Block(super::Block { text, origin: crate::shell::Origin::From(span) })
        } else {
            Kind::List(vec![Value { kind: Kind::Text(text), taint }].into())
        };
        Value { kind, taint }
    }

    /// A method of a type or of an object.
    pub fn object_method(
        &mut self,
        object: &str,
        name: &str,
        given: &[Value],
        names: &[String],
        span: Span,
    ) -> Value {
        let object = object.trim_start_matches("system.").trim_start_matches("microsoft.win32.");
        let first = given.first().cloned().unwrap_or(Value::NULL);
        let text = first.display();
        let short = object.rsplit('.').next().unwrap_or(object);
        match (short, name) {
            (_, "new") => self.instance(object, given),
            ("file" | "directory" | "filesystem", _) => self.file_method(short, name, given, span),
            ("path", "combine" | "join") => {
                let parts: Vec<String> = given.iter().map(Value::display).collect();
                Value::text(parts.join("\\"))
            }
            ("path", "gettemppath") => self.variable("env:temp"),
            ("path", "gettempfilename") => Value::text(r"C:\Windows\Temp\tmp1.tmp"),
            ("path", "getfullpath" | "changeextension") => first,
            ("environment", "getenvironmentvariable") => self.variable(&format!("env:{text}")),
            ("environment", "getfolderpath") => self.folder(&text),
            ("environment", "expandenvironmentvariables") => Value::unknown(),
            ("environment", "setenvironmentvariable") => {
                let value = given.get(1).cloned().unwrap_or(Value::NULL);
                let values = vec![ShellValue::scalar(value.display(), value.taint)];
                checks::environment(self.shell, &text.to_ascii_uppercase(), &values, span);
                Value::NULL
            }
            ("convert", "frombase64string") => {
                let decoded = first.known().and_then(decode::base64);
                decoded.map_or_else(Value::unknown, Value::text).tainted(DECODED)
            }
            ("convert", "fromhexstring") => {
                let decoded = first.known().and_then(decode::hex);
                decoded.map_or_else(Value::unknown, Value::text).tainted(DECODED)
            }
            ("convert", "toint32" | "toint16" | "tobyte" | "toint64") => {
                let base = given.get(1).and_then(Value::as_number).and_then(|base| u32::try_from(base).ok());
                let number = match base {
                    Some(base @ 2..=36) => i64::from_str_radix(text.trim_start_matches("0x"), base).ok(),
                    _ => first.as_number(),
                };
                number.map_or_else(Value::unknown, Value::number)
            }
            ("convert", "tochar") => character(&first),
            ("convert", "tobase64string") => Value::unknown(),
            (_, "getstring") => {
                let bytes = given.first().map(Value::items).unwrap_or_default();
                let numbers = bytes.len() > 1 || first.as_number().is_some();
                let value = if numbers {
                    let letters: Vec<Value> = bytes.iter().map(character).collect();
                    self.join(&Value::list(letters), "")
                } else {
                    first
                };
                match value.as_text() {
                    Some(text) if text.contains('\0') => {
                        Value::text(text.replace('\0', "")).tainted(value.taint)
                    }
                    _ => value,
                }
            }
            (_, "getbytes") => first,
            ("string", "join") => {
                let items = given.get(1).cloned().unwrap_or(Value::NULL);
                let items = if given.len() > 2 {
                    Value::list(given.get(1..).unwrap_or_default().to_vec())
                } else {
                    items
                };
                self.join(&items, &text)
            }
            ("string", "concat") => {
                let all = Value::list(given.iter().flat_map(Value::items).collect());
                self.join(&all, "")
            }
            ("string", "format") => {
                let rest = Value::list(given.get(1..).unwrap_or_default().to_vec());
                self.apply("f", first, &rest)
            }
            ("array", "reverse") => {
                if let Some(name) = names.first() {
                    let mut items = self.variable(name).items();
                    items.reverse();
                    self.set(name, Value::list(items));
                }
                Value::NULL
            }
            ("regex", "replace") => {
                self.apply("replace", first, &Value::list(given.get(1..).unwrap_or_default().to_vec()))
            }
            ("regex", "unescape") => {
                decode::escapes(&text, decode::Escapes::Printf).map_or_else(Value::unknown, Value::text)
            }
            ("regex", "matches" | "split") => Value::unknown(),
            ("scriptblock", "create") => self.script(&first),
            (_, "invokescript" | "newscriptblock") => self.run_value(&first, span),
            ("powershell", "create") => Value::named("powershell.instance"),
            ("instance", "addscript" | "addcommand") => {
                self.run_value(&first, span);
                Value::named("powershell.instance")
            }
            ("process", "start") => {
                self.loops_forever(span);
                if self.state.socket && matches!(first.kind, Kind::Named(_)) {
                    self.reverse_shell(span);
                }
                let arguments = given.get(1).map(Value::items).unwrap_or_default();
                if first.as_text().is_some() {
                    self.process(&text, &arguments, span);
                }
                Value::named("process.instance")
            }
            ("process", "getprocesses") => Kind::Things { noun: Rc::from("process"), some: false }.into(),
            ("process", "getprocessesbyname") => {
                Kind::Things { noun: Rc::from("process"), some: true }.into()
            }
            ("interaction", "shell") => crate::cmd::read(self.shell, &text, span).into(),
            ("wscript.shell" | "shell", "run" | "exec") => {
                crate::cmd::read(self.shell, &text, span);
                Value::unknown()
            }
            ("shell", "regwrite" | "regdelete") => {
                if let Some((level, because)) = windows::registry_write(&text.to_ascii_lowercase(), "") {
                    self.shell.find("persistence/registry", level, because, span);
                }
                Value::NULL
            }
            ("application", "shellexecute") => {
                let arguments = given.get(1).map(Value::items).unwrap_or_default();
                self.process(&text, &arguments, span)
            }
            ("application", "shutdownwindows") => {
                self.shell.find("availability/shutdown", Level::Confirm, "Shuts the machine down.", span);
                Value::NULL
            }
            ("filesystemobject", "deletefolder" | "deletefile") => {
                self.delete(&first, name == "deletefolder", span);
                Value::NULL
            }
            ("registry", "setvalue") => {
                let property = given.get(1).map(Value::display).unwrap_or_default().to_ascii_lowercase();
                if let Some((level, because)) = windows::registry_write(&text.to_ascii_lowercase(), &property)
                {
                    self.shell.find("persistence/registry", level, because, span);
                }
                Value::NULL
            }
            (_, "deletesubkeytree" | "deletesubkey")
                if object.contains("registry")
                    || object.contains("localmachine")
                    || object.contains("currentuser") =>
            {
                let hive = if object.contains("localmachine") { "hklm" } else { "hkcu" };
                let level = windows::registry_delete(&format!("{hive}\\{}", text.to_ascii_lowercase()));
                self.shell.find(
                    "registry/delete",
                    level,
                    "Deletes keys of the registry, which Windows or programs need.",
                    span,
                );
                Value::NULL
            }
            ("eventlogsession" | "globalsession", "clearlog") | ("eventlog", "clear" | "delete") => {
                self.shell.find("history/erase", Level::Confirm, "Erases what the system wrote down.", span);
                Value::NULL
            }
            ("environment", "failfast" | "exit") => Value::NULL,
            (_, "gettype" | "getfield" | "getmethod") => {
                let lower = text.to_ascii_lowercase();
                if lower.contains("amsiutils")
                    || lower.contains("amsiinitfailed")
                    || lower.contains("amsicontext")
                    || lower.contains("pseventlog")
                    || lower.contains("cachedgrouppolicysettings")
                {
                    self.shell.find(
                        "security/weaken",
                        Level::Confirm,
                        "Turns off the check for malware in this session.",
                        span,
                    );
                }
                Value::named(object)
            }
            ("assembly", "load" | "loadfile" | "loadfrom" | "unsafeloadfrom") => {
                let stream = if first.as_text().is_some() {
                    self.shell.read(&text.replace('\\', "/"))
                } else {
                    Stream::default()
                };
                let taint = first.whole_taint().and(stream.taint);
                checks::execute(self.shell, &Stream::unknown(taint), "a library", span);
                Value::named("assembly")
            }
            ("marshal", "copy") | (_, "virtualalloc" | "createthread" | "writeprocessmemory") => {
                self.shell.find(
                    "execute/memory",
                    Level::Confirm,
                    "Runs code from memory, which nobody can read.",
                    span,
                );
                Value::unknown()
            }
            _ => self.network_method(object, name, given, span),
        }
    }

    fn folder(&mut self, name: &str) -> Value {
        let home = self.variable("home").display();
        Value::text(match name.to_ascii_lowercase().as_str() {
            "windows" => r"C:\Windows".to_owned(),
            "system" | "systemx86" => r"C:\Windows\System32".to_owned(),
            "startup" | "commonstartup" => {
                format!(r"{home}\AppData\Roaming\Microsoft\Windows\Start Menu\Programs\Startup")
            }
            "userprofile" => home,
            "applicationdata" => format!(r"{home}\AppData\Roaming"),
            "localapplicationdata" => format!(r"{home}\AppData\Local"),
            "mydocuments" | "personal" => format!(r"{home}\Documents"),
            "desktop" | "desktopdirectory" => format!(r"{home}\Desktop"),
            _ => return Value::unknown(),
        })
    }

    fn delete(&mut self, path: &Value, recursive: bool, span: Span) {
        let call = Call::new("remove-item", &[], None, span);
        for path in path.items() {
            self.remove_one(&path, recursive, false, &call);
        }
    }

    /// `[IO.File]`, `[IO.Directory]`
    fn file_method(&mut self, kind: &str, name: &str, given: &[Value], span: Span) -> Value {
        let path = given.first().cloned().unwrap_or(Value::NULL);
        let content = given.get(1).cloned().unwrap_or(Value::NULL);
        let text = path.display();
        match name {
            "delete" | "deletedirectory" | "deletefile" => {
                let recursive = kind == "directory" && given.get(1).is_some_and(|value| !value.is_false())
                    || name == "deletedirectory";
                self.delete(&path, recursive, span);
                Value::NULL
            }
            "writealltext" | "writeallbytes" | "writealllines" | "create" | "openwrite" | "createtext"
            | "open" | "writealltextasync" => {
                let reads = name == "open"
                    && !given.iter().any(|value| {
                        matches!(
                            value.display().to_ascii_lowercase().as_str(),
                            "create" | "truncate" | "write" | "readwrite"
                        )
                    });
                if !reads {
                    self.write(&path, &content, false, span);
                }
                Value::unknown()
            }
            "appendalltext" | "appendalllines" | "appendtext" => {
                self.write(&path, &content, true, span);
                Value::NULL
            }
            "readalltext" | "readallbytes" | "readalllines" | "openread" | "opentext" | "readlines" => {
                self.shell.read(&text.replace('\\', "/")).into()
            }
            "move" | "copy" | "replace" => {
                let stream = self.shell.read(&text.replace('\\', "/"));
                let from = crate::field::Field { text: text.clone(), ..Default::default() };
                if name == "move" && self.shell.place(&from) <= crate::paths::Place::BelowSystem {
                    let because = "Takes a part of the system or a home directory away from its place.";
                    self.shell.find("files/move-away", Level::Confirm, because, span);
                } else {
                    self.write(&content, &stream.into(), false, span);
                }
                Value::NULL
            }
            "getfiles" | "getdirectories" | "enumeratefiles" | "enumeratefilesystementries" => {
                let recursive =
                    given.iter().any(|value| value.display().eq_ignore_ascii_case("alldirectories"));
                Kind::Files {
                    path: text.into(),
                    recursive,
                    inside: true,
                    some: given.len() > 1 && !content.display().starts_with('*'),
                }
                .into()
            }
            _ => Value::unknown(),
        }
    }

    /// Clients of the network, and what they give.
    fn network_method(&mut self, object: &str, name: &str, given: &[Value], span: Span) -> Value {
        let taint = given.iter().fold(Taint::NONE, |taint, value| taint.and(value.whole_taint()));
        let url = given.iter().map(Value::display).find(|text| text.contains("://")).unwrap_or_default();
        if name.starts_with("download")
            || matches!(
                name,
                "getstringasync"
                    | "getasync"
                    | "openread"
                    | "getbytearrayasync"
                    | "getstreamasync"
                    | "getresponse"
                    | "getresponsestream"
            )
            || name == "responsetext"
        {
            if name.starts_with("downloadfile")
                && let Some(path) = given.get(1)
            {
                let content = Value::unknown().tainted(FETCHED);
                self.write(&path.clone(), &content, false, span);
                return Value::NULL;
            }
            return Value::named("text").tainted(FETCHED);
        }
        if name.starts_with("upload")
            || matches!(name, "postasync" | "putasync" | "send" | "sendasync" | "write")
        {
            let mut stream = Stream::unknown(taint);
            if name.starts_with("uploadfile") {
                for value in given {
                    stream = stream.tainted(self.shell.read(&value.display().replace('\\', "/")).taint);
                }
            }
            if name != "write" || self.state.socket {
                checks::send(self.shell, &stream, &url, span);
            }
            return Value::named("answer").tainted(if name == "write" { Taint::NONE } else { FETCHED });
        }
        if object.contains("webrequest") || object.contains("xmlhttp") || object.contains("httpclient") {
            return Value::named(object).tainted(FETCHED);
        }
        Value::named(object)
    }
}

fn character(value: &Value) -> Value {
    match value.as_number().and_then(|number| u32::try_from(number).ok()).and_then(char::from_u32) {
        Some(letter) => Value::text(letter.to_string()),
        None => value.clone(),
    }
}
