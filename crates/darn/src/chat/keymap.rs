//! Which keys edit the line: those of emacs or those of vi.

use crate::caller::Caller;
use crate::config::ChatKeys;

/// Most bytes of readline's file that are read.
const MAX: u64 = 64 << 10;

/// Returns whether the keys are those of vi. `auto` follows readline's `editing-mode` (readline(3)), or the keymap
/// that zsh has exported.
pub fn is_vi(keys: ChatKeys, caller: &Caller) -> bool {
    match keys {
        ChatKeys::Vi => true,
        ChatKeys::Emacs => false,
        ChatKeys::Auto => {
            let own = caller.variable("HOME").map(|home| format!("{home}/.inputrc"));
            let file = caller.variable("INPUTRC").map(str::to_owned).or(own);
            let text = file.and_then(|file| crate::files::read(file.as_ref(), MAX).ok().flatten());
            text.is_some_and(|text| sets_vi(&String::from_utf8_lossy(&text)))
                || caller.variable("KEYMAP").is_some_and(|keymap| keymap.starts_with("vi"))
        }
    }
}

/// Returns whether the last `set editing-mode` says vi. Conditional parts count as well.
fn sets_vi(inputrc: &str) -> bool {
    let mut modes = inputrc.lines().rev().filter_map(|line| {
        let mut words = line.split_whitespace();
        let is_mode = words.next() == Some("set") && words.next() == Some("editing-mode");
        is_mode.then(|| words.next()).flatten()
    });
    modes.next() == Some("vi")
}

#[cfg(test)]
mod tests {
    use super::sets_vi;

    #[test]
    fn last_mode_of_inputrc_counts() {
        assert!(sets_vi("# x\nset bell-style none\n  set editing-mode vi\n"));
        assert!(!sets_vi("set editing-mode vi\nset editing-mode emacs\n"));
        assert!(!sets_vi("#set editing-mode vi\nset keymap vi\n"));
    }
}
