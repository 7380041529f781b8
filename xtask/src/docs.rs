//! `cargo xtask docs`: writes the generated pages of the book, which list every rule with a recorded example
//! (`docs/rules/*.md`), and its table of contents (`docs/SUMMARY.md`), from the rule files and the corpus. If
//! mdbook is installed, builds the book into `target/book`. None of the output is committed.

use std::fmt::Write as _;

use engine::rules::{built_in_files, fixers};

use crate::corpus::{Page, Section, paths, programs};
use crate::prelude::*;

pub fn run(_: &[String]) -> Result<()> {
    let docs = crate::root().join("docs");
    let pages = rule_pages(&examples_of_fixers()?)?;
    let rules = docs.join("rules");
    let _ = std::fs::remove_dir_all(&rules);
    std::fs::create_dir_all(&rules)?;
    for (name, text) in &pages {
        std::fs::write(rules.join(format!("{name}.md")), text)?;
    }
    std::fs::write(docs.join("SUMMARY.md"), contents(&docs, pages.keys())?)?;
    println!("{} pages of rules in {}", pages.len(), rules.display());
    match Command::new("mdbook").arg("build").arg(&docs).status() {
        Ok(status) => ensure!(status.success(), "mdbook failed"),
        Err(_) => println!("to build the book, run `cargo install mdbook` and repeat this"),
    }
    Ok(())
}

/// Returns the pages: name → text.
fn rule_pages(of_fixers: &BTreeMap<String, Section>) -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for (stem, text) in built_in_files() {
        let file: toml::Table = text.parse().with_context(|| stem.to_owned())?;
        let mut page = format!("# Rules: {stem}\n");
        for rule in file.get("rule").and_then(toml::Value::as_array).into_iter().flatten() {
            data_rule(&mut page, rule)?;
        }
        pages.insert(stem.to_owned(), page);
    }
    for fixer in fixers::ALL {
        let name = fixer.id.split('/').next().unwrap_or("any");
        let page = pages.entry(name.to_owned()).or_insert_with(|| format!("# Rules: {name}\n"));
        write!(page, "\n## {}\n\n{}\n", fixer.id, plain(fixer.about))?;
        if let Some(section) = of_fixers.get(fixer.id) {
            let fix = section.fixes.first().map(String::as_str).unwrap_or_default();
            transcript(page, &section.command, &section.output, fix)?;
        }
    }
    Ok(pages)
}

fn data_rule(page: &mut String, rule: &toml::Value) -> Result<()> {
    let text =
        |value: &toml::Value, key: &str| value.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let id = text(rule, "id").context("a rule without id")?;
    write!(page, "\n## {id}\n\n{}\n", plain(&text(rule, "because").unwrap_or_default()))?;
    let examples = rule.get("example").and_then(toml::Value::as_array).context("a rule without examples")?;
    let fix = |example: &toml::Value| {
        example.get("fixes")?.as_array()?.first().and_then(toml::Value::as_str).map(str::to_owned)
    };
    let shown = examples.iter().find(|example| fix(example).is_some());
    let shown = shown.or_else(|| examples.iter().find(|example| example.get("because").is_some()));
    let shown = shown.with_context(|| format!("{id}: no example with an answer"))?;
    let (command, output) =
        (text(shown, "command").unwrap_or_default(), text(shown, "output").unwrap_or_default());
    transcript(page, &command, &output, &fix(shown).unwrap_or_default())?;
    if let Some(manual) = text(rule, "docs") {
        write!(page, "\nSee {manual}.\n")?;
    }
    Ok(())
}

fn transcript(page: &mut String, command: &str, output: &str, fix: &str) -> Result<()> {
    write!(page, "\n````console\n$ {command}\n{}\n", output.trim_end())?;
    if !fix.is_empty() {
        writeln!(page, "✗ {fix}")?;
    }
    writeln!(page, "````")?;
    Ok(())
}

/// Escapes the `<` of placeholders, which would be HTML.
fn plain(text: &str) -> String {
    text.replace('<', "&lt;")
}

/// Returns, for each rule in Rust, the shortest command of the corpus that it fixes.
fn examples_of_fixers() -> Result<BTreeMap<String, Section>> {
    let programs = programs()?;
    let mut found: BTreeMap<String, Section> = BTreeMap::new();
    for path in paths()? {
        for mut section in Page::read(&path)?.sections {
            let answer = section.answer(&programs)?;
            let (Some(rule), true) = (answer.rule.clone(), section.is_right(&answer)) else { continue };
            section.fixes = answer.suggestions;
            let shorter = |known: &Section| section.command.len() < known.command.len();
            if found.get(&rule).is_none_or(shorter) {
                found.insert(rule, section);
            }
        }
    }
    Ok(found)
}

/// Returns the table of contents: the handwritten pages, then the rules.
fn contents<'a>(docs: &Path, rules: impl Iterator<Item = &'a String>) -> Result<String> {
    let mut text = "# Summary\n\n[darn](introduction.md)\n\n".to_owned();
    let mut own = Vec::new();
    for entry in std::fs::read_dir(docs)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && !["SUMMARY.md", "introduction.md"].contains(&name.as_str()) {
            own.push(name);
        }
    }
    own.sort();
    for name in own {
        let page = std::fs::read_to_string(docs.join(&name))?;
        let title = page.lines().next().and_then(|line| line.strip_prefix("# ")).context(name.clone())?;
        writeln!(text, "- [{title}]({name})")?;
    }
    text.push_str("\n# Rules\n\n");
    for name in rules {
        writeln!(text, "- [{name}](rules/{name}.md)")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every rule is listed with a recorded example.
    #[test]
    fn every_rule_has_an_example() {
        let examples = examples_of_fixers().unwrap();
        let pages = rule_pages(&examples).unwrap();
        let listed: usize = pages.values().map(|page| page.matches("\n## ").count()).sum();
        let shown: usize = pages.values().map(|page| page.matches("\n````console\n").count()).sum();
        let without: Vec<&str> =
            fixers::ALL.iter().map(|fixer| fixer.id).filter(|id| !examples.contains_key(*id)).collect();
        assert!(without.is_empty(), "no section of the corpus is fixed first by {without:?}");
        assert_eq!(listed, shown);
    }
}
