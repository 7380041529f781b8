//! Which keys edit the line: those of emacs or those of vi.

use syntax::Dialect;

use crate::caller::Caller;
use crate::config::ChatKeys;

/// Most bytes of readline's file that are read.
const MAX: u64 = 64 << 10;
/// What readline reads if the user has no file.
const OF_SYSTEM: &str = "/etc/inputrc";

/// Returns whether the keys are those of vi.
///
/// `auto`: what readline's file says (readline(3)), which is about the lines of all programs. Where it says nothing,
/// what the shell would choose by itself: zsh goes by the editor, bash and fish do not.
pub fn is_vi(keys: ChatKeys, caller: &Caller) -> bool {
    match keys {
        ChatKeys::Vi => true,
        ChatKeys::Emacs => false,
        ChatKeys::Auto => of_readline(caller)
            .unwrap_or_else(|| caller.dialect == Dialect::Zsh && zsh_takes_vi(|name| caller.variable(name))),
    }
}

fn of_readline(caller: &Caller) -> Option<bool> {
    let files = match (caller.variable("INPUTRC"), caller.variable("HOME")) {
        (Some(file), _) => vec![file.to_owned()],
        (None, Some(home)) => vec![format!("{home}/.inputrc"), OF_SYSTEM.to_owned()],
        (None, None) => vec![OF_SYSTEM.to_owned()],
    };
    // the first that there is
    let text = files.iter().find_map(|file| crate::files::read(file.as_ref(), MAX).ok().flatten())?;
    sets_vi(&String::from_utf8_lossy(&text))
}

/// Returns whether the last `set editing-mode` that is valid says vi. Conditional parts count as well. Readline tells
/// no capital letters from small ones, and compares only the beginning of the value.
fn sets_vi(inputrc: &str) -> Option<bool> {
    let begins = |value: &str, with: &str| {
        value.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    inputrc.lines().rev().find_map(|line| {
        let mut words = line.split_whitespace();
        let is_mode =
            words.next()?.eq_ignore_ascii_case("set") && words.next()?.eq_ignore_ascii_case("editing-mode");
        let value = words.next().filter(|_| is_mode)?;
        if begins(value, "vi") { Some(true) } else { begins(value, "emacs").then_some(false) }
    })
}

/// Returns whether zsh starts with the keys of vi: one of these variables contains `vi` (zshzle(1), "Keymaps").
fn zsh_takes_vi<'a>(variable: impl Fn(&str) -> Option<&'a str>) -> bool {
    ["VISUAL", "EDITOR"].iter().any(|name| variable(name).is_some_and(|editor| editor.contains("vi")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn last_mode_of_inputrc_counts() {
        assert_eq!(sets_vi("# x\nset bell-style none\n  set editing-mode vi\n"), Some(true));
        assert_eq!(sets_vi("set editing-mode vi\nset editing-mode emacs\n"), Some(false));
        assert_eq!(sets_vi("#set editing-mode vi\nset keymap vi\n"), None);
    }

    #[test]
    fn inputrc_is_read_as_readline_reads_it() {
        assert_eq!(sets_vi("Set Editing-Mode VI-insert\n"), Some(true));
        assert_eq!(sets_vi("set editing-mode EMACS\n"), Some(false));
        assert_eq!(sets_vi("set editing-mode vi\nset editing-mode nano\n"), Some(true), "no such mode");
        assert_eq!(sets_vi("set editing-mode\nset editing-mode é\n"), None);
    }

    #[test]
    fn editor_decides_in_zsh_only() {
        let takes = |visual, editor| zsh_takes_vi(|name| if name == "VISUAL" { visual } else { editor });
        assert!(takes(Some("nvim"), None) && takes(None, Some("/usr/bin/vim -f")));
        assert!(takes(Some("emacs"), Some("vi")), "one of them is enough");
        assert!(!takes(None, Some("nano")) && !takes(None, None));
        for (dialect, expected) in [(Dialect::Zsh, true), (Dialect::Bash, false), (Dialect::Fish, false)] {
            let mut caller = Caller::unknown(dialect);
            let variables = [("INPUTRC", "/dev/null"), ("EDITOR", "vim")];
            caller.variables = Arc::new(variables.map(|(name, value)| (name.into(), value.into())).into());
            assert_eq!(is_vi(ChatKeys::Auto, &caller), expected, "{dialect:?}");
        }
    }
}
