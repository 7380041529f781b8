use std::cell::Cell;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use policy::lists::Day;

use super::*;
use crate::caller::Caller;
use crate::config::Settings;

fn today() -> Day {
    Day { year: 1970, month: 1, day: 1 }
}

/// A directory that is the whole `PATH`, with one program.
fn machine(program: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(program);
    std::fs::write(&file, "#!/bin/sh\n").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    directory
}

fn request(text: &str, status: i32, dialect: Dialect, directory: &Path) -> Request {
    let path = ("PATH".to_owned(), directory.as_os_str().to_owned());
    let caller = Caller {
        directory: directory.to_owned(),
        variables: Arc::new([path].into()),
        ..Caller::unknown(dialect)
    };
    Request { text: text.to_owned(), status, output: None, caller: caller.into() }
}

fn failed(request: &Request) -> Failed<'_> {
    Failed { request, output: Output::Known(None), has_model_key: false, has_handler: false, declined: None }
}

fn hint(reaction: Reaction) -> Hint {
    match reaction {
        Reaction::Hint(hint) => hint,
        other => panic!("no hint: {other:?}"),
    }
}

#[test]
fn the_first_suggestion_is_shown_and_the_accept_key_gets_it() {
    let machine = machine("frobnicate");
    let request = request("frobnicat all", 127, Dialect::Bash, machine.path());
    let settings = Settings::default();
    let hint = hint(Service::new(&settings, today()).failed(&failed(&request)));
    assert_eq!(hint.subject, Some(Subject::Suggestion));
    assert_eq!((hint.status, hint.suggestions.len()), (127, 1));
    assert_eq!(hint.text.as_ref().map(SafeText::as_str), Some("frobnicate all"));
    assert!(!hint.is_hidden && !hint.is_plain && !hint.asks);
}

#[test]
fn a_handler_that_has_spoken_hides_the_hint() {
    let machine = machine("frobnicate");
    let request = request("frobnicat all", 127, Dialect::Bash, machine.path());
    let settings = Settings::default();
    let failed = Failed { has_handler: true, ..failed(&request) };
    assert!(hint(Service::new(&settings, today()).failed(&failed)).is_hidden);
}

#[test]
fn only_zsh_can_be_told_to_show_no_ghost_text() {
    let machine = machine("frobnicate");
    let mut settings = Settings::default();
    settings.suggest.ghost_text = false;
    for (dialect, is_plain) in [(Dialect::Zsh, true), (Dialect::Bash, false), (Dialect::Fish, false)] {
        let request = request("frobnicat all", 127, dialect, machine.path());
        let hint = hint(Service::new(&settings, today()).failed(&failed(&request)));
        assert_eq!(hint.is_plain, is_plain, "{dialect:?}");
    }
}

#[test]
fn a_failure_without_a_fix_is_passed_over() {
    let machine = machine("frobnicate");
    for (text, status) in [("frobnicate all", 0), ("quux", 127), ("grep x y", 1)] {
        let request = request(text, status, Dialect::Bash, machine.path());
        let settings = Settings::default();
        let reaction = Service::new(&settings, today()).failed(&failed(&request));
        assert!(matches!(reaction, Reaction::Silent { asks: false }), "{text}: {reaction:?}");
    }
}

#[test]
fn a_user_who_wants_no_suggestions_gets_none() {
    let machine = machine("frobnicate");
    let request = request("frobnicat all", 127, Dialect::Bash, machine.path());
    let mut settings = Settings::default();
    settings.suggest.enabled = false;
    let service = Service::new(&settings, today());
    assert!(!service.comments_on(&request));
    assert!(matches!(service.failed(&failed(&request)), Reaction::Silent { asks: false }));
}

#[test]
fn a_text_that_is_too_long_is_not_looked_at() {
    let settings = Settings::default();
    let service = Service::new(&settings, today());
    let of = |length| request(&"x".repeat(length), 127, Dialect::Bash, Path::new("/"));
    assert!(service.comments_on(&of(MAX_BYTES)));
    assert!(!service.comments_on(&of(MAX_BYTES + 1)));
}

#[cfg(feature = "llm")]
#[test]
fn a_model_is_offered_by_the_best_means_there_is() {
    let machine = machine("frobnicate");
    let request = request("quux", 127, Dialect::Bash, machine.path());
    let mut settings = Settings::default();
    settings.llm.enabled = true;
    let react = |declined, has_model_key| {
        let failed = Failed { declined, has_model_key, ..failed(&request) };
        Service::new(&settings, today()).failed(&failed)
    };
    assert!(matches!(react(Some(0), false), Reaction::Dialogue));
    assert!(matches!(react(Some(MAX_DECLINED - 1), true), Reaction::Dialogue));
    for (declined, asks) in [(Some(MAX_DECLINED), true), (None, false), (None, true)] {
        let hint = hint(react(declined, asks));
        assert_eq!((hint.subject, hint.asks), (Some(Subject::Offer), asks));
        assert_eq!(hint.text, None);
    }
}

#[cfg(feature = "llm")]
#[test]
fn a_model_is_never_offered_a_private_command() {
    let machine = machine("frobnicate");
    let request = request("pass show quux", 1, Dialect::Bash, machine.path());
    let mut settings = Settings::default();
    settings.llm.enabled = true;
    let failed = Failed { declined: Some(0), has_model_key: true, ..failed(&request) };
    let reaction = Service::new(&settings, today()).failed(&failed);
    assert!(matches!(reaction, Reaction::Silent { asks: false }), "{reaction:?}");
}

#[test]
fn an_output_is_asked_for_only_where_it_may_matter() {
    let machine = machine("git");
    let settings = Settings::default();
    let asks = |text: &str, status, waiting| {
        let request = request(text, status, Dialect::Bash, machine.path());
        let count = Cell::new(0);
        let ask = |_: &Request| {
            count.set(count.get() + 1);
            Some(b"git: 'sttus' is not a git command. See 'git --help'.\n".to_vec())
        };
        let service = Service::new(&settings, today());
        let (request, _) = service.mend_with(&request, &Output::Ask(&ask), waiting);
        assert_eq!(request.output.is_some(), count.get() > 0);
        count.get()
    };
    assert_eq!(asks("gti status", 127, Waiting::Prompt), 0, "an unknown program needs no output");
    assert_eq!(asks("gti status", 127, Waiting::Asker), 1, "no prompt waits");
    assert_eq!(asks(" git sttus", 1, Waiting::Asker), 0, "a private line");
}
