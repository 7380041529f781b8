//! What `/explain` is to explain.

/// What is explained, and by whom.
#[derive(Debug, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// The model explains the last failure.
    Failure,
    /// The model explains this command.
    ByModel(&'a str),
    /// This command is taken apart without a model.
    ByManuals(&'a str),
}

impl<'a> Wanted<'a> {
    /// Reads the argument of `/explain`.
    pub fn read(argument: &'a str) -> Self {
        let after_option = argument.strip_prefix("--llm");
        match after_option.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            None if argument.trim().is_empty() => Self::Failure,
            None => Self::ByManuals(argument.trim()),
            Some(rest) if rest.trim().is_empty() => Self::Failure,
            Some(rest) => Self::ByModel(rest.trim()),
        }
    }

    /// Returns the question to the model, if it is asked.
    pub fn question(&self) -> Option<String> {
        match self {
            Self::Failure => Some("Explain why the last command failed.".to_owned()),
            Self::ByModel(command) => Some(format!(
                "Take this command apart, word by word, as a list; name what is dangerous in it: `{command}`"
            )),
            Self::ByManuals(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_command_the_failure_is_explained() {
        assert_eq!(Wanted::read(""), Wanted::Failure);
        assert_eq!(Wanted::read("--llm"), Wanted::Failure);
        assert_eq!(Wanted::read("--llm  "), Wanted::Failure);
        assert_eq!(Wanted::read("--llm ls -l"), Wanted::ByModel("ls -l"));
        assert_eq!(Wanted::read("ls --llm"), Wanted::ByManuals("ls --llm"));
        assert_eq!(Wanted::read("--llmx"), Wanted::ByManuals("--llmx"));
    }
}
