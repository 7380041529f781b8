//! Merges offline suggestions with those of the model.

use engine::{Applicability, Diagnosis, Suggestion};

/// Adds the model's suggestions after the certain offline ones and, because the user asked for them, before
/// the merely likely ones. A line that both propose keeps its offline form.
pub fn merge(mut diagnosis: Diagnosis, why: Option<String>, model: Vec<Suggestion>) -> Diagnosis {
    let offline = std::mem::take(&mut diagnosis.suggestions);
    let is_new = |new: &Suggestion| offline.iter().all(|old| old.text.trim() != new.text.trim());
    let model: Vec<Suggestion> = model.into_iter().filter(is_new).collect();
    let is_certain = |suggestion: &Suggestion| suggestion.applicability == Applicability::Certain;
    let (mut all, likely): (Vec<_>, Vec<_>) = offline.into_iter().partition(is_certain);
    let mut others: Vec<Suggestion> = model.into_iter().chain(likely).collect();
    others.sort_by_key(|suggestion| suggestion.verdict.level.is_dangerous());
    all.extend(others);
    all.truncate(Diagnosis::MAX_SUGGESTIONS);
    diagnosis.because = diagnosis.because.or(why);
    diagnosis.suggestions = all;
    diagnosis
}

#[cfg(test)]
mod tests {
    use engine::Origin;
    use policy::{Level, Verdict};
    use syntax::Edit;

    use super::*;

    fn suggestion(text: &str, origin: Origin, applicability: Applicability, level: Level) -> Suggestion {
        let verdict = Verdict { level, ..Verdict::allow() };
        Suggestion {
            edit: Edit::new(),
            text: text.into(),
            because: String::new(),
            origin,
            applicability,
            verdict,
        }
    }

    #[test]
    fn what_is_certain_stays_first() {
        let rule = || Origin::Rule("git/x".into());
        let llm = || Origin::Llm { provider: "openai".into(), model: "m".into() };
        let offline = vec![
            suggestion("git push", rule(), Applicability::Certain, Level::Allow),
            suggestion("git pull", rule(), Applicability::Likely, Level::Allow),
            suggestion("git reset --hard", rule(), Applicability::Certain, Level::Confirm),
        ];
        let model = vec![
            suggestion("git push -f", llm(), Applicability::Likely, Level::Confirm),
            suggestion("git push", llm(), Applicability::Likely, Level::Allow),
            suggestion("git fetch", llm(), Applicability::Likely, Level::Allow),
        ];
        let diagnosis = Diagnosis { suggestions: offline, ..Diagnosis::default() };
        let merged = merge(diagnosis, Some("why".into()), model);
        let texts: Vec<&str> = merged.suggestions.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["git push", "git reset --hard", "git fetch", "git pull", "git push -f"]);
        assert_eq!(merged.suggestions[0].origin, rule());
        assert_eq!(merged.suggestions[2].origin.to_string(), "llm:openai/m");
        assert_eq!(merged.because.as_deref(), Some("why"));
    }
}
