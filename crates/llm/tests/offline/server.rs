//! A server that behaves as the test says, however wrong.
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};

/// Address of the server, and the requests it received.
pub struct Server {
    pub url: String,
    /// Head and body of each request.
    pub requests: Receiver<(String, Vec<u8>)>,
}

impl Server {
    /// Handles each connection with `answer` after reading its request; the number counts from 0.
    pub fn new(answer: impl Fn(usize, &mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::knowing(move |count, _, stream| answer(count, stream))
    }

    /// The same with the bytes of the request.
    pub fn knowing(answer: impl Fn(usize, &[u8], &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        let answer = std::sync::Arc::new(answer);
        std::thread::spawn(move || {
            for (count, stream) in listener.incoming().enumerate() {
                let (answer, sender) = (answer.clone(), sender.clone());
                std::thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    // a client that speaks TLS sends no request
                    let Some((head, body)) = request(&mut stream) else { return };
                    let bytes = [head.as_slice(), &body].concat();
                    // the test may have ended
                    let _ = sender.send((String::from_utf8_lossy(&head).to_lowercase(), body));
                    answer(count, &bytes, &mut stream);
                });
            }
        });
        Self { url, requests }
    }

    /// Answers each connection with these bytes and closes it.
    pub fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::new(move |_, stream| say(stream, &bytes))
    }

    pub fn count(&self) -> usize {
        self.requests.try_iter().count()
    }
}

/// Writes the bytes; the other side may have closed the connection.
pub fn say(stream: &mut TcpStream, bytes: &[u8]) {
    let _ = stream.write_all(bytes);
}

/// Returns when the other side has closed the connection.
pub fn until_closed(stream: &mut TcpStream) {
    let mut rest = [0; 64];
    while stream.read(&mut rest).is_ok_and(|read| read > 0) {}
}

pub fn response(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n{body}", body.len())
}

/// Head of a stream that ends with the connection.
pub const STREAM: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

pub fn delta(text: &str) -> String {
    format!("data: {}\n\n", serde_json::json!({ "choices": [{ "index": 0, "delta": { "content": text } }] }))
}

/// A complete answer.
pub fn stream(text: &str) -> String {
    let end =
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    format!("{STREAM}{}{end}", delta(text))
}

/// Reads the head and the body of a request.
fn request(stream: &mut TcpStream) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if bytes.first() == Some(&0x16) {
            say(stream, b"HTTP/1.1 400 Bad Request\r\n\r\nThis is no TLS.");
            return None;
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_lowercase();
    let length =
        text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
    while bytes.len() < head + length.unwrap_or(0) {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
    }
    let body = bytes.split_off(head);
    Some((bytes, body))
}
