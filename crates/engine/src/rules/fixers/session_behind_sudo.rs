//! `sudo ssh-add`, `sudo xclip`: programs that need the user's session (agent, display, message bus), whose
//! variables sudo does not pass on.

use super::prelude::*;

/// Programs that serve the session of the user who runs them.
const OF_SESSION: &[&str] = table!("session_programs");
/// Texts with which a program says that it found no session.
const WITHOUT_SESSION: &[&str] = table!("session_absent");

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let name = command.program_name()?;
    let sudo = command.words.first().filter(|word| word.value == "sudo")?;
    let program = command.program_word()?;
    let is_user_bus = name == "systemctl" && has_word(command, "--user");
    if !OF_SESSION.contains(&name) && !is_user_bus || !case.printed_any(WITHOUT_SESSION) {
        return None;
    }
    // `sudo -u other`: the session of another user is meant
    if case.raw(Span::new(sudo.span.end, program.span.start)).contains('-') {
        return None;
    }
    let because = "sudo does not pass on the variables of your session: run it as yourself";
    let lacks_agent = name == "ssh-add" && case.world.variable("SSH_AUTH_SOCK").is_none();
    let start = match (lacks_agent, case.dialect()) {
        (false, _) => "",
        (true, Dialect::Fish) => "eval (ssh-agent -c) && ",
        (true, _) => "eval \"$(ssh-agent -s)\" && ",
    };
    let edit = Edit::new().replace(Span::new(sudo.span.start, program.span.start), start);
    Some(Proposal::certain(edit, because))
}

fn has_word(command: &Command, value: &str) -> bool {
    command.arguments().iter().any(|word| word.value == value)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn a_session_is_not_behind_sudo() {
        let mut world = world();
        world.programs.extend(["ssh-add", "ssh-agent", "xclip", "systemctl"].map(str::to_owned));
        let agent = "Could not open a connection to your authentication agent.\n";
        let first =
            |text: &str, said: &str, world: &_| fixes("bash", text, 1, Some(said), world).first().cloned();
        let started = first("sudo ssh-add ~/.ssh/id_ed25519", agent, &world);
        assert_eq!(started.as_deref(), Some("eval \"$(ssh-agent -s)\" && ssh-add ~/.ssh/id_ed25519"));
        let bus = "Failed to connect to bus: No medium found\n";
        let unit = first("sudo systemctl --user restart pipewire", bus, &world);
        assert_eq!(unit.as_deref(), Some("systemctl --user restart pipewire"));
        let display = "Error: Can't open display: (null)\n";
        assert_eq!(first("sudo xclip -o", display, &world).as_deref(), Some("xclip -o"));
        assert_eq!(first("sudo -u bob xclip -o", display, &world), None);
        world.variables.insert("SSH_AUTH_SOCK".to_owned(), "/run/agent".to_owned());
        assert_eq!(first("sudo ssh-add -l", agent, &world).as_deref(), Some("ssh-add -l"));
    }
}
