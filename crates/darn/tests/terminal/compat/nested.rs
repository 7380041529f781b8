//! Shells in shells, each with its own failure.

use crate::pty::{Builder, Terminal};

fn hinted(t: &mut Terminal, line: &str, fix: &str, name: &str) {
    let drawn = t.run(line);
    assert_eq!(drawn.matches(&format!("✗ 127  {fix} ")).count(), 1, "{name}: {drawn}");
}

both_ways!(scenario_22_each_shell_has_its_own_failure_and_session);
fn scenario_22_each_shell_has_its_own_failure_and_session() {
    for chain in [["bash", "zsh", "bash"], ["zsh", "fish", "bash"], ["fish", "bash", "zsh"]] {
        let name = chain.join(" > ");
        let start = chain[1..].iter().filter(|shell| **shell != chain[0]);
        let mut t = start.fold(Builder::new(chain[0]), |builder, shell| builder.with_shell(shell)).start();
        hinted(&mut t, "gti 0", "git 0", &name);
        for (depth, shell) in chain.iter().enumerate().skip(1) {
            t.run(&format!("{shell} -i"));
            assert!(t.run("darn").contains("no failed command in this shell"), "{name}: {}", t.screen());
            hinted(&mut t, &format!("gti {depth}"), &format!("git {depth}"), &name);
        }
        for depth in [1, 0] {
            t.run("exit 0"); // otherwise that shell's status is the failure
            t.run("true");
            t.send("darn\r");
            t.wait_for("Esc leaves");
            assert!(t.screen().contains(&format!("1   git {depth} ")), "{name}: {}", t.screen());
            t.press("\x1b");
        }
        let log = t.run("darn log --format json");
        let sessions: std::collections::BTreeSet<_> = log
            .replace('\n', "")
            .split("\"session\":")
            .skip(1)
            .map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>())
            .collect();
        assert_eq!(sessions.len(), 3, "{name}: {log}");
    }
}
