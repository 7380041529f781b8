//! Any reply to any failed line, all shells: nothing panics, what was cut proposes nothing, and what
//! is offered parses, shows all that it is, and is not what failed. Time is libFuzzer's to watch.
#![no_main]

use policy::deceptive;
use engine::Applicability;
use facts::FakeWorld;
use policy::{Level, Policy};
use libfuzzer_sys::fuzz_target;
use llm::budget::{self, Room};
use llm::wire::{Completion, Finish};
use llm::{Asked, reply, vet};
use syntax::{Dialect, Script};

const DIALECTS: [Dialect; 6] =
    [Dialect::Bash, Dialect::Zsh, Dialect::Fish, Dialect::Posix, Dialect::PowerShell, Dialect::Nu];
const FINISHES: [Finish; 5] = [Finish::Stop, Finish::Tool, Finish::Length, Finish::Cut, Finish::Refusal];

std::thread_local! {
    static POLICY: Policy = Policy::default();
    static WORLD: FakeWorld = FakeWorld {
        programs: "git ls cat cp rm sudo apt-get pip npm cargo docker make python3 find install test sh curl vim grep"
            .split(' ')
            .map(str::to_owned)
            .collect(),
        ..FakeWorld::default()
    };
}

fuzz_target!(|input: (u8, u8, &str, &str, &str)| {
    let (shell, end, failed, text, arguments) = input;
    let dialect = DIALECTS[usize::from(shell) % DIALECTS.len()];
    let finish = FINISHES[usize::from(end) % FINISHES.len()];
    let calls = if shell >= 192 { vec![("run_command".to_owned(), arguments.to_owned())] } else { Vec::new() };
    let completion = Completion { text: text.to_owned(), calls, finish, usage: None };
    let asked = Asked {
        failed: Some(failed),
        dialect,
        output: Some(arguments),
        alternatives: usize::from(end % 4),
        provider: "p",
        model: "m",
    };
    WORLD.with(|world| {
        let reply = reply::read(&completion, &asked, world);
        if !matches!(finish, Finish::Stop | Finish::Tool) {
            assert_eq!(reply, reply::Reply::default());
        }
        assert!(reply.commands.iter().all(|command| !command.steps.is_empty()));
        assert!(reply.why.as_ref().is_none_or(|why| why.chars().count() <= reply::MAX_WHY && !why.contains('\n')));
        let vetted = POLICY.with(|policy| vet::suggestions(&reply, &asked, world, policy));
        assert!(vetted.suggestions.len() <= 1 + asked.alternatives);
        for suggestion in vetted.suggestions {
            assert_ne!(suggestion.applicability, Applicability::Certain);
            assert_ne!(suggestion.verdict.level, Level::Deny);
            assert_ne!(suggestion.text.trim(), failed.trim());
            assert!(!suggestion.because.contains('\n'));
            assert!(deceptive::scan(&suggestion.text).iter().all(|found| found.level < Level::Confirm));
            if suggestion.applicability == Applicability::Likely {
                let script = Script::parse(&suggestion.text, dialect);
                assert!(!script.is_unfinished() && script.is_well_formed() != Some(false));
            }
        }
    });
    let room = Room::new(None, usize::from(shell), 16 * usize::from(end));
    let sent = budget::fit(arguments, &room);
    // beside what fits there are only marks of what does not
    let lines = sent.lines().filter(|line| !line.ends_with("left out …"));
    assert!(lines.count() <= room.lines);
});
