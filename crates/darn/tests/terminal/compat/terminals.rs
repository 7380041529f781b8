//! Terminals that add their own lines to the shell: those of VS Code and kitty as shipped (npm's code-server,
//! Debian's kitty-shell-integration), for others the settings that they make.

use std::path::PathBuf;

use crate::compat::plugins::{mends, real_programs};
use crate::pty::{Builder, Terminal};

/// What a shell tells its terminal of commands: the marks of both kinds, in their order with output.
fn told(t: &mut Terminal) -> Vec<String> {
    let from = t.mark();
    for line in ["gti status", "sh -c 'echo printed; exit 4'", "", "true", "false | true"] {
        t.run(line);
    }
    let text = String::from_utf8_lossy(t.bytes_since(&from)).replace(t.home().to_str().unwrap(), "~");
    let marks = text.split("\x1b]").skip(1).filter_map(|rest| {
        let (mark, rest) = rest.split_once(['\x07', '\x1b'])?;
        let is_mark = mark.starts_with("133;") || mark.starts_with("633;");
        let what = if rest.contains("printed\r") { " and output" } else { "" };
        is_mark.then(|| format!("{mark}{what}"))
    });
    marks.collect()
}

/// Checks that darn works in the terminal, and that the terminal receives the same as from the bare shell.
fn is_told_the_same(name: &str, start: impl Fn() -> Builder) {
    let bare = told(&mut start().without_darn().start());
    let mut t = start().start();
    assert_eq!(told(&mut t), bare, "{name}");
    mends(name, &mut t);
}

fn vscode_script(name: &str) -> PathBuf {
    PathBuf::from(real_programs()).join("../vscode").join(name)
}

/// Starts a shell as VS Code's terminal does.
fn vscode(shell: &str) -> Builder {
    let builder = Builder::new(shell)
        .env("TERM_PROGRAM", "vscode")
        .env("VSCODE_INJECTION", "1")
        .env("VSCODE_NONCE", "a-nonce")
        .env("VSCODE_STABLE", "1");
    match shell {
        "bash" => {
            let script = vscode_script("shellIntegration-bash.sh");
            builder.program(&["bash", "--init-file", script.to_str().unwrap()])
        }
        "zsh" => {
            let mut builder = builder.env("ZDOTDIR", "~/vscode").env("USER_ZDOTDIR", "~");
            for (to, from) in [(".zshrc", "rc"), (".zshenv", "env"), (".zprofile", "profile")] {
                let text = std::fs::read_to_string(vscode_script(&format!("shellIntegration-{from}.zsh")));
                builder = builder.file(&format!("vscode/{to}"), &text.unwrap());
            }
            builder
        }
        _ => {
            let load = format!("source '{}'", vscode_script("shellIntegration.fish").display());
            builder.program(&["fish", "--init-command", &load])
        }
    }
}

both_ways!(scenario_64_vscode_decorates_each_command_with_its_own_status: bash, zsh, fish);
fn scenario_64_vscode_decorates_each_command_with_its_own_status(shell: &str) {
    is_told_the_same(&format!("{shell} in VS Code"), || vscode(shell));
    let marks = told(&mut vscode(shell).start());
    let ends: Vec<_> = marks.iter().filter_map(|mark| mark.strip_prefix("633;D;")).collect();
    assert_eq!(ends, ["127", "4", "0", "0"], "{shell}: {marks:?}");
}

both_ways!(scenario_64_in_vscode_the_list_runs_at_the_top_level);
/// VS Code's script would run what `darn` runs in a function.
fn scenario_64_in_vscode_the_list_runs_at_the_top_level() {
    let mut t = vscode("bash").start();
    t.run("declare n=$((n + 1)); gti status");
    t.send("darn\r");
    t.wait_for("Esc leaves");
    let from = t.mark();
    t.send("\r");
    assert!(t.finish(from, "darn").ends_with("git ran: status"));
    assert_eq!(t.run("echo $n"), "T> echo $n\n2");
}

/// Starts a shell as kitty does.
fn kitty(shell: &str) -> Builder {
    let place = "/usr/lib/kitty/shell-integration";
    let builder = Builder::new(shell)
        .env("TERM", "xterm-kitty")
        .env("KITTY_WINDOW_ID", "1")
        .env("KITTY_SHELL_INTEGRATION", "enabled");
    match shell {
        "bash" => builder
            .program(&["bash", "--posix"])
            .env("KITTY_BASH_INJECT", "1")
            .env("ENV", &format!("{place}/bash/kitty.bash")),
        "zsh" => builder.env("ZDOTDIR", &format!("{place}/zsh")),
        _ => {
            builder.env("XDG_DATA_DIRS", &format!("{place}:/usr/share")).env("KITTY_FISH_XDG_DATA_DIR", place)
        }
    }
}

both_ways!(scenario_65_kitty_knows_where_each_command_ends: bash, zsh, fish);
fn scenario_65_kitty_knows_where_each_command_ends(shell: &str) {
    is_told_the_same(&format!("{shell} in kitty"), || kitty(shell));
}

/// How Ghostty (before the user's file), WezTerm and iTerm2 (in it) mark commands.
fn marks(shell: &str) -> &'static str {
    match shell {
        "bash" => {
            "marks_end() { local code=$?; printf '\\e]133;D;%s\\a' \"$code\"; return \"$code\"; }
        PROMPT_COMMAND=marks_end${PROMPT_COMMAND:+$'\\n'$PROMPT_COMMAND}; PS0+='\\[\\e]133;C\\a\\]'"
        }
        "zsh" => {
            "marks_end() { print -n \"\\e]133;D;$?\\a\" }; marks_begin() { print -n '\\e]133;C\\a' }
        precmd_functions+=(marks_end) preexec_functions+=(marks_begin)"
        }
        _ => {
            "function marks_end --on-event fish_postexec; printf '\\e]133;D;%s\\a' $status; end
        function marks_begin --on-event fish_preexec; printf '\\e]133;C\\a'; end"
        }
    }
}

both_ways!(scenario_65_marks_of_other_terminals_tell_the_status_of_the_user_s_command: bash, zsh, fish);
fn scenario_65_marks_of_other_terminals_tell_the_status_of_the_user_s_command(shell: &str) {
    let lines = marks(shell);
    is_told_the_same(&format!("{shell}, marks before"), || Builder::new(shell).before(lines));
    is_told_the_same(&format!("{shell}, marks after"), || Builder::new(shell).after(lines));
}
