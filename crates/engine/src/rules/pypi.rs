//! Packages of Python modules, from a closed table.

/// Modules, with `=` their packages where the names differ.
const PACKAGES: &[&str] = table!("python_packages");

/// Returns the package that installs a module or a submodule.
pub fn package(module: &str) -> Option<&'static str> {
    let of = |name: &str| modules().find(|(module, _)| *module == name).map(|(_, package)| package);
    of(module).or_else(|| package(module.rsplit_once('.')?.0))
}

/// Returns the modules with their packages.
pub fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    PACKAGES.iter().map(|entry| entry.split_once('=').unwrap_or((entry, entry)))
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn modules_and_submodules_have_packages() {
        assert_eq!(package("yaml"), Some("pyyaml"));
        assert_eq!(package("requests.adapters"), Some("requests"));
        assert_eq!(package("google.protobuf.message"), Some("protobuf"));
        assert_eq!(package("reqeusts"), None, "misspelt import");
    }
}
