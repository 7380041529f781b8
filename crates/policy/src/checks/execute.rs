//! Running code that no person has read: downloaded or decoded.

use crate::prelude::*;

/// Judges programs that execute a text or file, though they are not interpreters.
pub fn check(context: &mut Context<'_>, at: &Invocation<'_>) {
    match at.program {
        "kubectl" | "oc" | "k" | "docker-compose"
            if has_word(at, &["-f", "--filename"]) && has_word(at, &["-"]) =>
        {
            let input = context.files.input.clone();
            execute(context, &input, "what it reads", at.span);
        }
        "osascript" | "gdb" | "lldb" | "julia" | "octave" | "groovy" | "scala" | "elixir" | "ghci"
        | "ocaml" | "guile" | "racket" | "sbcl" | "expect" | "tclsh" | "jshell" | "ansible-playbook" => {
            let given = context.contents(at.undashed()).tainted(context.files.input.taint);
            execute(context, &given, "what it reads", at.span);
        }
        "dpkg" | "rpm" | "apt" | "apt-get" | "dnf" | "yum" | "zypper" | "installer" => {
            let fetched = context.contents(at.undashed());
            let unpacks = has_word(at, &["-i", "--install", "-U", "-Uvh", "-ivh", "install", "-pkg"]);
            if unpacks && fetched.taint.network {
                let because = "Installs what was just downloaded, unreviewed.";
                context.find("execute/download", Level::Warn, because, at.span);
            }
        }
        "java" | "javaw" => {
            let archive = value(at, &["-jar", "-cp", "-classpath", "--class-path"]).unwrap_or("");
            let mut stream = context.read(archive);
            stream.taint.network |= archive.contains("://");
            execute(context, &stream, "a program", at.span);
        }
        "npm" | "yarn" | "pnpm" | "bun" => {
            let stream = context.read("package.json");
            execute(context, &stream, "a package's scripts", at.span);
        }
        "gcc" | "cc" | "clang" | "g++" | "c++" | "tcc" | "rustc" if context.files.input.taint.network => {
            let stream = Stream::unknown(context.files.input.taint);
            if at.program == "tcc" {
                execute(context, &stream, "a program", at.span);
            }
            context.files.store(value(at, &["-o"]).unwrap_or("a.out"), stream);
        }
        _ => {}
    }
}

/// Judges running the stream as code; `what` names it.
pub fn execute(context: &mut Context<'_>, stream: &Stream, what: &str, span: Span) {
    let taint = stream.taint;
    let reasons = [
        (taint.network, "execute/download", Level::Confirm, "from another machine, unreviewed"),
        (
            taint.decoded,
            "execute/decoded",
            Level::Confirm,
            "that had to be decoded first, so you cannot read it",
        ),
        (taint.documented, "execute/installer", Level::Warn, "from its maker's address, unreviewed"),
        (taint.unpacked, "execute/unpacked", Level::Warn, "from an archive, unreviewed"),
    ];
    if let Some((_, rule, level, why)) = reasons.into_iter().find(|(applies, ..)| *applies) {
        context.find(rule, level, format!("Runs {what} {why}."), span);
    }
}
