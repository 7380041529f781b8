//! Meanings of exit statuses, per program.

use super::prelude::*;

/// Per program: a head `names: source`, then `status meaning` lines.
const TABLE: &str = include_str!("../data/statuses.txt");

/// Formats `curl exits with 6: the host name has no address (curl(1), EXIT CODES)`; `None` if unknown.
pub fn meaning(case: &Case<'_>) -> Option<String> {
    let program = program(case)?;
    let status = case.status();
    // only the status that the line ended with certainly belongs to this program
    let (source, meaning) = find_meaning(program, status)?;
    Some(format!("{program} exits with {status}: {meaning} ({source})"))
}

/// Source and meaning of a program's status.
fn find_meaning(program: &str, status: i32) -> Option<(&'static str, &'static str)> {
    let mut source = None;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some((names, from)) = line.split_once(": ").filter(|_| !line.starts_with(' ')) {
            source = names.split(' ').any(|name| name == program).then_some(from);
        } else if let Some(source) = source
            && let Some((number, meaning)) = line.trim_start().split_once(' ')
            && number.parse() == Ok(status)
        {
            return Some((source, meaning));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_can_be_found() {
        let mut names: Vec<&str> = Vec::new();
        let mut rows = 0;
        for line in TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            if let Some(row) = line.strip_prefix("  ") {
                let (status, meaning) = row.split_once(' ').unwrap();
                let status = status.parse().unwrap();
                assert!((1..=255).contains(&status), "{line}");
                for name in &names {
                    assert_eq!(
                        find_meaning(name, status).unwrap().1,
                        meaning,
                        "{name} {line}: listed twice?"
                    );
                }
                rows += 1;
            } else {
                let (head, source) = line.split_once(": ").unwrap();
                assert!(source.contains('('), "{line}: where from?");
                names = head.split(' ').collect();
            }
        }
        assert!(rows > 150, "{rows}");
        assert_eq!(find_meaning("curl", 200), None);
        assert_eq!(find_meaning("no-such-program", 1), None);
    }
}
