//! Options of the failed command and their values, in any form: `-f x`, `-fx`, `--file x`, `--file=x`.

use std::collections::BTreeMap;

use datafiles::Many;
use syntax::{Command, Word};

use crate::pattern::Holes;

/// An option of the failed command that may have a value.
#[derive(Debug, Clone, Copy)]
pub struct ValuedOption<'a> {
    /// The word that contains its name.
    pub word: &'a Word,
    /// The value behind `=`, or behind the letter of a short option.
    pub attached: Option<&'a str>,
    /// The next word, if it can be the value.
    pub next: Option<&'a Word>,
}

impl<'a> ValuedOption<'a> {
    /// Finds an option of the program by its name, with its dashes; not one of `sudo` before it.
    pub fn find(command: &'a Command, name: &str) -> Option<Self> {
        let is_short = name.len() == 2 && !name.ends_with('-');
        let words = command.arguments();
        words.iter().enumerate().find_map(|(at, word)| {
            let rest = word.value.strip_prefix(name)?;
            let attached = match rest.strip_prefix('=') {
                Some(value) => Some(value),
                None if rest.is_empty() => None,
                None if is_short => Some(rest),
                None => return None,
            };
            let next = words.get(at + 1).filter(|next| attached.is_none() && !next.value.starts_with('-'));
            Some(Self { word, attached, next })
        })
    }

    /// Returns the value without quotes.
    pub fn value(&self) -> Option<&'a str> {
        self.attached.or_else(|| self.next.map(|word| word.value.as_str()))
    }
}

/// Returns the value of the first of these options that the command has.
pub fn value<'a>(command: &'a Command, names: &[impl AsRef<str>]) -> Option<&'a str> {
    names.iter().find_map(|name| ValuedOption::find(command, name.as_ref())?.value())
}

/// Fills holes with the values of options; `None` if the command lacks one of them, or if the output named
/// something else.
pub fn fill(wanted: &BTreeMap<String, Many<String>>, mut holes: Holes, command: &Command) -> Option<Holes> {
    for (hole, names) in wanted {
        let value = value(command, names.as_slice())?;
        if holes.get(hole).is_some_and(|named| named != value) {
            return None;
        }
        holes.set(hole, value);
    }
    Some(holes)
}

#[cfg(test)]
mod tests {
    use crate::examples;

    #[test]
    fn the_value_of_an_option_is_a_hole_in_any_form() {
        let rules = "program = 'frob'\n\
            [[rule]]\nid = 'frob/file'\noutput = 'no such knob'\nvalues = { file = ['-f', '--file'] }\n\
            fix = { prepend = 'frob init {file} && ' }\nbecause = 'x'\n\
            [[rule.example]]\ncommand = 'frob -f a.txt x'\nstatus = 1\noutput = 'no such knob'\n\
            fixes = ['frob init a.txt && frob -f a.txt x']\n\
            [[rule.example]]\ncommand = 'frob -fa.txt x'\nstatus = 1\noutput = 'no such knob'\n\
            fixes = ['frob init a.txt && frob -fa.txt x']\n\
            [[rule.example]]\ncommand = \"frob x --file='a b'\"\nstatus = 1\noutput = 'no such knob'\n\
            fixes = [\"frob init 'a b' && frob x --file='a b'\"]\n\
            [[rule.example]]\ncommand = 'frob x --file a.txt'\nstatus = 1\noutput = 'no such knob'\n\
            fixes = ['frob init a.txt && frob x --file a.txt']\n\
            [[rule.example]]\ncommand = 'frob --files a.txt x'\nstatus = 1\noutput = 'no such knob'\nfixes = []\n\
            [[rule.example]]\ncommand = 'sudo -f a.txt frob x'\nstatus = 1\noutput = 'no such knob'\nfixes = []\n\
            [[rule.example]]\ncommand = 'frob x -f'\nstatus = 1\noutput = 'no such knob'\nfixes = []\n";
        examples::assert_right(rules);
    }

    #[test]
    fn an_option_is_removed_with_its_value() {
        let rules = "program = 'frob'\n\
            [[rule]]\nid = 'frob/colour'\noutput = 'unknown option --colour'\n\
            fix = { remove = '--colour', valued = true }\nbecause = 'x'\n\
            [[rule.example]]\ncommand = 'frob --colour red x'\nstatus = 1\noutput = 'unknown option --colour'\n\
            fixes = ['frob x']\n\
            [[rule.example]]\ncommand = 'frob x --colour=red'\nstatus = 1\noutput = 'unknown option --colour'\n\
            fixes = ['frob x']\n\
            [[rule.example]]\ncommand = 'frob x'\nstatus = 1\noutput = 'other'\nfixes = []\n";
        examples::assert_right(rules);
    }
}
