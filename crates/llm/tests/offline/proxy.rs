//! Proxies from the environment: only https to other machines goes through them.

use std::process::Command;

use crate::server::{Server, response, stream};
use crate::stage::{answer, openai};
use llm::Error;

/// Address of the other process's model server.
const SERVER: &str = "DARN_TEST_SERVER";

/// Runs in two processes, as the environment must be set before a process starts.
#[test]
fn https_goes_through_the_proxy() {
    if let Ok(url) = std::env::var(SERVER) {
        return asked(&url);
    }
    let models = Server::saying(stream("git status"));
    let proxy = Server::saying(response("407 Proxy Authentication Required", "", ""));
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "proxy::https_goes_through_the_proxy", "--nocapture"])
        .env(SERVER, &models.url)
        .env("HTTPS_PROXY", &proxy.url)
        .env("HTTP_PROXY", &proxy.url)
        .env_remove("ALL_PROXY")
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (head, _) = proxy.requests.try_recv().expect("the proxy should receive a request");
    assert!(head.starts_with("connect models.invalid:443 "), "{head}");
    assert!(!head.contains(crate::stage::KEY), "{head}");
    assert!(proxy.requests.try_iter().all(|(head, _)| head.starts_with("connect models.invalid:443 ")));
    assert_eq!(models.count(), 1);
}

fn asked(url: &str) {
    let error = answer(&openai("https://models.invalid"), "gti").unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    // a server on this machine is contacted directly
    assert_eq!(answer(&openai(url), "gti").unwrap().text, "git status");
}
