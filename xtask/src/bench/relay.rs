//! The relay beside a bare copy loop, `script` and atuin's, in one interleaved run: throughput, CPU,
//! the echo of a key, memory, and whether the end of a long output is kept to the byte.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Of the file that is printed.
const SIZE: u64 = 100_000_000;
const ROUNDS: usize = 5;
/// Keys for an echo, in each round.
const KEYS: usize = 1000;
/// Bytes of the end of an output that have to be exact.
const TAIL: usize = 64 * 1024;
const IDLE: Duration = Duration::from_secs(60);
/// What prints nothing for so long is broken.
const DEADLINE: Duration = Duration::from_secs(60);

/// Words before the command line that runs inside.
struct Relay {
    name: &'static str,
    words: Vec<String>,
}

#[derive(Default)]
struct Figures {
    /// MB/s.
    throughput: Vec<f64>,
    /// Nanoseconds a byte, in user mode.
    user: Vec<f64>,
    /// Microseconds.
    echo: Vec<f64>,
    /// KiB: resident, and what of it is shared with no file.
    memory: (u64, u64),
}

pub fn run() -> Result<()> {
    let directory = crate::root().join("target/bench/relay");
    std::fs::create_dir_all(directory.join("home"))?;
    let data = directory.join("data");
    write_data(&data)?;
    let relays = relays()?;
    let mut figures: Vec<Figures> = relays.iter().map(|_| Figures::default()).collect();
    for _ in 0..ROUNDS {
        for (relay, figures) in relays.iter().zip(&mut figures) {
            throughput(relay, &directory, &data, figures).with_context(|| relay.name)?;
            echo(relay, &directory, figures).with_context(|| relay.name)?;
        }
    }
    let of = |values: &[f64], part: f64| {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        values.get((values.len() as f64 * part) as usize).copied().unwrap_or_default()
    };
    let middle = |values: &[f64]| of(values, 0.5);
    println!(
        "{SIZE} bytes, {ROUNDS} interleaved rounds, medians; {KEYS} keys a round; ratios to the copy loop"
    );
    println!();
    println!("| | MB/s | ratio | user CPU, ns/byte | echo p50, µs | echo p99 | RSS and private, KiB |");
    println!("|---|---|---|---|---|---|---|");
    let copy = relays.iter().position(|relay| relay.name == "copy loop").unwrap_or(0);
    let base: Vec<f64> = figures.get(copy).map(|figures| figures.throughput.clone()).unwrap_or_default();
    for (relay, figures) in relays.iter().zip(&figures) {
        let ratios: Vec<f64> = figures.throughput.iter().zip(&base).map(|(own, base)| own / base).collect();
        println!(
            "| {} | {:.0} | {:.2} | {:.2} | {:.0} | {:.0} | {:?} |",
            relay.name,
            middle(&figures.throughput),
            middle(&ratios),
            middle(&figures.user),
            middle(&figures.echo),
            of(&figures.echo, 0.99),
            figures.memory
        );
    }
    println!();
    let darn = relays.last().context("ours is the last")?;
    long(darn, &directory, &data)
}

/// Ours is the last.
fn relays() -> Result<Vec<Relay>> {
    let darn = super::advisers::darn()?.display().to_string();
    let status = Command::new(crate::cargo())
        .args(["build", "--release", "--quiet", "--package", "darnit-shell", "--example", "copy"])
        .current_dir(crate::root())
        .status()?;
    ensure!(status.success(), "the copy loop cannot be built");
    let copy = Path::new(&darn).with_file_name("examples").join("copy").display().to_string();
    let relay =
        |name, words: &[&str]| Relay { name, words: words.iter().map(|word| (*word).into()).collect() };
    let mut relays = vec![
        relay("no relay", &["/bin/sh", "-c"]),
        relay("copy loop", &[&copy, "/bin/sh", "-c"]),
        relay("script", &["script", "-qec"]),
    ];
    match super::peers::atuin() {
        Ok(atuin) => {
            let atuin = atuin.display().to_string();
            let words = [&atuin, "pty-proxy", "--shell", "/bin/sh", "--shell", "-c", "--shell"];
            relays.push(relay("atuin pty-proxy", &words));
        }
        Err(error) => println!("atuin is not measured: {error:#}"),
    }
    relays.push(relay("darn shell", &[&darn, "shell", "--shell", "/bin/sh", "--", "-c"]));
    Ok(relays)
}

/// Lines as programs print them, with colours here and there; no two alike.
fn write_data(path: &Path) -> Result<()> {
    if path.metadata().is_ok_and(|metadata| metadata.len() == SIZE) {
        return Ok(());
    }
    let mut text = Vec::new();
    let mut number = 0u64;
    while (text.len() as u64) < SIZE {
        number += 1;
        let colour = if number.is_multiple_of(10) { "\u{1b}[31merror\u{1b}[0m" } else { "note" };
        writeln!(
            text,
            "{colour}: src/file{}.rs:{number}: the quick brown fox and the lazy dog",
            number % 97
        )?;
    }
    text.truncate(usize::try_from(SIZE)?);
    Ok(std::fs::write(path, text)?)
}

/// Before an output and behind it: what our hooks print.
const BEGIN: &str = "[ -z \"$DARN_NONCE\" ] || printf '\\033]73276;%s;C\\007' \"$DARN_NONCE\"";
const END: &str = "[ -z \"$DARN_NONCE\" ] || printf '\\033]73276;%s;D;0\\007' \"$DARN_NONCE\"";

fn throughput(relay: &Relay, directory: &Path, data: &Path, figures: &mut Figures) -> Result<()> {
    let script = format!(
        "stty raw -echo; printf R; head -c 1 >go; {BEGIN}; cat {}; printf '!'; head -c 1 >go",
        data.display()
    );
    let mut session = Session::start(relay, directory, &script)?;
    session.take(1, b'R')?;
    let before = session.user()?;
    let start = Instant::now();
    session.file.write_all(b"g")?;
    session.take(SIZE + 1, b'!')?;
    let time = start.elapsed();
    let user = session.user()?.saturating_sub(before);
    figures.throughput.push(SIZE as f64 / time.as_secs_f64() / 1e6);
    figures.user.push(user.as_nanos() as f64 / SIZE as f64);
    figures.memory = figures.memory.max(session.memory()?);
    session.end()
}

fn echo(relay: &Relay, directory: &Path, figures: &mut Figures) -> Result<()> {
    let mut session =
        Session::start(relay, directory, "stty raw -echo; printf R; exec dd bs=1 count=1001 2>/dev/null")?;
    session.take(1, b'R')?;
    for _ in 0..KEYS {
        let start = Instant::now();
        session.file.write_all(b"k")?;
        session.take(1, b'k')?;
        figures.echo.push(start.elapsed().as_secs_f64() * 1e6);
    }
    session.end()
}

/// After a gigabyte: memory, the end of what was kept, and what wakes it then.
fn long(relay: &Relay, directory: &Path, data: &Path) -> Result<()> {
    let script = format!(
        "stty raw -echo; {BEGIN}; for n in 1 2 3 4 5 6 7 8 9 10; do cat {}; done; {END}; {BEGIN}; printf '!'; head -c 1 >go",
        data.display()
    );
    let mut session = Session::start(relay, directory, &script)?;
    session.take(10 * SIZE + 1, b'!')?;
    println!("after {} bytes: {:?} KiB RSS", 10 * SIZE, session.memory()?);
    let socket = directory.join("darn").join(format!("relay-{}", session.child.id()));
    let mut stream = UnixStream::connect(socket)?;
    stream.write_all(b"b")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let all = std::fs::read(data)?;
    let end = all.get(all.len() - TAIL..).unwrap_or_default();
    let is_exact = answer.ends_with(end) && answer.starts_with(format!("0 {} ", 10 * SIZE).as_bytes());
    println!("last {TAIL} bytes: {}", if is_exact { "exact" } else { "WRONG" });
    let before = session.waits()?;
    std::thread::sleep(IDLE);
    println!("woken in {} s: {} times", IDLE.as_secs(), session.waits()? - before);
    session.end()
}

/// A relay on a terminal.
struct Session {
    file: File,
    child: Child,
    buffer: Vec<u8>,
}

impl Session {
    fn start(relay: &Relay, directory: &Path, script: &str) -> Result<Self> {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&controller)?;
        unlockpt(&controller)?;
        tcsetwinsize(&controller, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 })?;
        let path = ptsname(&controller, Vec::new())?.into_string()?;
        let open =
            || -> Result<Stdio> { Ok(Stdio::from(File::options().read(true).write(true).open(&path)?)) };
        let mut command = Command::new("setsid");
        command.arg("--ctty").args(&relay.words).arg(script);
        if relay.name == "script" {
            command.arg("/dev/null");
        }
        command.env_clear().envs([
            ("PATH", "/usr/local/bin:/usr/bin:/bin"),
            ("TERM", "xterm"),
            ("SHELL", "/bin/sh"),
        ]);
        command.env("HOME", directory.join("home")).env("XDG_RUNTIME_DIR", directory).current_dir(directory);
        let child = command.stdin(open()?).stdout(open()?).stderr(open()?).spawn()?;
        Ok(Self { file: File::from(controller), child, buffer: vec![0; 64 * 1024] })
    }

    /// Takes so many bytes at least, up to one of this kind.
    fn take(&mut self, count: u64, last: u8) -> Result<()> {
        let mut seen = 0;
        loop {
            let timeout = Timespec { tv_sec: i64::try_from(DEADLINE.as_secs())?, tv_nsec: 0 };
            let fd = self.file.as_fd();
            ensure!(
                poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&timeout))? > 0,
                "silent after {seen} bytes"
            );
            let got = self.file.read(&mut self.buffer)?;
            seen += got as u64;
            let bytes = self.buffer.get(..got).unwrap_or_default();
            if seen >= count && bytes.last() == Some(&last) {
                return Ok(());
            }
            if got == 0 {
                bail!("ended after {seen} bytes");
            }
        }
    }

    fn proc(&self, name: &str) -> Result<String> {
        Ok(std::fs::read_to_string(PathBuf::from("/proc").join(self.child.id().to_string()).join(name))?)
    }

    /// CPU time of the relay in user mode.
    fn user(&self) -> Result<Duration> {
        let stat = self.proc("stat")?;
        let fields = stat.rsplit_once(')').context("a name")?.1;
        let ticks: u64 = fields.split_whitespace().nth(11).context("utime")?.parse()?;
        Ok(Duration::from_millis(10 * ticks)) // 100 a second everywhere
    }

    fn field(&self, name: &str) -> Result<u64> {
        let status = self.proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)).context("a field")?;
        Ok(line.trim_end_matches("kB").trim().parse()?)
    }

    fn memory(&self) -> Result<(u64, u64)> {
        Ok((self.field("VmRSS:")?, self.field("RssAnon:")?))
    }

    fn waits(&self) -> Result<u64> {
        self.field("voluntary_ctxt_switches:")
    }

    fn end(mut self) -> Result<()> {
        self.file.write_all(b"e")?;
        while self.file.read(&mut self.buffer).is_ok_and(|count| count > 0) {}
        self.child.wait()?;
        Ok(())
    }
}
