//! The help text of `darn` itself: the main job first, then the commands in groups.

/// What darn does without a command, with the default keys.
const INTRODUCTION: &str = "\
After a failed command, one dim line suggests a fix. Nothing runs until you
press Enter.
  Tab    inserts the suggestion into the empty command line; Enter runs it
  Alt-/  opens the list of all suggestions
  darn   opens the same list at any time (a digit selects, Enter runs)
The keys are configurable: `darn config get keys`. First steps: `darn try`.";

/// Headings and the commands below them; each visible command belongs to exactly one.
const GROUPS: &[(&str, &[&str])] = &[
    ("Fix a failure", &["fix", "explain", "ask", "do", "chat", "feedback"]),
    ("Use it in your shell", &["try", "setup", "shell", "daemon", "uninstall"]),
    ("Configure it", &["config", "doctor", "rules"]),
    ("Before a command runs", &["check", "policy", "log"]),
    ("Secrets and models", &["redact", "secrets", "last-request"]),
    ("For scripts and packages", &["diagnose", "last", "init", "completions", "help"]),
];

/// Adds the help text to the command line.
pub fn attach(command: clap::Command) -> clap::Command {
    let about = |name: &str| Some((name.to_owned(), command.find_subcommand(name)?.get_about()?.to_string()));
    let groups = GROUPS.iter().map(|(heading, names)| {
        let rows = names.iter().filter_map(|name| about(name));
        let rows = rows.map(|(name, about)| format!("  {name:<13} {about}\n"));
        format!("{heading}:\n{}\n", rows.collect::<String>())
    });
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{INTRODUCTION}\n\n{}Options:\n{{options}}\n",
        groups.collect::<String>()
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::GROUPS;

    #[test]
    fn each_visible_command_is_in_one_group() {
        let command = crate::cli::command();
        let visible = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut visible: Vec<&str> = visible.map(clap::Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        if cfg!(not(feature = "llm")) {
            grouped.retain(|name| !matches!(*name, "ask" | "chat" | "do" | "last-request"));
        }
        visible.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, visible);
    }
}
