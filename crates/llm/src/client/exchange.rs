//! One request and its answer. A separate thread talks to the server, because name lookup and connecting
//! cannot be interrupted; the waiting thread checks the clock and the cancellation flag. Dropping the
//! [`Answer`] closes the socket.

use std::io::Read as _;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http;

use super::agent::{Refused, agent};
use super::{Network, Patience, is_loopback_name, is_set, late, retry};
use crate::key::{ExposeSecret as _, Key};
use crate::providers::Provider;
use crate::wire::Request;
use crate::{Error, Phase};

/// Poll interval for the cancellation flag.
const SLICE: Duration = Duration::from_millis(20);
/// Size of a read.
const CHUNK: usize = 8 * 1024;
/// Maximum number of chunks in the queue.
const QUEUE: usize = 8;
/// Maximum size of a body that is read whole: errors, lists of models.
const MAX_WHOLE: usize = 1024 * 1024;

/// Conditions of a request.
#[derive(Clone, Copy)]
pub struct Exchange<'a> {
    pub provider: &'a Provider,
    pub key: Option<&'a Key>,
    pub network: Network,
    /// `answer` also limits the first bytes of the body, since servers send the head before they read the
    /// prompt.
    pub patience: Patience,
    pub end: Instant,
    pub cancelled: &'a AtomicBool,
}

/// An answer as it arrives.
pub struct Answer<'a> {
    pub status: u16,
    pub retry_after: Option<Duration>,
    /// Scheme and host of a redirect.
    pub location: Option<String>,
    incoming: Incoming<'a>,
    has_begun: bool,
}

/// A message from the thread.
enum Arrived {
    Head(Box<http::response::Parts>),
    Bytes(Vec<u8>),
    End,
    Failed(ureq::Error),
}

struct Incoming<'a> {
    arrived: Receiver<Arrived>,
    agent: Agent,
    exchange: Exchange<'a>,
}

impl<'a> Exchange<'a> {
    pub fn is_https(&self) -> bool {
        self.provider.base_url.starts_with("https:")
    }

    /// Returns the time limit of the head of the answer.
    pub fn answer(&self) -> Duration {
        let is_near = is_loopback_name(self.provider.host());
        if is_near { self.patience.load } else { self.patience.answer }
    }

    pub fn post(&self, url: &str, request: &Request) -> Result<Answer<'a>, Error> {
        let mut builder = http::Request::post(url);
        for (name, value) in &request.headers {
            builder = builder.header(*name, value);
        }
        self.run(builder, request.body.clone())
    }

    pub fn get(&self, url: &str) -> Result<Answer<'a>, Error> {
        self.run(http::Request::get(url), ())
    }

    fn run<B>(&self, mut builder: http::request::Builder, body: B) -> Result<Answer<'a>, Error>
    where
        B: ureq::AsSendBody + Send + 'static,
    {
        if is_set(self.cancelled) {
            return Err(Error::Cancelled);
        }
        if let Some(key) = self.key {
            let (name, value) = self.provider.key_header(key.expose_secret());
            let mut value =
                http::HeaderValue::from_str(&value).map_err(|_| invalid("the key cannot be sent"))?;
            value.set_sensitive(true);
            builder = builder.header(name, value);
        }
        let request = builder.body(body).map_err(|_| invalid("`base_url` is not a valid address"))?;
        let agent = agent(self);
        let (sender, arrived) = sync_channel(QUEUE);
        let worker = agent.clone();
        std::thread::spawn(move || work(&worker, request, &sender));
        let incoming = Incoming { arrived, agent, exchange: *self };
        incoming.head(self.patience.connect * 2 + self.answer())
    }
}

/// Runs in its own thread until the answer ends, its socket is shut down or the receiver is gone.
fn work(agent: &Agent, request: http::Request<impl ureq::AsSendBody>, sender: &SyncSender<Arrived>) {
    let response = match agent.run(request) {
        Ok(response) => response,
        Err(error) => {
            let _ = sender.send(Arrived::Failed(error));
            return;
        }
    };
    let (parts, body) = response.into_parts();
    if sender.send(Arrived::Head(Box::new(parts))).is_err() {
        return;
    }
    let mut reader = body.into_reader();
    let mut buffer = vec![0; CHUNK];
    loop {
        let arrived = match reader.read(&mut buffer) {
            Ok(0) => Arrived::End,
            Ok(length) => Arrived::Bytes(buffer.get(..length).unwrap_or_default().to_vec()),
            Err(error) => Arrived::Failed(error.into()),
        };
        let is_last = !matches!(arrived, Arrived::Bytes(_));
        if sender.send(arrived).is_err() || is_last {
            return;
        }
    }
}

impl<'a> Incoming<'a> {
    fn head(self, within: Duration) -> Result<Answer<'a>, Error> {
        match self.wait(within, Phase::Answer)? {
            Arrived::Head(parts) => {
                let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
                Ok(Answer {
                    status: parts.status.as_u16(),
                    retry_after: header("retry-after").and_then(|after| retry::after(after, header("date"))),
                    location: header("location").map(origin),
                    incoming: self,
                    has_begun: false,
                })
            }
            Arrived::Failed(error) => Err(self.failure(error)),
            Arrived::Bytes(_) | Arrived::End => Err(Error::Cut),
        }
    }

    fn wait(&self, within: Duration, phase: Phase) -> Result<Arrived, Error> {
        let Exchange { patience, end, cancelled, .. } = self.exchange;
        let until = Instant::now() + within;
        loop {
            if is_set(cancelled) {
                return Err(Error::Cancelled);
            }
            let now = Instant::now();
            if now >= end {
                return Err(late(if phase == Phase::More { Phase::End } else { phase }, patience.whole));
            }
            if now >= until {
                return Err(late(phase, within));
            }
            match self.arrived.recv_timeout(SLICE.min(until.min(end) - now)) {
                Ok(arrived) => return Ok(arrived),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Cut),
            }
        }
    }

    fn failure(&self, error: ureq::Error) -> Error {
        let Exchange { patience, provider, .. } = self.exchange;
        let host = provider.host().to_owned();
        let unreachable = |why: String| Error::Unreachable { host: host.clone(), why };
        match error {
            ureq::Error::Timeout(ureq::Timeout::Resolve | ureq::Timeout::Connect) => {
                late(Phase::Connection, patience.connect)
            }
            ureq::Error::Timeout(_) => late(Phase::Answer, patience.whole),
            ureq::Error::HostNotFound => unreachable("no such host".to_owned()),
            ureq::Error::Io(error)
                if self.exchange.is_https() && error.kind() == std::io::ErrorKind::InvalidData =>
            {
                Error::Untrusted { host, why: error.to_string() }
            }
            ureq::Error::Io(error) => unreachable(reason(&error)),
            ureq::Error::Rustls(error) => Error::Untrusted { host, why: error.to_string() },
            ureq::Error::ConnectProxyFailed(why) => unreachable(format!("the proxy says {why}")),
            ureq::Error::LargeResponseHeader(..) => not_an_api("its headers are too long"),
            ureq::Error::Protocol(_) => not_an_api("not HTTP"),
            ureq::Error::Other(other) => match other.downcast_ref::<Refused>() {
                Some(Refused { why, hint }) => {
                    Error::RefusedAddress { host, why: (*why).into(), hint: (*hint).into() }
                }
                None => unreachable(other.to_string()),
            },
            error => unreachable(error.to_string()),
        }
    }
}

impl Answer<'_> {
    /// Returns the next bytes of the body; `None` at its end.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let Exchange { patience, .. } = self.incoming.exchange;
        let (within, phase) = if self.has_begun {
            (patience.idle, Phase::More)
        } else {
            (self.incoming.exchange.answer().max(patience.idle), Phase::Answer)
        };
        match self.incoming.wait(within, phase)? {
            Arrived::Bytes(bytes) => {
                self.has_begun = true;
                Ok(Some(bytes))
            }
            Arrived::End | Arrived::Head(_) => Ok(None),
            Arrived::Failed(error) => Err(self.incoming.failure(error)),
        }
    }

    /// Reads the whole body.
    pub fn whole(&mut self) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        while let Some(bytes) = self.next()? {
            body.extend_from_slice(&bytes);
            if body.len() > MAX_WHOLE {
                return Err(Error::TooLarge);
            }
        }
        Ok(body)
    }
}

impl Drop for Incoming<'_> {
    fn drop(&mut self) {
        self.agent.clone().shutdown();
    }
}

/// Returns scheme and host: the rest may contain secrets.
fn origin(location: &str) -> String {
    match location.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
            format!("{scheme}://{}", host.rsplit('@').next().unwrap_or(host))
        }
        None => "another path".to_owned(),
    }
}

/// Returns the system's error message without programmers' jargon.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::ConnectionRefused => "nothing is listening there".to_owned(),
        std::io::ErrorKind::UnexpectedEof | std::io::ErrorKind::ConnectionReset => {
            "it closed the connection".to_owned()
        }
        _ => error.to_string(),
    }
}

fn not_an_api(what: &str) -> Error {
    Error::NotAnApi { what: what.to_owned(), said: String::new() }
}

fn invalid(what: &str) -> Error {
    Error::Settings { what: what.to_owned(), hint: "Check the provider's settings.".to_owned() }
}
