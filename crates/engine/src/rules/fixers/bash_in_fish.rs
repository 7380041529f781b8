//! `for i in 1 2; do …; done`, `${HOME}`, `unset X`, `X=1`: bash syntax typed in fish.

use super::double_brackets;
use super::prelude::*;
use tokens::{Kind, Token, tokens};

mod declare;
mod tokens;
mod variables;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let script = &case.failure.script;
    let asked = matches!(case.failure.kind, FailureKind::SyntaxError | FailureKind::CommandNotFound)
        || case.printed("fish: ");
    if script.dialect != Dialect::Fish
        || !asked
        || script.text.contains("<<")
        || case.printed("No matches for wildcard")
    {
        return None;
    }
    let text = translate(&script.text)?;
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    if letters(&text) == letters(&script.text) || !Script::parse(&text, Dialect::Fish).issues.is_empty() {
        return None;
    }
    let edit = case.whole(text);
    Some(Proposal::certain(edit, "fish uses different syntax"))
}

/// Translates the line to fish; `None` if there is no short equivalent.
pub fn translate(text: &str) -> Option<String> {
    let tokens = tokens(text);
    let mut out = String::with_capacity(text.len() + 16);
    let mut open_braces: u32 = 0;
    let mut functions: u32 = 0; // opened before this word
    let mut starts = true; // the next word is a command's first
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let word = token.text;
        let next =
            |ahead: usize| tokens.get(at + ahead).filter(|t| t.kind == Kind::Word).map_or("", |t| t.text);
        match token.kind {
            Kind::Separator => {
                push_separator(&mut out, if word == "|&" { "&|" } else { word });
                starts = true;
            }
            Kind::Word if starts => match word {
                "then" | "do" => {
                    out.truncate(out.trim_end_matches(' ').len());
                    out.push(' ');
                    at += 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.text == ";"));
                    continue;
                }
                "fi" | "done" => push(&mut out, "end", &mut starts, false),
                "elif" => push(&mut out, "else if", &mut starts, true),
                "until" => push(&mut out, "while not", &mut starts, true),
                "else" => {
                    push(&mut out, "else", &mut starts, true);
                    if tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word && t.text != "if") {
                        out.push(';');
                    }
                }
                "case" | "select" | "((" | "esac" => return None,
                "function" | "{" => {
                    let name = next(1).trim_end_matches("()");
                    let skip = if word == "{" { 0 } else { 1 + usize::from(next(2) == "()") };
                    let brace = word == "{" || next(1 + skip) == "{";
                    functions += u32::from(word != "{");
                    let head = if word == "{" { "begin".to_owned() } else { format!("function {name}") };
                    push(&mut out, &head, &mut starts, true);
                    at += 1 + skip + usize::from(brace && word != "{");
                    open_braces += u32::from(brace);
                    if brace && !tokens.get(at).is_some_and(|t| t.text.trim() == ";" || t.text == "\n") {
                        out.push(';');
                    }
                    continue;
                }
                "}" if open_braces > 0 => {
                    open_braces -= 1;
                    push(&mut out, "end", &mut starts, false);
                }
                "unset" => {
                    push(&mut out, "set -e", &mut starts, false);
                    at += usize::from(matches!(next(1), "-v" | "-f"));
                }
                "declare" | "typeset" | "local" | "readonly" => {
                    let words = tokens.iter().skip(at + 1).take_while(|token| token.kind == Kind::Word);
                    let words: Vec<&str> = words.map(|token| token.text).collect();
                    let said = declare::statement(word, &words, functions > 0)?;
                    push(&mut out, &said, &mut starts, false);
                    at += words.len();
                }
                _ if word.ends_with("()") && next(1) == "{" => {
                    push(&mut out, &format!("function {};", word.trim_end_matches("()")), &mut starts, true);
                    functions += 1;
                    open_braces += 1;
                    at += 1;
                }
                _ => {
                    let alone = tokens.get(at + 1).is_none_or(|t| t.kind == Kind::Separator);
                    let said = assignment(word).filter(|_| alone || assignments_only(&tokens, at));
                    let goes_on =
                        matches!(word, "if" | "while" | "!" | "not" | "time" | "and" | "or" | "begin");
                    let text = match said {
                        Some((name, value)) => format!("set {name} {}", value_of(name, value)?),
                        None => variables::word(word)?,
                    };
                    push(&mut out, text.trim_end(), &mut starts, goes_on);
                    if said.is_some() && !alone {
                        out.push(';');
                        starts = true;
                    }
                }
            },
            // `{ echo hi }`, which zsh accepts
            Kind::Word if word == "}" && open_braces > 0 => {
                open_braces -= 1;
                push_separator(&mut out, ";");
                push(&mut out, "end", &mut starts, false);
            }
            Kind::Word => push(&mut out, &variables::word(word)?, &mut starts, false),
        }
        at += 1;
    }
    let text = out.trim_end().to_owned();
    Some(if text.contains("[[ ") { double_brackets::single(&text)? } else { text })
}

fn push(out: &mut String, text: &str, starts: &mut bool, goes_on: bool) {
    if !out.is_empty() && !out.ends_with([' ', '\n']) {
        out.push(' ');
    }
    out.push_str(text);
    *starts = goes_on;
}

fn push_separator(out: &mut String, text: &str) {
    match text {
        ";" | "\n" if out.trim_end_matches(' ').ends_with([';', '\n']) => {}
        ";" | "\n" => {
            out.truncate(out.trim_end_matches(' ').len());
            out.push_str(text);
        }
        _ => {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
            out.push_str(text);
        }
    }
}

/// `NAME=value`
fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let name = name.strip_prefix('$').unwrap_or(name);
    let value = value.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(value);
    is_name(name).then_some((name, value))
}

/// `$PATH:/x`: fish lists are separate words.
fn value_of(name: &str, value: &str) -> Option<String> {
    let list = name.ends_with("PATH") && !value.contains(['"', '\'']);
    variables::word(&if list { value.replace(':', " ") } else { value.to_owned() })
}

/// Returns whether the words are only assignments: `A=1 B=2`.
fn assignments_only(tokens: &[Token<'_>], from: usize) -> bool {
    let words = || tokens.iter().skip(from).take_while(|t| t.kind == Kind::Word);
    words().all(|t| assignment(t.text).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, leaves, mends, world};
    use super::translate;

    #[test]
    fn compound_commands() {
        let say = |text: &str| translate(text).unwrap();
        assert_eq!(say("for i in 1 2 3; do echo n$i; done"), "for i in 1 2 3; echo n$i; end");
        assert_eq!(say("while true\ndo\n  date\ndone"), "while true\n date\nend");
        assert_eq!(
            say("if [ -f a ]; then echo y; else echo n; fi"),
            "if [ -f a ]; echo y; else; echo n; end"
        );
        assert_eq!(
            say("if [[ -f a ]]; then echo y; elif test b; then echo z; fi"),
            "if [ -f a ]; echo y; else if test b; echo z; end"
        );
        assert_eq!(say("for i in {1..3}; do; echo $i; done"), "for i in (seq 1 3); echo $i; end");
        assert_eq!(say("function hi() { echo hi; }"), "function hi; echo hi; end");
        assert_eq!(say("hi() { echo hi; }"), "function hi; echo hi; end");
        assert_eq!(say("hi() { echo hi }"), "function hi; echo hi; end");
        assert_eq!(say("function hi { echo $1; }"), "function hi; echo $argv[1]; end");
        assert_eq!(say("until false; do date; done | wc"), "while not false; date; end | wc");
        assert_eq!(translate("case x in a) echo;; esac"), None);
    }

    #[test]
    fn words() {
        let say = |text: &str| translate(text).unwrap();
        assert_eq!(say("echo ${HOME}/x ${A}b"), "echo $HOME/x {$A}b");
        assert_eq!(say("echo \"in ${HOME}/x\" '${A}'"), "echo \"in $HOME/x\" '${A}'");
        assert_eq!(
            say("echo \"status $?\" $$ $@ $#"),
            "echo \"status $status\" $fish_pid $argv (count $argv)"
        );
        assert_eq!(say("VAR=x; echo $VAR"), "set VAR x; echo $VAR");
        assert_eq!(say("PATH=$PATH:/x"), "set PATH $PATH /x");
        assert_eq!(say("A=1 B=2"), "set A 1; set B 2");
        assert_eq!(say("A=1 make x"), "A=1 make x");
        assert_eq!(say("unset X"), "set -e X");
        assert_eq!(say("x=$((1+2))"), "set x (math 1+2)");
        assert_eq!(say("a=(1 2 3)"), "set a 1 2 3");
        assert_eq!(say("echo ${a[0]}"), "echo $a[1]");
        assert_eq!(say("diff <(ls a) <(ls b)"), "diff (ls a | psub) (ls b | psub)");
        assert_eq!(say("local x=5"), "set -l x 5");
        assert_eq!(say("declare -x A=1"), "set -gx A 1");
        assert_eq!(say("typeset -x A=1; echo $A"), "set -gx A 1; echo $A");
        assert_eq!(say("declare A=1"), "set -g A 1");
        assert_eq!(say("declare -a A=(1 2)"), "set -g A 1 2");
        assert_eq!(say("declare -gx A=1 B=\"$HOME\""), "set -gx A 1; set -gx B \"$HOME\"");
        assert_eq!(say("declare -x A"), "set -gx A $A");
        assert_eq!(say("declare +x A"), "set -gu A $A");
        assert_eq!(say("readonly A=1"), "set -g A 1");
        assert_eq!(say("f() { local -x A=1; declare B=2; }"), "function f; set -lx A 1; set -l B 2; end");
        assert_eq!(say("f() { declare -g A=1; }"), "function f; set -g A 1; end");
        assert_eq!(translate("declare -A A"), None);
        assert_eq!(translate("declare -f f"), None);
        assert_eq!(say("export A=1 B=2; unset C"), "export A=1 B=2; set -e C");
    }

    #[test]
    fn what_fish_says() {
        mends(
            "fish",
            "for i in 1 2 3; do echo n$i; done",
            0,
            "fish: Missing end to balance this for loop\nfor i in 1 2 3; do echo n$i; done\n^~^\n",
            "for i in 1 2 3; echo n$i; end",
        );
        mends(
            "fish",
            "echo ${HOME}",
            0,
            "fish: Variables cannot be bracketed. In fish, please use {$HOME}.\necho ${HOME}\n      ^\n",
            "echo $HOME",
        );
        mends(
            "fish",
            "function hi() { echo hi; }",
            0,
            "fish: Expected end of the statement, but found end of the input\n",
            "function hi; echo hi; end",
        );
        mends(
            "fish",
            "hi() { echo hi; }",
            0,
            "fish: command substitutions not allowed here\nhi() { echo hi; }\n  ^^\n",
            "function hi; echo hi; end",
        );
        mends("fish", "unset NAME", 127, "fish: Unknown command: unset\n", "set -e NAME");
        mends(
            "fish",
            "VAR=x",
            123,
            "fish: Unsupported use of '='. In fish, please use 'set VAR x'.\n",
            "set VAR x",
        );
        mends(
            "fish",
            "echo $?",
            0,
            "fish: $? is not the exit status. In fish, please use $status.\necho $?\n      ^\n",
            "echo $status",
        );
        mends(
            "fish",
            "ls -l |& wc",
            0,
            "fish: |& is not valid. In fish, use &| to pipe both stdout and stderr.\nls -l |& wc\n      ^^\n",
            "ls -l &| wc",
        );
        let group = "fish: Unknown command: '{ echo yes; }'\nfish: '{ ... }' is not supported for grouping commands. Please use 'begin; ...; end'\n";
        mends("fish", "test -f a.txt && { echo yes; }", 127, group, "test -f a.txt && begin; echo yes; end");
        mends(
            "fish", "for i in 1 2 3; do echo n$i; end", 127, "fish: Unknown command: do\n",
            "for i in 1 2 3; echo n$i; end",
        );
    }

    #[test]
    fn only_blanks_are_no_change() {
        for text in ["for i in 1 2\n  ecoh $i\nend", "if true\n    ecoh a\nend", "ecoh a;  echo b"] {
            let found = fixes("fish", text, 127, Some("fish: Unknown command: ecoh\n"), &world());
            assert_eq!(found, [text.replace("ecoh", "echo")]);
            assert_eq!(fixes("fish", text, 127, None, &world()), [text.replace("ecoh", "echo")]);
        }
    }

    #[test]
    fn an_assignment_alone() {
        let said = "fish: Unsupported use of '='. In fish, please use 'set FOO bar'.\n";
        // for a line that fish cannot parse, its hook reports status 2; elsewhere it is 123
        for (status, output) in [(2, None), (123, None), (123, Some(said))] {
            let first = |text: &str| fixes("fish", text, status, output, &world()).first().cloned();
            assert_eq!(first("FOO=bar").as_deref(), Some("set FOO bar"));
            assert_eq!(first("FOO=bar; echo $FOO").as_deref(), Some("set FOO bar; echo $FOO"));
        }
        leaves("fish", "FOO=bar cat nosuch", 1, Some(""));
    }

    #[test]
    fn leaves_fish_alone() {
        leaves("fish", "for i in 1 2; echo $i; end", 1, Some(""));
        leaves("fish", "cat log", 0, Some("fish: Missing end to balance this for loop\n"));
        assert_eq!(
            fixes(
                "fish",
                "cat <<EOF",
                0,
                Some("fish: Expected a string, but found a redirection\ncat <<EOF\n     ^\n"),
                &world()
            ),
            Vec::<String>::new()
        );
    }
}
