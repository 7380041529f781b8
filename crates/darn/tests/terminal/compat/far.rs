//! darn's hooks at both ends: on the other side of ssh, and in tmux. Neither end may mistake the other's
//! terminal for its own.

use std::process::Command;

use crate::compat::plugins::mends;
use crate::pty::{Builder, Terminal};

/// A failure where the program in the foreground is not the shell itself.
fn hinted(t: &mut Terminal, command: &str, fix: &str) {
    t.send(&format!("{command}\r"));
    t.wait_for(&format!("✗ 127  {fix}   — did you mean `git`?   [Tab] use"));
    t.wait_for("T> ");
}

/// Starts a server for this one connection, with a key. It uses this test's home, as the startup files of the
/// machine's user may contain anything.
fn with_server(t: &Terminal) {
    let home = t.home();
    for key in ["host", "user"] {
        let status =
            Command::new("ssh-keygen").args(["-qt", "ed25519", "-N", "", "-f"]).arg(home.join(key)).status();
        assert!(status.expect("ssh-keygen").success());
    }
    let root = rustix::process::geteuid().is_root();
    let make =
        if root { &["mkdir", "-p", "/run/sshd"][..] } else { &["sudo", "-n", "mkdir", "-p", "/run/sshd"] };
    assert!(Command::new(make[0]).args(&make[1..]).status().expect("mkdir").success());
    let home = home.display();
    let server = format!(
        "HostKey {home}/host\nAuthorizedKeysFile {home}/user.pub\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nPidFile none\nPrintMotd no\nPrintLastLog no\nSetEnv HOME={home}\nSubsystem sftp /usr/lib/openssh/sftp-server\n"
    );
    let client = format!(
        "Host far\nProxyCommand /usr/sbin/sshd -i -f {home}/server\nIdentityFile {home}/user\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\nSendEnv DARN_*\n"
    );
    std::fs::write(t.home().join("server"), server).expect("a file");
    std::fs::write(t.home().join("client"), client).expect("a file");
}

both_ways!(scenario_59_hooks_on_the_far_side_of_ssh: bash, zsh, fish);
fn scenario_59_hooks_on_the_far_side_of_ssh(shell: &str) {
    let mut t = Builder::new(shell).start();
    with_server(&t);
    let from = t.mark();
    let home = t.home().display().to_string();
    let far =
        format!("exec env -i HOME={home} PATH={home}/bin:/usr/bin:/bin LANG=C.UTF-8 TERM=xterm {shell} -i");
    t.send(&format!("echo leaving; ssh -F client -t far \"cd; {far}\"\r"));
    t.wait_until("the prompt of the far side", |t| t.screen().ends_with("\nleaving\nT>"));
    t.send("echo \"[$DARN_TTY$DARN_NONCE]\"\r");
    t.wait_for("\n[]\n");
    hinted(&mut t, "gti status", "git status");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    t.send("\r");
    t.wait_for("\ngit ran: status\n");
    t.send("exit 3\r");
    t.wait("the near side", |t| t.line() == "T>");
    let status = if shell == "fish" { "echo $status" } else { "echo $?" };
    assert!(t.run(status).ends_with("\n3"), "{shell}: {}", t.screen());
    mends(&format!("{shell}, the near side"), &mut t);
    let bytes = String::from_utf8_lossy(t.bytes_since(&from)).into_owned();
    assert!(!bytes.contains("73276"), "{shell}: a mark reaches the terminal: {bytes:?}");
}

both_ways!(scenario_63_hooks_and_relay_in_tmux: bash, zsh, fish);
fn scenario_63_hooks_and_relay_in_tmux(shell: &str) {
    let mut t = Builder::new(shell)
        .file("conf", "set -g status off\nset -g default-terminal screen-256color\n")
        .start();
    let command = format!("clear; tmux -S socket -f conf new-session '{shell} -i'");
    t.send(&format!("{command}\r"));
    t.wait_until("the prompt in tmux", |t| t.foreground().starts_with("tmux") && t.screen() == "T>");
    hinted(&mut t, "gti status", "git status");
    t.send("\t");
    t.wait_until("T> git status", |t| t.line() == "T> git status");
    t.send("\r");
    t.wait_for("\ngit ran: status\n");
    // another pane
    t.send("clear\r");
    t.wait_until("an empty pane", |t| t.screen() == "T>");
    t.send("\x02%");
    t.wait_until("two panes", |t| t.screen().contains('│'));
    t.send("exit\r");
    t.wait_until("one pane", |t| t.screen() == "T>");
    // tmux tells the new size a moment after it has drawn it
    while !t.screen().starts_with("40 100\n") {
        t.send("clear; stty size\r");
        t.wait_until("the size", |t| t.screen().starts_with("40 ") && t.screen().ends_with("\nT>"));
    }
    t.send("clear\r");
    t.wait_until("an empty pane", |t| t.screen() == "T>");
    // the relay in it
    t.send(&format!("darn shell --shell {shell} -- -i\r"));
    t.wait_until("a shell in it", |t| t.screen().matches("T>").count() == 2);
    t.send("echo \"<$DARN_TTY>\"\r");
    t.wait_until("the relay's terminal", |t| {
        t.screen().contains("\n</dev/pts/") && t.screen().ends_with("\nT>")
    });
    hinted(&mut t, "gti log", "git log");
    // left, and entered again
    t.send("\x02d");
    t.wait("the shell outside", |t| t.line() == "T>" && t.screen().contains("[detached"));
    t.send("clear; tmux -S socket attach\r");
    t.wait_for("✗ 127  git log");
    let prompts = t.screen().matches("T>").count();
    t.send("exit 4\r");
    t.wait_until("the prompt behind it", |t| t.screen().matches("T>").count() > prompts);
    t.send(if shell == "fish" { "echo \"<$status>\"\r" } else { "echo \"<$?>\"\r" });
    t.wait_for("\n<4>\n");
    t.send("exit\r");
    t.wait("the shell outside", |t| t.line() == "T>" && t.screen().contains("[exited]"));
    mends(&format!("{shell}, outside"), &mut t);
}

both_ways!(scenario_60_files_and_repositories_over_ssh);
/// The far side reads the startup file with darn's hooks and the line that starts the relay, and both remain
/// silent.
fn scenario_60_files_and_repositories_over_ssh() {
    let wrap = Command::new(env!("CARGO_BIN_EXE_darn")).args(["init", "bash", "--wrap"]).output();
    let wrap = String::from_utf8(wrap.expect("the line").stdout).expect("text");
    let mut t = Builder::new("bash").start();
    with_server(&t);
    let rc = t.home().join(".bashrc");
    let own = std::fs::read_to_string(&rc).expect("it");
    std::fs::write(&rc, format!("{wrap}\n{own}")).expect("a file");
    t.run("export GIT_SSH_COMMAND='ssh -F client'");
    for (line, what) in [
        ("scp -qF client far:$HOME/.bashrc got && cmp .bashrc got && echo same", "scp"),
        ("scp -qOF client got far:$HOME/put && cmp .bashrc put && echo same", "scp as it was"),
        (
            "rsync -e 'ssh -F client' -q far:$HOME/.bashrc by-rsync && cmp .bashrc by-rsync && echo same",
            "rsync",
        ),
        (
            "export PATH=/usr/local/bin:/usr/bin:/bin; git init -q repo && git clone -q far:$HOME/repo clone 2>&1 | grep -v empty; test -d clone/.git && echo same",
            "git",
        ),
    ] {
        let shown = t.run(line);
        assert!(shown.ends_with("\nsame"), "{what}:\n{shown}");
    }
}
