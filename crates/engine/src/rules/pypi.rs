//! Packages of Python modules, from a closed table.

/// Modules, with `=` their packages where the names differ.
const PACKAGES: &[&str] = table!("python_packages");

/// Returns the package that installs a module. Of a submodule, Python 3 names only the part that is missing:
/// where it names more, the package is there and lacks the rest.
pub fn package(module: &str) -> Option<&'static str> {
    modules().find(|(name, _)| *name == module).map(|(_, package)| package)
}

/// Returns the modules with their packages.
pub fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    PACKAGES.iter().map(|entry| entry.split_once('=').unwrap_or((entry, entry)))
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn modules_have_packages() {
        assert_eq!(package("yaml"), Some("pyyaml"));
        assert_eq!(package("google.protobuf"), Some("protobuf"));
        assert_eq!(package("django.core.urlresolvers"), None);
        assert_eq!(package("reqeusts"), None, "misspelt import");
    }
}
