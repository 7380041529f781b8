//! Checks the tables of command lines against the real shells.

use crate::cases::{TABLES, cases};
use crate::shell::accepts;

#[test]
fn the_real_shells_judge_the_same() {
    let mut wrong = String::new();
    for (dialect, name) in TABLES {
        for case in cases(name) {
            let accepted = accepts(dialect, &case.text);
            if (accepted != case.issues.is_empty()) != case.differs.is_some() {
                wrong += &format!("{name}: {:?} is accepted by the shell: {accepted}\n", case.text);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
