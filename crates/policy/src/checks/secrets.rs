//! Programs that print keys and passwords, or what the user sees and types.

use crate::arguments::{Words, fits_any, has, has_word};
use crate::field::Invocation;
use facts::glob::stars;

/// By program: patterns of its first argument, and patterns of any argument; an empty list fits all.
const PRINTERS: &[(&str, (Words, Words))] = table!("secret_printers");

/// Returns whether the output should not leave this machine.
pub fn prints_secrets(at: &Invocation<'_>) -> bool {
    let first = at.first();
    let is_alone = at.arguments.is_empty();
    let prints = match at.program {
        "pass" | "gopass" => !matches!(first, "insert" | "generate" | "ls" | "git" | "init" | "rm"),
        "gpg" | "gpg2" => has(at, &[], &["export-secret-keys", "export-secret-key", "export-secret-subkeys"]),
        "env" | "printenv" | "set" => is_alone,
        "export" | "declare" | "typeset" => is_alone || first == "-p" && at.arguments.len() == 1,
        "kubectl" | "k" | "oc" => has_word(at, &["view"]) && has_word(at, &["--raw"]),
        "gcloud" => has_word(at, &["secrets"]) && has_word(at, &["access"]),
        "curl" | "wget" | "http" | "xh" => at.texts().any(gives_credentials),
        _ => false,
    };
    prints
        || PRINTERS.iter().any(|(program, (begins, words))| {
            at.program == *program
                && (begins.is_empty() || begins.iter().any(|pattern| stars(pattern, first, false)))
                && (words.is_empty() || fits_any(at, words))
        })
}

/// Returns whether it is a metadata address that hands out credentials: AWS, Google, Azure, and others.
pub fn gives_credentials(url: &str) -> bool {
    let has = |texts: &[&str]| texts.iter().any(|text| url.contains(text));
    let names_role = url.split_once("security-credentials/").is_some_and(|(_, role)| !role.is_empty());
    has(&["169.254.169.254", "169.254.170.2", "metadata.google.internal", "100.100.100.200"])
        && (names_role || has(&["/token", "/identity-credentials/", "/v2/credentials/"]))
}
