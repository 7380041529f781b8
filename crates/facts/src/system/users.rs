//! The user, and what file modes allow them (path_resolution(7)).

use crate::world::{Attributes, World};

/// The user of this shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: u32,
    pub groups: Vec<u32>,
}

/// Parses `Uid:` (real, effective …), `Gid:` and `Groups:` of `/proc/self/status`.
pub fn current(world: &dyn World) -> Option<User> {
    let text = world.read("/proc/self/status")?;
    let numbers = |name: &str| -> Vec<u32> {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("");
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    let id = *numbers("Uid:").get(1)?;
    let mut groups = numbers("Groups:");
    groups.extend(numbers("Gid:").get(1));
    Some(User { id, groups })
}

impl User {
    /// Returns whether the permission bits (4 read, 2 write, 1 execute or enter) allow this user.
    pub fn may(&self, file: &Attributes, bits: u32) -> bool {
        if self.id == 0 {
            return bits & 1 == 0 || file.mode & 0o111 != 0;
        }
        let shift = if file.owner == self.id {
            6
        } else if self.groups.contains(&file.group) {
            3
        } else {
            0
        };
        (file.mode >> shift) & bits == bits
    }
}

/// Returns the name of a user ID from `/etc/passwd`, or the number.
pub fn name(id: u32, world: &dyn World) -> String {
    named("/etc/passwd", id, world)
}

/// Returns the name of a group ID from `/etc/group`, or the number.
pub fn group(id: u32, world: &dyn World) -> String {
    named("/etc/group", id, world)
}

fn named(file: &str, id: u32, world: &dyn World) -> String {
    let wanted = id.to_string();
    let text = world.read(file).unwrap_or_default();
    let of = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == wanted).then(|| name.to_owned())
    };
    text.lines().find_map(of).unwrap_or(wanted)
}

/// Formats permission bits as `rwxr-x---`.
pub fn mode(bits: u32) -> String {
    let letter = |at: u32| match at % 3 {
        2 => 'r',
        1 => 'w',
        _ => 'x',
    };
    (0..9).rev().map(|at| if bits >> at & 1 == 1 { letter(at) } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_of_the_user_decides() {
        let me = User { id: 1000, groups: vec![1000, 27] };
        let file = |mode, owner, group| Attributes { mode, owner, group, ..Attributes::default() };
        assert!(me.may(&file(0o700, 1000, 0), 1));
        assert!(!me.may(&file(0o077, 1000, 27), 1), "the owner's own bits count, not the others'");
        assert!(me.may(&file(0o750, 0, 27), 5));
        assert!(!me.may(&file(0o750, 0, 27), 2));
        assert!(!me.may(&file(0o770, 0, 0), 1));
        assert_eq!(mode(0o750), "rwxr-x---");
    }
}
