//! The figures of the posted failures.

use syntax::{Dialect, Script};

use super::{Explains, Label, Outcome, by};

/// Prints the figures of one half.
pub fn print(half: &str, outcomes: &[Outcome]) {
    println!("\n## {half}: {} cases\n", outcomes.len());
    println!("| family | fixable | first | in three | offered wrongly |\n|---|---|---|---|---|");
    for (family, group) in by(outcomes, |outcome| outcome.family.clone()) {
        row(&family, &group);
    }
    let all: Vec<&Outcome> = outcomes.iter().collect();
    row("**all**", &all);
    let offers = || all.iter().filter(|outcome| outcome.offered.is_some());
    let right = offers().filter(|outcome| outcome.is_first_right).count();
    println!("\nOf what is offered first, {} is right.", share(right, offers().count()));
    for label in [Label::Explain, Label::Negative] {
        let group = || all.iter().filter(|outcome| outcome.label == label);
        let disturbed = group().filter(|outcome| outcome.is_disturbed()).count();
        println!("{label:?}: {} disturbed.", share(disturbed, group().count()));
    }
    let causes = || all.iter().filter(|outcome| outcome.label != Label::Negative);
    let said = |wanted| causes().filter(|outcome| outcome.explains == wanted).count();
    println!(
        "Explanations: true cause {}, another text {}, none {}.",
        share(said(Explains::TrueCause), causes().count()),
        share(said(Explains::Something), causes().count()),
        share(said(Explains::Nothing), causes().count())
    );
    calibration("applicability", outcomes, |outcome| outcome.offered.clone().unwrap_or_default());
    calibration("from", outcomes, |outcome| outcome.source.unwrap_or_default().to_owned());
    calibration("change", outcomes, |outcome| outcome.change.unwrap_or_default().to_owned());
}

/// Prints how often the first suggestion was right, for each group of them.
fn calibration(heading: &str, outcomes: &[Outcome], name: impl Fn(&Outcome) -> String) {
    println!("\n| {heading} | offered first | right |\n|---|---|---|");
    for (name, group) in by(outcomes, name).into_iter().filter(|(name, _)| !name.is_empty()) {
        let right = group.iter().filter(|outcome| outcome.is_first_right).count();
        println!("| {name} | {} | {} |", group.len(), share(right, group.len()));
    }
}

fn row(name: &str, group: &[&Outcome]) {
    let fixable = || group.iter().filter(|outcome| outcome.label == Label::Fixable);
    let count = fixable().count();
    let first = fixable().filter(|outcome| outcome.is_first_right).count();
    let in_three = fixable().filter(|outcome| outcome.is_one_right).count();
    let wrong = group.iter().filter(|outcome| outcome.offered.is_some() && !outcome.is_first_right).count();
    println!("| {name} | {count} | {} | {} | {wrong} |", share(first, count), share(in_three, count));
}

fn share(part: usize, whole: usize) -> String {
    match whole {
        0 => "–".into(),
        whole => format!("{part}/{whole} = {:.1} %", part as f64 * 100.0 / whole as f64),
    }
}

/// Returns whether two lines do the same: their words are equal, however they are quoted and spaced. `<NAME>`
/// in the accepted line stands for any word, and the message of a commit is the user's choice.
pub fn is_same(accepted: &str, offered: &str, shell: &str) -> bool {
    let dialect = shell.parse().unwrap_or(Dialect::Bash);
    let (accepted, offered) = (words(accepted, dialect), words(offered, dialect));
    let is_message =
        |at: usize| at.checked_sub(1).is_some_and(|before| is_commit(&accepted) && accepted[before] == "-m");
    accepted.len() == offered.len()
        && accepted.iter().zip(&offered).enumerate().all(|(at, (accepted, offered))| {
            accepted == offered || is_placeholder(accepted) || is_message(at)
        })
}

fn is_commit(words: &[String]) -> bool {
    words.windows(2).any(|pair| pair == ["git", "commit"])
}

fn is_placeholder(word: &str) -> bool {
    word.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || "_-".contains(c))
    })
}

/// Returns the words without quotes, and what stands between them.
fn words(line: &str, dialect: Dialect) -> Vec<String> {
    let line = line.trim();
    if line.split_whitespace().any(is_placeholder) {
        return line.split_whitespace().map(str::to_owned).collect();
    }
    let script = Script::parse(line, dialect);
    let mut spans: Vec<_> = script.commands.iter().flat_map(|command| &command.words).collect();
    spans.sort_by_key(|word| word.span.start);
    let (mut found, mut end) = (Vec::new(), 0);
    for word in spans {
        if word.span.start < end {
            continue; // inside of a substitution
        }
        let between = line.get(end..word.span.start).unwrap_or_default().trim();
        found.extend(Some(between.to_owned()).filter(|text| !text.is_empty()));
        found.push(if word.dynamic { script.raw(word.span).to_owned() } else { word.value.clone() });
        end = word.span.end;
    }
    let rest = line.get(end..).unwrap_or_default().trim();
    found.extend(Some(rest.to_owned()).filter(|text| !text.is_empty()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_and_spacing_do_not_matter_words_do() {
        assert!(is_same("git commit -m 'a b'", "git  commit -m \"a b\"", "bash"));
        assert!(is_same("a && b >out", "a  &&  b >out", "bash"));
        assert!(is_same("git remote add origin <URL>", "git remote add origin https://x", "bash"));
        assert!(!is_same("git push", "git pull", "bash"));
        assert!(!is_same("a && b", "a; b", "bash"));
    }
}
