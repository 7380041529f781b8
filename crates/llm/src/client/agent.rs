//! How connections are made: allowed addresses, certificates, proxy.

use std::net::IpAddr;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{PemItem, RootCerts, TlsConfig};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Proxy};

use super::Network;
use super::exchange::Exchange;

/// Maximum size of an answer's headers, in bytes.
const MAX_HEADER: usize = 32 * 1024;

/// Creates an agent for one request, so that shutting it down ends that request.
pub fn agent(exchange: &Exchange<'_>) -> Agent {
    let &Exchange { provider, key, network, patience, .. } = exchange;
    let is_https = exchange.is_https();
    // plain http is for nearby machines, and loopback traffic needs no proxy
    let is_direct = !is_https || network == Network::Loopback || is_loopback_name(provider.host());
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_resolve(Some(patience.connect))
        .timeout_connect(Some(patience.connect))
        .timeout_recv_response(Some(exchange.answer()))
        .max_response_header_size(MAX_HEADER)
        .accept_encoding("identity")
        .user_agent(concat!("darn/", env!("CARGO_PKG_VERSION")))
        .proxy(if is_direct { None } else { Proxy::try_from_env() })
        .tls_config(TlsConfig::builder().root_certs(certificates()).build())
        .build();
    let only_loopback = match (network, key.is_some() && !is_https) {
        (Network::Loopback, _) => Some(OTHER_MACHINE),
        (Network::Any, true) => Some(PLAIN_HTTP),
        (Network::Any, false) => None,
    };
    Agent::with_parts(
        config,
        DefaultConnector::new(),
        Checked { inner: DefaultResolver::default(), only_loopback },
    )
}

/// Returns Mozilla's certificates, or those of the file in `$SSL_CERT_FILE`, as in other programs.
fn certificates() -> RootCerts {
    let Some(pem) = std::env::var_os("SSL_CERT_FILE").and_then(|path| std::fs::read(path).ok()) else {
        return RootCerts::WebPki;
    };
    let items = ureq::tls::parse_pem(&pem);
    let certificates = items.filter_map(|item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    });
    let certificates: Vec<_> = certificates.collect();
    if certificates.is_empty() { RootCerts::WebPki } else { RootCerts::from(certificates) }
}

/// Returns whether a host, as written, can only be this machine.
pub fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(is_loopback)
}

fn is_loopback(address: IpAddr) -> bool {
    // `::ffff:127.0.0.1` is 127.0.0.1
    address.to_canonical().is_loopback()
}

/// Resolves names and passes on the allowed addresses. The connection uses exactly these: a later change of
/// the name has no effect (DNS rebinding).
#[derive(Debug)]
struct Checked {
    inner: DefaultResolver,
    /// Set if only this machine may be connected to; the reason.
    only_loopback: Option<Refused>,
}

/// A refused address.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("{why}")]
pub struct Refused {
    pub why: &'static str,
    pub hint: &'static str,
}

const OTHER_MACHINE: Refused = Refused {
    why: "`llm.network` is \"loopback\", and this is another machine",
    hint: "Set `llm.network` to \"any\", or `llm.provider` to a server on this machine.",
};
const PLAIN_HTTP: Refused = Refused {
    why: "a key must not be sent over plain http",
    hint: "Use https, or a server on this machine.",
};

impl Resolver for Checked {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout);
        let Some(refused) = self.only_loopback else { return found };
        let refused = || ureq::Error::Other(Box::new(refused));
        // a name that does not resolve is not this machine
        let Ok(found) = found else { return Err(refused()) };
        let mut addresses = self.empty();
        for address in found.iter().filter(|address| is_loopback(address.ip())) {
            addresses.push(*address);
        }
        if addresses.is_empty() { Err(refused()) } else { Ok(addresses) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_its_addresses() {
        for host in
            ["localhost:1", "LOCALHOST", "127.0.0.1:8080", "127.9.9.9", "[::1]:1", "[::ffff:127.0.0.1]:1"]
        {
            assert!(is_loopback_name(host), "{host}");
        }
        for host in
            ["localhost.example.org", "127.0.0.1.example.org", "10.0.0.1:80", "[::2]:1", "0.0.0.0", ""]
        {
            assert!(!is_loopback_name(host), "{host}");
        }
    }
}
