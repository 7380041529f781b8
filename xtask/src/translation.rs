//! Checks that README.zh.md matches README.md: the same sections, code blocks, and names of commands and
//! settings, and equal numbers of rows and list entries.

use std::path::Path;

const PAIR: [&str; 2] = ["README.md", "README.zh.md"];

/// Language-independent content of a section.
#[derive(Debug, Default, PartialEq, Eq)]
struct Section {
    /// Number of `#` before the heading.
    level: usize,
    /// Fenced blocks, with their fences.
    blocks: Vec<String>,
    /// Inline code, sorted.
    code: Vec<String>,
    rows: usize,
    entries: usize,
}

pub fn problems(root: &Path) -> Vec<String> {
    let text = |name: &str| std::fs::read_to_string(root.join(name)).unwrap_or_default();
    compare(&text(PAIR[0]), &text(PAIR[1]))
}

fn compare(one: &str, two: &str) -> Vec<String> {
    let (one, two) = (sections(one), sections(two));
    let mut problems = Vec::new();
    if one.len() != two.len() {
        let [first, second] = PAIR;
        problems.push(format!("{first} has {} sections, {second} {}", one.len(), two.len()));
    }
    for ((heading, one), (_, two)) in one.iter().zip(&two).filter(|(one, two)| one.1 != two.1) {
        let missing: Vec<_> = one.code.iter().filter(|code| !two.code.contains(code)).collect();
        let added: Vec<_> = two.code.iter().filter(|code| !one.code.contains(code)).collect();
        let what = if one.blocks != two.blocks {
            "the blocks of code differ".to_owned()
        } else if !missing.is_empty() || !added.is_empty() {
            format!("missing {missing:?}, added {added:?}")
        } else {
            format!("levels, rows, entries or counts differ:\n  {one:?}\n  {two:?}")
        };
        problems.push(format!("{}, the section `{heading}` of {}: {what}", PAIR[1], PAIR[0]));
    }
    problems
}

/// Splits a text into sections with their headings; skips the text before the first heading.
fn sections(text: &str) -> Vec<(String, Section)> {
    let mut sections: Vec<(String, Section)> = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        if !is_code && line.starts_with('#') {
            let heading = line.trim_start_matches('#');
            let level = line.len() - heading.len();
            sections.push((heading.trim().to_owned(), Section { level, ..Section::default() }));
        }
        let Some((_, section)) = sections.last_mut() else { continue };
        if is_fence && !is_code {
            section.blocks.push(String::new());
        }
        if is_fence || is_code {
            is_code ^= is_fence;
            if let Some(block) = section.blocks.last_mut() {
                block.push_str(line);
                block.push('\n');
            }
            continue;
        }
        section.rows += usize::from(line.starts_with('|'));
        section.entries += usize::from(line.starts_with("- "));
        section.code.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        section.code.sort();
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_translation_has_what_the_original_has() {
        let one = "# A\n\nuse `x`, then `y`\n\n```sh\n# no heading\n```\n\n## B\n\n| a | b |\n- c\n";
        let two = "# 甲\n\n先 `y` 后 `x`\n\n```sh\n# no heading\n```\n\n## 乙\n\n| 一 | 二 |\n- 三\n";
        assert_eq!(compare(one, two), Vec::<String>::new());
        for (from, to) in [
            ("# no heading", "# 不同"),
            ("`x`", "`z`"),
            ("## 乙", "### 乙"),
            ("## 乙", "乙"),
            ("- 三\n", ""),
            ("| 一 | 二 |\n", ""),
        ] {
            assert_ne!(compare(one, &two.replace(from, to)), Vec::<String>::new(), "{from}");
        }
    }
}
