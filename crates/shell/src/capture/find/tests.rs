//! Panes of 60 by 12 cells, as printed by tmux 3.3a (`capture-pane -p -J`) while a hook ran.

use super::*;
use crate::capture::rows;

const PSUH: &str =
    "git: 'psuh' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tpush\n";

fn screen(text: &str, is_complete: bool) -> Screen {
    Screen { rows: rows::split(text, 60), columns: 60, is_complete }
}

fn at_prompt(pane: &str, text: &str, history: &str) -> Option<String> {
    let finished = Finished { text, status: 1, history, moment: Moment::Prompt };
    output(&screen(pane, false), &finished)
}

fn later(pane: &str, text: &str) -> Option<String> {
    let finished = Finished { text, status: 1, history: "", moment: Moment::Later };
    output(&screen(pane, true), &finished)
}

fn psuh() -> String {
    PSUH.replace('\t', "        ")
}

#[test]
fn a_wrapped_command_behind_a_prompt_that_changes() {
    let text = "git comit --message aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbb";
    let pane = include_str!("panes/zsh-wrapped");
    let wanted = psuh().replace("psuh", "comit").replace("push", "commit");
    assert_eq!(at_prompt(pane, text, "cd /\ncd ~/repo\n").unwrap(), wanted);
    assert_eq!(at_prompt(pane, text, "ls\n"), None, "no other command of this prompt: it may be none");
}

#[test]
fn commands_of_several_lines() {
    let twice = psuh() + &psuh();
    let zsh = "for i in 1 2; do\ngit psuh\ndone";
    assert_eq!(at_prompt(include_str!("panes/zsh-lines"), zsh, "true\n").unwrap(), twice);
    let fish = "for i in 1 2\n    git psuh\nend";
    assert_eq!(at_prompt(include_str!("panes/fish-lines"), fish, "true\n").unwrap(), twice);
    let other = "for i in 1 2\n    git pull\nend";
    assert_eq!(at_prompt(include_str!("panes/fish-lines"), other, "true\n"), None);
}

#[test]
fn the_mark_of_unfinished_output_is_none_of_it() {
    for pane in [include_str!("panes/zsh-unfinished"), include_str!("panes/fish-unfinished")] {
        assert_eq!(at_prompt(pane, "printf part; false", "true\n").unwrap(), "part\n");
    }
}

#[test]
fn of_repeated_commands_the_last() {
    let pane = include_str!("panes/bash-repeated");
    assert_eq!(at_prompt(pane, "git psuh", "true\n").unwrap(), psuh());
    assert_eq!(at_prompt(pane, "git psuh", ""), None, "both may be what a program printed");
    // another command was entered since
    assert_eq!(at_prompt(&format!("{pane}# ls\n"), "git psuh", "true\nls\n"), None);
}

#[test]
fn what_only_looks_like_the_command() {
    // `+ git psuh` is from `set -x`
    let output = at_prompt(include_str!("panes/bash-traced"), "git psuh", "set -x\n").unwrap();
    assert!(output.starts_with("+ git psuh\ngit: 'psuh' is not"), "{output}");
    // the last command was `!!`, so the row with the text is that of the first run
    assert_eq!(at_prompt(include_str!("panes/bash-expanded"), "git psuh", "set -x\n"), None);
    // cleared, or too long for the scrollback: only the output is left, and it mentions the command
    assert_eq!(at_prompt("fatal: x\nhint: git push\n", "git push", "ls\n"), None);
    assert_eq!(at_prompt("> git push\n$ ls\na\n", "git push", "ls\n"), None);
}

#[test]
fn the_first_command_of_a_terminal_needs_all_of_it() {
    let finished = Finished { text: "git psuh", status: 1, history: "", moment: Moment::Prompt };
    let pane = format!("Welcome\n$ git psuh\n{}", psuh());
    assert_eq!(output(&screen(&pane, true), &finished).unwrap(), psuh());
    assert_eq!(output(&screen(&pane, false), &finished), None);
    let again = format!("{pane}$ git psuh\nother\n");
    assert_eq!(output(&screen(&again, true), &finished).unwrap(), "other\n");
    let traced = format!("$ git psuh\n> git psuh\n{}", psuh());
    assert_eq!(output(&screen(&traced, true), &finished), None);
    let named = format!("try: git psuh\n$ git psuh\n{}", psuh());
    assert_eq!(output(&screen(&named, true), &finished), None);
    assert_eq!(output(&screen("$ git psuh\n", true), &finished).unwrap(), "", "it printed nothing");
}

#[test]
fn later_it_ends_at_the_hint_or_the_prompt() {
    let hint = "✗ 1  git push   — the closest subcommand   [Tab] use";
    for (below, why) in [
        (format!("{hint}\nT> darn explain\n"), "at the hint"),
        ("T> darn explain\n".into(), "at the prompt"),
        (format!("{hint}\nT> ls\nREADME\nT> darn explain\n"), "other commands since"),
        ("T> ls\nREADME\nT> darn explain\n".into(), "the same without a hint"),
        (format!("{hint}\nT>\n"), "a key at the prompt"),
    ] {
        let pane = format!("T> git psuh\n{}{below}", psuh());
        assert_eq!(later(&pane, "git psuh").unwrap(), psuh(), "{why}");
    }
    let clock = format!("[09:59:58] $ git psuh\n{}[10:00:01] $ darn explain\n", psuh());
    assert_eq!(later(&clock, "git psuh").unwrap(), psuh());
    assert_eq!(later(&format!("T> git psuh\n{}other> darn explain\n", psuh()), "git psuh"), None);
}

#[test]
fn later_the_upper_rows_of_a_prompt_are_none_of_it() {
    let pane = format!("~/a main\n❯ ls\nREADME\n~/a main\n❯ git psuh\n{}~/a main\n❯ darn explain\n", psuh());
    assert_eq!(later(&pane, "git psuh").unwrap(), psuh());
    let same = "$ make\nerror 2\n$ make\nerror 2\n$ darn explain\n";
    assert_eq!(later(same, "make").unwrap(), "error 2\n", "the row above is output here");
}

#[test]
fn later_a_short_prompt_that_programs_print_too() {
    let yarn = "$ yarn build\n$ node x.js\nError: x\n";
    assert_eq!(later(&format!("{yarn}$ darn explain\n"), "yarn build"), None);
    let hinted = format!("{yarn}✗ 1  missing module\n$ darn explain\n");
    assert_eq!(later(&hinted, "yarn build").unwrap(), "$ node x.js\nError: x\n");
}

#[test]
fn of_a_long_output_the_ends() {
    let lines: Vec<String> = (0..20_000).map(|n| format!("line {n}")).collect();
    let text = at_prompt(&format!("T> ls\nT> seq\n{}\n", lines.join("\n")), "seq", "ls\n").unwrap();
    assert!(text.len() <= HEAD + TAIL + 1);
    assert!(text.starts_with("line 0\n") && text.ends_with("line 19999\n"));
}
