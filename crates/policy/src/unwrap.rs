//! Programs that run another program: where in their arguments it stands.

use super::field::Field;

use programs::Role;
pub use programs::{Form, Wrapper};

/// Returns the ways in which a program of this name runs another one.
pub fn wrappers(name: &str) -> &'static [Wrapper] {
    programs::details(name).runs
}

/// Returns whether a program of this name runs another one, somewhere in these arguments.
pub fn runs_another(name: &str, arguments: &[&str]) -> bool {
    let has_verb = |verbs: &[&str]| verbs.is_empty() || arguments.iter().any(|word| verbs.contains(word));
    wrappers(name).iter().any(|wrapper| has_verb(wrapper.verbs))
}

/// What is left of a wrapper's arguments once its own are taken off.
pub struct Unwrapped<'f> {
    pub command: &'f [Field],
    /// Environment variables that it sets (`env A=b`).
    pub assignments: Vec<&'f Field>,
}

/// Returns the command that `program` runs in one of its ways; `None` if there is no command.
pub fn unwrap<'f>(program: &str, wrapper: &Wrapper, arguments: &'f [Field]) -> Option<Unwrapped<'f>> {
    let word = |at: usize| Some(arguments.get(at)?.text.as_str());
    let inner = wrapper.inner(programs::is(program, Role::Assigns), word)?;
    let assignments = inner.assignments.into_iter().filter_map(|at| arguments.get(at)).collect();
    Some(Unwrapped { command: arguments.get(inner.start..)?, assignments })
}
