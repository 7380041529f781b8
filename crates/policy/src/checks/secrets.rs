//! Programs that print keys and passwords, or what the user sees and types.

use crate::arguments::{has, has_word};
use crate::field::Invocation;

/// Returns whether the output should not leave this machine.
pub fn prints_secrets(at: &Invocation<'_>) -> bool {
    let mut words = at.arguments.iter().map(|field| field.text.as_str());
    let first = at.arguments.first().map_or("", |field| field.text.as_str());
    let is_alone = at.arguments.is_empty();
    match at.program {
        "security" => first.starts_with("find-") || first == "dump-keychain",
        "pass" | "gopass" => !matches!(first, "insert" | "generate" | "ls" | "git" | "init" | "rm"),
        "op" | "vault" | "secret-tool" | "keyring" | "bw" | "lpass" | "chamber" | "doppler" => {
            has_word(at, &["read", "get", "lookup", "show", "kv", "item", "export", "download"])
        }
        "gpg" | "gpg2" => has(at, &[], &["export-secret-keys", "export-secret-key", "export-secret-subkeys"]),
        "env" | "printenv" | "set" => is_alone,
        "export" | "declare" | "typeset" => is_alone || first == "-p" && at.arguments.len() == 1,
        "compgen" => first == "-v",
        "kubectl" | "k" | "oc" => {
            words.any(|word| word.starts_with("secret"))
                || has_word(at, &["view"]) && has_word(at, &["--raw"])
        }
        "pg_dump" | "pg_dumpall" | "mysqldump" | "mongodump" | "mariadb-dump" => true,
        "gh" | "glab" => first == "auth" && has_word(at, &["token", "--show-token", "-t"]),
        "gcloud" => {
            words.any(|word| word.starts_with("print-") && word.ends_with("-token"))
                || has_word(at, &["secrets"]) && has_word(at, &["access"])
        }
        "aws" => has_word(
            at,
            &[
                "get-secret-value", "export-credentials", "get-session-token", "assume-role",
                "get-login-password", "get-authorization-token", "--with-decryption",
            ],
        ),
        "az" => {
            has_word(at, &["get-access-token"]) || first == "keyvault" && has_word(at, &["show", "download"])
        }
        "heroku" => first == "config" || first == "auth:token",
        "git" => first == "credential" && has_word(at, &["fill"]),
        "curl" | "wget" | "http" | "xh" => words.any(gives_credentials),
        // the content of the screen, the clipboard, the wire
        "xclip" | "xsel" => has_word(at, &["-o", "-out", "--output", "-b"]) || first.starts_with("-o"),
        "pbpaste" | "wl-paste" => true,
        "scrot" | "maim" | "grim" | "screencapture" | "gnome-screenshot" | "spectacle" => true,
        "import" => has_word(at, &["root"]),
        "ffmpeg" => has_word(at, &["x11grab", "avfoundation", "alsa", "pulse"]),
        "arecord" | "parecord" => true,
        "tcpdump" | "tshark" | "dumpcap" => has_word(at, &["-w"]),
        "showkey" | "xinput" | "logkeys" | "libinput" => true,
        _ => false,
    }
}

/// Returns whether it is a metadata address that hands out credentials: AWS, Google, Azure, and others.
pub fn gives_credentials(url: &str) -> bool {
    let is_metadata = ["169.254.169.254", "169.254.170.2", "metadata.google.internal", "100.100.100.200"]
        .iter()
        .any(|host| url.contains(host));
    let behind = url.split_once("security-credentials/").map_or("", |(_, role)| role);
    is_metadata
        && (!behind.is_empty()
            || url.contains("/token")
            || url.contains("/identity-credentials/")
            || url.contains("/v2/credentials/"))
}
