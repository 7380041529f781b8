//! Passwords, other users, other machines.

use std::path::Path;
use std::process::{Command, Stdio};

use super::playing::{Alike, plays_alike};
use super::session::{Setup, same};

const SHELL: [&str; 4] = ["/bin/bash", "--norc", "--noprofile", "-i"];

fn prompting(setup: Setup) -> Setup {
    setup.env("PS1", "T> ").env("HISTFILE", "/dev/null")
}

#[test]
fn a_word_is_read_in_secret() {
    let steps = [
        ("", "T> "),
        ("read -sp 'wo''rd: ' word; echo; echo got $word\r", "word: "),
        ("hush\x7fh\r", "got hush"),
        ("read -rsn1 -p 'k''ey: ' key; echo = $key\r", "key: "),
        ("x", "= x"),
        ("stty -a | grep -o ' echo '; exit 4\r", ""),
    ];
    assert_eq!(plays_alike(&SHELL, prompting, &steps, Alike::Bytes), 4);
}

/// Returns the command as root, whichever user runs the tests.
fn root(words: &[&str]) -> Vec<String> {
    let prefix: &[&str] = if rustix::process::geteuid().is_root() { &[] } else { &["sudo", "-n"] };
    prefix.iter().chain(words).map(|word| (*word).to_owned()).collect()
}

fn run(words: &[&str], input: &str) {
    let words = root(words);
    let child = Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut child = child.expect("it starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), input.as_bytes()).expect("it reads");
    assert!(child.wait().expect("a status").success(), "{words:?}");
}

/// A user who may run anything with a password; removed on drop.
struct User {
    name: String,
    id: String,
}

const PASSWORD: &str = "hush hush";

impl User {
    fn new() -> Self {
        let name = format!("darn-test-{}", std::process::id());
        run(&["useradd", "--no-create-home", "--no-user-group", "--shell", "/bin/sh", &name], "");
        let output = Command::new("id").args(["-u", &name]).output().expect("id");
        let user = Self { id: String::from_utf8_lossy(&output.stdout).trim().to_owned(), name };
        run(&["chpasswd"], &format!("{}:{PASSWORD}\n", user.name));
        let rules =
            format!("{0} ALL=(ALL) ALL\nDefaults:{0} timestamp_timeout=0, lecture=never\n", user.name);
        run(&["tee", &user.rules()], &rules);
        user
    }

    fn rules(&self) -> String {
        format!("/etc/sudoers.d/{}", self.name)
    }
}

impl Drop for User {
    fn drop(&mut self) {
        run(&["rm", "-f", &self.rules()], "");
        run(&["userdel", &self.name], "");
    }
}

#[test]
fn sudo_asks_for_a_password() {
    let user = User::new();
    let words = root(&["/usr/bin/setpriv", "--reuid", &user.id, "--regid", "nogroup", "--clear-groups"]);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(SHELL).collect();
    let right = format!("{PASSWORD}\r");
    let steps = [
        ("", "T> "),
        ("sudo -p 'pass''word: ' id -u\r", "password: "),
        ("wrong\r", "try again"),
        (&right, "\n0\n"),
        ("sudo -p 'ag''ain: ' PS1='R> ' bash --norc --noprofile -i\r", "again: "),
        (&right, "R> "),
        ("stty size; sh -c 'echo u\"\"p; read word'\r", "up"),
        ("\x03", "^C"),
        ("exit 3\r", "exit"),
        ("echo status $?\r", "status 3"),
        ("sudo -p 'once ''more: ' sh -c 'echo he\"\"re; cat'\r", "once more: "),
        (&right, "here"),
        ("\x1a", "Stopped"),
        ("fg\r", "fg"),
        ("line\r", "line\nline"),
        ("\x04", "T> "),
        ("exit 6\r", ""),
    ];
    // the terminal belongs to the tests' user, as after `su`
    assert_eq!(plays_alike(&words, prompting, &steps, Alike::Bytes), 6);
}

/// Starts a server for the user who runs the tests, with a key.
fn with_server(setup: Setup) -> Setup {
    let home = setup.home.path();
    let file = |name: &str| home.join(name).display().to_string();
    for key in ["host", "user"] {
        let status =
            Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f", &file(key)]).status();
        assert!(status.expect("ssh-keygen").success());
    }
    if !Path::new("/run/sshd").is_dir() {
        run(&["mkdir", "-p", "/run/sshd"], "");
    }
    let server = format!(
        "HostKey {}\nAuthorizedKeysFile {}\nStrictModes no\nUsePAM no\nPermitRootLogin yes\nPidFile none\nPrintMotd no\nPrintLastLog no\nSetEnv HOME={}\n",
        file("host"),
        file("user.pub"),
        home.display()
    );
    // it needs no port, as it is started for this one connection
    let client = format!(
        "Host localhost\nProxyCommand /usr/sbin/sshd -i -f {}\nIdentityFile {}\nStrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n",
        file("server"),
        file("user")
    );
    let setup = setup.file("server", server.as_bytes()).file("client", client.as_bytes());
    prompting(setup)
}

/// The command that runs on the other side.
const REMOTE: &str = "exec env -i PATH=/usr/bin:/bin TERM=$TERM PS1='S> ' bash --norc --noprofile -i";

#[test]
fn ssh_to_this_machine() {
    let script = format!("ssh -F client -t localhost \"{}\"; exit $?", REMOTE.replace('$', "\\$"));
    let steps = [
        ("", "S> "),
        ("stty size; test -t 0 && echo $TERM\r", "xterm-256color"),
        ("read -sp 'wo''rd: ' word; echo; echo got $word\r", "word: "),
        ("hush\r", "got hush"),
        ("sh -c 'echo u\"\"p; read word'\r", "up"),
        ("\x03", "^C"),
        ("echo status $?\r", "status 130"),
        ("seq 5000\r", "5000"),
        ("printf '\\033[?1000h\\033]52;c;aGk=\\007\\377\\000\\033[?1000l|'\r", "|"),
        ("exit 7\r", ""),
    ];
    assert_eq!(plays_alike(&["/bin/bash", "-c", &script], with_server, &steps, Alike::Bytes), 7);
}

/// Prints its size at each change; Ctrl-C ends it.
const SIZES: &str = "import os, signal
signal.signal(signal.SIGWINCH, lambda *_: os.write(1, b'%d %d\\n' % os.get_terminal_size()))
signal.signal(signal.SIGINT, lambda *_: os._exit(8))
os.write(1, b'ready\\n')
while True:
    signal.pause()
";

#[test]
fn ssh_hears_of_a_new_size() {
    let script = "ssh -F client -t localhost exec python3 $HOME/sizes; exit $?";
    let (_, status) = same(&["/bin/bash", "-c", script], |setup| {
        let mut session = with_server(setup.file("sizes", SIZES.as_bytes())).start();
        session.wait_for("ready");
        for (columns, rows) in [(100, 30), (1, 1), (500, 200)] {
            session.resize(columns, rows);
            session.wait_for(&format!("{columns} {rows}\r\n"));
        }
        session.send(b"\x03");
        session
    });
    assert_eq!(status, 8);
}
