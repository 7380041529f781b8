//! Lines of PowerShell and cmd.exe, and how they are judged.

use syntax::Dialect;

use crate::{Level, Policy};
use facts::FakeWorld;

fn judged(text: &str) -> (Level, String) {
    in_home(text, "/home/test", "/home/test/src/app")
}

fn in_home(text: &str, home: &str, directory: &str) -> (Level, String) {
    let world =
        FakeWorld { home: Some(home.into()), directory: Some(directory.into()), ..FakeWorld::default() };
    let verdict = Policy::default().assess(text, Dialect::PowerShell, &world);
    let rules: Vec<String> = verdict.reasons.iter().map(|r| format!("{}={:?}", r.rule, r.level)).collect();
    (verdict.level, rules.join(" "))
}

/// Lines of a table, `⏎` for an end of line within one.
fn rows(table: &str) -> impl Iterator<Item = String> + '_ {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("%%"))
        .map(|line| line.replace('⏎', "\n"))
}

fn wrong(table: &str, is_wrong: impl Fn(Level) -> bool) -> Vec<String> {
    let judge = |row: String| {
        let (level, rules) = judged(&row);
        is_wrong(level).then(|| format!("{row}    {level:?} {rules}"))
    };
    rows(table).filter_map(judge).collect()
}

#[test]
fn dangerous_lines_are_noticed() {
    let table = include_str!("tests/dangerous.txt");
    assert!(rows(table).count() >= 200);
    let missed = wrong(table, |level| level == Level::Allow);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn deletes_of_roots_are_denied() {
    let missed = wrong(include_str!("tests/denied.txt"), |level| level != Level::Deny);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn everyday_lines_stay_silent() {
    let table = include_str!("tests/harmless.txt");
    assert!(rows(table).count() >= 120);
    let alarms = wrong(table, |level| level > Level::Allow);
    assert!(alarms.is_empty(), "{}", alarms.join("\n"));
}

#[test]
fn homes_on_a_drive() {
    let judged = |text: &str| in_home(text, r"C:\Users\ada", r"C:\Users\ada\src\app").0;
    for text in [
        "ri ~ -r -fo", "rm -r $HOME", r"del C:\Users\ada\* -Recurse",
        r"Remove-Item $env:USERPROFILE -Recurse",
    ] {
        assert_eq!(judged(text), Level::Deny, "{text}");
    }
    for text in [
        r"ri .\bin -r -fo", "rm -r obj,bin", r"ri C:\Users\ada\src\app\dist -Recurse",
        r"del $env:TEMP\* -Recurse",
    ] {
        assert_eq!(judged(text), Level::Allow, "{text}");
    }
    for text in [r"ri C:\Users\ada\Documents -Recurse", "ri * -r -fo", r"ri .git -r -fo"] {
        assert!(judged(text) > Level::Allow, "{text}");
    }
}

#[test]
fn the_span_is_the_command() {
    let world = FakeWorld::default();
    let text = r"Get-Date; if (1) { Remove-Item C:\ -Recurse }";
    let verdict = Policy::default().assess(text, Dialect::PowerShell, &world);
    let span = verdict.reasons[0].span;
    assert_eq!(text.get(span.start..span.end), Some(r"Remove-Item C:\ -Recurse"));
}

#[test]
fn from_other_shells() {
    let world = FakeWorld::default();
    for text in [
        r#"pwsh -c 'Remove-Item -Recurse -Force /'"#,
        r#"powershell.exe -NoProfile -Command "Remove-Item C:\\Windows -Recurse""#,
        r#"cmd.exe /c "rd /s /q C:\\""#,
        "echo 'ri C:\\ -r -fo' | pwsh -Command -",
        "powershell.exe -e cgBpACAAQwA6AFwAIAAtAHIA",
    ] {
        let verdict = Policy::default().assess(text, Dialect::Bash, &world);
        assert!(verdict.level > Level::Warn, "{text} {verdict:?}");
    }
}

/// Texts put together from what PowerShell gives a meaning to: reading them ends, in bounds.
#[test]
fn anything_can_be_read() {
    const PARTS: &[&str] = &[
        "$x", "$(", ")", "{", "}", "\"", "'", "@'\n", "\n'@", "@\"\n", "\n\"@", "`", " ", "\n", ";", "|",
        "&", "&&", "=", "+=", "[", "]", "[char]", "::", ".", "..", ",", "@(", "@{", "if", "foreach",
        "($i in 1..9)", "while(1)", "function f", "param(", "iex ", "-join", "-f", "-replace", "'a'", "%",
        "?", "ri ", "C:\\", " -r", "--%", "#", "<#", "#>", ">", "2>&1", "\u{10FFFE}", "é", "𝕏", "$env:",
        "${", "1..99999", "*9", "switch", "try", "catch", "cmd /c ", "^", "%a%", "for", "[IO.File]::Delete(",
        ".Invoke()", "-", "!", "++", "\0", "do", "until", "return ", "& ", ". ", "$_", "@x",
    ];
    let policy = Policy::default();
    let world = FakeWorld::default();
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    for _ in 0..3_000 {
        let count = 1 + random(40);
        let text: String = (0..count).map(|_| PARTS[random(PARTS.len())]).collect();
        let _ = policy.assess(&text, Dialect::PowerShell, &world);
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let policy = Policy::default();
    let world = FakeWorld::default();
    let many = |part: &str| part.repeat(60_000 / part.len());
    for text in [
        many("("),
        many("$("),
        many("{"),
        many("\"$("),
        many("@{a="),
        many("[a]"),
        many("!"),
        many(","),
        many("& {"),
        many("if(1){"),
        many("$a[$a"),
        many("$a+="),
        many("-join "),
        many("$a="),
        many("function f{f};"),
        many("%{"),
        many("a|"),
        format!("$a='{}';{}", "x".repeat(1000), many("$a+=$a;")),
        format!("$a=1..9999;{}", many("$a+=$a;")),
        format!("{}ri x{}", "1..99|%{".repeat(20), "}".repeat(20)),
        many("cmd /c "),
        many("'a'*99999;"),
        many("iex '"),
        many("<#"),
        many("try{"),
        many("$x.y("),
        many("return "),
    ] {
        let _ = policy.assess(&text, Dialect::PowerShell, &world);
    }
}
