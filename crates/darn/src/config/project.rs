//! What a project's file may change: it can only make darn quieter or stricter.

use super::{CaptureMode, Settings, llm::Network};

/// Applies a setting of a project's file, or explains why it is ignored. A setting that is not listed here
/// is refused.
pub fn tighten(settings: &mut Settings, path: &str, project: &Settings) -> Result<(), &'static str> {
    let Settings { suggest, policy, capture, llm, .. } = settings;
    let Settings { suggest: to_suggest, policy: to_policy, capture: to_capture, llm: to_llm, .. } = project;
    let (privacy, to_privacy) = (&mut llm.privacy, &to_llm.privacy);
    let is_allowed = match path {
        "suggest.enabled" => only(false, &mut suggest.enabled, to_suggest.enabled),
        "suggest.ghost_text" => only(false, &mut suggest.ghost_text, to_suggest.ghost_text),
        "suggest.causes" => only(false, &mut suggest.causes, to_suggest.causes),
        "suggest.program_silence" => add(&mut suggest.program_silence, &to_suggest.program_silence),
        "policy.allow" => return Err("a project file cannot allow commands; ignored"),
        "policy.block" => add(&mut policy.project_block, &to_policy.block),
        "policy.level" if to_policy.level < policy.level => {
            return Err("a project file can only raise it; ignored");
        }
        "policy.level" => only(to_policy.level, &mut policy.level, to_policy.level),
        "capture.mode" => only(CaptureMode::None, &mut capture.mode, to_capture.mode),
        "capture.never" => add(&mut capture.never, &to_capture.never),
        "capture.max_lines" => lower(&mut capture.max_lines, to_capture.max_lines),
        "capture.max_bytes" => lower(&mut capture.max_bytes, to_capture.max_bytes),
        "llm.enabled" => only(false, &mut llm.enabled, to_llm.enabled),
        "llm.auto_prompt" => only(false, &mut llm.auto_prompt, to_llm.auto_prompt),
        "llm.network" => only(Network::Loopback, &mut llm.network, to_llm.network),
        "llm.privacy.minimal_context" => only(true, &mut privacy.minimal_context, to_privacy.minimal_context),
        "llm.privacy.anonymize_paths" => only(true, &mut privacy.anonymize_paths, to_privacy.anonymize_paths),
        "llm.privacy.max_output_lines" => lower(&mut privacy.max_output_lines, to_privacy.max_output_lines),
        "llm.privacy.max_output_bytes" => lower(&mut privacy.max_output_bytes, to_privacy.max_output_bytes),
        _ => false,
    };
    if is_allowed { Ok(()) } else { Err("a project file can only make darn quieter; ignored") }
}

fn only<T: PartialEq>(allowed: T, own: &mut T, project: T) -> bool {
    let is_allowed = project == allowed;
    if is_allowed {
        *own = project;
    }
    is_allowed
}

fn lower<T: Ord + Copy>(own: &mut T, project: T) -> bool {
    *own = project.min(*own);
    true
}

fn add(own: &mut Vec<String>, project: &[String]) -> bool {
    own.extend_from_slice(project);
    true
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{GuardLevel, parse};
    use super::*;

    /// Applies a project's file, and returns what it may not set.
    fn apply(settings: &mut Settings, text: &str) -> Vec<String> {
        let file = parse(Path::new(".darn.toml"), text.as_bytes());
        assert_eq!(file.problems, []);
        let mut refused = file.paths;
        refused.retain(|path| tighten(settings, path, &file.settings).is_err());
        refused
    }

    #[test]
    fn a_project_may_only_tighten() {
        let mut settings = Settings::default();
        settings.suggest.program_silence = vec!["make".into()];
        settings.capture.never = vec!["mytool".into()];
        let refused = apply(
            &mut settings,
            "suggest = { enabled = false, program_silence = ['cargo'] }
            capture = { never = ['ours show'], max_lines = 5, max_bytes = 100_000, mode = 'none' }
            policy = { level = 'active', block = ['terraform apply'] }
            llm.network = 'loopback'
            llm.privacy = { max_output_lines = 1, anonymize_paths = true }",
        );
        assert_eq!(refused, [""; 0]);
        assert!(!settings.suggest.enabled);
        assert_eq!(settings.suggest.program_silence, ["make", "cargo"]);
        assert_eq!(settings.capture.never, ["mytool", "ours show"]);
        assert_eq!((settings.capture.max_lines.0, settings.capture.max_bytes.0), (5, 10 * 1024));
        assert_eq!((settings.capture.mode, settings.policy.level), (CaptureMode::None, GuardLevel::Active));
        assert_eq!((settings.policy.block.len(), settings.policy.project_block.len()), (0, 1));
        assert_eq!((settings.llm.network, settings.llm.privacy.max_output_lines.0), (Network::Loopback, 1));
        assert!(settings.llm.privacy.anonymize_paths);

        let before = settings.clone();
        let loosening = "suggest = { enabled = true, limit = 9 }
            keys.accept = 'esc'
            policy = { allow = ['rm **'], level = 'off' }
            capture.mode = 'auto'
            rules.sources = ['/tmp']
            llm.network = 'any'
            llm.privacy.minimal_context = false";
        let mut refused = apply(&mut settings, loosening);
        refused.sort();
        let all = "capture.mode keys.accept llm.network llm.privacy.minimal_context policy.allow policy.level \
                   rules.sources suggest.enabled suggest.limit";
        assert_eq!(refused.join(" "), all);
        assert_eq!(settings, before);
    }
}
