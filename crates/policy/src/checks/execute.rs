//! Running code that no person has read: downloaded or decoded.

use syntax::Span;

use super::value;
use crate::field::Invocation;
use crate::level::Level;
use crate::shell::{Node, Shell, Stream};

/// Judges programs that execute a text or file, though they are not interpreters.
pub fn check(shell: &mut Shell<'_>, at: &Invocation<'_>) {
    let has = |words: &[&str]| at.arguments.iter().any(|field| words.contains(&field.text.as_str()));
    match at.program {
        "kubectl" | "oc" | "k" | "docker-compose" if has(&["-f", "--filename"]) && has(&["-"]) => {
            let input = shell.input.clone();
            execute(shell, &input, "what it reads", at.span);
        }
        "osascript" | "gdb" | "lldb" | "julia" | "octave" | "groovy" | "scala" | "elixir" | "ghci"
        | "ocaml" | "guile" | "racket" | "sbcl" | "expect" | "tclsh" | "jshell" | "ansible-playbook" => {
            let files = at.arguments.iter().filter(|field| !field.text.starts_with('-'));
            let given = shell.contents(files).tainted(shell.input.taint);
            execute(shell, &given, "what it reads", at.span);
        }
        "dpkg" | "rpm" | "apt" | "apt-get" | "dnf" | "yum" | "zypper" | "installer" => {
            let fetched = shell.contents(at.arguments.iter().filter(|field| !field.text.starts_with('-')));
            let unpacks = has(&["-i", "--install", "-U", "-Uvh", "-ivh", "install", "-pkg"]);
            if unpacks && fetched.taint.network {
                let because = "Installs what was just downloaded, unreviewed.";
                shell.find_in("execute/download", Level::Warn, because, at);
            }
        }
        "java" | "javaw" => {
            let archive = value(at, &["-jar", "-cp", "-classpath", "--class-path"]).unwrap_or("").to_owned();
            let mut stream = shell.read(&archive);
            stream.taint.network |= archive.contains("://");
            execute(shell, &stream, "a program", at.span);
        }
        "npm" | "yarn" | "pnpm" | "bun" => {
            let stream = shell.read("package.json");
            execute(shell, &stream, "a package's scripts", at.span);
        }
        "gcc" | "cc" | "clang" | "g++" | "c++" | "tcc" | "rustc" if shell.input.taint.network => {
            let output = value(at, &["-o"]).unwrap_or("a.out").to_owned();
            let stream = Stream::unknown(shell.input.taint);
            if at.program == "tcc" {
                execute(shell, &stream, "a program", at.span);
            }
            shell.nodes.insert(output, Node::Data(stream));
        }
        _ => {}
    }
}

/// Judges running the stream as code; `what` names it.
pub fn execute(shell: &mut Shell<'_>, stream: &Stream, what: &str, span: Span) {
    if stream.taint.network {
        let because = format!("Runs {what} from another machine, unreviewed.");
        shell.find("execute/download", Level::Confirm, because, span);
    } else if stream.taint.decoded {
        let because = format!("Runs {what} that had to be decoded first, so you cannot read it.");
        shell.find("execute/decoded", Level::Confirm, because, span);
    } else if stream.taint.documented {
        let because = format!("Runs {what} from its maker's address, unreviewed.");
        shell.find("execute/installer", Level::Warn, because, span);
    } else if stream.taint.unpacked {
        let because = format!("Runs {what} from an archive, unreviewed.");
        shell.find("execute/unpacked", Level::Warn, because, span);
    }
}
