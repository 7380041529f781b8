//! Programs named among another program's arguments: `xargs grep`, `find -exec grep`.

use syntax::{Command, Word};

use programs::{Form, Role, Wrapper};

/// Returns the words of a command that name a program for it to run.
pub fn programs(command: &Command) -> Vec<&Word> {
    let arguments = command.arguments();
    match command.program_name() {
        Some("find") => {
            let runs = |word: &Word| matches!(word.value.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir");
            let pairs = arguments.windows(2).filter(|pair| pair.first().is_some_and(runs));
            pairs.filter_map(<[Word]>::last).collect()
        }
        // `npx` runs a package
        Some(name) if !programs::is(name, Role::PackageManager) => {
            let wrapper = programs::details(name).runs.iter().find(|wrapper| takes_command(wrapper));
            wrapper.and_then(|wrapper| first_operand(arguments, wrapper)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn takes_command(wrapper: &Wrapper) -> bool {
    let is_direct = matches!(wrapper.form, Form::Words | Form::Text | Form::Items);
    is_direct && wrapper.verbs.is_empty() && wrapper.operands == 0
}

/// Returns the first word that is neither an option nor the value of one.
fn first_operand<'w>(arguments: &'w [Word], wrapper: &Wrapper) -> Option<&'w Word> {
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if wrapper.takes_value(&word.value) {
            words.next();
        } else if !word.value.starts_with('-') {
            return Some(word);
        }
    }
    None
}
