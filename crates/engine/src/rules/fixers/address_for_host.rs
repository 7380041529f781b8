//! `ssh https://host/`, `ping http://host/x`: an address where a host has to stand.

use syntax::Edit;

use super::{Case, Fixer, Proposal};
use crate::diagnosis::Applicability;

pub const FIXER: Fixer =
    Fixer { id: "any/address-for-host", about: "an address where the name of a host has to stand", propose };

const PROGRAMS: [&str; 11] =
    ["ssh", "ping", "ping6", "dig", "host", "nslookup", "traceroute", "tracepath", "mtr", "telnet", "nc"];

fn propose(case: &Case<'_>) -> Vec<Proposal> {
    let commands = case.commands().into_iter();
    let mut words = commands
        .filter(|command| command.program_name().is_some_and(|name| PROGRAMS.contains(&name)))
        .flat_map(|command| command.arguments());
    let host = words.find_map(|word| {
        let (_, rest) =
            word.value.split_once("://").filter(|_| !word.dynamic && !word.value.starts_with('-'))?;
        let host = rest.split(['/', '?', '#']).next()?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '@');
        (!host.is_empty() && host.chars().all(is_name) && !host.starts_with('-')).then_some((word, host))
    });
    let Some((word, host)) = host else { return Vec::new() };
    let edit = Edit::new().set_word(&case.failure.script, word, host);
    vec![Proposal::new(FIXER.id, edit, "only the name of the host", Applicability::Certain)]
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn the_host_alone() {
        let mut world = world();
        world.programs.push("ping".into());
        let first = |text: &str, output| fixes("bash", text, 2, output, &world).first().cloned();
        let said = Some("ping: http://localhost/x: Name or service not known\n");
        assert_eq!(first("ping -c 3 http://localhost/x", said).as_deref(), Some("ping -c 3 localhost"));
        assert_eq!(first("curl http://localhost/x", None), None);
        assert_eq!(first("ping http://-f/", said), None);
    }
}
