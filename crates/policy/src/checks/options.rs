//! Options through which programs execute a text.

use crate::prelude::*;
use crate::state::is_network;
use facts::glob::stars;

/// By program: options whose value a shell runs.
const RUN: &[(&str, &[&str])] = table!("run_options");

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let texts: Vec<String> = match at.program {
        "tar" | "gtar" | "bsdtar" => tar(context, at),
        "ssh" | "scp" | "sftp" | "slogin" | "autossh" => ssh(at),
        "git" => git(context, at),
        "unzip" | "7z" | "7za" | "cpio" | "pax" => {
            unpacked(context, at);
            return;
        }
        "vim" | "vi" | "nvim" | "view" | "gvim" | "ex" => vim(context, at),
        "make" | "gmake" => make(context, at),
        "crontab" => crontab(context, at),
        "at" | "batch" => input_text(context, at),
        "gdb" => gdb(at),
        "sed" | "gsed" => sed(at),
        "ansible" => ansible(at),
        "salt" | "salt-ssh" | "salt-call" => owned(behind(at, "cmd.run").take(1)),
        "ed" if context.files.input.text.is_some() => escapes(context, at),
        "less" | "more" | "most" => owned(at.texts().filter_map(|text| text.strip_prefix("+!"))),
        "sched" | "zargs" => scheduled(at),
        "tclsh" | "expect" if context.files.input.text.is_some() => tcl(context),
        "tmux" | "byobu" => tmux(at),
        "screen" => owned(behind(at, "stuff").take(1).map(|text| text.trim_end_matches("^M"))),
        name => {
            let rows = RUN.iter().filter(|(program, _)| *program == name);
            rows.flat_map(|(_, options)| owned(values(at, options))).collect()
        }
    };
    for text in texts {
        context.run_text(&text, Taint::NONE, Dialect::Bash, at.span);
    }
}

fn owned<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}

fn tar(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let mut texts = owned(values(
        at,
        &[
            "--to-command", "--use-compress-program", "--info-script", "--new-volume-script",
            "--rsh-command", "-F",
        ],
    ));
    let actions = values(at, &["--checkpoint-action"]).into_iter();
    texts.extend(actions.filter_map(|action| action.strip_prefix("exec=")).map(str::to_owned));
    // `-cI 'program' -f`: letters together
    for (place, field) in at.arguments.iter().enumerate() {
        let text = field.text.as_str();
        let cluster = text.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        if cluster.is_some_and(|letters| letters.ends_with('I') || letters.ends_with('F') && letters != "F") {
            texts.extend(at.arguments.get(place + 1).map(|next| next.text.clone()));
        }
    }
    archive(context, at);
    extracted(context, at);
    texts
}

/// `unzip -d /`, `cpio -i` in `/`: the archive may overwrite system files.
fn unpacked(context: &mut Context<'_>, at: &Invocation<'_>) {
    let unpacks = match at.program {
        "cpio" | "pax" => has(at, &['i', 'r'], &["extract"]),
        "unzip" => !has(at, &['l', 't', 'p', 'Z'], &[]),
        _ => matches!(at.first(), "x" | "e"),
    };
    let glued = at.texts().find_map(|text| text.strip_prefix("-o").filter(|to| to.starts_with('/')));
    let named = values(at, &["-d", "-D", "--directory"]).first().copied().or(glued);
    let here = context.env.directory.clone().filter(|_| matches!(at.program, "cpio" | "pax"));
    let Some(directory) = named.map(str::to_owned).or(here) else { return };
    if unpacks && matches!(context.env.place_of(&directory, false), Place::Root | Place::System) {
        let because = "Lets the archive replace system files.";
        context.find("files/overwrite", Level::Warn, because, at.span);
    }
    if has_word(at, &["-sdel"]) {
        for field in operands_with(at, &[]).into_iter().skip(2) {
            super::delete::delete(context, field, super::delete::How::Recursive, at);
        }
    }
}

/// `-C /`: the archive may overwrite any file of the machine. `--remove-files`: the sources are deleted.
fn extracted(context: &mut Context<'_>, at: &Invocation<'_>) {
    let extracts = at.texts().any(|text| {
        let letters = text.trim_start_matches('-');
        text == "--extract" || letters.starts_with('x') && letters.len() < 6
    });
    if extracts && values(at, &["-C", "--directory"]).contains(&"/") {
        let because = "Lets the archive replace any file on the machine.";
        context.find("files/overwrite", Level::Warn, because, at.span);
    }
    if has_word(at, &["--remove-files"]) {
        for field in operands_with(at, &["-C", "--directory", "-f", "--file", "-cf", "-czf"]) {
            super::delete::delete(context, field, super::delete::How::Recursive, at);
        }
    }
}

/// An archive of secrets is secret; an archive named `host:file` goes there.
fn archive(context: &mut Context<'_>, at: &Invocation<'_>) {
    let stream = super::archives::archived(context, at);
    let options: String = ["TAR_OPTIONS", "TAPE"]
        .iter()
        .filter_map(|name| Some(context.env.variable(name)?.values.clone()))
        .flatten()
        .flat_map(|value| value.items)
        .map(|item| item.text + " ")
        .collect();
    let file = super::archives::archive_name(at).map(str::to_owned);
    let in_options = options.split_whitespace().find_map(|word| {
        word.strip_prefix("--file=")
            .map(str::to_owned)
            .or_else(|| word.contains(':').then(|| word.to_owned()))
    });
    let Some(file) = file.or(in_options) else { return };
    let is_remote = file.split('/').next().is_some_and(|host| host.contains(':') && host.len() > 2);
    if is_remote {
        super::send::send(context, &stream, &file, at.span);
    } else if file != "-" && (!stream.is_plain() || is_network(&file) || file.starts_with("/dev/fd/")) {
        let field = crate::field::Field::at(file, at.span);
        context.write(field, stream, false, at.span);
    }
}

fn ssh(at: &Invocation<'_>) -> Vec<String> {
    let mut settings = owned(values(at, &["-o", "-oProxyCommand"]));
    for (place, field) in at.arguments.iter().enumerate() {
        let text = field.text.as_str();
        // `-vo X`, `-qvoProxyCommand=…`
        let Some(cluster) = text.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else { continue };
        if let Some((_, rest)) = cluster.split_once('o').filter(|(before, _)| before.len() < 5) {
            if rest.is_empty() {
                settings.extend(at.arguments.get(place + 1).map(|next| next.text.clone()));
            } else {
                settings.push(rest.to_owned());
            }
        }
    }
    let mut texts = if at.program == "scp" { owned(values(at, &["-S"])) } else { Vec::new() };
    for setting in settings {
        let (name, command) = setting.split_once(['=', ' ']).unwrap_or((setting.as_str(), ""));
        if matches!(
            name.to_ascii_lowercase().as_str(),
            "proxycommand" | "localcommand" | "knownhostscommand" | "permitlocalcommand"
        ) {
            texts.push(command.trim().to_owned());
        }
    }
    texts
}

/// Options of git whose value is a command.
const GIT_COMMANDS: &[&str] = table!("git_commands");

/// Settings of git whose value is a command.
const GIT_SETTINGS: &[&str] = table!("git_settings");

fn git(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    let words: Vec<&str> = at.texts().collect();
    let mut leads_away = false;
    let mut runs = |name: &str, text: &str| {
        let name = name.to_ascii_lowercase();
        leads_away |= names_another_host(&name, text) || hands_on(&name, text);
        if name.starts_with("alias.") {
            if let Some(command) = text.strip_prefix('!') {
                texts.push(command.to_owned());
            } else if text.contains(' ') {
                texts.push(format!("git {text}"));
            }
        } else if GIT_SETTINGS.iter().any(|pattern| stars(pattern, &name, false)) {
            texts.push(text.trim_start_matches('!').to_owned());
        }
    };
    for pair in words.windows(2) {
        if let ["-c", setting] = pair
            && let Some((name, text)) = setting.split_once('=')
        {
            runs(name, text);
        }
    }
    let mut setting = behind(at, "config").filter(|word| !word.starts_with('-'));
    if let (Some(name), Some(text)) = (setting.next(), setting.next()) {
        runs(name, text);
    }
    if leads_away {
        let because = "Makes git connect to another machine than the one given, or send it passwords.";
        context.find("git/another-host", Level::Warn, because, at.span);
    }
    for (verb, options) in [("rebase", &["--exec", "-x"][..]), ("difftool", &["-x"]), ("clone", &["-u"])] {
        if words.contains(&verb) {
            texts.extend(owned(values(at, options)));
        }
    }
    texts.extend(words.iter().filter_map(|word| word.strip_prefix("ext::").map(str::to_owned)));
    if words.contains(&"foreach") {
        let command = behind(at, "foreach").skip_while(|word| word.starts_with('-'));
        texts.push(command.collect::<Vec<_>>().join(" "));
    }
    if let Some(place) = at.find(&["bisect"]).filter(|place| words.get(place + 1) == Some(&"run")) {
        context.steps.push(Step::Start {
            fields: at.tail(place + 2).to_vec(),
            softens: false,
            span: at.span,
        });
    }
    for option in GIT_COMMANDS {
        texts.extend(owned(values(at, &[option])));
    }
    texts
}

/// `url.https://evil.example/.insteadOf https://github.com/`
fn names_another_host(name: &str, text: &str) -> bool {
    let host = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
        rest.split(['/', ':']).next().unwrap_or("").to_owned()
    };
    let to = name.strip_prefix("url.").and_then(|rest| rest.strip_suffix(".insteadof"));
    to.is_some_and(|to| text.contains('.') && !host(to).contains(&host(text)) && to.contains("://"))
}

/// Returns whether it is a credential helper whose text talks to other machines.
fn hands_on(name: &str, text: &str) -> bool {
    name.ends_with(".helper")
        && text.starts_with('!')
        && ["curl ", "wget ", "nc ", "/dev/tcp/"].iter().any(|program| text.contains(program))
}

/// `-c '!cmd'`, `+'!cmd'`, `--cmd`; what ex reads.
fn vim(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let mut commands = owned(values(at, &["-c", "--cmd", "-S", "-sc"]));
    commands.extend(at.texts().filter_map(|text| text.strip_prefix('+')).map(str::to_owned));
    if at.program == "ex" {
        commands.extend(context.input_text().lines().take(32).map(str::to_owned));
    }
    super::edit::emptied(context, at, &commands);
    let shells = commands.iter().filter_map(|command| {
        let command = command.trim_start_matches(':').trim();
        let command =
            command.strip_prefix("silent").map_or(command, |rest| rest.trim_start_matches('!').trim());
        let system = command
            .split_once("system(")
            .map(|(_, rest)| rest.trim_start_matches(['"', '\'']).trim_end_matches([')', '"', '\'']));
        let starts = ["!", "%!", "r !", "read !"];
        starts.iter().find_map(|start| command.strip_prefix(start)).or(system).map(str::to_owned)
    });
    shells.collect()
}

fn make(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let mut texts = owned(values(at, &["--eval"]));
    let files = values(at, &["-f", "--file", "--makefile"]);
    for file in if files.is_empty() { vec!["Makefile"] } else { files } {
        let stream = context.read(file);
        super::execute::execute(context, &stream, "a makefile", at.span);
        texts.extend(stream.text.iter().map(|text| text.to_string()));
    }
    let recipes = texts.iter().flat_map(|text| text.lines()).filter_map(|line| {
        let recipe = line.strip_prefix('\t').or_else(|| line.split_once(';').map(|(_, recipe)| recipe));
        let shell = line.split_once("$(context ").map(|(_, rest)| rest.trim_end().trim_end_matches(')'));
        recipe.or(shell).map(|text| text.trim_start_matches(['@', '-', '+', ' ']).replace("$$", "$"))
    });
    let shells = at.texts().filter_map(|text| text.strip_prefix("SHELL=")).map(str::to_owned);
    recipes.take(64).chain(shells).collect()
}

/// `… | crontab -`: each line has a time and a command.
fn crontab(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let input = context.files.input.clone();
    super::execute::execute(context, &input, "commands again and again", at.span);
    let commands = context.input_text().lines().take(32).filter_map(|line| {
        let times = if line.starts_with('@') { 1 } else { 5 };
        (0..times).try_fold(line, |rest, _| Some(rest.trim_start().split_once(char::is_whitespace)?.1))
    });
    commands.map(str::to_owned).collect()
}

fn input_text(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let Stream { text, taint, .. } = context.files.input.clone();
    super::execute::execute(context, &Stream::unknown(taint), "what it reads", at.span);
    text.iter().map(|text| text.to_string()).collect()
}

fn gdb(at: &Invocation<'_>) -> Vec<String> {
    let commands = values(at, &["-ex", "--eval-command", "-iex"]).into_iter();
    owned(commands.filter_map(|text| text.strip_prefix("shell ").or(text.strip_prefix('!'))))
}

/// `-m shell -a 'command'`
fn ansible(at: &Invocation<'_>) -> Vec<String> {
    let module = value(at, &["-m", "--module-name"]).unwrap_or("command");
    let runs = matches!(module.rsplit('.').next(), Some("shell" | "command" | "raw" | "script"));
    if runs { owned(values(at, &["-a", "--args"])) } else { Vec::new() }
}

/// Returns the words after another one.
fn behind<'a>(at: &Invocation<'a>, mark: &str) -> impl Iterator<Item = &'a str> {
    at.texts().skip_while(move |text| *text != mark).skip(1)
}

/// zsh's `sched +1 'command'`, `zargs -- FILES -- COMMAND`.
fn scheduled(at: &Invocation<'_>) -> Vec<String> {
    let texts: Vec<&str> = at.texts().collect();
    if at.program == "sched" {
        return vec![texts.get(1..).unwrap_or_default().join(" ")];
    }
    let Some(end) = texts.iter().rposition(|text| *text == "--") else { return Vec::new() };
    let command = texts.get(end + 1..).unwrap_or_default();
    let files = texts.get(..end).unwrap_or_default().iter().filter(|text| **text != "--");
    vec![command.iter().chain(files).copied().collect::<Vec<_>>().join(" ")]
}

/// Finds lines that an editor passes to a shell: `!cmd`.
fn escapes(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let text = context.files.input.text.clone().unwrap_or_default();
    if text.lines().any(|line| matches!(line.trim(), "1,$d" | ",d" | "%d")) {
        super::edit::emptied(context, at, &["%d|w".to_owned()]);
    }
    text.lines().filter_map(|line| line.trim().strip_prefix('!').map(str::to_owned)).take(16).collect()
}

/// Lines of Tcl that start programs: `exec rm x`.
fn tcl(context: &Context<'_>) -> Vec<String> {
    let starts = ["exec ", "spawn ", "system "];
    let text =
        |line: &str| starts.iter().find_map(|start| line.trim().strip_prefix(start)).map(str::to_owned);
    context.input_text().split(['\n', ';']).filter_map(text).collect()
}

/// GNU sed's `e`: `s/x/cmd/e`, `1e cmd`.
fn sed(at: &Invocation<'_>) -> Vec<String> {
    let mut scripts = owned(values(at, &["-e", "--expression"]));
    scripts.extend(at.undashed().next().map(|field| field.text.clone()));
    let commands = scripts.iter().filter_map(|script| {
        let trimmed = script.trim_start_matches(|c: char| c.is_ascii_digit() || c == '$');
        if let Some(rest) = trimmed.strip_prefix("e ") {
            return Some(rest.to_owned());
        }
        let rest = script.strip_prefix('s')?;
        let separator = rest.chars().next().filter(|c| !c.is_alphanumeric())?;
        let mut parts = rest.split(separator).skip(1);
        let (_, to, flags) = (parts.next()?, parts.next()?, parts.next()?);
        flags.contains('e').then(|| to.to_owned())
    });
    commands.collect()
}

fn tmux(at: &Invocation<'_>) -> Vec<String> {
    let Some(place) = at.find(&["send-keys", "send"]) else { return Vec::new() };
    let keys = Invocation { arguments: at.tail(place + 1), ..*at };
    let typed = operands_with(&keys, &["-t"]).into_iter().map(|field| field.text.as_str());
    vec![typed.filter(|text| !matches!(*text, "Enter" | "C-m" | "C-c")).collect::<Vec<_>>().join(" ")]
}
