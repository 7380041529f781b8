//! A model never delays the prompt: measures the time from Enter on a failing command to the next prompt,
//! from the request key to its line, and from a key to the screen during a request, in real shells and
//! compared with the same shell without a model, for the worst possible providers.
//!
//! `MODEL_DELAY=41 cargo test --release -p darnit --test terminal model_delay -- --nocapture` prints the
//! figures of this many rounds, and requires the medians to be within [`PROMISED`] of each other.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::pty::{Builder, Terminal};

/// Limit for the difference of medians, on an idle machine.
const PROMISED: Duration = Duration::from_millis(5);
/// The same on a busy machine; waiting for any of these providers would take seconds.
const BOUND: Duration = Duration::from_millis(400);
const ROUNDS: usize = 3;
const TOOL: &str = "#!/bin/sh\necho 'knob: cannot be frobbed' >&2\nexit 3\n";

/// A provider's misbehaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Provider {
    Off,
    /// Accepts the connection and the question, and sends nothing.
    BlackHole,
    /// Does not accept the connection.
    Dead,
    /// Sends one letter per second.
    Slow,
}

const PROVIDERS: [Provider; 4] = [Provider::Off, Provider::BlackHole, Provider::Dead, Provider::Slow];

/// A provider's address; it exists as long as this value.
struct Place {
    address: SocketAddr,
    _listener: TcpListener,
    _queue: Vec<TcpStream>,
}

impl Provider {
    fn start(self) -> Place {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut queue = Vec::new();
        match self {
            Self::Off | Self::BlackHole => {}
            Self::Dead => {
                // connections are never accepted: when the queue is full, there is no answer at all
                while let Ok(waiting) = TcpStream::connect_timeout(&address, Duration::from_millis(300)) {
                    queue.push(waiting);
                }
            }
            Self::Slow => {
                let listener = listener.try_clone().unwrap();
                std::thread::spawn(move || listener.incoming().flatten().for_each(slow));
            }
        }
        Place { address, _listener: listener, _queue: queue }
    }
}

/// Answers while the client listens.
fn slow(mut client: TcpStream) {
    std::thread::spawn(move || {
        let _ = client.read(&mut [0; 65_536]);
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {\"choices\":[";
        for byte in head.bytes() {
            if client.write_all(&[byte]).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_secs(1));
        }
    });
}

/// A shell under measurement, with its times.
struct Measured {
    terminal: Terminal,
    provider: Provider,
    _place: Place,
    /// Enter to prompt; the same during a request; key to screen during one; Alt-? to its line.
    times: [Vec<Duration>; 4],
}

const WHAT: [&str; 4] = ["Enter to prompt", "the same while asking", "key to screen while asking", "Alt-?"];

impl Measured {
    fn start(shell: &str, provider: Provider) -> Self {
        let place = provider.start();
        let enabled = provider != Provider::Off;
        let config = format!(
            "[suggest]\nghost_text = false\n[llm]\nenabled = {enabled}\nprovider = 'here'\nmodel = 'a/model'\n\
             timeout = 60\n[llm.providers.here]\nwire = 'openai'\nbase_url = 'http://{}/v1'\n",
            place.address
        );
        let terminal = Builder::new(shell)
            .before(if shell == "fish" { "set -g fish_autosuggestion_enabled 0" } else { "" })
            .file("bin/frob", TOOL)
            .file("bin/grob", TOOL)
            .file(".config/darn/config.toml", &config)
            .file("run/kept", "")
            .env("XDG_RUNTIME_DIR", "~/run")
            .start();
        Self { terminal, provider, _place: place, times: Default::default() }
    }

    fn round(&mut self) {
        let t = &mut self.terminal;
        let mut times = [fails(t, "frob"), Duration::ZERO, Duration::ZERO, Duration::ZERO];
        if self.provider != Provider::Off {
            times[3] = timed(t, "\x1b?", |t, from| contains(t.bytes_since(from), b"asking a/model"));
            t.press("");
            // an unaccepted connection is noticed only after seconds
            let is_asking = crate::pty::asking::asking(t).count() == 1;
            assert!(is_asking || self.provider == Provider::Dead, "{:?}: {}", self.provider, t.screen());
        }
        times[2] = timed(t, "x", |t, _| t.line() == "T> x");
        t.press("\x15");
        // this also ends the request
        times[1] = fails(t, "grob");
        for (all, time) in self.times.iter_mut().zip(times) {
            all.push(time);
        }
    }

    fn medians(&mut self) -> [Duration; 4] {
        self.times.each_mut().map(|times| {
            times.sort_unstable();
            times[times.len() / 2]
        })
    }
}

/// Enters a command that fails.
fn fails(t: &mut Terminal, command: &str) -> Duration {
    t.press(command);
    let time = timed(t, "\r", |t, from| t.line() == "T>" && contains(t.bytes_since(from), b"frobbed"));
    t.press(""); // idle again
    time
}

/// Measures the time from these keys until the condition holds.
fn timed(t: &mut Terminal, keys: &str, is_so: impl Fn(&Terminal, &crate::pty::Mark) -> bool) -> Duration {
    let from = t.mark();
    let start = Instant::now();
    t.send(keys);
    t.wait_until(&format!("what {keys:?} does"), |t| is_so(t, &from));
    start.elapsed()
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|part| part == text)
}

per_shell!(slow_model_delays_neither_prompt_nor_keys: bash, zsh, fish);
fn slow_model_delays_neither_prompt_nor_keys(shell: &str) {
    let told: Option<usize> = std::env::var("MODEL_DELAY").ok().map(|rounds| rounds.parse().unwrap());
    let bound = if told.is_some() { PROMISED } else { BOUND };
    println!("| ms, median | provider | {} |\n|---|---|---|---|---|---|", WHAT.join(" | "));
    let mut late = Vec::new();
    let mut all = PROVIDERS.map(|provider| Measured::start(shell, provider));
    for _ in 0..told.unwrap_or(ROUNDS) {
        all.iter_mut().for_each(Measured::round);
    }
    let medians = all.each_mut().map(Measured::medians);
    for (measured, medians) in all.iter().zip(&medians) {
        let shown = medians.map(|time| format!("{:.1}", time.as_secs_f64() * 1000.0));
        println!("| {shell} | {:?} | {} |", measured.provider, shown.join(" | "));
    }
    let off = medians[0];
    for (measured, with) in all.iter().zip(&medians).skip(1) {
        for at in 0..3 {
            if with[at] > off[at] + bound {
                late.push(format!(
                    "{shell}, {:?}, {}: {:?} and {:?}",
                    measured.provider, WHAT[at], with[at], off[at]
                ));
            }
        }
        if with[3] > off[0] + bound {
            late.push(format!("{shell}, {:?}, {}: {:?}", measured.provider, WHAT[3], with[3]));
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}
