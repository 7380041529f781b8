//! The shells darn hooks into, one [`ShellSpec`] each.

use syntax::Dialect;

/// What darn must know of a shell to live in it.
#[derive(Debug, Clone, Copy)]
pub struct ShellSpec {
    /// Name on the command line: `darn init NAME`.
    pub name: &'static str,
    pub dialect: Dialect,
    /// Integration script; `@DARN@` stands for the quoted path of the program.
    pub hook: &'static str,
    /// Programs that are this shell, most usual first.
    pub programs: &'static [&'static str],
}

/// Every shell darn can be loaded into.
pub const ALL: &[&ShellSpec] = &[&crate::bash::SPEC, &crate::zsh::SPEC, &crate::fish::SPEC, &crate::sh::SPEC];

/// Finds a shell by its name or that of one of its programs; a path counts by its last part.
#[must_use]
pub fn find(name: &str) -> Option<&'static ShellSpec> {
    let name = name.rsplit('/').next().unwrap_or(name).trim_start_matches('-');
    ALL.iter().find(|spec| spec.name == name || spec.programs.contains(&name)).copied()
}

impl ShellSpec {
    /// The integration script for a program at `darn`, an absolute path or a bare name.
    #[must_use]
    pub fn script(&self, darn: &str) -> String {
        self.hook.replace("@DARN@", &syntax::quote(darn, self.dialect))
    }
}
