//! A server in front of a real one: it records every request, and spoils the answers that a test tells it to.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use crate::scripted::{Server, response, say, until_closed};

/// What becomes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Status 500; the real server is not asked.
    Refused,
    /// The connection is closed behind the first words.
    Cut,
    /// Nothing comes behind the first words.
    Stuck,
}

pub struct Forwarder {
    pub server: Server,
    pub faults: Faults,
}

/// Chooses the faults of a forwarder.
#[derive(Clone)]
pub struct Faults(Arc<Mutex<Fault>>);

impl Forwarder {
    /// Starts it for the server at this address, `http://HOST:PORT`.
    pub fn before(real: &str) -> Self {
        let real = real.split_once("://").unwrap().1.to_owned();
        let faults = Faults(Arc::new(Mutex::new(Fault::None)));
        let current = faults.clone();
        let server = Server::knowing(move |_, request, client| {
            let fault = *current.0.lock().unwrap();
            match fault {
                Fault::Refused => {
                    let body = r#"{"error": {"message": "out of luck", "code": 500}}"#;
                    say(client, response("500 Internal Server Error", "", body).as_bytes());
                }
                fault => forward(request, &real, client, fault),
            }
        });
        Self { server, faults }
    }
}

impl Faults {
    /// Chooses what becomes of the answers from now on.
    pub fn set(&self, fault: Fault) {
        *self.0.lock().unwrap() = fault;
    }
}

/// Passes the request on, and the answer back as it arrives, as far as the fault lets it.
fn forward(request: &[u8], real: &str, client: &mut TcpStream, fault: Fault) {
    let mut server = TcpStream::connect(real).unwrap();
    server.write_all(request).unwrap();
    let mut passed = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = server.read(&mut buffer) {
        say(client, &buffer[..count]);
        passed.extend_from_slice(&buffer[..count]);
        if fault != Fault::None && has_words(&passed) {
            break;
        }
        // its connection may stay open for the next request, while the client waits for the end
        if passed.ends_with(b"\r\n0\r\n\r\n") {
            break;
        }
    }
    if fault == Fault::Stuck {
        until_closed(client);
    }
}

/// Returns whether a stream has come to the end of the first word of the answer.
fn has_words(stream: &[u8]) -> bool {
    let stream = String::from_utf8_lossy(stream);
    let pieces = stream.split("\"content\":\"").skip(1).filter_map(|piece| piece.split('"').next());
    pieces.collect::<String>().contains("Because")
}
