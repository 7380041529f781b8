//! The audit log in real shells: suggestions at the prompt and confirmations in the list.

use crate::pty::Builder;

per_shell!(proposal_confirmed_in_the_list_is_recorded_with_its_shell: bash, zsh, fish);
fn proposal_confirmed_in_the_list_is_recorded_with_its_shell(shell: &str) {
    let mut t = Builder::new(shell).start();
    let pid = t.pid();
    t.run("gti status --token hunter22");
    t.send("darn\r");
    t.wait_for("leaves");
    t.press("\r");
    let text = std::fs::read_to_string(t.home().join(".local/state/darn/audit.jsonl")).unwrap();
    let entries: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events: Vec<&str> = entries.iter().map(|entry| entry["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["proposed", "confirmed"], "{shell}: {text}");
    for entry in &entries {
        assert_eq!(entry["command"], "git status --token [REDACTED:token:1]", "{shell}");
        assert_eq!(entry["failed"], "gti status --token [REDACTED:token:1]", "{shell}");
        assert_eq!(entry["session"], pid, "{shell}: {entry}");
        assert_eq!(entry["shell"], shell);
    }
    let verified = t.run("darn log --verify && echo whole");
    assert!(verified.contains("2 entries, none changed or missing"), "{shell}: {verified}");
    assert!(verified.ends_with("whole"), "{shell}: {verified}");
}
