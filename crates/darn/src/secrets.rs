//! What is a secret on this machine: the built-in tables, and the values of variables whose names
//! say so.

use engine::redact::{Redactor, Tables, secret_kind};

/// A redactor that knows the secrets of the environment. Not for hooks: it reads every variable.
#[must_use]
pub fn redactor() -> Redactor {
    let mut redactor = Redactor::new(Tables::default());
    for (name, value) in std::env::vars_os() {
        if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
            && let Some(kind) = secret_kind(name)
        {
            redactor.know(kind, value);
        }
    }
    redactor
}
