//! Edits and prefixes.

use syntax::{Dialect, Edit, Script, Span};

fn edited(text: &str, edit: impl Fn(&Script) -> Edit) -> String {
    let script = Script::parse(text, Dialect::Bash);
    edit(&script).apply(text)
}

#[test]
fn a_word_keeps_its_style() {
    let set = |text: &str, at: usize, value: &str| {
        edited(text, |script| Edit::new().set_word(script, &script.commands[0].words[at], value))
    };
    assert_eq!(set("gti  status # x", 0, "git"), "git  status # x");
    assert_eq!(set("cat 'a b' c", 1, "a c"), "cat 'a c' c");
    assert_eq!(set("cat \"a $b\"", 1, "a $c"), "cat \"a \\$c\"");
    assert_eq!(set("cat ab", 1, "a b"), "cat 'a b'");
    assert_eq!(set("cat ab", 1, "it's"), "cat \"it's\"");
    assert_eq!(set("cat \"ab\"", 1, "a!"), "cat 'a!'");
    assert_eq!(set("cd ~/Documnts", 1, "~/Documents"), "cd ~/Documents");
    assert_eq!(set("cd ~/My", 1, "~/My Files"), "cd ~/'My Files'");
    assert_eq!(set("cd x", 1, "~/y"), "cd '~/y'");
}

#[test]
fn a_part_is_replaced_where_it_is_the_only_one() {
    let part = |text: &str, part: &str| {
        let script = Script::parse(text, Dialect::Bash);
        Edit::new()
            .replace_part(&script, &script.commands[0].words[1], part, "x")
            .map(|edit| edit.apply(text))
    };
    assert_eq!(part("cat $HOME/docs", "docs").as_deref(), Some("cat $HOME/x"));
    assert_eq!(part("cat aa", "a"), None);
    assert_eq!(part("cat a", ""), None);
    assert_eq!(part("cat a", "b"), None);
    assert_eq!(part("cat äöä", "ö").as_deref(), Some("cat äxä"));
    assert_eq!(part("cat ää", "ä"), None);
}

#[test]
fn removing_takes_the_blanks_along() {
    let without = |text: &str, at: usize| {
        edited(text, |script| Edit::new().remove_word(script, &script.commands.last().unwrap().words[at]))
    };
    assert_eq!(without("sudo ls -l", 0), "ls -l");
    assert_eq!(without("ls  -l", 1), "ls");
    assert_eq!(without("a; sudo ls", 0), "a; ls");
    assert_eq!(without("echo $(sudo ls)", 0), "echo $(ls)");
    assert_eq!(without("ls -l | wc -l", 1), "ls -l | wc");
}

#[test]
fn edits_join_unless_they_overlap() {
    let one = Edit::new().replace(Span::new(0, 2), "x");
    assert!(one.clone().and(&Edit::new().replace(Span::new(1, 3), "y")).is_none());
    assert!(one.clone().and(&one).is_none());
    let both = one.and(&Edit::new().insert(2, "-")).unwrap();
    assert_eq!(both.apply("abcd"), "x-cd");
    assert_eq!(Edit::new().replace(Span::new(1, 2), "x").apply("ä"), "ä");
    assert_eq!(Edit::new().replace(Span::new(3, 9), "x").apply("abc"), "abc");
    assert_eq!(Edit::new().insert(0, "sudo ").apply("ls"), "sudo ls");
}

#[test]
fn the_program_stands_behind_its_prefixes() {
    let program = |text: &str| {
        let script = Script::parse(text, Dialect::Bash);
        script.commands[0].program_name().map(str::to_owned)
    };
    for (text, name) in [
        ("ls", "ls"),
        ("sudo ls", "ls"),
        ("sudo -u root -E ls -l", "ls"),
        ("sudo -Eu root ls", "ls"),
        ("sudo -uroot ls", "ls"),
        ("sudo --user=root -- ls", "ls"),
        ("sudo A=b ls", "ls"),
        ("sudo -i", "sudo"),
        ("sudo", "sudo"),
        ("env -u X A=b B=c nice -n 5 ls", "ls"),
        ("time -p ls", "ls"),
        ("timeout -s KILL 5 ls -l", "ls"),
        ("timeout 5", "timeout"),
        ("command ls", "ls"),
        ("command -v ls", "command"),
        ("exec -a x ls", "ls"),
        ("nohup setsid ls &", "ls"),
        ("x=1 sudo ls", "ls"),
    ] {
        assert_eq!(program(text).as_deref(), Some(name), "{text}");
    }
    assert_eq!(program("x=1"), None);
    let script = Script::parse("sudo -n apt install x", Dialect::Bash);
    assert!(script.commands[0].is_privileged());
    assert_eq!(script.commands[0].arguments().len(), 2);
}
