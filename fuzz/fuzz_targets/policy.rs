//! Any command line in any dialect: nothing panics, what is said lies in the text, and the safer
//! form is another and milder one. Time is libFuzzer's to watch (`-timeout=5`).
#![no_main]

use facts::FakeWorld;
use policy::{Level, Policy, Verdict};
use libfuzzer_sys::fuzz_target;
use syntax::Dialect;

const DIALECTS: [Dialect; 6] =
    [Dialect::Bash, Dialect::Zsh, Dialect::Fish, Dialect::Posix, Dialect::PowerShell, Dialect::Nu];

std::thread_local! {
    static POLICY: Policy = Policy::default();
}

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let dialect = DIALECTS[usize::from(choice) % DIALECTS.len()];
    let world = world(choice);
    let verdict = POLICY.with(|policy| policy.assess(text, dialect, &world));
    assert!(verdict.reasons.len() <= Verdict::MAX_REASONS);
    let worst = verdict.reasons.iter().map(|reason| reason.level).max();
    assert_eq!(worst.unwrap_or(Level::Allow), verdict.level);
    for reason in &verdict.reasons {
        assert!(text.get(reason.span.start..reason.span.end).is_some(), "{reason:?}");
        assert!(!reason.because.is_empty() && reason.rule.contains('/'), "{reason:?}");
        assert!(!reason.because.contains(char::is_control), "{reason:?}");
    }
    if let Some(instead) = verdict.instead {
        assert_ne!(instead, text);
        let again = POLICY.with(|policy| policy.assess(&instead, dialect, &world));
        assert!(again.level < verdict.level, "{instead:?} is no milder");
    }
});

fn world(choice: u8) -> FakeWorld {
    let mut world = FakeWorld {
        home: Some("/home/me".into()),
        directory: (choice & 64 == 0).then(|| "/home/me/project".into()),
        root: choice & 128 != 0,
        ..FakeWorld::default()
    };
    if choice & 32 != 0 {
        world.programs.push("trash".into());
    }
    for (name, body) in [("rm", "rm -i"), ("l", "ls"), ("x", "x -rf"), ("d", "rm -rf ")] {
        world.aliases.insert(name.into(), body.into());
    }
    world
}
