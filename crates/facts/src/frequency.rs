//! Frequency ranks of commands, as a prior for spelling correction.

/// Common commands; the head of the file names source and licence.
const COMMON: &str = include_str!("data/common.txt");

/// Returns the rank of a command name, 0 the most common; `None` if it is not in the table.
pub fn rank(name: &str) -> Option<usize> {
    // most names are not there, which this tells at once
    memchr::memmem::find(COMMON.as_bytes(), name.as_bytes())?;
    names().position(|known| known == name)
}

/// Returns all names of the table, most common first.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMON.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace)
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn git_is_more_common_than_tic() {
        assert!(rank("git").unwrap() < 10);
        assert_eq!(rank("tic"), None);
    }
}
