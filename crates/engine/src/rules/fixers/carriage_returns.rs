//! `source env.sh`, `bash run.sh` with a file that has Windows line endings: the shell chokes on the carriage
//! returns.

use super::prelude::*;

/// Messages of shells about a word that ends in a carriage return.
const COMPLAINTS: &[&str] = table!("carriage_return_complaints");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let name = command.program_name()?;
    let reads_script = matches!(name, "source" | ".") || programs::find(name).is_some_and(Program::is_shell);
    if !reads_script || !case.printed_any(COMPLAINTS) || !case.world.is_program("sed") {
        return None;
    }
    let word = command.arguments().iter().find(|word| !word.value.starts_with(['-', '+']))?;
    let path = paths::expand(&word.value, case.world).filter(|_| !word.dynamic && !word.glob)?;
    let text = case.world.read(&path).filter(|_| case.world.is_writable(&path))?;
    let step = format!("sed -i 's/\\r$//' {} && ", case.raw(word.span));
    let edit = Edit::new().insert(pipeline_start(case, command), step);
    // the last line may lack a line ending
    let returns = text.matches("\r\n").count();
    (returns > 0 && returns + 1 >= text.lines().count())
        .then(|| Proposal::certain(edit, "it has Windows line endings"))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn lines_of_windows() {
        let mut world = world();
        world.files.insert("conf.sh".into(), "case $1 in\r\n  a) echo x;;\r\nesac\r\n".into());
        world.files.insert("unix.sh".into(), "case $1 in\n  a) echo x;;\n".into());
        let first = |text: &str, said: &str| fixes("bash", text, 2, Some(said), &world).first().cloned();
        let said = "bash: conf.sh: line 4: syntax error: unexpected end of file\n";
        assert_eq!(first(". ./conf.sh", said).as_deref(), Some("sed -i 's/\\r$//' ./conf.sh && . ./conf.sh"));
        assert_eq!(
            first("bash conf.sh a", said).as_deref(),
            Some("sed -i 's/\\r$//' conf.sh && bash conf.sh a")
        );
        let said = "bash: unix.sh: line 3: syntax error: unexpected end of file\n";
        assert_eq!(first(". ./unix.sh", said), None);
    }
}
