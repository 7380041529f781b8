//! Cmdlets of the language and of texts, files and the network; those that only have an effect are
//! in [`effects`](super::effects).

use crate::builtins::MAX_PATH;
use std::rc::Rc;

use syntax::Span;

use super::Reader;
use super::bind::Call;
use super::value::{Kind, Value};
use crate::checks;
use crate::code::{Language, Sql};
use crate::field::{Field, Taint, UNKNOWN};
use crate::interpreters;
use crate::level::Level;
use crate::shell::{Node, Stream, Value as ShellValue};

const FETCHED: Taint = Taint { network: true, ..Taint::NONE };

impl Reader<'_, '_> {
    /// Runs the cmdlet; `None` where there is none of that name.
    pub fn cmdlet(&mut self, call: &Call) -> Option<Value> {
        let span = call.span;
        let name = call.name.as_str();
        let value = match name {
            "foreach-object" => self.for_each(call),
            "where-object" => self.filtered(call),
            "sort-object"
            | "select-object"
            | "get-unique"
            | "out-string"
            | "tee-object"
            | "write-output"
            | "out-default"
            | "convertto-json"
            | "convertfrom-json"
            | "convertto-csv"
            | "group-object"
            | "get-variable"
            | "convertto-html"
            | "convertto-securestring"
            | "format-hex"
            | "convertfrom-csv"
            | "convertto-xml" => self.passed(call),
            "get-childitem" | "get-item" | "resolve-path" | "convert-path" | "get-itemproperty" => {
                self.listed_files(call)
            }
            "join-path" => self.joined_path(call),
            "split-path" | "get-random" | "measure-object" | "test-path" | "get-date" | "get-member" => {
                Value::unknown()
            }
            "get-content" => self.content(call),
            "get-location" => Value::text("."),
            "get-command" | "get-alias" => {
                let name = call.text(&["name", "definition"], 0);
                let found = super::names::found(&name).map(str::to_owned);
                Kind::Command(Rc::from(found.unwrap_or(name))).into()
            }
            "invoke-expression" => {
                let value = call.targets(&["command"]).unwrap_or(Value::NULL);
                let value = call.input.clone().filter(|_| call.positional.is_empty()).unwrap_or(value);
                self.run_value(&value, span)
            }
            "invoke-command"
            | "start-job"
            | "start-threadjob"
            | "measure-command"
            | "register-scheduledjob" => {
                for value in call.values().cloned().collect::<Vec<_>>() {
                    if matches!(value.kind, Kind::Block(_)) {
                        let arguments = call.value(&["argumentlist"]).map(Value::items).unwrap_or_default();
                        for block in [value.clone()] {
                            if let Kind::Block(block) = block.kind {
                                self.with_arguments(&block, arguments.clone(), call.input.clone());
                            }
                        }
                    } else if value.taint.network || value.taint.decoded {
                        self.run_value(&value, span);
                    }
                }
                if matches!(name, "start-job" | "start-threadjob") {
                    self.loops_forever(span);
                }
                if name == "register-scheduledjob" {
                    self.effect(call);
                }
                Value::unknown()
            }
            "start-process" | "invoke-item" | "invoke-wmimethod" | "invoke-cimmethod" => self.started(call),
            "set-alias" | "new-alias" => {
                let (alias, target) = (call.text(&["name"], 0), call.text(&["value"], 1));
                if self.state.aliases.len() < 256 {
                    self.state.aliases.insert(alias.to_ascii_lowercase(), target.to_ascii_lowercase());
                }
                Value::NULL
            }
            "set-variable" | "new-variable" => {
                let name = call.text(&["name"], 0);
                let value = call.value_or(&["value"], 1).cloned().unwrap_or(Value::NULL);
                self.set(&name, value);
                Value::NULL
            }
            "set-item" | "new-item" if self.session_item(call) => Value::NULL,
            "set-location" | "push-location" => {
                let path = call.text(&["path", "literalpath"], 0);
                let path = path.replace('\\', "/");
                let joined = match &self.shell.directory {
                    Some(directory) if !is_absolute(&path) => {
                        Some(format!("{}/{path}", directory.trim_end_matches('/')))
                    }
                    None if !is_absolute(&path) => None,
                    _ => Some(path),
                };
                self.shell.directory =
                    joined.filter(|path| path.len() <= MAX_PATH && !path.contains(UNKNOWN));
                Value::NULL
            }
            "new-object" => self.object(call),
            "add-type" => {
                let text = call.values().map(Value::display).collect::<Vec<_>>().join("\n");
                let loads = [
                    "VirtualAlloc",
                    "CreateThread",
                    "WriteProcessMemory",
                    "CreateRemoteThread",
                    "GetAsyncKeyState",
                    "MiniDumpWriteDump",
                    "RtlMoveMemory",
                ];
                if loads.iter().any(|name| text.contains(name)) {
                    self.shell.find(
                        "execute/memory",
                        Level::Confirm,
                        "Loads functions with which code is run from memory or keys are read.",
                        span,
                    );
                }
                Value::NULL
            }
            "import-module" | "using-module" => {
                let value = call.value_or(&["name", "assembly"], 0).cloned().unwrap_or(Value::NULL);
                let stream = self.shell.read(&value.display().replace('\\', "/"));
                checks::execute(self.shell, &stream.tainted(value.whole_taint()), "a module", span);
                Value::NULL
            }
            "invoke-webrequest" | "invoke-restmethod" | "start-bitstransfer" | "send-mailmessage" => {
                self.request(call)
            }
            "compress-archive" | "export-clixml" | "copy-item" | "export-csv" | "expand-archive" => {
                self.copied(call)
            }
            "set-content" | "add-content" | "out-file" => {
                let path =
                    call.value_or(&["filepath", "path", "literalpath"], 0).cloned().unwrap_or(Value::NULL);
                let content = call.value_or(&["value", "inputobject"], 1).or(call.input.as_ref()).cloned();
                let append = name == "add-content" || call.has("append");
                if !self.is_dry(call) {
                    self.write(&path, &content.unwrap_or(Value::NULL), append, span);
                }
                Value::NULL
            }
            "invoke-sqlcmd" => {
                let query = call.text(&["query"], 0);
                interpreters::judge_code(self.shell, Language::Sql(Sql::SqlServer), &query, span);
                Value::unknown()
            }
            "invoke-mysqlquery"
            | "invoke-sqlquery"
            | "invoke-sqlitequery"
            | "invoke-dbaquery"
            | "invoke-postgresquery" => {
                let query = call.text(&["query", "commandtext"], 0);
                interpreters::judge_code(self.shell, Language::Sql(Sql::SqlServer), &query, span);
                Value::unknown()
            }
            "write-host" | "write-verbose" | "write-warning" | "write-error" | "write-debug"
            | "write-information" | "out-null" | "out-host" | "get-help" | "select-string" | "new-guid"
            | "start-sleep" => Value::NULL,
            "cmd" | "cmd.exe" => return None,
            _ => {
                if self.effect(call) {
                    return Some(Value::NULL);
                }
                if let Some(noun) = name.strip_prefix("get-") {
                    self.given_blocks(call);
                    return Some(things(noun, call));
                }
                let verb = name.split('-').next().unwrap_or("");
                if !VERBS.contains(&verb) {
                    return None;
                }
                self.given_blocks(call);
                Value::unknown()
            }
        };
        Some(value)
    }

    fn given_blocks(&mut self, call: &Call) {
        for block in call.blocks() {
            self.run(&block);
        }
    }

    pub fn is_dry(&self, call: &Call) -> bool {
        call.has("whatif") || self.state.what_if && !call.parameters().any(|(name, _)| name == "whatif")
    }

    fn for_each(&mut self, call: &Call) -> Value {
        let input = call.input.clone().unwrap_or_else(Value::unknown);
        let blocks = call.blocks();
        if let [one] = blocks.as_slice() {
            return self.turns("_", &input, &one.clone());
        }
        let mut output = Vec::new();
        for block in &blocks {
            output.push(self.turns("_", &input, block));
        }
        if blocks.is_empty()
            && let Some(member) = call.value_or(&["membername"], 0).cloned()
        {
            // `% Delete`, `% FullName`
            let name = member.display().to_ascii_lowercase();
            if !is_property(&name) {
                return self.method(input, &name, &[], &[], call.span);
            }
            return self.property(input, &name);
        }
        Value::together(output)
    }

    fn filtered(&mut self, call: &Call) -> Value {
        let input = call.input.clone().unwrap_or_else(Value::unknown);
        for block in call.blocks() {
            self.set("_", input.clone());
            self.run(&block);
        }
        // all but one: as good as all
        let asked = call.blocks().iter().map(|block| block.text.to_ascii_lowercase()).collect::<String>();
        let excludes =
            ["-ne ", "-notlike ", "-notin ", "-notmatch "].iter().any(|operator| asked.contains(operator))
                || call.parameters().any(|(name, _)| matches!(name, "ne" | "notlike" | "notin" | "notmatch"));
        if excludes && !asked.contains("-and") { input } else { some_of(input) }
    }

    fn passed(&mut self, call: &Call) -> Value {
        let input = call.input.clone();
        if call.name == "tee-object"
            && let Some(path) = call.value_or(&["filepath", "literalpath"], 0).cloned()
        {
            let content = input.clone().unwrap_or(Value::NULL);
            self.write(&path, &content, call.has("append"), call.span);
        }
        if call.name == "get-variable" {
            return self.variable(&call.text(&["name"], 0));
        }
        if call.name == "write-output" && !call.positional.is_empty() {
            return Value::together(call.positional.clone());
        }
        let limited = ["first", "last", "skip", "index"].iter().any(|name| call.value(&[name]).is_some());
        let input = input.or_else(|| call.value_or(&["inputobject"], 0).cloned()).unwrap_or(Value::NULL);
        if limited { some_of(input) } else { input }
    }

    fn listed_files(&mut self, call: &Call) -> Value {
        let Some(paths) = call.targets(&["path", "literalpath"]) else {
            return self.files(".", call);
        };
        let mut all = Vec::new();
        for path in paths.items() {
            match &path.kind {
                Kind::Files { .. } => all.push(path),
                _ => {
                    let text = path.display();
                    if text.to_ascii_lowercase().trim_end_matches([':', '\\', '/', '*']) == "env" {
                        let taint = Taint { secret: true, ..Taint::NONE };
                        all.push(Value::unknown().tainted(taint));
                    } else {
                        all.push(self.files(&text, call).tainted(path.taint));
                    }
                }
            }
        }
        Value::together(all)
    }

    fn files(&self, path: &str, call: &Call) -> Value {
        let lists = call.name == "get-childitem";
        let all = |name: &str| {
            call.value(&[name]).is_none_or(|value| matches!(value.display().as_str(), "*" | "*.*"))
        };
        let some = !(all("filter") && all("include") && all("exclude"));
        let secret = crate::paths::is_secret(&path.replace('\\', "/"), self.shell);
        let kind = Kind::Files {
            path: Rc::from(path),
            recursive: call.has("recurse"),
            inside: lists && !path.contains('*'),
            some,
        };
        Value { kind, taint: Taint { secret, ..Taint::NONE } }
    }

    fn joined_path(&mut self, call: &Call) -> Value {
        let parent = call.text(&["path"], 0);
        let child = call.text(&["childpath"], usize::from(call.value(&["path"]).is_none()));
        let parent = parent.trim_end_matches(['\\', '/']);
        let between = if parent.contains('/') { '/' } else { '\\' };
        Value::text(format!("{parent}{between}{}", child.trim_start_matches(['\\', '/'])))
    }

    fn content(&mut self, call: &Call) -> Value {
        let Some(paths) = call.targets(&["path", "literalpath"]) else { return Value::unknown() };
        let mut all = Vec::new();
        for path in paths.items() {
            let stream = self.shell.read(&path.display().replace('\\', "/"));
            all.push(Value::from(stream.tainted(path.taint)));
        }
        Value::together(all)
    }

    /// `Set-Item function:x { }`, `alias:x`, `env:X`; false for files.
    fn session_item(&mut self, call: &Call) -> bool {
        let path = call.text(&["path", "literalpath"], 0).to_ascii_lowercase();
        let Some((drive, name)) = path.split_once(':') else { return false };
        let name = name.trim_start_matches(['\\', '/']);
        let value = call.value_or(&["value"], 1).cloned().unwrap_or(Value::NULL);
        match drive {
            "function" => {
                if let Kind::Block(block) = value.kind {
                    self.state.functions.insert(name.to_owned(), block);
                }
            }
            "alias" => {
                self.state.aliases.insert(name.to_owned(), value.display().to_ascii_lowercase());
            }
            "env" => {
                let values = vec![ShellValue::scalar(value.display(), value.taint)];
                checks::environment(self.shell, &name.to_ascii_uppercase(), &values, call.span);
                self.set(&path, value);
            }
            "variable" => self.set(name, value),
            _ => return false,
        }
        true
    }

    fn started(&mut self, call: &Call) -> Value {
        if call.name.ends_with("method") {
            let path = call.text(&["classname", "class", "path"], 0).to_ascii_lowercase();
            let class = path.split(['=', '.']).next().unwrap_or("").to_owned();
            let method = call.text(&["methodname", "name"], 1).to_ascii_lowercase();
            let arguments = match call.value(&["arguments", "argumentlist"]).map(|value| &value.kind) {
                Some(Kind::Table(entries)) => entries.iter().map(|(_, value)| value.clone()).collect(),
                Some(_) => call.value(&["arguments", "argumentlist"]).map(Value::items).unwrap_or_default(),
                None => Vec::new(),
            };
            let what = call
                .input
                .clone()
                .unwrap_or_else(|| Kind::Things { noun: Rc::from(class.as_str()), some: false }.into());
            return self.method(what, &method, &arguments, &[], call.span);
        }
        self.loops_forever(call.span);
        let program = call.text(&["filepath", "path"], 0);
        let arguments = call.value_or(&["argumentlist", "args"], 1).map(Value::items).unwrap_or_default();
        let redirected = call.value(&["redirectstandardinput"]).is_some();
        if self.state.socket && redirected {
            self.reverse_shell(call.span);
        }
        self.process(&program, &arguments, call.span)
    }

    /// A program is started with arguments that it splits itself.
    pub fn process(&mut self, program: &str, arguments: &[Value], span: Span) -> Value {
        if program.is_empty() || program.contains("://") {
            return Value::NULL;
        }
        let words = arguments.iter().flat_map(|value| {
            let text = value.display();
            let words = if arguments.len() == 1 { split_words(&text) } else { vec![text] };
            let taint = value.whole_taint();
            words
                .into_iter()
                .map(move |text| Field { text, taint, span: Some(span), ..Field::default() })
                .collect::<Vec<_>>()
        });
        let list: Vec<_> = words
            .map(|field| super::arguments::Argument {
                raw: field.text.clone(),
                part: super::arguments::Part::Value(Value::text(field.text).tainted(field.taint)),
                glob: false,
                span,
            })
            .collect();
        let head = Value::text(program);
        self.invoke(&head, list, None, span)
    }

    /// `New-Object Net.WebClient`
    fn object(&mut self, call: &Call) -> Value {
        let com = call.value(&["comobject"]).map(Value::display);
        let name = com.unwrap_or_else(|| call.text(&["typename"], 0)).to_ascii_lowercase();
        let arguments = call.value_or(&["argumentlist"], 1).map(Value::items).unwrap_or_default();
        self.instance(name.trim_start_matches("system."), &arguments)
    }

    fn request(&mut self, call: &Call) -> Value {
        let url = call.text(&["uri", "source"], 0);
        let method = call.text(&["method", "custommethod"], 99);
        let mut sent = call
            .parameters()
            .filter(|(name, _)| {
                ["body", "form", "headers", "attachments", "message"]
                    .iter()
                    .any(|full| full.starts_with(name) && name.len() > 2)
            })
            .filter_map(|(_, value)| value)
            .chain(
                call.input.as_ref().filter(|_| call.value(&["uri"]).is_some() || !call.positional.is_empty()),
            )
            .fold(Taint::NONE, |taint, value| taint.and(value.whole_taint()));
        let files = call.value(&["infile", "attachments"]).cloned().unwrap_or(Value::NULL);
        for file in
            files.items().into_iter().chain(call.value(&["form", "body"]).into_iter().flat_map(|value| {
                match &value.kind {
                    Kind::Table(entries) => entries.iter().map(|(_, value)| value.clone()).collect(),
                    _ => Vec::new(),
                }
            }))
        {
            sent =
                sent.and(file.whole_taint()).and(self.shell.read(&file.display().replace('\\', "/")).taint);
        }
        if call.name == "start-bitstransfer"
            && call.text(&["transfertype"], 99).to_ascii_lowercase().starts_with("upload")
        {
            sent = sent.and(self.shell.read(&url.replace('\\', "/")).taint);
        }
        let secret = call.values().any(|value| value.whole_taint().secret);
        let target = Taint { secret: sent.secret || secret, ..sent };
        checks::send(self.shell, &Stream::unknown(target), &url, call.span);
        if method.eq_ignore_ascii_case("delete") && !url.contains("localhost") && !url.contains("127.0.0.1") {
            self.shell.find("data/http", Level::Warn, "Asks a service to delete something.", call.span);
        }
        let file = call.value(&["outfile", "destination"]).cloned().or_else(|| {
            (call.name == "start-bitstransfer").then(|| call.positional.get(1).cloned()).flatten()
        });
        let output = Value::unknown().tainted(FETCHED);
        match file {
            Some(path) => {
                self.write(&path, &output, false, call.span);
                Value::NULL
            }
            None => output,
        }
    }

    /// What goes from one file to another.
    fn copied(&mut self, call: &Call) -> Value {
        if self.is_dry(call) {
            return Value::NULL;
        }
        let from = call
            .value_or(&["path", "literalpath", "inputobject"], 0)
            .or(call.input.as_ref())
            .cloned()
            .unwrap_or(Value::NULL);
        let to = call.value_or(&["destinationpath", "destination"], 1).cloned();
        let mut stream = Stream::default();
        for item in from.items() {
            stream =
                stream.tainted(item.taint).tainted(self.shell.read(&item.display().replace('\\', "/")).taint);
        }
        if let Some(to) = to {
            let known = self.shell.nodes.get(&from.display().replace('\\', "/")).cloned();
            let value = match known {
                Some(Node::Data(stream)) => stream.into(),
                _ => Value::unknown().tainted(stream.taint),
            };
            self.write(&to, &value, false, call.span);
        }
        Value::NULL
    }

    /// A file is written.
    pub fn write(&mut self, path: &Value, value: &Value, append: bool, span: Span) {
        for target in path.items() {
            let text = target.display();
            let lower = text.to_ascii_lowercase();
            if text.is_empty() || matches!(lower.as_str(), "nul" | "$null") || lower.starts_with("variable:")
            {
                continue;
            }
            if lower.starts_with("function:") || lower.starts_with("env:") {
                continue;
            }
            let is_profile = lower.ends_with("profile.ps1");
            let mut named = if is_profile { "$PROFILE".to_owned() } else { text.replace('\\', "/") };
            if let Some(rest) = named.strip_prefix("~/") {
                named = format!("{}/{rest}", self.shell.world.home().unwrap_or("C:/Users/user"));
            }
            if lower.contains(r"\start menu\programs\startup\") {
                self.shell.find(
                    "persistence/file",
                    Level::Confirm,
                    "What lies there starts with the session.",
                    span,
                );
            }
            let field = Field { text: named, glob: false, taint: target.taint, span: Some(span) };
            self.shell.write_file(&field, value.stream(), append, span);
        }
    }
}

/// Verbs of cmdlets that are not known by name; other words with a `-` are programs.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "add", "approve", "assert", "backup", "block", "build", "checkpoint", "clear", "close", "compare", "complete",
    "compress", "confirm", "connect", "convert", "convertfrom", "convertto", "copy", "debug", "deny", "deploy",
    "disable", "disconnect", "dismount", "edit", "enable", "enter", "exit", "expand", "export", "find", "format",
    "get", "grant", "group", "hide", "import", "initialize", "install", "invoke", "join", "limit", "lock",
    "measure", "merge", "mount", "move", "new", "open", "optimize", "out", "ping", "pop", "protect", "publish",
    "push", "read", "receive", "redo", "register", "remove", "rename", "repair", "request", "reset", "resize",
    "resolve", "restart", "restore", "resume", "revoke", "save", "search", "select", "send", "set", "show", "skip",
    "split", "start", "step", "stop", "submit", "suspend", "switch", "sync", "tee", "test", "trace", "unblock",
    "undo", "uninstall", "unlock", "unprotect", "unpublish", "unregister", "update", "use", "wait", "watch",
    "where", "write", "sort", "foreach",
];

/// What `Get-NOUN` gives.
fn things(noun: &str, call: &Call) -> Value {
    let names =
        ["name", "id", "displayname", "processname", "identity", "filter", "include", "path", "computername"];
    let narrowed = names.iter().any(|name| {
        *name != "computername"
            && call.value(&[name]).is_some_and(|value| !matches!(value.display().as_str(), "*" | "*.*"))
    });
    let by_place =
        call.positional.first().is_some_and(|value| !matches!(value.display().as_str(), "*" | "*.*"));
    let class = matches!(noun, "wmiobject" | "ciminstance")
        .then(|| call.text(&["classname", "class"], 0).to_ascii_lowercase());
    let some = narrowed && class.is_none()
        || by_place && class.is_none()
        || call.value(&["filter"]).is_some_and(|value| value.display() != "*");
    let noun = class.unwrap_or_else(|| noun.to_owned());
    Kind::Things { noun: Rc::from(noun), some }.into()
}

/// Not all of them.
fn some_of(value: Value) -> Value {
    let kind = match value.kind {
        Kind::Files { path, recursive, inside, .. } => Kind::Files { path, recursive, inside, some: true },
        Kind::Things { noun, .. } => Kind::Things { noun, some: true },
        Kind::List(items) => Kind::List(items.iter().cloned().map(some_of).collect()),
        kind => kind,
    };
    Value { kind, taint: value.taint }
}

fn is_property(name: &str) -> bool {
    matches!(
        name,
        "fullname" | "name" | "path" | "id" | "length" | "count" | "basename" | "directory" | "value"
    )
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.get(1..2) == Some(":") || path.starts_with('~')
}

/// Words of a command line of Windows.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    let mut started = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                started = true;
            }
            letter if letter.is_whitespace() && !quoted => {
                if started {
                    words.push(std::mem::take(&mut word));
                }
                started = false;
            }
            letter => {
                word.push(letter);
                started = true;
            }
        }
    }
    if started {
        words.push(word);
    }
    words
}
