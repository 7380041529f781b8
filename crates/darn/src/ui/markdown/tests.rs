use super::screen::Screen;
use super::*;

fn terminal_of(side: u16) -> vt100::Parser {
    let side = side.try_into().unwrap();
    vt100::Parser::new(side, side, 0)
}

fn style(columns: usize) -> Style {
    Style { columns, rows: 24, utf8: true, attributes: false, cursor: true, is_terminal: true }
}

/// Draws a text that arrives at once.
fn drawn(text: &str, style: &Style) -> Vec<String> {
    let mut markdown = Markdown::new(style.clone());
    let mut lines = markdown.push(text).done;
    lines.extend(markdown.finish().done);
    lines
}

const SAMPLE: &str = "# Why it fails\n\nThe *remote* has **commits** that `main` lacks, so git refuses. See [the manual](https://git-scm.com/docs/git-push) or <https://git-scm.com>.\n\n1. Fetch first:\n   ```bash\n   git fetch origin\n   ```\n2. Then rebase:\n   - with `--autostash`\n   - or by hand\n\n> Force only\n> on your own branch.\n\n```console\n$ git push # again\nEverything up-to-date\n```\n\n| option | what it does | risk |\n|:--|:-:|--:|\n| `--force` | overwrites the remote branch | high |\n| `--force-with-lease` | only if nobody pushed | low |\n\n---\n\nSetext\n======\n\n- [x] done\n- [ ] left: a line that is so long that it has to be wrapped at least once in a terminal of sixty columns\n\nend of paragraph\n#hashtag, no heading\n";

#[test]
fn sample_at_60_columns_is_readable() {
    let plain = drawn(SAMPLE, &style(60)).join("\n");
    insta::assert_snapshot!("markdown_60", plain);
    let ascii = Style { utf8: false, ..style(40) };
    insta::assert_snapshot!("markdown_40_ascii", drawn(SAMPLE, &ascii).join("\n"));
    let painted = Style { attributes: true, ..style(80) };
    insta::assert_snapshot!("markdown_80", drawn(SAMPLE, &painted).join("\n").replace('\u{1b}', "^["));
}

#[test]
fn lines_do_not_depend_on_how_the_text_arrives() {
    let style = style(60);
    let whole = drawn(SAMPLE, &style);
    let ends: Vec<usize> = SAMPLE.char_indices().map(|(at, _)| at).collect();
    for size in [1, 2, 3, 7, 31, 200] {
        let mut markdown = Markdown::new(style.clone());
        let mut lines = Vec::new();
        for piece in ends.chunks(size) {
            let (from, to) = (piece[0], ends.get(piece[0] + piece.len()).copied().unwrap_or(SAMPLE.len()));
            lines.extend(markdown.push(SAMPLE.get(from..to).unwrap()).done);
        }
        lines.extend(markdown.finish().done);
        assert_eq!(lines, whole, "{size}");
    }
    for cut in ends {
        let (head, tail) = SAMPLE.split_at(cut);
        let mut markdown = Markdown::new(style.clone());
        let mut lines = markdown.push(head).done;
        lines.extend(markdown.push(tail).done);
        lines.extend(markdown.finish().done);
        assert_eq!(lines, whole, "cut at {cut}");
    }
}

#[test]
fn screen_shows_the_lines_however_the_text_arrives() {
    for attributes in [false, true] {
        let style = Style { attributes, rows: 60, ..style(60) };
        let expected = {
            let mut terminal = terminal_of(60);
            terminal.process(drawn(SAMPLE, &style).join("\r\n").as_bytes());
            terminal.screen().contents()
        };
        for size in [1, 5, 64, SAMPLE.len()] {
            let mut bytes = Vec::new();
            let mut screen = Screen::new(&mut bytes, &style);
            let chars: Vec<char> = SAMPLE.chars().collect();
            for chunk in chars.chunks(size) {
                screen.add(&chunk.iter().collect::<String>());
            }
            screen.finish();
            let mut terminal = terminal_of(60);
            terminal.process(&bytes);
            assert_eq!(terminal.screen().contents().trim_end(), expected.trim_end(), "{size}");
            assert_eq!(terminal.screen().cursor_position().1, 0, "the cursor is on a line of its own");
        }
    }
}

#[test]
fn final_lines_are_never_drawn_again() {
    let style = style(60);
    let mut bytes = Vec::new();
    let mut screen = Screen::new(&mut bytes, &style);
    let code = format!("```\n{}", "a line of code\n".repeat(500));
    for chunk in code.as_bytes().chunks(9) {
        screen.add(std::str::from_utf8(chunk).unwrap());
    }
    screen.finish();
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.contains("\u{1b}["), "no cursor movement is needed where text is only appended");
    assert_eq!(text.matches("a line of code").count(), 500);
}

#[test]
fn hostile_text_neither_moves_the_cursor_nor_rings() {
    let hostile =
        "a\u{1b}[2J\u{7}\u{9b}31m b\rc \u{202e}d\n\n```\n\u{1b}]0;x\u{7}\n```\n| \u{1b}[H | b |\n|--|--|\n";
    let lines = drawn(hostile, &style(60)).join("\n");
    assert!(!lines.contains(['\u{1b}', '\u{7}', '\r', '\u{9b}', '\u{202e}']), "{lines:?}");
    assert!(lines.contains("\\u{202e}"), "{lines:?}");
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let long = "x".repeat(300);
    let text = format!(
        "# {long}\n\n{long} and `{long}`\n\n> - {long}\n\n| a | {long} |\n|--|--|\n| {long} | b |\n\n```\n{long}\n```\n中文{long}\n"
    );
    for columns in [20, 40, 60, 80, 200] {
        for line in drawn(&text, &style(columns)) {
            assert!(crate::ui::text::columns(&line) < columns.max(20), "{columns}: {line}");
        }
    }
}

#[test]
fn nesting_of_thousands_is_drawn_flat() {
    let deep = format!("{}deep\n", "> ".repeat(5000));
    assert!(drawn(&deep, &style(60)).join(" ").contains("deep"));
    let lists = (0..500).map(|at| format!("{}- x\n", " ".repeat(at * 2))).collect::<String>();
    assert!(!drawn(&lists, &style(60)).is_empty());
}

#[test]
fn cost_grows_with_the_length_and_not_faster() {
    let style = style(80);
    let seconds = |head: &str, part: &str, kilobytes: usize| {
        let text = format!("{head}{}", part.repeat(kilobytes * 1024 / part.len()));
        let since = std::time::Instant::now();
        let mut screen = Screen::new(std::io::sink(), &style);
        for chunk in text.as_bytes().chunks(4) {
            screen.add(std::str::from_utf8(chunk).unwrap());
        }
        screen.finish();
        since.elapsed().as_secs_f64()
    };
    // blocks that stay open: a paragraph in one line and in many, a list, a quotation, code in many lines and in one
    for (head, part) in [
        ("", "words of a paragraph "),
        ("", "words of\na paragraph\n"),
        ("", "- an item of a list\n"),
        ("", "> quoted words\n"),
        ("```\n", "a line of code\n"),
        ("```\n", "code in one line "),
        ("- item\n  ```\n", "  a line of code\n"),
    ] {
        let (small, large) = (seconds(head, part, 10), seconds(head, part, 100));
        println!("{head:?} {part:?}: 10 KB in {small:.4} s, 100 KB in {large:.4} s");
        assert!(large / small < 30.0, "{part:?}: 10 KB in {small:.3} s, 100 KB in {large:.3} s");
        assert!(large < 125.0, "{part:?}: 200 tokens of 4 bytes a second come faster: {large:.3} s");
    }
}
