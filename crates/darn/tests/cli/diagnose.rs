//! `darn diagnose`, for integrations into other programs.

use crate::home::Home;
use serde_json::Value;

#[test]
fn message_and_confidence_are_always_there() {
    let home = Home::new();
    for (command, status, is_mended) in [
        ("gti status", "127", true),
        ("fooo bar", "1", false),
        ("frobnicate", "3", false),
        ("./run.sh", "1", false),
        ("grep x /etc/passwd", "1", false),
        ("sleep 9", "137", false),
        ("true", "0", false),
        ("", "1", false),
    ] {
        let words = ["diagnose", "--command", command, "--exit-code", status];
        let said = home.darn(&[words.as_slice(), &["--format", "json"]].concat());
        let answer: Value =
            serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"));
        assert!(answer["message"].as_str().is_some_and(|text| !text.is_empty()), "{said:?}");
        let confidence = answer["confidence"].as_f64().unwrap_or_else(|| panic!("{said:?}"));
        assert!((0.0..=1.0).contains(&confidence), "{said:?}");
        assert_eq!(answer["suggestion"].is_string(), is_mended, "{said:?}");
        assert_eq!(said.status, i32::from(!is_mended), "{said:?}");
        assert_eq!(home.darn(&words).out.lines().count(), 1 + usize::from(is_mended), "{command}");
    }
}

#[cfg(feature = "llm")]
#[test]
fn history_is_part_of_the_question() {
    let home = Home::new();
    let history = home.write("history", "git clone https://example.com/a.git\ncat b.txt\ncd a\n");
    let history = history.display().to_string();
    home.write(
        ".config/darn/config.toml",
        "[llm]\nenabled = true\nprovider = 'here'\n[llm.privacy]\nminimal_context = false\n[llm.context]\n\
         history_lines = 2\n[llm.providers.here]\nbase_url = 'http://127.0.0.1:9'\n",
    );
    home.darn(&["diagnose", "--command", "frobnicate b", "--exit-code", "1", "--history", &history]);
    let said = home.darn(&["last-request"]);
    assert!(said.out.contains("cat b.txt\\ncd a"), "{said:?}");
    assert!(!said.out.contains("git clone"), "{said:?}");
}
