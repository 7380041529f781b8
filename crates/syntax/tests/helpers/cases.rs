//! Tables of command lines per shell: commands, issues, and the real shell's opinion.
//!
//! A case in `tables/*.txt` is `< text`, `> commands`, `! issues`; `\n`, `\t` and `\\` are escaped in the
//! text. A last line with `?` means that the real shell disagrees, for the reason given there. `DARN_BLESS=1`
//! rewrites the tables; review the change before committing it.

use syntax::Dialect;

/// The shells and their tables.
pub const TABLES: [(Dialect, &str); 4] =
    [(Dialect::Posix, "sh"), (Dialect::Bash, "bash"), (Dialect::Zsh, "zsh"), (Dialect::Fish, "fish")];

/// Returns the path of a table.
pub fn path(name: &str) -> String {
    format!("{}/tests/tables/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// One command line and its expected result.
pub struct Case {
    pub text: String,
    pub shape: String,
    pub issues: String,
    pub differs: Option<String>,
}

/// Returns the cases of a table.
pub fn cases(name: &str) -> Vec<Case> {
    let table = std::fs::read_to_string(path(name)).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    for line in table.lines() {
        let (mark, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest).to_owned();
        match (mark, cases.last_mut()) {
            ("<", _) => {
                let text =
                    rest.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace('\0', "\\");
                cases.push(Case { text, shape: String::new(), issues: String::new(), differs: None });
            }
            (">", Some(case)) => case.shape = rest,
            ("!", Some(case)) => case.issues = rest,
            ("?", Some(case)) => case.differs = Some(rest),
            _ => {}
        }
    }
    cases
}
