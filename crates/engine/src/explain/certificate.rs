//! Untrusted certificates: the reason, and what this machine trusts.

use super::prelude::*;

/// Locations of the trusted CA certificates on various systems.
const BUNDLES: &[&str] = table!("certificate_bundles");
const TEXTS: &[&str] = table!("certificate_texts");

pub fn find(case: &Case<'_>) -> Option<Finding> {
    if !case.printed_any(TEXTS) && !ended(case, "curl", &[60, 77]) && !ended(case, "wget", &[5]) {
        return None;
    }
    let host = hosts(case).first().map_or_else(|| "the server".to_owned(), |host| quoted(host));
    let bundle = BUNDLES.iter().find(|path| case.world.kind(path).exists());
    let Some(bundle) = bundle else {
        return Some(
            Finding::read("this machine has no CA certificates, so it trusts no server")
                .and("the package ca-certificates provides them"),
        );
    };
    let trusted = format!("the trusted CAs are in {bundle}");
    let found = if is_unseen(case) {
        Finding::said(format!("the certificate of {host} cannot be verified")).and(trusted)
    } else if case.printed_any(&["has expired", "CERT_HAS_EXPIRED", "certificate expired"]) {
        Finding::said(format!("the certificate of {host} has expired")).and(
            "its owner must renew it; with a wrong clock on this machine (`date`), any certificate looks expired",
        )
    } else if case.printed_any(&["not yet valid", "NOT_YET_VALID"]) {
        Finding::said(format!("the certificate of {host} is not valid yet"))
            .and("usually this machine's clock is wrong (`date`)")
    } else if case.printed_any(&["elf-signed", "elf signed", "SELF_SIGNED"]) {
        Finding::said(format!("the certificate of {host} is self-signed"))
            .and(trusted)
            .and("if it is yours, pass its certificate: curl --cacert, git http.sslCAInfo")
    } else if case
        .printed_any(&["does not match", "no alternative certificate", "doesn't match", "not valid for"])
    {
        Finding::said(format!("the certificate is for a name other than {host}"))
            .and("the address may be an alias, or the connection reaches the wrong server")
    } else {
        Finding::said(format!("no CA trusted by this machine vouches for {host}"))
            .and(trusted)
            .and("the server sends an incomplete chain, or a proxy substitutes its own certificate")
    };
    Some(found.and("without this check anyone could impersonate it"))
}
