//! Options through which programs execute a text.

use crate::arguments::{has, has_word, operands_with, value, values};
use crate::context::{Context, Step};
use crate::field::{Invocation, Taint};
use crate::level::Level;
use crate::paths::Place;
use crate::state::{Stream, is_network};
use syntax::Dialect;

pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    let texts: Vec<String> = match at.program {
        "tar" | "gtar" | "bsdtar" => tar(context, at),
        "rsync" => owned(values(at, &["-e", "--rsh", "--rsync-path"])),
        "ssh" | "scp" | "sftp" | "slogin" | "autossh" => ssh(at),
        "git" => git(context, at),
        "unzip" | "7z" | "7za" | "cpio" | "pax" => {
            unpacked(context, at);
            return;
        }
        "vim" | "vi" | "nvim" | "view" | "gvim" | "ex" => vim(context, at),
        "man" | "mandb" => owned(values(at, &["-P", "--pager"])),
        "zip" => owned(values(at, &["-TT", "--unzip-command"])),
        "sort" => owned(values(at, &["--compress-program"])),
        "wget" => owned(values(at, &["--use-askpass"])),
        "make" | "gmake" => make(context, at),
        "npm" | "pnpm" | "yarn" => owned(values(at, &["--script-shell", "--call", "-c"])),
        "crontab" => crontab(context, at),
        "at" | "batch" => input_text(context, at),
        "gdb" => gdb(at),
        "sed" | "gsed" => sed(at),
        "ansible" => ansible(at),
        "salt" | "salt-ssh" | "salt-call" => behind(at, "cmd.run"),
        "ed" if context.files.input.text.is_some() => escapes(context, at),
        "less" | "more" | "most" => {
            at.arguments.iter().filter_map(|f| f.text.strip_prefix("+!").map(str::to_owned)).collect()
        }
        "sched" | "zargs" => scheduled(at),
        "compgen" | "complete" => owned(values(at, &["-C"])),
        "tclsh" | "expect" if context.files.input.text.is_some() => tcl(context),
        "flock" => owned(values(at, &["-c", "--command"])),
        "split" => owned(values(at, &["--filter"])),
        "openvpn" => owned(values(at, &["--up", "--down"])),
        "tcpdump" => owned(values(at, &["-z"])),
        "expect" => owned(values(at, &["-c"])),
        "tmux" | "byobu" => tmux(at),
        "screen" => screen(at),
        _ => return,
    };
    for text in texts {
        context.run_text(&text, Taint::NONE, Dialect::Bash, at.span);
    }
}

fn owned(texts: Vec<&str>) -> Vec<String> {
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
    texts.extend(
        values(at, &["--checkpoint-action"])
            .iter()
            .filter_map(|action| action.strip_prefix("exec=").map(str::to_owned)),
    );
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
        _ => at.arguments.first().is_some_and(|field| matches!(field.text.as_str(), "x" | "e")),
    };
    let glued =
        at.arguments.iter().find_map(|field| field.text.strip_prefix("-o").filter(|to| to.starts_with('/')));
    let named = values(at, &["-d", "-D", "--directory"]).first().copied().or(glued);
    let here = context.env.directory.clone().filter(|_| matches!(at.program, "cpio" | "pax"));
    let Some(directory) = named.map(str::to_owned).or(here) else { return };
    if unpacks && matches!(context.env.place_of(&directory, false), Place::Root | Place::System) {
        let because = "Lets the archive replace system files.";
        context.find_in("files/overwrite", Level::Warn, because, at);
    }
    if has_word(at, &["-sdel"]) {
        for field in operands_with(at, &[]).into_iter().skip(2) {
            super::delete::delete(context, field, super::delete::How::Recursive, at);
        }
    }
}

/// `-C /`: the archive may overwrite any file of the machine. `--remove-files`: the sources are deleted.
fn extracted(context: &mut Context<'_>, at: &Invocation<'_>) {
    let extracts = at.arguments.iter().any(|field| {
        let letters = field.text.trim_start_matches('-');
        field.text == "--extract" || letters.starts_with('x') && letters.len() < 6
    });
    if extracts && values(at, &["-C", "--directory"]).contains(&"/") {
        let because = "Lets the archive replace any file on the machine.";
        context.find_in("files/overwrite", Level::Warn, because, at);
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
        let field = crate::field::Field { text: file, span: Some(at.span), ..Default::default() };
        context.write(field, stream, false, at.span);
    }
}

fn ssh(at: &Invocation<'_>) -> Vec<String> {
    let mut texts = Vec::new();
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
    texts.extend(values(at, &["-S"]).into_iter().filter(|_| at.program == "scp").map(str::to_owned));
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

fn git(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    let words: Vec<&str> = at.arguments.iter().map(|field| field.text.as_str()).collect();
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
        } else if name.ends_with(".sshcommand")
            || name.ends_with("pager")
            || name.starts_with("pager.")
            || name.ends_with(".editor")
            || name.ends_with(".fsmonitor")
            || name.contains(".textconv")
            || name.starts_with("filter.")
            || name.ends_with(".cmd")
            || name.ends_with(".helper")
            || name.ends_with(".external")
            || name.ends_with(".askpass")
            || name.ends_with(".gitproxy")
        {
            texts.push(text.trim_start_matches('!').to_owned());
        }
    };
    for (place, word) in words.iter().enumerate() {
        if *word == "-c"
            && let Some((name, text)) = words.get(place + 1).and_then(|setting| setting.split_once('='))
        {
            runs(name, text);
        }
    }
    if let Some(place) = words.iter().position(|word| *word == "config") {
        let rest: Vec<&str> = words
            .get(place + 1..)
            .unwrap_or_default()
            .iter()
            .copied()
            .filter(|w| !w.starts_with('-'))
            .collect();
        if let [name, text, ..] = rest.as_slice() {
            runs(name, text);
        }
    }
    if leads_away {
        let because = "Makes git connect to another machine than the one given, or send it passwords.";
        context.find_in("git/another-host", Level::Warn, because, at);
    }
    if words.contains(&"rebase") {
        texts.extend(owned(values(at, &["--exec", "-x"])));
    }
    if words.contains(&"difftool") {
        texts.extend(owned(values(at, &["-x"])));
    }
    if words.contains(&"clone") {
        texts.extend(owned(values(at, &["-u"])));
    }
    texts.extend(words.iter().filter_map(|word| word.strip_prefix("ext::").map(str::to_owned)));
    if words.contains(&"foreach") {
        let place = words.iter().position(|word| *word == "foreach").unwrap_or(0);
        let rest: Vec<&str> = words
            .get(place + 1..)
            .unwrap_or_default()
            .iter()
            .copied()
            .skip_while(|w| w.starts_with('-'))
            .collect();
        texts.push(rest.join(" "));
    }
    if let Some(place) =
        words.iter().position(|word| *word == "bisect").filter(|place| words.get(place + 1) == Some(&"run"))
    {
        let rest = at.arguments.get(place + 2..).unwrap_or_default().to_vec();
        context.steps.push(Step::Start { fields: rest, softens: false, span: at.span });
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
    commands.extend(at.arguments.iter().filter_map(|field| field.text.strip_prefix('+').map(str::to_owned)));
    if at.program == "ex" {
        commands
            .extend(context.files.input.text.as_deref().unwrap_or("").lines().take(32).map(str::to_owned));
    }
    super::edit::emptied(context, at, &commands);
    let shells = commands.iter().filter_map(|command| {
        let command = command.trim_start_matches(':').trim();
        let command =
            command.strip_prefix("silent").map_or(command, |rest| rest.trim_start_matches('!').trim());
        let system = command
            .split_once("system(")
            .map(|(_, rest)| rest.trim_start_matches(['"', '\'']).trim_end_matches([')', '"', '\'']));
        command
            .strip_prefix('!')
            .or_else(|| {
                command
                    .split_once("!")
                    .filter(|(before, _)| matches!(*before, "%" | "r " | "read "))
                    .map(|(_, c)| c)
            })
            .or(system)
            .map(str::to_owned)
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
    let mut texts: Vec<String> = recipes.take(64).collect();
    texts
        .extend(at.arguments.iter().filter_map(|field| field.text.strip_prefix("SHELL=").map(str::to_owned)));
    texts
}

/// `… | crontab -`: each line has a time and a command.
fn crontab(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let input = context.files.input.clone();
    super::execute::execute(context, &input, "commands again and again", at.span);
    let text = context.files.input.text.clone().unwrap_or_default();
    let commands = text.lines().take(32).filter_map(|line| {
        let skip = if line.starts_with('@') { 1 } else { 5 };
        let mut rest = line;
        for _ in 0..skip {
            rest = rest.trim_start().split_once(char::is_whitespace)?.1;
        }
        Some(rest.to_owned())
    });
    commands.collect()
}

fn input_text(context: &mut Context<'_>, at: &Invocation<'_>) -> Vec<String> {
    let Stream { text, taint, .. } = context.files.input.clone();
    super::execute::execute(context, &Stream::unknown(taint), "what it reads", at.span);
    text.iter().map(|text| text.to_string()).collect()
}

fn gdb(at: &Invocation<'_>) -> Vec<String> {
    let commands = values(at, &["-ex", "--eval-command", "-iex"]);
    commands
        .iter()
        .filter_map(|command| command.strip_prefix("shell ").or_else(|| command.strip_prefix('!')))
        .map(str::to_owned)
        .collect()
}

/// `-m shell -a 'command'`
fn ansible(at: &Invocation<'_>) -> Vec<String> {
    let module = value(at, &["-m", "--module-name"]).unwrap_or("command");
    let runs = matches!(module.rsplit('.').next(), Some("shell" | "command" | "raw" | "script"));
    if runs { owned(values(at, &["-a", "--args"])) } else { Vec::new() }
}

/// Returns the words after one word.
fn behind(at: &Invocation<'_>, mark: &str) -> Vec<String> {
    let place = at.arguments.iter().position(|field| field.text == mark);
    let text = place.and_then(|place| at.arguments.get(place + 1));
    text.map(|field| field.text.clone()).into_iter().collect()
}

/// zsh's `sched +1 'command'`, `zargs -- FILES -- COMMAND`.
fn scheduled(at: &Invocation<'_>) -> Vec<String> {
    let texts: Vec<&str> = at.arguments.iter().map(|field| field.text.as_str()).collect();
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
    let text = context.files.input.text.clone().unwrap_or_default();
    let lines = text.split(['\n', ';']).filter_map(|line| {
        let line = line.trim();
        line.strip_prefix("exec ")
            .or_else(|| line.strip_prefix("spawn "))
            .or_else(|| line.strip_prefix("system "))
    });
    lines.map(str::to_owned).collect()
}

/// GNU sed's `e`: `s/x/cmd/e`, `1e cmd`.
fn sed(at: &Invocation<'_>) -> Vec<String> {
    let mut scripts = owned(values(at, &["-e", "--expression"]));
    scripts.extend(
        at.arguments.iter().find(|field| !field.text.starts_with('-')).map(|field| field.text.clone()),
    );
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
    let place = at.arguments.iter().position(|field| matches!(field.text.as_str(), "send-keys" | "send"));
    let Some(place) = place else { return Vec::new() };
    let mut texts = Vec::new();
    let mut skip = false;
    for field in at.arguments.get(place + 1..).unwrap_or_default() {
        let text = field.text.as_str();
        if skip {
            skip = false;
        } else if text == "-t" {
            skip = true;
        } else if !text.starts_with('-') && !matches!(text, "Enter" | "C-m" | "C-c") {
            texts.push(text.to_owned());
        }
    }
    vec![texts.join(" ")]
}

fn screen(at: &Invocation<'_>) -> Vec<String> {
    let place = at.arguments.iter().position(|field| field.text == "stuff");
    let text = place.and_then(|place| at.arguments.get(place + 1));
    text.map(|field| field.text.trim_end_matches("^M").to_owned()).into_iter().collect()
}
