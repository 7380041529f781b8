//! Shells and other interpreters, and the texts that they run.

use super::checks;
use super::code::{self, Language, Sql};
use super::shell::Shell;
use crate::prelude::*;

/// Runs the program if it is an interpreter; returns what it prints.
pub fn run(shell: &mut Shell<'_>, at: &Invocation<'_>) -> Option<Stream> {
    if let Some(dialect) = dialect_of(at.program) {
        return Some(run_shell(shell, at, dialect));
    }
    if super::cmd::is_cmd(at.program) {
        return Some(super::cmd::run(shell, at));
    }
    let language = Language::of(at.program)?;
    Some(run_code(shell, at, language))
}

fn dialect_of(program: &str) -> Option<Dialect> {
    Some(match programs::find_version(program)?.shell {
        "posix" | "csh" => Dialect::Posix,
        "bash" => Dialect::Bash,
        "zsh" => Dialect::Zsh,
        "fish" => Dialect::Fish,
        "pwsh" => Dialect::PowerShell,
        "nu" => Dialect::Nu,
        _ => return None,
    })
}

fn run_shell(shell: &mut Shell<'_>, at: &Invocation<'_>, dialect: Dialect) -> Stream {
    if dialect == Dialect::PowerShell {
        return super::powershell::run(shell, at);
    }
    // sh is read as bash
    let dialect = if dialect == Dialect::Posix { Dialect::Bash } else { dialect };
    let mut position = 0;
    let mut noexec = false;
    let mut reads_input = false;
    while let Some(field) = at.arguments.get(position) {
        let text = field.text.as_str();
        position += 1;
        let cluster = text.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
        match text {
            "--" => break,
            "--version" | "--help" | "--dump-strings" => return Stream::default(),
            "--rcfile" | "--init-file" => {
                if let Some(file) = at.arguments.get(position) {
                    let stream = shell.read(&file.text);
                    shell.run_file(&stream, dialect, &[], at.span);
                }
                position += 1;
            }
            "-o" | "-O" | "+O" | "+o" => position += 1,
            "+n" => noexec = false,
            "--command" | "--init-command" | "-C" if dialect == Dialect::Fish => {
                return text_argument(shell, at, position, dialect);
            }
            _ if text.starts_with("--command=") || text.starts_with("--init-command=") => {
                let value = text.split_once('=').map_or("", |(_, value)| value);
                return shell.run_text(value, field.taint, dialect, at.span);
            }
            "-" => reads_input = true,
            _ if text.starts_with("--") => {}
            _ if cluster.is_some_and(|letters| letters.contains('c')) => {
                let skip = at.arguments.get(position).is_some_and(|next| {
                    let t = next.text.as_str();
                    let is_option = t.len() > 1 && t.starts_with('-') && !t.contains(' ');
                    t == "--" || is_option && at.arguments.len() > position + 1
                });
                return text_argument(shell, at, position + usize::from(skip), dialect);
            }
            _ if cluster.is_some() || text.starts_with('+') => {
                noexec |= cluster.is_some_and(|letters| letters.contains('n'));
                reads_input |= text.contains('s');
            }
            _ => {
                position -= 1;
                break;
            }
        }
    }
    if noexec {
        return Stream::default();
    }
    let file = at.arguments.get(position).filter(|_| !reads_input);
    match file {
        Some(file) if !matches!(file.text.as_str(), "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => {
            shell.check(|context| checks::cloned(context, &file.text, at));
            let stream = shell.read(&file.text);
            let rest = at.tail(position + 1);
            shell.run_file(&stream, dialect, rest, at.span)
        }
        _ => {
            let stream = shell.files.input.clone();
            run_input(shell, at, &stream, dialect)
        }
    }
}

/// Runs the input as a script: `… | sh`.
pub fn run_input(shell: &mut Shell<'_>, at: &Invocation<'_>, stream: &Stream, dialect: Dialect) -> Stream {
    shell.execute(stream, "what it reads", at.span);
    let Some(text) = stream.text.clone() else {
        return Stream::unknown(Taint { shell: true, ..stream.taint });
    };
    shell.with_input(Stream::default(), |shell| shell.run_text(&text, Taint::NONE, dialect, at.span))
}

/// Runs `-c TEXT NAME ARGUMENT…`.
fn text_argument(shell: &mut Shell<'_>, at: &Invocation<'_>, position: usize, dialect: Dialect) -> Stream {
    let Some(field) = at.arguments.get(position) else { return Stream::default() };
    let rest = at.tail(position + 2);
    let name = at.arguments.get(position + 1).map(Into::into);
    let outer = std::mem::replace(&mut shell.env.name, name);
    let isolated = shell.env.variables();
    shell.env.variables_mut(&mut shell.budget).retain(|_, variable| variable.exported);
    let output =
        shell.with_arguments(rest, |shell| shell.run_text(&field.text, field.taint, dialect, at.span));
    shell.env.set_variables(isolated);
    shell.env.name = outer;
    output
}

/// What an operand of an interpreter is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// A file of code.
    Script,
    /// The code itself.
    Code,
    /// The code itself, after a first operand (`sqlite3 FILE SQL`, `bq query SQL`).
    SecondCode,
    /// All operands together are the code (`redis-cli FLUSHALL`).
    AllCode,
    /// Not code.
    Other,
}

use Operand::{AllCode, Code, Other, Script, SecondCode};

/// Returns how a program is given code: the options whose value it is, and what an operand is.
fn given(program: &str, language: Language) -> (&'static [&'static str], Operand) {
    match language {
        Language::Awk => (&["-e", "--source"], Code),
        Language::Python => (&["-c", "-e"], Script),
        Language::Perl => (&["-e", "-E"], Script),
        Language::Ruby | Language::Lua | Language::R => (&["-e", "-l", "eval"], Script),
        Language::JavaScript => (&["-e", "-p", "-pe", "--eval", "--print", "eval"], Script),
        Language::Php => (&["-r", "--run", "-B", "-R", "-E"], Script),
        Language::Sql(Sql::Sqlite) => (&["-cmd", "-c", "-s"], SecondCode),
        Language::Redis => (&[], AllCode),
        Language::Cypher => (&[], Code),
        Language::Sql(_) if program == "bq" => (&[], SecondCode),
        Language::Sql(_) | Language::Mongo => (QUERY_OPTIONS, Other),
    }
}

/// Options with code as their value, of clients of data stores.
const QUERY_OPTIONS: &[&str] = table!("query_options");

/// Python modules that read code from standard input; others (`python -m json.tool`) read data.
const READS_CODE: &[&str] = &["code", "asyncio", "pdb", "IPython", "bpython", "ptpython", "idlelib", "runpy"];

/// Runs code: `python -c`, `psql -c`, a script in a here-document.
fn run_code(shell: &mut Shell<'_>, at: &Invocation<'_>, language: Language) -> Stream {
    let is_query = !language.is_scripting();
    let (options, operand) = given(at.program, language);
    let mut found = false;
    let mut reads_data = false;
    let mut operands: Vec<&Field> = Vec::new();
    let mut place = 0;
    while let Some(field) = at.arguments.get(place) {
        let text = field.text.as_str();
        place += 1;
        if language == Language::Python && text.starts_with("-m") && text.len() > 2 {
            return Stream::unknown(shell.files.input.taint); // a module of its own
        }
        if !text.starts_with('-') || text == "-" {
            let runs = matches!(at.program, "deno" | "bun") && text == "run" && operands.is_empty();
            if runs || options.contains(&text) {
                continue;
            }
            operands.push(field);
            if operand == Script {
                break;
            }
            continue;
        }
        let inline = options.iter().find_map(|option| {
            let rest = text.strip_prefix(option)?;
            rest.strip_prefix('=')
                .or_else(|| (option.len() == 2 && !rest.is_empty() && is_query).then_some(rest))
        });
        // `-ne`, `-lane`: a cluster whose last letter takes the code
        let clustered = text.len() > 2
            && !text.starts_with("--")
            && options
                .iter()
                .any(|option| option.len() == 2 && text.ends_with(option.trim_start_matches('-')))
            && text.bytes().skip(1).all(|byte| byte.is_ascii_alphanumeric());
        if options.contains(&text) || clustered {
            if let Some(code) = at.arguments.get(place) {
                found = true;
                place += 1;
                let mut text = code.text.clone();
                if is_query && !text.contains(char::is_whitespace) {
                    // unquoted: the following words belong to it
                    at.tail(place).iter().for_each(|word| text.extend([" ", &word.text]));
                }
                code_text(shell, language, &text, code.taint, at.span);
            }
        } else if let Some(code) = inline {
            found = true;
            code_text(shell, language, code, field.taint, at.span);
        } else if is_query && takes_value(at.program, text)
            || matches!(text, "-m" | "-M" | "-I" | "-F" | "-v" | "-f" | "--file")
        {
            let is_file = matches!(text, "-f" | "--file");
            if text == "-m" && language == Language::Python {
                let module = at.arguments.get(place).and_then(Field::known);
                reads_data = module.is_some_and(|module| !READS_CODE.contains(&module));
            }
            if let Some(file) = at.arguments.get(place).filter(|_| is_file) {
                found = true;
                let stream = shell.read(&file.text);
                judge_file(shell, language, &stream, at.span);
            }
            place += 1;
        }
    }
    found = judge_operands(shell, language, operand, &operands, found, at.span);
    if !found && !reads_data {
        let stream = shell.files.input.clone();
        judge_file(shell, language, &stream, at.span);
    }
    Stream::unknown(shell.files.input.taint)
}

/// Judges operands that are code or name a file of code; returns whether any code was found.
fn judge_operands(
    shell: &mut Shell<'_>,
    language: Language,
    operand: Operand,
    operands: &[&Field],
    found: bool,
    span: Span,
) -> bool {
    match (operand, operands) {
        (Script, [file, ..]) if !found => {
            let stream = shell.read(&file.text);
            judge_file(shell, language, &stream, span);
            true
        }
        (Code, [code, ..]) if !found => {
            code_text(shell, language, &code.text, code.taint, span);
            true
        }
        (SecondCode, [_, rest @ ..]) => {
            rest.iter().for_each(|code| code_text(shell, language, &code.text, code.taint, span));
            found || !rest.is_empty()
        }
        (AllCode, _) => {
            let text = operands.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(" ");
            code_text(shell, language, &text, Taint::NONE, span);
            !text.is_empty()
        }
        _ => found,
    }
}

/// Options of database clients whose value is the next word.
const CLIENT_VALUED: &[&str] = table!("client_valued");

/// Returns whether the next word is the value of this option.
fn takes_value(program: &str, option: &str) -> bool {
    // mysql's password is in the same word, or prompted for
    if option == "-p" && (program.starts_with("mysql") || program.starts_with("maria") || program == "mycli")
    {
        return false;
    }
    CLIENT_VALUED.contains(&option)
}

/// Judges code from a file or a pipe.
fn judge_file(shell: &mut Shell<'_>, language: Language, stream: &Stream, span: Span) {
    if language.is_scripting() {
        shell.execute(stream, "what it reads", span);
    }
    if let Some(text) = stream.text.clone() {
        judge_code(shell, language, &text, span);
    }
}

fn code_text(shell: &mut Shell<'_>, language: Language, code: &str, taint: Taint, span: Span) {
    if language.is_scripting() && taint.is_unseen() {
        shell.execute(&Stream::known(code).tainted(taint), "a text", span);
    }
    judge_code(shell, language, code, span);
}

/// Judges what the code would do.
pub fn judge_code(shell: &mut Shell<'_>, language: Language, text: &str, span: Span) {
    if !shell.budget.enter(text.len()) {
        return;
    }
    let code = code::read(language, text);
    for command in &code.commands {
        let taint = command.taint;
        let input = command.input.as_deref().map_or_else(Stream::default, Stream::known);
        shell.with_input(input, |shell| match &command.line {
            code::Line::Shell(text) => shell.run_text(text, taint, Dialect::Bash, span),
            code::Line::Words(words) => {
                if taint.is_unseen() {
                    shell.execute(&Stream::unknown(taint), "a text", span);
                }
                let fields = Field::list(words.iter().map(String::as_str), span);
                shell.subshell(|shell| shell.start(&fields, span))
            }
        });
    }
    shell.check(|context| checks::code(context, &code, span));
    shell.budget.leave();
}
