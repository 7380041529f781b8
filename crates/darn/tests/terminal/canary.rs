//! The policy judges darn's suggestions, in real bash, zsh and fish with a new user's settings. `rm` is a
//! canary: a script that records that it ran, and deletes nothing.

use crate::pty::Builder;
use crate::pty::canary::{self, HOME, ran};

/// What opens the list.
const WAYS: [&str; 2] = ["darn\r", "\x1b/"];
const MISSPELT: &str = "bsah -c 'rm -rf ~/x'";
const CHAIN: &str = "gti a && bsah -c 'rm -rf ~/x'";
const MENDED: &str = "bash -c 'rm -rf ~/x'";

fn builder(shell: &str) -> Builder {
    let builder = canary::builder(shell).size(100, 40);
    if shell == "fish" { builder.before("set -g fish_autosuggestion_enabled 0") } else { builder }
}

per_shell!(dangerous_suggestion_is_accepted_by_no_key: bash, zsh, fish);
fn dangerous_suggestion_is_accepted_by_no_key(shell: &str) {
    for failed in [MISSPELT, CHAIN] {
        let mut t = builder(shell).start();
        let drawn = t.run(failed);
        assert!(drawn.contains("✗ 127  ⚠ ") && drawn.contains(MENDED), "{shell}: {drawn}");
        assert!(drawn.contains("[Alt-/] choose") && !drawn.contains("[Tab]"), "{shell}: {drawn}");
        // Tab, and → for the ghost text
        for keys in ["\t", "\x1b[C"] {
            t.press(keys);
            assert_eq!(t.line(), "T>", "{shell}: {keys:?}\n{}", t.screen());
        }
        t.run("");
        assert_eq!(ran(&t), "", "{shell}");
    }
}

per_shell!(dangerous_suggestion_in_the_list_needs_the_word: bash, zsh, fish);
fn dangerous_suggestion_in_the_list_needs_the_word(shell: &str) {
    for way in WAYS {
        let mut t = builder(shell).start();
        for (failed, keys) in
            [(MISSPELT, "\x1b"), (MISSPELT, "y\r"), (MISSPELT, "no\r"), (CHAIN, "y\r"), (CHAIN, "\r")]
        {
            t.run(failed);
            t.send(way);
            t.wait_for("Esc leaves");
            t.send("\r");
            t.wait_for("type yes to run it");
            t.send(keys);
            t.wait_for("Esc leaves");
            t.send("\x1b");
            t.wait("the prompt", |t| !t.screen().contains("Esc leaves") && t.line() == "T>");
            assert_eq!(ran(&t), "", "{shell}: {keys:?}");
            t.run("clear");
        }
        t.run(MISSPELT);
        t.send(way);
        t.wait_for("Esc leaves");
        t.send("\r");
        t.wait_for("type yes to run it");
        t.send("yes\r");
        t.wait("the canary", |t| ran(t) == format!("rm -rf {HOME}/x\n"));
    }
}

per_shell!(denied_or_blocked_suggestion_is_not_offered: bash, zsh, fish);
fn denied_or_blocked_suggestion_is_not_offered(shell: &str) {
    let config = "[policy]\nblock = ['git blocked']\n";
    let mut t = builder(shell).file(".config/darn/config.toml", config).start();
    for failed in ["bsah -c 'rm -rf /'", "gti blocked"] {
        let drawn = t.run(failed);
        assert!(!drawn.contains('✗'), "{shell}: {failed}: {drawn}");
        t.press("\t");
        assert_eq!(t.line(), "T>", "{shell}: {failed}");
        let listed = t.run("darn");
        assert!(listed.contains("no suggestion for"), "{shell}: {failed}: {listed}");
    }
    assert!(t.run("gti free").contains("git free"), "{shell}: {}", t.screen());
    assert_eq!(ran(&t), "", "{shell}");
}
