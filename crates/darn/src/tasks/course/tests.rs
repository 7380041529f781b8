//! Tables of events, each with the effects that it must have.

use std::path::PathBuf;

use policy::{Level, Verdict};

use super::*;
use crate::error::{Error, ErrorKind};
use crate::tasks::person::{Answer, Outcome, agreed};

const TERMS: Terms = Terms {
    before: 0,
    max_steps: 15,
    max_failures: 3,
    is_plan: false,
    is_by_shape: false,
    enters_history: false,
    dialect: Dialect::Bash,
};

fn step(command: &str) -> Step {
    Step {
        number: 1,
        command: command.into(),
        why: "why".into(),
        expects: String::new(),
        origin: "model".into(),
        directory: PathBuf::from("/src"),
        verdict: Verdict::allow(),
        missing: None,
    }
}

fn runs(command: &str) -> Event {
    let (command, why, expects) = (command.into(), "why".into(), String::new());
    Event::Replied(Some(Action::Run { command, why, expects }), Duration::ZERO)
}

fn judged(command: &str) -> Event {
    Event::Judged(Arc::new(step(command)))
}

fn yes() -> Event {
    Event::Decided(Answer::Run(agreed("r", &step("true"), "yes").unwrap()))
}

fn ended(status: Option<i32>) -> Event {
    Event::Ended(Outcome {
        status,
        directory: PathBuf::from("/src"),
        output: "out".into(),
        left_out: 0,
        duration: Duration::from_secs(1),
        note: None,
    })
}

fn unreachable() -> Event {
    Event::Unreachable(Error::new(ErrorKind::Remote, "gone"), Duration::ZERO)
}

fn fix(command: &str) -> Event {
    let (command, origin) = (command.into(), "rule:x/y".into());
    Event::Diagnosed(Some(Proposal { command, why: String::new(), expects: String::new(), origin }))
}

/// Names an effect, with what matters of it.
fn brief(effect: &Effect) -> String {
    match effect {
        Effect::Think => "think".into(),
        Effect::Judge(number, proposal) => {
            format!("judge {number} {}: {}", proposal.origin, proposal.command)
        }
        Effect::Decide(step) => format!("decide {}", step.command),
        Effect::Run(step, _) => format!("run {}", step.command),
        Effect::Diagnose(step, _) => format!("diagnose {}", step.command),
        Effect::Ask(question) => format!("ask {question}"),
        Effect::Read(path) => format!("read {path}"),
        Effect::Show(step) => format!("show {}", step.command),
        Effect::Explain(step) => format!("explain {}", step.command),
        Effect::Report(_, outcome) => format!("report {:?}", outcome.status),
        Effect::Note(text) => format!("note {text}"),
        Effect::Pause(delay) => format!("pause {}", delay.as_secs()),
        Effect::Remember(memo) => {
            format!("remember {}", memo.told.split(['\n', ':', ';']).next().unwrap_or_default())
        }
        Effect::Record(what, _) => format!("record {what:?}"),
        Effect::Enter(step) => format!("enter {}", step.command),
        Effect::Keep => "keep".into(),
        Effect::Finish(Ending::Done(summary), work) => {
            format!("done {summary} +{:?} -{:?}", work.changed, work.left)
        }
        Effect::Finish(Ending::Stopped(stop), _) => format!("stop {stop}"),
        Effect::Finish(Ending::Failed(error), _) => format!("fail {}", error.source),
    }
}

/// Gives a course the events, one after the other, and compares their effects.
fn follow(terms: Terms, table: Vec<(Event, &[&str])>) {
    let mut course = Course::new(terms);
    for (at, (event, expected)) in table.into_iter().enumerate() {
        let what = format!("{at}: {event:?}");
        let effects: Vec<String> = course.handle(event).iter().map(brief).collect();
        assert_eq!(effects, expected, "{what}");
    }
}

const RAN: [&str; 5] = ["report Some(0)", "record Run", "remember Exit status", "keep", "think"];
const FAILED: [&str; 5] =
    ["report Some(1)", "record Run", "remember Exit status", "keep", "diagnose mkdir a/b"];

#[test]
fn a_failed_step_is_repaired_and_the_task_done() {
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("mkdir a/b"), &["judge 1 model: mkdir a/b"]),
            (judged("mkdir a/b"), &["record Proposed", "decide mkdir a/b"]),
            (yes(), &["record Confirmed", "run mkdir a/b"]),
            (ended(Some(1)), &FAILED),
            (fix("mkdir -p a/b"), &["judge 2 rule:x/y: mkdir -p a/b"]),
            (judged("mkdir -p a/b"), &["record Proposed", "decide mkdir -p a/b"]),
            (yes(), &["record Confirmed", "run mkdir -p a/b"]),
            (ended(Some(0)), &RAN),
            (
                Event::Replied(Some(Action::Done { summary: "made".into() }), Duration::ZERO),
                &["done made +[\"mkdir -p a/b\"] -[]"],
            ),
            (yes(), &[]),
        ],
    );
}

#[test]
fn the_person_explains_edits_skips_and_leaves() {
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("rm a"), &["judge 1 model: rm a"]),
            (judged("rm a"), &["record Proposed", "decide rm a"]),
            (Event::Decided(Answer::Explain), &["explain rm a", "decide rm a"]),
            (Event::Decided(Answer::Edit("rm b".into())), &["judge 1 user: rm b"]),
            (judged("rm b"), &["record Proposed", "decide rm b"]),
            (
                Event::Decided(Answer::Skip),
                &["record Refused", "remember The user does not want this command", "keep", "think"],
            ),
            (runs("rm c"), &["judge 2 model: rm c"]),
            (judged("rm c"), &["record Proposed", "decide rm c"]),
            (Event::Decided(Answer::Quit), &["record Refused", "stop you have left the task"]),
        ],
    );
}

#[test]
fn a_plan_runs_nothing() {
    let shown = ["record Proposed", "show rm a", "remember Not run", "keep", "think"];
    follow(
        Terms { is_plan: true, max_steps: 2, ..TERMS },
        vec![
            (Event::Begun, &["think"]),
            (runs("rm a"), &["judge 1 model: rm a"]),
            (judged("rm a"), &shown),
            (yes(), &[]),
            (runs("rm b"), &["judge 2 model: rm b"]),
            (
                judged("rm b"),
                &["record Proposed", "show rm b", "remember Not run", "keep", "stop not done after 2 steps"],
            ),
        ],
    );
}

#[test]
fn a_confirmed_shape_runs_unasked_and_no_other() {
    follow(
        Terms { is_by_shape: true, ..TERMS },
        vec![
            (Event::Begun, &["think"]),
            (runs("ls -a a"), &["judge 1 model: ls -a a"]),
            (judged("ls -a a"), &["record Proposed", "decide ls -a a"]),
            (yes(), &["record Confirmed", "run ls -a a"]),
            (ended(Some(0)), &RAN),
            (runs("ls -a b"), &["judge 2 model: ls -a b"]),
            (judged("ls -a b"), &["record Proposed", "show ls -a b", "record Confirmed", "run ls -a b"]),
            (ended(Some(0)), &RAN),
            (runs("ls -a /etc"), &["judge 3 model: ls -a /etc"]),
            (judged("ls -a /etc"), &["record Proposed", "decide ls -a /etc"]),
        ],
    );
}

#[test]
fn what_is_denied_is_never_run_by_its_shape() {
    let mut course = Course::new(Terms { is_by_shape: true, ..TERMS });
    for event in [Event::Begun, runs("ls -a a"), judged("ls -a a"), yes(), ended(Some(0)), runs("ls -a b")] {
        course.handle(event);
    }
    let mut denied = step("ls -a b");
    denied.verdict.level = Level::Deny;
    let effects = course.handle(Event::Judged(Arc::new(denied)));
    assert_eq!(effects.iter().map(brief).collect::<Vec<_>>(), ["record Proposed", "decide ls -a b"]);
}

#[test]
fn only_what_ran_enters_the_history() {
    let ran = ["report Some(0)", "record Run", "remember Exit status", "keep", "enter ls", "think"];
    follow(
        Terms { enters_history: true, ..TERMS },
        vec![
            (Event::Begun, &["think"]),
            (runs("rm a"), &["judge 1 model: rm a"]),
            (judged("rm a"), &["record Proposed", "decide rm a"]),
            (
                Event::Decided(Answer::Skip),
                &["record Refused", "remember The user does not want this command", "keep", "think"],
            ),
            (runs("ls"), &["judge 2 model: ls"]),
            (judged("ls"), &["record Proposed", "decide ls"]),
            (yes(), &["record Confirmed", "run ls"]),
            (ended(Some(0)), &ran),
        ],
    );
}

#[test]
fn the_model_asks_and_reads_only_with_leave() {
    let asks = || {
        let action = Action::Ask { question: "which\none?".into() };
        Event::Replied(Some(action), Duration::ZERO)
    };
    let reads = || {
        let action = Action::Read { path: "a.txt".into(), lines: String::new() };
        Event::Replied(Some(action), Duration::ZERO)
    };
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (asks(), &["ask which one?"]),
            (Event::Answered(Some("this".into())), &["remember The user answers", "think"]),
            (reads(), &["ask may the model read a.txt? (y/n)"]),
            (
                Event::Answered(Some("no".into())),
                &["remember The user does not want this file to be read.", "think"],
            ),
            (reads(), &["ask may the model read a.txt? (y/n)"]),
            (Event::Answered(Some("y".into())), &["read a.txt"]),
            (Event::Read(Err("There is none.".into())), &["remember There is none.", "think"]),
            (reads(), &["ask may the model read a.txt? (y/n)"]),
            (Event::Answered(None), &["stop you have left the task"]),
        ],
    );
}

#[test]
fn a_lost_provider_is_asked_three_times() {
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (unreachable(), &["note gone; asking again in 1 s", "pause 1", "think"]),
            (unreachable(), &["note gone; asking again in 4 s", "pause 4", "think"]),
            (unreachable(), &["fail gone"]),
        ],
    );
}

#[test]
fn unreadable_replies_stop_the_task_and_a_step_between_forgives_them() {
    let unreadable = || Event::Replied(None, Duration::ZERO);
    let again: &[&str] =
        &["remember That was not one of the four actions. Answer with one JSON object.", "think"];
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (unreadable(), again),
            (runs("ls"), &["judge 1 model: ls"]),
            (judged("ls"), &["record Proposed", "decide ls"]),
            (yes(), &["record Confirmed", "run ls"]),
            (ended(Some(0)), &RAN),
            (unreadable(), again),
            (unreadable(), again),
            (unreadable(), &["stop the model does not say what to do next"]),
        ],
    );
}

#[test]
fn a_command_that_has_just_failed_is_not_even_judged() {
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("mkdir a/b"), &["judge 1 model: mkdir a/b"]),
            (judged("mkdir a/b"), &["record Proposed", "decide mkdir a/b"]),
            (yes(), &["record Confirmed", "run mkdir a/b"]),
            (ended(Some(1)), &FAILED),
            (Event::Diagnosed(None), &["think"]),
            (runs("mkdir a/b"), &["remember Not run", "think"]),
            (runs("mkdir a/b"), REFUSED_AGAIN),
        ],
    );
}

/// When the model proposes the same in vain for the second time.
const REFUSED_AGAIN: &[&str] =
    &["remember Not run", "stop the model proposes the same command again and again"];

#[test]
fn a_command_that_has_just_succeeded_is_judged_again_only_after_a_change() {
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("ls"), &["judge 1 model: ls"]),
            (judged("ls"), &["record Proposed", "decide ls"]),
            (yes(), &["record Confirmed", "run ls"]),
            (ended(Some(0)), &RAN),
            (runs("ls "), &["remember Not run", "think"]),
            (runs("touch a"), &["judge 2 model: touch a"]),
            (judged("touch a"), &["record Proposed", "decide touch a"]),
            (yes(), &["record Confirmed", "run touch a"]),
            (ended(Some(0)), &RAN),
            (runs("ls"), &["judge 3 model: ls"]),
            (judged("ls"), &["record Proposed", "decide ls"]),
            (yes(), &["record Confirmed", "run ls"]),
            (ended(Some(0)), &RAN),
            (runs("ls"), &["remember Not run", "think"]),
            (runs("ls"), REFUSED_AGAIN),
        ],
    );
}

#[test]
fn a_command_is_proposed_again_if_the_person_may_have_asked_for_it() {
    let asks = Event::Replied(Some(Action::Ask { question: "once more?".into() }), Duration::ZERO);
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("date"), &["judge 1 model: date"]),
            (judged("date"), &["record Proposed", "decide date"]),
            (yes(), &["record Confirmed", "run date"]),
            (ended(Some(0)), &RAN),
            (asks, &["ask once more?"]),
            (Event::Answered(Some("yes".into())), &["remember The user answers", "think"]),
            (runs("date"), &["judge 2 model: date"]),
            (judged("date"), &["record Proposed", "decide date"]),
            // as when the person picks an earlier step
            (Event::Decided(Answer::Edit("date".into())), &["judge 1 user: date"]),
        ],
    );
}

#[test]
fn a_skipped_command_is_not_proposed_again_nor_what_it_was_before_the_edit() {
    let skip: &[&str] = &["record Refused", "remember The user does not want this command", "keep", "think"];
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("rm a"), &["judge 1 model: rm a"]),
            (judged("rm a"), &["record Proposed", "decide rm a"]),
            (Event::Decided(Answer::Edit("rm b".into())), &["judge 1 user: rm b"]),
            (judged("rm b"), &["record Proposed", "decide rm b"]),
            (Event::Decided(Answer::Skip), skip),
            (runs("rm a"), &["remember Not run", "think"]),
            (runs("rm b"), REFUSED_AGAIN),
        ],
    );
}

#[test]
fn a_plan_does_not_contain_the_same_command_twice_in_a_row() {
    follow(
        Terms { is_plan: true, ..TERMS },
        vec![
            (Event::Begun, &["think"]),
            (runs("ls"), &["judge 1 model: ls"]),
            (judged("ls"), &["record Proposed", "show ls", "remember Not run", "keep", "think"]),
            (runs("ls"), &["remember Not run", "think"]),
            (runs("ls"), REFUSED_AGAIN),
        ],
    );
}

#[test]
fn a_lost_shell_needs_no_diagnosis_and_time_is_limited() {
    let ended_late = |status| {
        let Event::Ended(outcome) = ended(status) else { unreachable!() };
        Event::Ended(Outcome { duration: Duration::from_secs(600), ..outcome })
    };
    follow(
        TERMS,
        vec![
            (Event::Begun, &["think"]),
            (runs("exit 4"), &["judge 1 model: exit 4"]),
            (judged("exit 4"), &["record Proposed", "decide exit 4"]),
            (yes(), &["record Confirmed", "run exit 4"]),
            (ended(None), &["report None", "record Run", "remember Exit status", "keep", "think"]),
            (runs("make"), &["judge 2 model: make"]),
            (judged("make"), &["record Proposed", "decide make"]),
            (yes(), &["record Confirmed", "run make"]),
            (
                ended_late(Some(0)),
                &[
                    "report Some(0)", "record Run", "remember Exit status", "keep",
                    "stop not done after 10 minutes",
                ],
            ),
        ],
    );
}

#[test]
fn an_event_that_is_not_awaited_changes_nothing() {
    follow(
        TERMS,
        vec![
            (yes(), &[]),
            (Event::Begun, &["think"]),
            (Event::Begun, &[]),
            (yes(), &[]),
            (ended(Some(0)), &[]),
            (runs("ls"), &["judge 1 model: ls"]),
            (runs("rm -rf /"), &[]),
            (yes(), &[]),
            (judged("ls"), &["record Proposed", "decide ls"]),
        ],
    );
}
