//! A real TLS server with a certificate that only `$SSL_CERT_FILE` vouches for, as in a company.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::stage::{answer, openai};
use llm::Error;

/// Address of the server that the other process contacts.
const SERVER: &str = "DARN_TEST_SERVER";

const PROGRAM: &str = r#"
import http.server, ssl
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"choices":[{"message":{"content":"git status"},"finish_reason":"stop"}]}')
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
"#;

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// Runs in three processes, as the environment must be set before a process starts.
#[test]
fn a_certificate_of_ones_own_is_trusted_where_it_is_named() {
    if let Ok(url) = std::env::var(SERVER) {
        return asked(&url);
    }
    let directory = tempfile::tempdir().unwrap();
    let made = Command::new("openssl")
        .args("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(' '))
        .args("-keyout key.pem -out cert.pem -subj /CN=localhost".split(' '))
        .args(["-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE"])
        .current_dir(directory.path())
        .output()
        .expect("openssl");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut child = Command::new("python3")
        .args(["-c", PROGRAM])
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut port = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
    let _server = Server(child);
    let url = format!("https://localhost:{}", port.trim());
    ask_in_a_process(&url, None);
    ask_in_a_process(&url, Some(&directory.path().join("cert.pem")));
}

fn ask_in_a_process(url: &str, certificates: Option<&Path>) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "tls::a_certificate_of_ones_own_is_trusted_where_it_is_named", "--nocapture"]);
    command.env(SERVER, url).env_remove("SSL_CERT_FILE");
    if let Some(path) = certificates {
        command.env("SSL_CERT_FILE", path);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn asked(url: &str) {
    let result = answer(&openai(url), "gti");
    if std::env::var_os("SSL_CERT_FILE").is_some() {
        assert_eq!(result.unwrap().text, "git status");
    } else {
        assert!(matches!(result, Err(Error::Untrusted { .. })), "{result:?}");
    }
}
