//! A proxy in front of a server that records everything sent and changes nothing.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

type Sent = Arc<Mutex<Vec<Vec<u8>>>>;

/// Lives as long as the test.
pub struct Tap {
    /// `http://127.0.0.1:PORT`
    pub url: String,
    sent: Sent,
}

impl Tap {
    /// Starts a proxy for the server at this address, `http://HOST:PORT`.
    pub fn before(server: &str) -> Self {
        let server = server.split_once("://").unwrap().1.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let sent = Sent::default();
        let all = Arc::clone(&sent);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let at = {
                    let mut all = all.lock().unwrap();
                    all.push(Vec::new());
                    all.len() - 1
                };
                let server = TcpStream::connect(&server).unwrap();
                let (from, to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let kept = Arc::clone(&all);
                std::thread::spawn(move || carry(from, to, |bytes| kept.lock().unwrap()[at].extend(bytes)));
                std::thread::spawn(move || carry(server, client, |_| {}));
            }
        });
        Self { url, sent }
    }

    /// Returns everything sent to the server so far, by connection.
    pub fn sent(&self) -> Vec<Vec<u8>> {
        self.sent.lock().unwrap().clone()
    }
}

/// Copies until one side hangs up. Records the bytes before forwarding them.
fn carry(mut from: TcpStream, mut to: TcpStream, note: impl Fn(&[u8])) {
    let mut buffer = [0; 65_536];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        note(&buffer[..count]);
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Read), to.shutdown(Shutdown::Write));
}
