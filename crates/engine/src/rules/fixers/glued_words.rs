//! `cd..`, `cd/etc`, `git-log`, `ls-la`: a missing space, or a hyphen instead of it.

use super::prelude::*;

pub fn propose(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if !case.is_unstarted() && !case.printed("not found") {
        return None;
    }
    let word = command.program_word()?;
    let value = word.value.as_str();
    if word.dynamic || is_program(case, value) || word.quote != syntax::QuoteStyle::Bare {
        return None;
    }
    if let Some(proposal) = shifted(case, command, word) {
        return Some(proposal);
    }
    let Some((head, tail)) = best_cut(case, word) else { return plug_in_elsewhere(case, word) };
    let text = format!("{head} {}", tail.trim_start());
    let edit = Edit::new().replace(word.span, text);
    Some(Proposal::certain(edit, format!("missing space after `{head}`")))
}

/// `gits tatus`: the space is one letter too late or too early.
fn shifted(case: &Case<'_>, command: &Command, word: &Word) -> Option<Proposal> {
    let next = command.words.iter().find(|other| other.span.start > word.span.start)?;
    if next.dynamic || next.quote != syntax::QuoteStyle::Bare {
        return None;
    }
    let joined = format!("{}{}", word.value, next.value);
    let at = word.value.len();
    let cuts = [at.checked_sub(1)?, at + 1];
    cuts.into_iter().find_map(|cut| {
        let (head, tail) = joined.split_at_checked(cut)?;
        let known =
            vocabulary::find(head, case.world).is_some_and(|words| tail.len() > 2 && words.has(&[tail]));
        (known && is_program(case, head)).then(|| {
            let edit = Edit::new().replace(word.span.to(next.span), format!("{head} {tail}"));
            Proposal::certain(edit, "the space is in the wrong place")
        })
    })
}

/// Returns whether the subcommand is available: Docker's plug-ins are separate files and may be missing.
fn is_here(case: &Case<'_>, program: &str, subcommand: &str) -> bool {
    const PLACES: &[&str] = table!("docker_plug_ins");
    let is_plug_in = program == "docker" && matches!(subcommand, "compose" | "buildx");
    !is_plug_in
        || PLACES.iter().any(|place| {
            paths::expand(&format!("{place}/docker-{subcommand}"), case.world)
                .is_some_and(|path| case.world.kind(&path).exists())
        })
}

/// Cost of a plug-in that is not where Docker looks for it on this machine, in hundredths of an edit.
const UNSEEN: u32 = 60;

/// `docker-compose` without either: `docker compose` works where the plug-in came with Docker.
fn plug_in_elsewhere(case: &Case<'_>, word: &Word) -> Option<Proposal> {
    let (program, subcommand) = word.value.split_once('-')?;
    let words = vocabulary::built_in(program)?;
    let lacks = is_program(case, program) && words.has(&[subcommand]) && !is_here(case, program, subcommand);
    lacks.then(|| {
        let because = format!("newer versions of {program} have {subcommand} as a command of their own");
        let edit = Edit::new().replace(word.span, format!("{program} {subcommand}"));
        Proposal::likely(edit, because).at_distance(UNSEEN)
    })
}

/// Finds where the word splits into a program and its probable first argument.
fn best_cut<'a>(case: &Case<'_>, word: &'a Word) -> Option<(&'a str, &'a str)> {
    let value = word.value.as_str();
    let mut cuts: Vec<usize> = value.char_indices().skip(1).map(|(at, _)| at).collect();
    cuts.reverse(); // the longest program first
    cuts.into_iter().find_map(|at| {
        let (head, tail) = value.split_at_checked(at)?;
        (is_program(case, head) && head != ".").then_some(())?; // `./run` is a path
        // `git-log`: the hyphen stands for the space
        let words = vocabulary::built_in(head);
        if let Some(subcommand) = tail.strip_prefix('-')
            && words.as_ref().is_some_and(|words| words.has(&[subcommand]))
            && is_here(case, head, subcommand)
        {
            return Some((head, subcommand));
        }
        let opens = programs::is_any(head, &[Role::Reads, Role::Editor, Role::Pager, Role::Enters]);
        if opens && tail.len() > 2 && case.exists(tail)
            || head == "man" && tail.len() > 1 && is_program(case, tail)
            || head == "ps" && matches!(tail, "aux" | "ef" | "aef")
        {
            return Some((head, tail));
        }
        let fits = if opens && (tail == "-" || tail.starts_with(['/', '.', '~'])) {
            tail == "-" || case.exists(tail)
        } else if head == "man" {
            tail.len() > 1 && case.world.is_program(tail)
        } else if head == "ps" {
            matches!(tail, "aux" | "auxf" | "auxww" | "ax" | "ef")
        } else if tail.contains('.') && programs::is_any(head, &[Role::Editor, Role::Pager]) {
            case.exists(tail)
        } else if head == "jq" {
            tail.starts_with('.') // a jq filter begins with a dot
        } else if tail.starts_with('-') {
            tail.len() > 1
                && head.len() > 1
                && words.as_ref().map_or(tail.len() <= 3, |words| takes_letters(words, tail))
        } else {
            words.as_ref().is_some_and(|words| tail.len() > 2 && words.has(&[tail]))
        };
        fits.then_some((head, tail))
    })
}

/// Returns whether the program may have the option, or each letter of it: `-la`, but not `-key`. Where none of its
/// short options is known, three characters are an option.
fn takes_letters(words: &vocabulary::Vocabulary<'_>, tail: &str) -> bool {
    let known = |name: &str| words.options(&[]).any(|option| option.name == name);
    let has_letters = words.options(&[]).any(|option| option.name.len() == 2);
    let letters = tail.trim_start_matches('-');
    known(tail)
        || tail.len() <= 3 && !has_letters
        || letters.chars().all(|letter| known(&format!("-{letter}")))
}

fn is_program(case: &Case<'_>, name: &str) -> bool {
    builtins::has(case.dialect(), name) || case.world.is_program(name)
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn options_behind_a_program() {
        let mut world = world();
        world.programs.extend(["apt", "apk"].map(str::to_owned));
        let first =
            |text: &str| fixes("bash", text, 127, Some("bash: command not found\n"), &world).first().cloned();
        assert_eq!(first("ls-la").as_deref(), Some("ls -la"));
        assert_ne!(first("apt-key add x").as_deref(), Some("apt -key add x"));
        assert_ne!(first("apk-get install x").as_deref(), Some("apk -get install x"));
    }

    #[test]
    fn plug_ins_of_docker() {
        let mut world = world();
        world.programs.extend(["docker", "apt"].map(str::to_owned));
        let missing = "bash: docker-compose: command not found\n";
        let all = |world: &_| fixes("bash", "docker-compose ps", 127, Some(missing), world);
        assert_eq!(
            all(&world),
            ["sudo apt install docker-compose && docker-compose ps", "docker compose ps"]
        );
        world.files.insert("/usr/libexec/docker/cli-plugins/docker-compose".into(), String::new());
        assert_eq!(all(&world).first().map(String::as_str), Some("docker compose ps"));
    }
}
