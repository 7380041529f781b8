//! Inside `darn shell`, the output of a command is known to the hook, to the list and to `darn explain`.

use crate::pty::{Builder, Terminal};

/// A program that darn knows only by its output.
const TOOL: &str = "#!/bin/sh\necho \"error: unknown command \\\"$1\\\" for \\\"sometool\\\"\" >&2\necho >&2\necho 'Did you mean this?' >&2\necho '\tdeploy' >&2\nexit 1\n";

fn inside(shell: &str) -> Terminal {
    Builder::new(shell).inside().size(80, 40).file("bin/sometool", TOOL).start()
}

per_shell!(hint_from_the_output_appears_inside_the_relay: bash, zsh, fish);
fn hint_from_the_output_appears_inside_the_relay(shell: &str) {
    let mut t = inside(shell);
    let drawn = t.run("sometool depoly");
    assert!(drawn.contains("✗ 1  sometool deploy   — sometool suggests it"), "{shell}:\n{drawn}");
    assert!(!drawn.contains("73276"), "{shell}: no mark reaches the screen");
    t.run("git after");
    let drawn = t.run("sometool depoly; false");
    assert!(!drawn.contains("sometool suggests"), "{shell}: who failed is false:\n{drawn}");
}

per_shell!(likely_fix_from_the_message_of_a_build_is_hinted: bash, zsh, fish);
/// The status of a build says little, but its message leads to a fix; findings alone give no hint.
fn likely_fix_from_the_message_of_a_build_is_hinted(shell: &str) {
    let npm = "#!/bin/sh\n[ \"$1\" = test ] && echo '1 failing' && exit 1\n\
               echo 'npm ERR! Fix the upstream dependency conflict, or retry'\n\
               echo 'npm ERR! this command with --force, or --legacy-peer-deps'\nexit 1\n";
    let mut t = Builder::new(shell).inside().size(80, 40).file("bin/npm", npm).start();
    let drawn = t.run("npm install left-pad");
    assert!(drawn.contains("✗ 1  npm install left-pad --legacy-peer-deps"), "{shell}:\n{drawn}");
    let drawn = t.run("npm test");
    assert!(!drawn.contains('✗'), "{shell}:\n{drawn}");
}

per_shell!(tool_that_the_users_script_ran_gets_its_fix: bash, zsh, fish);
/// What the user's own script returns is its business, unless a tool in it says what it lacks.
fn tool_that_the_users_script_ran_gets_its_fix(shell: &str) {
    let script = "#!/bin/sh\n[ \"$1\" = quietly ] && echo 'nothing to deploy' && exit 1\n\
                  echo 'fatal: cannot pull with rebase: You have unstaged changes.'\n\
                  echo 'fatal: Please commit or stash them.'\nexit 1\n";
    let mut t = Builder::new(shell).inside().size(80, 40).file("bin/deploy.sh", script).start();
    t.run("cd bin");
    let drawn = t.run("./deploy.sh");
    assert!(drawn.contains("✗ 1  git stash && ./deploy.sh"), "{shell}:\n{drawn}");
    let drawn = t.run("./deploy.sh quietly");
    assert!(!drawn.contains('✗'), "{shell}:\n{drawn}");
}

per_shell!(name_from_the_output_is_marked: bash, zsh, fish);
fn name_from_the_output_is_marked(shell: &str) {
    let kubectl = "#!/bin/sh\necho 'Error from server (NotFound): error when creating \"a.yaml\": namespaces \"keda\" not found'\nexit 1\n";
    let mut t = Builder::new(shell).inside().size(200, 40).file("bin/kubectl", kubectl).start();
    let drawn = t.run("kubectl apply -f a.yaml");
    assert!(
        drawn.contains("✗ 1  kubectl create namespace keda && kubectl apply -f a.yaml"),
        "{shell}:\n{drawn}"
    );
    assert!(drawn.contains("from program output: keda"), "{shell}:\n{drawn}");
}

per_shell!(hint_from_the_output_is_absent_without_the_relay: bash, zsh, fish);
fn hint_from_the_output_is_absent_without_the_relay(shell: &str) {
    let mut t = Builder::new(shell).file("bin/sometool", TOOL).start();
    let drawn = t.run("sometool depoly");
    assert!(!drawn.contains("suggests it"), "{shell}:\n{drawn}");
}

per_shell!(relay_is_asked_only_when_a_rule_reads_output: bash, zsh, fish);
fn relay_is_asked_only_when_a_rule_reads_output(shell: &str) {
    let mut t = inside(shell);
    let socket = t.home().join("asked");
    let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    listener.set_nonblocking(true).unwrap();
    t.run(if shell == "fish" { "set -g __darn_channel" } else { "__darn_channel=" }); // the program asks
    t.run(&format!("export DARN_RELAY={}", socket.display()));
    assert!(t.run("gti status").contains("git status"), "{shell}:\n{}", t.screen());
    assert!(listener.accept().is_err(), "{shell}: of an unknown command all is known");
    t.run("sometool depoly");
    assert!(listener.accept().is_ok(), "{shell}");
}

per_shell!(explain_reads_the_output_of_the_last_failure: bash, zsh, fish);
fn explain_reads_the_output_of_the_last_failure(shell: &str) {
    let mut t = inside(shell);
    t.run("sometool depoly");
    let said = t.run("darn explain");
    assert!(said.contains("→ sometool deploy"), "{shell}:\n{said}");
    t.run("sometool depoly");
    assert_eq!(t.run("darn fix").lines().last(), Some("sometool deploy"), "{shell}");
}

per_shell!(refused_line_is_explained_by_the_message_of_the_shell: bash, zsh, fish);
/// A line that the shell refuses prints something too, and it is not what was printed before it.
fn refused_line_is_explained_by_the_message_of_the_shell(shell: &str) {
    let refused: &[(&str, &str)] = match shell {
        "bash" => &[("echo a )", "syntax error near unexpected token")],
        "zsh" => &[("echo a )", "parse error near"), ("echo \"stop!now\"", "event not found")],
        _ => &[("echo a )", "Unexpected ')'")],
    };
    for (line, said) in refused {
        let mut t = Builder::new(shell).inside().size(1000, 40).start();
        let status = if shell == "zsh" { 1 } else { 2 };
        t.run(&format!("sh -c 'echo before; exit {status}'"));
        let drawn = t.press(&format!("{line}\r"));
        assert!(drawn.contains("\n✗ "), "{shell}:\n{drawn}");
        assert!(!t.press("\x03").contains("✗"), "{shell}: once:\n{}", t.screen());
        let explained = t.run("darn explain --format json");
        assert!(explained.contains(said) && !explained.contains("before"), "{shell}:\n{explained}");
    }
}

per_shell!(fix_resolves_aliases: bash, zsh, fish);
/// `darn fix` knows what the hint knows: of aliases, too.
fn fix_resolves_aliases(shell: &str) {
    let mut t = inside(shell);
    t.run("alias st='sometool depoly'");
    assert!(t.run("st").contains("✗ 1  sometool deploy"), "{shell}:\n{}", t.screen());
    assert_eq!(t.run("darn fix").lines().last(), Some("sometool deploy"), "{shell}");
}

per_shell!(private_line_leaves_no_trace: bash, zsh, fish);
fn private_line_leaves_no_trace(shell: &str) {
    let mut t = inside(shell);
    t.run(if shell == "bash" { "HISTCONTROL=ignorespace" } else { "true" });
    assert!(!t.run(" sometool depoly").contains("suggests it"), "{shell}");
    let socket = t.home().join(".local/state/darn");
    let mut sockets = std::fs::read_dir(socket).unwrap().flatten().map(|entry| entry.path());
    let socket =
        sockets.find(|path| path.to_string_lossy().contains("relay-") && path.extension().is_none()).unwrap();
    let known = shell::relay::client::ask(
        &socket,
        shell::relay::client::Selection::Before,
        std::time::Duration::from_secs(5),
    );
    let known = known.unwrap();
    assert!(
        known.iter().all(|answer| !String::from_utf8_lossy(&answer.bytes).contains("depoly")),
        "{shell}: {known:?}"
    );
}

per_shell!(forged_marks_are_ignored: bash, zsh, fish);
fn forged_marks_are_ignored(shell: &str) {
    let mut t = inside(shell);
    let drawn = t.run("printf '\\033]73276;0000;C\\007error: x\\033]73276;0000;D;0\\007'; sometool depoly");
    assert!(drawn.contains("✗ 1  printf"), "{shell}: what was printed before it is known too:\n{drawn}");
}

per_shell!(startup_file_can_start_the_relay: bash, zsh, fish);
fn startup_file_can_start_the_relay(shell: &str) {
    let darn = env!("CARGO_BIN_EXE_darn");
    let load = match shell {
        "fish" => format!("eval ({darn} init fish --wrap | string collect)"),
        _ => format!("eval \"$({darn} init {shell} --wrap)\""),
    };
    let mut t = Builder::new(shell).size(80, 40).before(&load).file("bin/sometool", TOOL).start();
    assert!(t.run("sometool depoly").contains("sometool suggests it"), "{shell}:\n{}", t.screen());
    assert!(t.run("echo $DARN_TTY; tty").lines().filter(|line| line.starts_with("/dev/pts/")).count() == 2);
    // once: a shell in it finds itself there already
    assert_eq!(t.run(&format!("{shell} -i -c 'ps -o args='")).matches("darn shell").count(), 0, "{shell}");
    t.send("exit 3\r");
    assert_eq!(t.end(), 3, "{shell}");
}

per_shell!(failure_inside_the_relay_starts_no_program: bash, zsh, fish);
/// The relay answers in place of the program, which is not even started.
fn failure_inside_the_relay_starts_no_program(shell: &str) {
    let spy = "#!/bin/sh\necho \"$@\" >>$HOME/started\n";
    let program = if shell == "fish" { "set -g __darn_program" } else { "__darn_program=" };
    let blank = if shell == "fish" { " " } else { "" };
    let mut t = Builder::new(shell)
        .inside()
        .file("bin/spy", spy)
        .file("bin/sometool", TOOL)
        .after(&format!("{program}{blank}$HOME/bin/spy"))
        .start();
    assert!(t.run("gti status").contains("✗ 127  git status"), "{shell}:\n{}", t.screen());
    assert!(t.run("sometool depoly").contains("sometool suggests it"), "{shell}:\n{}", t.screen());
    assert!(!t.home().join("started").exists(), "{shell}");
    t.run(if shell == "fish" { "set -g __darn_channel" } else { "__darn_channel=" });
    t.run("gti log");
    assert!(t.home().join("started").exists(), "{shell}: elsewhere it is");
}

per_shell!(reply_uses_the_state_of_the_asking_shell: bash, zsh, fish);
/// What a shell asks is answered for that shell: its directory, its variables, its aliases.
fn reply_uses_the_state_of_the_asking_shell(shell: &str) {
    let mut t = inside(shell);
    t.run("mkdir -p far/only-here elsewhere/bin; printf '#!/bin/sh\\n' >elsewhere/bin/frobnicate; chmod +x elsewhere/bin/frobnicate");
    t.run("cd far");
    assert!(t.run("cd only-hree").contains("cd only-here"), "{shell}:\n{}", t.screen());
    assert!(!t.run("frobnicat").contains("frobnicate"), "{shell}:\n{}", t.screen());
    t.run(if shell == "fish" {
        "set -gx PATH $PATH ~/elsewhere/bin"
    } else {
        "export PATH=$PATH:$HOME/elsewhere/bin"
    });
    assert!(t.run("frobnicat").contains("✗ 127  frobnicate"), "{shell}:\n{}", t.screen());
    t.run("alias deploy-all='git status'");
    assert!(t.run("deploy-al").contains("✗ 127  deploy-all"), "{shell}:\n{}", t.screen());
}
