//! Programs that run another program: where in their arguments it stands.

use super::field::Field;

/// How a wrapper names what it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The words that are left are the command.
    Words,
    /// They are joined and read by a shell.
    Text,
    /// They are the command; what is read from standard input becomes further arguments.
    Items,
    /// Only what these options have as their value is run, by a shell.
    Option(&'static [&'static str]),
    /// The command stands behind one of these words.
    Behind(&'static [&'static str]),
}

/// One wrapper.
#[derive(Debug)]
pub struct Wrapper {
    pub names: &'static [&'static str],
    /// Options whose value is the next word.
    pub valued: &'static [&'static str],
    /// Words of its own before the command.
    pub operands: usize,
    pub form: Form,
    /// Subcommands under which it runs something; none: always.
    pub verbs: &'static [&'static str],
}

const fn row(
    names: &'static [&'static str],
    valued: &'static [&'static str],
    operands: usize,
    form: Form,
) -> Wrapper {
    Wrapper { names, valued, operands, form, verbs: &[] }
}

const fn verb(
    names: &'static [&'static str],
    verbs: &'static [&'static str],
    valued: &'static [&'static str],
    operands: usize,
    form: Form,
) -> Wrapper {
    Wrapper { names, valued, operands, form, verbs }
}

use Form::{Behind, Items, Option as Of, Text, Words};

#[rustfmt::skip]
pub const WRAPPERS: &[Wrapper] = &[
    row(&["sudo", "doas", "run0", "pkexec", "dzdo", "sudo-rs", "please"],
        &["-u", "-g", "-h", "-p", "-C", "-D", "-R", "-r", "-t", "-T", "-U", "--user", "--group", "--host",
          "--prompt", "--chdir", "--chroot", "--close-from", "--role", "--type", "--other-user"], 0, Words),
    row(&["env", "genv"], &["-u", "-C", "--unset", "--chdir"], 0, Words),
    row(&["nice", "gnice"], &["-n", "--adjustment"], 0, Words),
    row(&["ionice"], &["-c", "-n", "-p", "--class", "--classdata"], 0, Words),
    row(&["time", "gtime"], &["-f", "-o", "--format", "--output"], 0, Words),
    row(&["timeout", "gtimeout"], &["-k", "-s", "--kill-after", "--signal"], 1, Words),
    row(&["nohup", "setsid", "unbuffer", "builtin", "noglob", "nocorrect", "-", "catchsegv", "eatmydata", "chronic",
          "fakeroot", "proxychains", "proxychains4", "torsocks", "tsocks", "torify", "caffeinate", "dbus-launch",
          "linux32", "linux64", "i386", "x86_64", "uname26", "ssh-agent",
          "winpty", "gamemoderun", "primusrun", "optirun", "ifne", "grc",
          "bear"], &[], 0, Words),
    row(&["command", "exec"], &["-a"], 0, Words),
    row(&["stdbuf"], &["-i", "-o", "-e", "--input", "--output", "--error"], 0, Words),
    row(&["chroot"], &[], 1, Words),
    row(&["unshare", "nsenter"], &["-S", "-G", "-R", "-w", "-t", "--target", "--wd", "--root", "--setuid", "--setgid", "--map-user"], 0, Words),
    row(&["strace", "ltrace", "truss", "dtruss", "ktrace"], &["-o", "-e", "-s", "-p", "-a", "-E", "-u", "-P", "-I", "-O", "-S", "-X"], 0, Words),
    row(&["xvfb-run"], &["-n", "-s", "-e", "-f", "-p", "-w", "--server-num", "--server-args"], 0, Words),
    row(&["flock"], &["-w", "--timeout", "-E", "--conflict-exit-code"], 1, Words),
    row(&["taskset", "chrt", "setarch", "faketime", "gosu", "su-exec", "softlimit"], &[], 1, Words),
    row(&["numactl"], &["-C", "-N", "-m", "-p", "-i"], 0, Words),
    row(&["setpriv", "prlimit", "cgexec", "chpst", "cpulimit", "trickle", "capsh"], &["-g", "-u", "-d", "-l", "--reuid", "--regid"], 0, Words),
    row(&["envdir"], &[], 1, Words),
    row(&["runuser", "su"], &[], 0, Of(&["-c", "--command", "--session-command"])),
    row(&["runuser"], &["-u", "-g", "--user", "--group", "-s"], 0, Words),
    row(&["systemd-run"], &["-p", "-u", "-E", "-M", "-H", "--unit", "--property", "--uid", "--gid", "--slice", "--on-calendar", "--on-active", "--working-directory", "--setenv", "--description"], 0, Words),
    row(&["systemd-inhibit"], &["--what", "--who", "--why", "--mode"], 0, Words),
    row(&["firejail", "bwrap", "valgrind", "heaptrack", "rr"], &["--bind", "--ro-bind", "--dev", "--proc", "--chdir", "--tmpfs", "--setenv"], 0, Words),
    row(&["dbus-run-session"], &["--config-file", "--dbus-daemon"], 0, Words),
    row(&["systemd-nspawn"], &["-D", "-M", "-u", "-i"], 0, Words),
    verb(&["multipass", "colima", "pct", "lima", "limactl"], &["exec", "ssh", "shell"], &[], 1, Words),
    verb(&["colima"], &["ssh"], &[], 0, Behind(&["--"])),
    row(&["lima", "orb", "catatonit", "proot", "fakechroot", "xdotool"], &["-r", "-w", "-b", "-m", "-u"], 0, Words),
    verb(&["qm"], &["exec"], &[], 0, Behind(&["--"])),
    verb(&["adb"], &["shell", "exec-out", "exec-in"], &["-s", "-e"], 0, Text),
    verb(&["oc"], &["rsh"], &["-n", "-c"], 1, Words),
    verb(&["rbenv", "pyenv", "nodenv", "goenv", "jenv"], &["exec"], &[], 0, Words),
    verb(&["nvm", "fnm", "volta", "rustup", "mise", "rtx"], &["exec", "run", "x"], &["--using"], 0, Words),
    verb(&["nvm", "rustup"], &["exec", "run"], &[], 1, Words),
    verb(&["guix"], &["shell", "environment"], &[], 0, Behind(&["--"])),
    verb(&["cargo"], &["watch"], &[], 0, Of(&["-s", "--shell"])),
    row(&["npx"], &[], 0, Of(&["-c", "--call"])),
    row(&["capsh"], &[], 0, Of(&["-c"])),
    row(&["sbatch"], &[], 0, Of(&["--wrap"])),
    row(&["xterm", "urxvt", "konsole", "st", "alacritty", "kitty", "foot", "terminator", "xfce4-terminal"], &[], 0, Behind(&["-e", "-x", "--"])),
    row(&["zpty"], &[], 1, Text),
    row(&["entr"], &[], 0, Of(&["-s"])),
    row(&["hyperfine"], &[], 0, Of(&["-p", "--prepare", "-s", "--setup", "-c", "--cleanup"])),
    row(&["gdb", "lldb"], &[], 0, Behind(&["--args", "--"])),
    verb(&["perf"], &["record", "stat", "trace"], &["-o", "-e", "-F"], 0, Words),
    row(&["script"], &["-T", "-B", "-I", "-O", "-m", "-E", "-o"], 0, Of(&["-c", "--command", "-qc", "-qec", "-ec", "-fqc"])),
    row(&["watch", "gwatch", "viddy", "hwatch"], &["-n", "--interval"], 0, Text),
    row(&["hyperfine"], &["-w", "-r", "-m", "-M", "--warmup", "--runs", "--export-json", "--export-markdown", "-L"], 0, Text),
    row(&["xargs", "gxargs"], &["-I", "-i", "-n", "-P", "-L", "-d", "-a", "-E", "-s", "--max-args", "--max-procs", "--arg-file", "--delimiter", "--replace", "--max-lines"], 0, Items),
    row(&["parallel", "gparallel", "rush"], &["-j", "-n", "-N", "-a", "-I", "-d", "-S", "--jobs", "--arg-file", "--colsep", "--delay", "--joblog", "--results", "--retries", "--timeout", "-L", "--sshlogin"], 0, Items),
    row(&["ssh", "autossh", "mosh", "dbclient", "slogin", "et"],
        &["-b", "-c", "-D", "-E", "-e", "-F", "-I", "-i", "-J", "-L", "-l", "-m", "-O", "-o", "-p", "-Q", "-R", "-S", "-W", "-w", "-M"], 1, Text),
    row(&["rsh", "remsh"], &["-l"], 1, Text),
    row(&["sg"], &[], 1, Text),
    row(&["pdsh", "clush", "pssh", "parallel-ssh", "dsh"], &["-w", "-h", "-H", "-g", "-l", "-t", "-p", "-f", "-x"], 0, Text),
    verb(&["docker", "podman", "nerdctl", "lima"], &["exec"],
        &["-e", "-u", "-w", "--env", "--user", "--workdir", "--env-file", "--detach-keys"], 1, Words),
    verb(&["docker", "podman", "nerdctl", "lima"], &["run"],
        &["-e", "-v", "-w", "-u", "-p", "-h", "-l", "-m", "-c", "--env", "--volume", "--workdir", "--user", "--publish",
          "--name", "--network", "--net", "--mount", "--entrypoint", "--platform", "--memory", "--cpus", "--label",
          "--hostname", "--env-file", "--add-host", "--cap-add", "--cap-drop", "--device", "--security-opt", "--restart",
          "--pid", "--ipc", "--userns", "--shm-size", "--ulimit", "--log-driver", "--link", "--volumes-from", "--gpus"], 1, Words),
    verb(&["docker-compose"], &["exec", "run"], &["-e", "-u", "-w", "--env", "--user", "--workdir", "--name", "-v", "-p", "--entrypoint", "--index"], 1, Words),
    verb(&["compose"], &["exec", "run"], &["-e", "-u", "-w", "--env", "--user", "--workdir", "--name", "-v", "-p", "--entrypoint", "--index"], 1, Words),
    verb(&["kubectl", "oc", "k", "microk8s.kubectl", "k3s"], &["exec", "debug", "run"], &[], 0, Behind(&["--"])),
    verb(&["lxc", "incus"], &["exec"], &[], 0, Behind(&["--"])),
    verb(&["machinectl"], &["shell"], &["--uid", "-u", "-E"], 1, Words),
    row(&["lxc-attach"], &[], 0, Behind(&["--"])),
    row(&["distrobox-enter", "distrobox", "toolbox", "aws-vault", "op", "doppler", "chamber", "teller", "dotenv", "dotenvx", "sops", "infisical", "envchain", "nix", "devbox"],
        &[], 0, Behind(&["--", "--command", "-c"])),
    row(&["busybox", "toybox", "coreutils"], &[], 0, Words),
    row(&["entr"], &[], 0, Words),
    row(&["nodemon"], &["--watch", "-w", "-e", "--ext"], 0, Of(&["--exec", "-x"])),
    row(&["watchexec"], &["-w", "-e", "-f", "-i"], 0, Text),
    row(&["concurrently"], &["-n", "-c", "--names"], 0, Text),
    verb(&["direnv"], &["exec"], &[], 1, Words),
    verb(&["poetry", "pipenv", "uv", "pdm", "hatch", "conda", "mamba", "rye", "bundle", "pixi", "mise", "asdf", "rtx", "flatpak-spawn"], &["run", "exec"], &["-n", "--name", "-p", "--with", "--python"], 0, Words),
    row(&["npx", "bunx", "pnpx", "uvx"], &["-p", "--package"], 0, Words),
    verb(&["npm", "pnpm", "yarn", "bun"], &["exec", "dlx", "x"], &["-c", "--call"], 0, Words),
    row(&["nix-shell"], &[], 0, Of(&["--run", "--command"])),
    row(&["vagrant", "multipass", "limactl", "heroku", "fly", "flyctl", "gcloud"], &[], 0, Of(&["-c", "--command", "-C", "--exec"])),
    verb(&["heroku"], &["run"], &["-a", "--app", "-r", "--remote"], 0, Text),
    row(&["wsl", "wsl.exe"], &["-d", "-u", "--distribution", "--user", "--cd"], 0, Words),
    row(&["flatpak-spawn", "host-spawn", "rlwrap", "ts", "retry", "loop", "pueue", "nq", "task-spooler", "tsp", "spawn", "daemonize", "setlock", "lckdo", "run-one", "run-this-one", "cronic", "sshpass", "annotate-output", "systemd-cat", "dumb-init", "tini", "s6-setuidgid", "s6-envdir", "multirun", "aa-exec", "runcon"],
        &["-p", "-f", "-e", "-n", "-t", "-d"], 0, Words),
    row(&["start-stop-daemon"], &[], 0, Behind(&["--exec", "-x", "--startas", "--"])),
    row(&["dtach", "abduco"], &["-n", "-A", "-c", "-r", "-e"], 0, Words),
    row(&["screen"], &["-S", "-c", "-e", "-h", "-p", "-s", "-t", "-T"], 0, Words),
    verb(&["tmux", "byobu"], &["new-session", "new", "new-window", "neww", "split-window", "splitw", "run-shell", "run", "respawn-pane", "respawnp", "respawn-window", "popup", "display-popup", "if-shell", "pipe-pane"],
        &["-s", "-n", "-c", "-t", "-e", "-F", "-x", "-y", "-l", "-f", "-L", "-S", "-T", "-w", "-h"], 0, Text),
    verb(&["zellij"], &["run", "action"], &["-n", "-d"], 0, Words),
];

/// Wrappers whose commands find other files than those of this machine.
#[rustfmt::skip]
pub const ELSEWHERE: &[&str] = &[
    "ssh", "autossh", "mosh", "dbclient", "slogin", "et", "rsh", "remsh", "pdsh", "clush", "pssh", "parallel-ssh", "dsh",
    "docker", "podman", "nerdctl", "lima", "docker-compose", "compose", "kubectl", "oc", "k", "microk8s.kubectl", "k3s",
    "lxc", "incus", "machinectl", "lxc-attach", "chroot", "nsenter", "vagrant", "multipass", "limactl", "wsl", "wsl.exe",
    "heroku", "fly", "flyctl", "gcloud",
];

/// Whether a program of this name runs another one, somewhere in these arguments.
#[must_use]
pub fn runs_another(name: &str, arguments: &[&str]) -> bool {
    let has_verb = |verbs: &[&str]| verbs.is_empty() || arguments.iter().any(|word| verbs.contains(word));
    Wrapper::of(name).any(|wrapper| has_verb(wrapper.verbs))
}

/// What is left of a wrapper's arguments once its own are taken off.
pub struct Unwrapped<'f> {
    pub command: &'f [Field],
    /// Environment variables that it sets (`env A=b`).
    pub assignments: Vec<&'f Field>,
}

impl Wrapper {
    /// The wrappers of this name; one program may have several forms.
    pub fn of<'w>(name: &'w str) -> impl Iterator<Item = &'static Self> + 'w {
        WRAPPERS.iter().filter(move |wrapper| wrapper.names.contains(&name))
    }

    /// Returns where the command begins; `None` if there is no command.
    pub fn unwrap<'f>(&self, arguments: &'f [Field]) -> Option<Unwrapped<'f>> {
        let mut at = 0;
        let mut verb_pending = !self.verbs.is_empty();
        let mut operands = self.operands;
        let mut assignments = Vec::new();
        loop {
            let field = arguments.get(at)?;
            let text = field.text.as_str();
            if verb_pending {
                if text.starts_with('-') || matches!(text, "compose" | "container") {
                    at += 1;
                } else if self.verbs.contains(&text) {
                    verb_pending = false;
                    at += 1;
                } else if at > 0 && arguments.get(at - 1).is_some_and(|before| before.text.starts_with('-')) {
                    at += 1; // the value of an option before the verb
                } else {
                    return None;
                }
            } else if text == "--" {
                at += 1;
                break;
            } else if text.starts_with('-') && text.len() > 1 {
                at += 1 + usize::from(self.takes_value(text));
            } else if is_assignment(text) && self.sets_variables() {
                assignments.push(field);
                at += 1;
            } else if operands > 0 {
                operands -= 1;
                at += 1;
            } else {
                break;
            }
        }
        at += operands;
        let command = arguments.get(at..).filter(|rest| !rest.is_empty())?;
        Some(Unwrapped { command, assignments })
    }

    fn takes_value(&self, option: &str) -> bool {
        if self.valued.contains(&option) {
            return true;
        }
        let last = option.chars().next_back();
        !option.starts_with("--")
            && option.len() > 2
            && !option.contains('=')
            && self.valued.iter().any(|valued| valued.len() == 2 && valued.chars().nth(1) == last)
            && option.chars().skip(1).all(|c| c.is_ascii_alphabetic())
            // `-n10`, `-oJson`: the value stands in the same word
            && !self.valued.iter().any(|valued| valued.len() == 2 && option.starts_with(valued))
    }

    fn sets_variables(&self) -> bool {
        self.names.iter().any(|name| matches!(*name, "env" | "sudo"))
    }
}

fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
