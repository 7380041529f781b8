//! Programs that run another program: where in their arguments it stands.

use super::field::Field;

use programs::Role;
pub use programs::{Form, Wrapper};

/// Returns the ways in which a program of this name runs another one.
#[must_use]
pub fn wrappers(name: &str) -> &'static [Wrapper] {
    programs::details(name).runs
}

/// Returns whether a program of this name runs another one, somewhere in these arguments.
#[must_use]
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
    let mut at = 0;
    let mut verb_pending = !wrapper.verbs.is_empty();
    let mut operands = wrapper.operands;
    let mut assignments = Vec::new();
    loop {
        let field = arguments.get(at)?;
        let text = field.text.as_str();
        if verb_pending {
            if text.starts_with('-') || matches!(text, "compose" | "container") {
                at += 1;
            } else if wrapper.verbs.contains(&text) {
                verb_pending = false;
                at += 1;
            } else if at > 0 && arguments.get(at - 1).is_some_and(|before| before.text.starts_with('-')) {
                at += 1; // the value of an option before the verb
            } else {
                return None;
            }
        } else if text == "--" {
            at += 1;
            break;
        } else if text.starts_with('-') && text.len() > 1 {
            at += 1 + usize::from(wrapper.takes_value(text));
        } else if is_assignment(text) && programs::is(program, Role::Assigns) {
            assignments.push(field);
            at += 1;
        } else if operands > 0 {
            operands -= 1;
            at += 1;
        } else {
            break;
        }
    }
    at += operands;
    let command = arguments.get(at..).filter(|rest| !rest.is_empty())?;
    Some(Unwrapped { command, assignments })
}

fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
