//! A model's proposals are judged more strictly than typed lines, in real bash, zsh and fish with a real
//! model whose reply is forced to `rm -rf docs`, for an existing directory. `rm` is a canary: a script that
//! records that it ran, and deletes nothing.

use std::sync::LazyLock;

use crate::pty::{Builder, Terminal, canary};
use crate::server::Served;
use serde_json::json;

/// A program that fails for a reason that darn does not know.
const TOOL: &str = "#!/bin/sh\necho 'knob: cannot be frobbed' >&2\nexit 3\n";
const PROPOSED: &str = "rm -rf docs";
const KEY: &str = "testkey-0123456789";

static SERVED: LazyLock<Served> = LazyLock::new(|| Served::llama(KEY));

fn builder(shell: &str) -> Builder {
    let reply = json!({ "fix": PROPOSED, "alternatives": [], "why": "frees the knob" }).to_string();
    let escaped = reply.replace('\\', "\\\\").replace('"', "\\\"");
    let body = json!({ "response_format": null, "grammar": format!("root ::= \"{escaped}\"") });
    let config = format!(
        "[llm]\nenabled = true\nprovider = 'here'\nmodel = 'a/model'\ntimeout = 60\n\
         [llm.providers.here]\nwire = 'openai'\nbase_url = '{}/v1'\n\
         api_key_cmd = 'echo {KEY}'\nextra_body = '{body}'\n",
        SERVED.url
    );
    let fish = "set -g fish_autosuggestion_enabled 0; set -gx CANARY $HOME/ran";
    Builder::new(shell)
        .before(if shell == "fish" { fish } else { "export CANARY=$HOME/ran" })
        .file("bin/frob", TOOL)
        .file("bin/rm", canary::RM)
        .file("docs/a.md", "text")
        .file(".config/darn/config.toml", &config)
        .file("run/kept", "")
        .env("XDG_RUNTIME_DIR", "~/run")
}

/// Counts the canary's records of `docs`; the hooks also remove files of their own.
fn ran(t: &Terminal) -> usize {
    canary::ran(t).lines().filter(|line| line.ends_with(" docs")).count()
}

per_shell!(dangerous_answer_in_the_box_needs_the_word: bash, zsh, fish);
fn dangerous_answer_in_the_box_needs_the_word(shell: &str) {
    let mut t = builder(shell).inside().start();
    for keys in ["y\r", "\r", "\x03"] {
        t.send("frob\r");
        t.wait_for("Ask a/model for a suggestion?");
        t.send("y");
        t.wait_for("WARNING: potentially destructive");
        t.wait_for("yes");
        assert!(t.screen().contains(PROPOSED), "{shell}:\n{}", t.screen());
        t.send(keys);
        t.wait("the prompt", |t| !t.screen().contains('╭') && t.line() == "T>");
        assert_eq!(ran(&t), 0, "{shell}: {keys:?}");
        t.run("clear");
    }
}

per_shell!(dangerous_answer_to_the_key_waits_in_the_list: bash, zsh, fish);
fn dangerous_answer_to_the_key_waits_in_the_list(shell: &str) {
    let mut t = builder(shell).start();
    t.run("frob");
    t.press("\x1b?");
    t.wait_until("the answer", |t| crate::pty::asking::asking(t).next().is_none());
    if shell == "bash" {
        t.run("");
    }
    t.wait_for("⚠ rm -rf docs");
    let screen = t.screen();
    let hint = screen.lines().find(|line| line.contains("⚠ rm -rf docs")).unwrap();
    assert!(!hint.contains("[Tab]"), "{shell}: {hint}");
    t.send("\x1b/");
    t.wait_for("Esc leaves");
    t.send("\r");
    t.wait_for("type yes to run it");
    t.send("y\r");
    t.wait_for("Esc leaves");
    t.send("\x1b");
    t.wait("the prompt", |t| !t.screen().contains("Esc leaves") && t.line() == "T>");
    for keys in ["\t", "\x1b[C"] {
        t.press(keys);
        assert_eq!(t.line(), "T>", "{shell}: {keys:?}");
    }
    assert_eq!(ran(&t), 0, "{shell}");
}

per_shell!(dangerous_answer_to_a_request_warns_and_does_not_run: bash, zsh, fish);
fn dangerous_answer_to_a_request_warns_and_does_not_run(shell: &str) {
    let mut t = builder(shell).start();
    t.press("remove the docs");
    t.send(if shell == "fish" { "\x1bx" } else { "\x18\x14" });
    t.wait(&format!("{PROPOSED} on the line"), |t| t.line() == format!("T> {PROPOSED}"));
    assert!(t.screen().contains("⚠ "), "{shell}:\n{}", t.screen());
    assert_eq!(ran(&t), 0, "{shell}");
}
