//! atuin with its hooks and its relay; in bash it includes the real bash-preexec.

use std::time::{Duration, Instant};

use crate::compat::plugins::{mends, real_programs};
use crate::pty::{Builder, Terminal};

/// Loads atuin in a shell and adds it to PATH.
fn load(shell: &str) -> String {
    let directory = real_programs();
    match shell {
        "fish" => format!("set -a PATH {directory}; atuin init fish | source"),
        _ => format!("PATH+=:{directory}; eval \"$(atuin init {shell})\""),
    }
}

fn beside(shell: &str, place: &str, lines: &str) -> Terminal {
    let builder = Builder::new(shell).size(160, 40);
    if place == "before" { builder.before(lines) } else { builder.after(lines) }.start()
}

both_ways!(scenario_14_bash_preexec_sees_each_command_of_the_user_once);
fn scenario_14_bash_preexec_sees_each_command_of_the_user_once() {
    let log = "preexec_log=() precmd_log=()
        log_preexec() { preexec_log+=(\"$1\"); }; log_precmd() { precmd_log+=(\"$?\"); }
        preexec_functions+=(log_preexec) precmd_functions+=(log_precmd)";
    for place in ["before", "after"] {
        let mut t = beside("bash", place, &format!("{}\n{log}", load("bash")));
        assert!(t.run("declare -F __bp_install __bp_precmd_invoke_cmd").contains("__bp_"), "{}", t.screen());
        t.run("preexec_log=() precmd_log=()");
        t.run("echo one");
        assert!(t.run("gti status").contains("✗ 127  git status"), "{place}");
        t.press("\t");
        t.run("");
        t.run("sh -c 'exit 4'");
        t.run("");
        let drawn = t.run("printf '%s|' \"${preexec_log[@]}\"; printf '%s,' \"${precmd_log[@]}\"; echo");
        let drawn = drawn.lines().last().unwrap_or_default();
        let seen = "echo one|gti status|git status|sh -c 'exit 4'|printf ";
        assert!(drawn.starts_with(seen), "{place}: {drawn}");
        assert!(drawn.ends_with("0,0,127,0,4,4,"), "{place}: {drawn}");
    }
}

both_ways!(scenario_18_atuin_records_what_ran_and_with_which_status: bash, zsh, fish);
fn scenario_18_atuin_records_what_ran_and_with_which_status(shell: &str) {
    for place in ["before", "after"] {
        let mut t = beside(shell, place, &load(shell));
        mends(&format!("{shell}, atuin {place}"), &mut t);
        let mut drawn = t.run("sh -c 'exit 7'");
        // it writes in the background
        let deadline = Instant::now() + Duration::from_secs(30);
        let wanted = ["127 gti log", "0 git status", "7 sh -c 'exit 7'"];
        while !wanted.iter().all(|line| drawn.lines().any(|drawn| drawn == *line)) {
            assert!(Instant::now() < deadline, "{shell}, {place}: {wanted:?} in {drawn}");
            drawn = t.run("atuin history list --format '{exit} {command}'");
        }
    }
}

both_ways!(scenario_18_atuin_s_relay_and_ours: bash, zsh, fish);
/// Two relays, one in the other, whichever is the outer one.
fn scenario_18_atuin_s_relay_and_ours(shell: &str) {
    let atuin = format!("{}/atuin", real_programs());
    let darn = env!("CARGO_BIN_EXE_darn");
    for behind in [format!("{shell} -i"), format!("{darn} shell --shell {shell} -- -i")] {
        // each of its words on its own, as atuin takes them
        let behind: Vec<_> = behind.split(' ').map(|word| format!("--shell={word}")).collect();
        let words: Vec<_> =
            [&atuin, "pty-proxy"].into_iter().chain(behind.iter().map(String::as_str)).collect();
        let mut t = Builder::new(shell).program(&words).start();
        mends(&words.join(" "), &mut t);
        t.send("exit 5\r");
        assert_eq!(t.end(), 5, "{words:?}");
    }
}
