//! `docker run nginx -p 80:80`: the container was told to run `-p`, as the words behind the image are its
//! command. (docker-run(1))

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let output = case.output?;
    let name = command.program_name()?;
    if !programs::is(name, Role::Elsewhere) {
        return None;
    }
    let words = vocabulary::find(name, case.world)?;
    let path = vocabulary::walk(command, case.world)?.path;
    let known: Vec<_> = words.options(&path).collect();
    let image = *vocabulary::operands(command, case.world).first()?;
    let behind = command.words.get(image + 1..)?;
    let first = behind.first().filter(|word| is_run(output, &word.value))?;
    let mut moved = 0;
    while let Some(word) =
        behind.get(moved).filter(|word| word.value.starts_with('-') && word.value.len() > 1)
    {
        let option = known.iter().find(|option| option.name == word.value);
        let takes_value = option.is_some_and(|option| option.takes_value);
        moved += 1 + usize::from(takes_value && behind.len() > moved + 1);
    }
    let last = behind.get(moved.checked_sub(1)?)?;
    let image = command.words.get(image)?;
    let text = case.raw(Span::new(first.span.start, last.span.end));
    let mut edit = Edit::new().insert(image.span.start, format!("{text} "));
    for word in behind.get(..moved)? {
        edit = edit.remove_word(&case.failure.script, word);
    }
    let because =
        format!("options go before the image: the words behind {} run in the container", image.value);
    Some(Proposal::certain(edit, because))
}

/// Returns whether the container was to run this option as a program.
fn is_run(output: &str, option: &str) -> bool {
    option.starts_with('-')
        && [format!("exec: \"{option}\""), format!("exec: '{option}'"), format!("exec {option}:")]
            .iter()
            .any(|text| output.contains(text.as_str()))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{leaves, mends};

    #[test]
    fn options_behind_the_image_are_moved() {
        let output = |option: &str| {
            format!(
                "docker: Error response from daemon: failed to create shim: OCI runtime create failed: exec: \\\"{option}\\\": executable file not found in $PATH: unknown.\n"
            )
        };
        mends("bash", "docker run web -p 80:80", 127, &output("-p"), "docker run -p 80:80 web");
        mends(
            "zsh",
            "docker run -d web:1 --name a -p 80:80 -it sh -c ls",
            127,
            &output("--name"),
            "docker run -d --name a -p 80:80 -it web:1 sh -c ls",
        );
        leaves("bash", "docker run web -p", 127, Some("exec: \"foo\": executable file not found in $PATH\n"));
    }
}
