//! Any pattern on any output, and the whole diagnosis of any failed line: nothing panics, every
//! suggestion differs from the line, and a match says only what stands in the text.
#![no_main]

use engine::text::Text;
use engine::{Diagnosis, Explanation, Failure, RuleSet, pattern};
use facts::{CommandRecord, FakeWorld, Output};
use libfuzzer_sys::fuzz_target;
use syntax::Dialect;

const DIALECTS: [Dialect; 4] = [Dialect::Bash, Dialect::Zsh, Dialect::Fish, Dialect::Posix];
const STATUSES: [i32; 8] = [0, 1, 2, 100, 126, 127, 128, 129];

fuzz_target!(|input: (u8, &str, &[u8], &str)| {
    let (choice, command, output, source) = input;
    let text = Text::of(&Output::from_bytes(output));
    if let Ok(pattern) = pattern::Pattern::new(source) {
        for holes in pattern.find_iter(&text) {
            assert!(holes.end <= text.len());
            for (_, value) in holes.iter() {
                assert!(!value.contains('\n') && text.contains(value), "a hole says what is not there");
            }
        }
    }
    let record = CommandRecord {
        text: command.to_owned(),
        dialect: DIALECTS[usize::from(choice) % DIALECTS.len()],
        cwd: "/home/me".into(),
        entered_in: String::new(),
        status: STATUSES[usize::from(choice / 4) % STATUSES.len()],
        output: (choice < 192).then(|| Output::from_bytes(output)),
    };
    let world = world();
    let assumed = Failure::assumed(&record, &world);
    let explanation = engine::explain::explain(&assumed, &Diagnosis::default(), &world);
    assert!(!explanation.what.is_empty() && explanation.why.len() <= Explanation::MAX_FACTS);
    if let Some(failure) = Failure::of(&record, &world) {
        let diagnosis = engine::diagnose(&failure, &world, &RuleSet::default());
        for suggestion in diagnosis.suggestions {
            assert_ne!(suggestion.text, command);
        }
    }
});

fn world() -> FakeWorld {
    let mut world = FakeWorld::default();
    world.programs = ["git", "ls", "cat", "cp", "rm", "sudo", "apt", "pip", "npm", "cargo", "docker", "make", "python3", "tar", "find"]
        .map(str::to_owned)
        .to_vec();
    for path in ["README.md", "src/main.rs", "build/", "my notes.txt", "run.sh", ".git/HEAD", "Makefile", "package.json"] {
        world.files.insert(path.to_owned(), "all:\n\ttrue\nref: refs/heads/main\n{\"scripts\":{\"test\":\"x\"}}".to_owned());
    }
    world.aliases.insert("gs".into(), "git stauts".into());
    world.history = vec!["git status".into(), "make test".into()];
    world
}
