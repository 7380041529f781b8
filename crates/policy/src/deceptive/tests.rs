use super::scan;
use crate::Level::{self, Allow, Confirm, Deny, Warn};

fn level(text: &str) -> Level {
    scan(text).into_iter().map(|deception| deception.level).max().unwrap_or(Allow)
}

fn check(cases: &[(&str, Level)]) {
    for (text, expected) in cases {
        assert_eq!(level(text), *expected, "{}: {:?}", text.escape_unicode(), scan(text));
    }
}

#[test]
fn what_is_hidden() {
    check(&[
        ("ls \u{202e}txt.exe", Deny),
        ("echo 'safe\u{202e}fr- mr'", Deny),
        ("# comment \u{2066}x", Deny),
        ("echo a\u{200b}b", Confirm),
        ("echo 'a\u{200b}b'", Confirm),
        ("rm\u{200d} x", Confirm),
        ("r\u{2060}m x", Confirm),
        ("\u{feff}ls", Confirm),
        ("ls \u{e0041}\u{e0042}", Deny),
        ("echo \u{3164}", Confirm),
        ("echo \u{115f}", Confirm),
        ("echo a\u{fe0f}", Confirm),
        ("echo \u{ad}x", Warn),
        ("echo 'co\u{ad}operate'", Allow),
        ("echo \u{1b}[2K", Deny),
        ("echo '\u{1b}[31m'", Deny),
        ("echo a\u{8}b", Deny),
        ("echo \u{9b}2K", Deny),
        ("echo a\u{7f}", Deny),
        ("rm -rf /\rls", Confirm),
        ("ls\r\npwd\r\n", Allow),
        ("ls\t-l\npwd", Allow),
        ("echo \u{10fffe}", Deny),
        ("echo x\u{200e}y", Deny),
        ("echo e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", Confirm),
    ]);
}

#[test]
fn blanks_that_separate_nothing() {
    check(&[
        ("rm\u{a0}-rf x", Confirm),
        ("rm -rf \u{3000}x", Confirm),
        ("rm -rf\u{2003}/", Confirm),
        ("echo 'a\u{a0}b'", Allow),
        ("git commit -m \"10\u{202f}% de plus\u{a0}!\"", Allow),
        ("open Screenshot\\ at\\ 3.00.00\u{202f}PM.png", Allow),
        ("cat <<EOF\na\u{a0}b\nEOF\nls", Allow),
        ("cat <<EOF\nx\nEOF\nls\u{a0}-l", Confirm),
        ("ls # mind the\u{a0}gap", Allow),
    ]);
}

#[test]
fn letters_that_look_like_others() {
    check(&[
        ("ѕudo rm x", Confirm),
        ("sudo rм x", Confirm), // beside ASCII letters also what looks like none
        ("sudo \u{ff52}\u{ff4d} x", Confirm),
        ("\u{1d42b}\u{1d426} x", Confirm),
        ("ls; ϲat x", Confirm),
        ("cat /etc/раsswd", Confirm),
        ("r\u{337}m x", Confirm),
        ("curl https://gооgle.com/x", Confirm),
        ("curl 'https://gооgle.com/x'", Confirm),
        ("curl https://xn--80ak6aa92e.com/", Confirm),
        ("curl https://xn--mnchen-3ya.de/", Allow),
        ("curl https://münchen.de/", Allow),
        ("curl https://пример.рф/", Allow),
        ("curl https://例え.jp/", Allow),
        ("curl https://github.com@evil.example/x", Confirm),
        ("curl https://www.bank@evil.example/x", Confirm),
        ("curl https://github.com%2Fx@evil.example/x", Confirm),
        ("git clone https://jane.doe@bitbucket.org/x", Allow),
        ("git clone https://user:secret@github.com/x", Allow),
        ("curl https://github.com\u{2044}x.evil.example/", Confirm),
        ("curl https://github\u{3002}com/", Confirm),
        ("ssh git@github.com", Allow),
    ]);
}

#[test]
fn what_people_write() {
    check(&[
        ("", Allow),
        ("ls -la", Allow),
        ("git commit -m 'Исправлена ошибка в SQLзапросе'", Allow),
        ("git commit -m 'fix: naïve café résumé'", Allow),
        ("rm Отчёт_v2.pdf", Allow),
        ("rm 報告書.txt", Allow),
        ("rm ＡＢＣ.txt", Allow),
        ("cat café.txt", Allow),
        ("cat cafe\u{301}.txt", Allow),
        ("echo 👩\u{200d}👩\u{200d}👧 🏳\u{fe0f}\u{200d}🌈 ❤\u{fe0f} 1\u{fe0f}\u{20e3} 👍🏽", Allow),
        ("echo 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}", Allow),
        ("echo می\u{200c}خواهم", Allow),
        ("echo 'می\u{200c}خواهم'", Allow),
        ("echo क्\u{200d}ष", Allow),
        ("echo שלום\u{200f}!", Allow),
        ("echo ภาษา\u{200b}ไทย", Allow),
        ("echo 5 μs Ω → ✓ “x” – …", Allow),
        ("echo 葛\u{e0100}城", Allow),
        ("mkdir Überraschung && cd Überraschung", Allow),
        ("привет --help", Allow),
        ("λ x", Allow),
        ("echo \u{e0b0}", Allow),
        ("PS1='\u{e0b0} ' bash", Allow),
    ]);
}

#[test]
fn a_run_is_reported_once_and_the_list_ends() {
    assert_eq!(scan("a\u{200b}\u{200b}\u{200b}b").len(), 1);
    let spans: Vec<_> = scan("ls \u{202e}x")
        .into_iter()
        .map(|deception| (deception.span.start, deception.span.end))
        .collect();
    assert_eq!(spans, [(3, 6)]);
    assert_eq!(scan(&"a\u{200b}".repeat(1000)).len(), super::MAX);
}
