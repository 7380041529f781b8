//! Programs that destroy, overwrite or end something: darn never guesses their operands (CONTRACT §3).

use programs::{Destroys, Role};
use syntax::{Command, Script, Word};

use super::guard::has_option;
use super::inner;
use super::sources::git::Repository;
use facts::world::{PathKind, World};
use facts::{paths, readers, vocabulary};

/// Roles of programs that lose something whatever their options are.
const ALWAYS: &[Role] = &[Role::Deletes, Role::Disks, Role::Ends, Role::Halts, Role::Discards, Role::Moves];

/// Options with which `fd` runs a program.
const RUN_OPTIONS: [&str; 4] = ["-x", "-X", "--exec", "--exec-batch"];

/// Returns whether the program always destroys, ends something or changes the system.
pub fn is_dangerous(program: &str) -> bool {
    programs::find_version(program).is_some_and(|program| program.is_any(ALWAYS) || program.is(Role::System))
}

/// Returns whether a dangerous program does something with these arguments.
pub fn can_start(program: &str, arguments: &[Word]) -> bool {
    !arguments.is_empty() || programs::is(program, Role::Bare)
}

/// Returns whether the corrected line gives a destructive command an operand that was not typed.
pub fn guesses_operand(typed: &Script, corrected: &Script, world: &dyn World) -> bool {
    let unchanged =
        |command: &Command| typed.commands.iter().any(|before| values(before).eq(values(command)));
    let mut words: Vec<&str> = typed.commands.iter().flat_map(values).collect();
    let (same, changed): (Vec<&Command>, Vec<&Command>) =
        corrected.commands.iter().partition(|command| unchanged(command));
    for value in same.into_iter().flat_map(values) {
        take(&mut words, value);
    }
    let mut protected = Vec::new();
    for command in changed {
        match what_it_does(command, world) {
            Some(named) => protected.extend(operands(command, &named, world)),
            None => values(command).for_each(|value| _ = take(&mut words, value)),
        }
    }
    protected.into_iter().any(|value| !take(&mut words, value))
}

fn values(command: &Command) -> impl Iterator<Item = &str> {
    let targets = command.redirects.iter().filter_map(|redirect| redirect.target.as_ref());
    command.words.iter().chain(targets).map(|word| word.value.as_str())
}

/// Removes the word, or the option that it is attached to; returns false if neither occurs.
fn take(words: &mut Vec<&str>, value: &str) -> bool {
    let exact = words.iter().position(|word| *word == value);
    let at = exact.or_else(|| words.iter().position(|word| word.starts_with('-') && word.ends_with(value)));
    at.map(|at| words.swap_remove(at)).is_some()
}

/// Returns the words of a destructive command that must not be guessed. `named`: the words that determine its
/// action.
fn operands<'a>(command: &'a Command, named: &[usize], world: &dyn World) -> Vec<&'a str> {
    let program = command.program().unwrap_or(0);
    let mut found: Vec<&str> = Vec::new();
    for (at, word) in command.words.iter().enumerate().skip(program + 1) {
        if named.contains(&at) || is_signal(command, at) || is_source_of_move(world, command, word) {
            continue;
        }
        if word.value.starts_with('-') {
            found.extend(attached(command, word, world));
        } else {
            found.push(&word.value);
        }
    }
    found.extend(command.redirects.iter().filter_map(|r| Some(r.target.as_ref()?.value.as_str())));
    found
}

/// Returns the value in `--name=value` or `-nvalue`.
fn attached<'a>(command: &Command, word: &'a Word, world: &dyn World) -> Option<&'a str> {
    if word.value.starts_with("--") {
        return Some(word.value.split_once('=')?.1);
    }
    let (letter, rest) = word.value.split_at_checked(2)?;
    let words = vocabulary::find(command.program_name()?, world);
    let path = words.and_then(|words| words.walk_command(command)).unwrap_or_default().path;
    let takes_value = (0..=path.len())
        .filter_map(|depth| words?.option(path.get(..depth)?, letter))
        .any(|option| option.takes_value);
    (!rest.is_empty() && (takes_value || rest.contains(['.', '/']))).then_some(rest)
}

/// Returns whether the word is a signal name (`kill -s TREM`); the target of the signal stays as typed.
fn is_signal(command: &Command, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| command.words.get(before));
    let sends = |name: &str| {
        programs::is(name, Role::Ends) || programs::details(name).destroys.verbs.contains(&"kill")
    };
    command.program_name().is_some_and(sends)
        && before.is_some_and(|word| matches!(word.value.as_str(), "-s" | "--signal"))
}

/// Returns whether `mv` moves it: correcting that name loses nothing, unless a file would be overwritten.
fn is_source_of_move(world: &dyn World, command: &Command, word: &Word) -> bool {
    let kind = |word: &Word| paths::expand(&word.value, world).map(|path| world.kind(&path));
    let is_kept = |last: &Word| last.span != word.span && !kind(last).is_none_or(PathKind::is_file);
    command.program_name() == Some("mv")
        && command.words.last().is_some_and(is_kept)
        && !command.arguments().iter().any(|other| has_option(other, "-f") || has_option(other, "--force"))
}

/// Returns the positions of the words that determine what a destructive command does: its subcommands, and
/// the program that it runs; `None` if nothing is destroyed.
fn what_it_does(command: &Command, world: &dyn World) -> Option<Vec<usize>> {
    let program = command.program()?;
    if let Some(named) = destroys(command, world) {
        return Some(named);
    }
    let name = programs::base_name(&command.words.get(program)?.value);
    let arguments: Vec<&str> = command.arguments().iter().map(|word| word.value.as_str()).collect();
    let run_by_it = inner::programs(command);
    let changes = run_by_it.iter().any(|word| !readers::is_reader(word));
    if matches!(name, "find" | "xargs") && (changes || name == "find" && arguments.contains(&"-delete")) {
        let is_program = |word: &Word| run_by_it.iter().any(|run| run.span == word.span);
        return Some(
            command.words.iter().enumerate().filter(|(_, word)| is_program(word)).map(|(at, _)| at).collect(),
        );
    }
    let runs = policy::runs_another(name, &arguments)
        || matches!(name, "fd" | "fdfind") && arguments.iter().any(|word| RUN_OPTIONS.contains(word));
    // `strace -f rm x`, `docker exec web rm x`
    let inside = (program + 1..command.words.len()).filter(|_| runs);
    inside
        .filter_map(|at| {
            let mut inner = command.clone();
            inner.words.drain(..at);
            let starts = inner.program() == Some(0) && at < command.words.len();
            let named = destroys(&inner, world).filter(|_| starts)?;
            Some(std::iter::once(at).chain(named.into_iter().map(|place| place + at)).collect())
        })
        .next()
}

/// Does the same for a command that is destructive by itself.
fn destroys(command: &Command, world: &dyn World) -> Option<Vec<usize>> {
    let name = programs::base_name(command.program_name()?);
    if name == "git" {
        return git(command, world);
    }
    let arguments = command.arguments();
    let program = programs::find_version(name);
    let destroys = program.map_or(&Destroys::NONE, |program| &program.details().destroys);
    let start = command.program()? + 1;
    if !destroys.verbs.is_empty() {
        let is_verb = |word: &Word| destroys.verbs.contains(&word.value.as_str());
        let at = arguments.iter().position(is_verb)? + start;
        let walk = vocabulary::walk(command, world).unwrap_or_default();
        return Some(walk.words.into_iter().chain([at]).collect());
    }
    let is_destructive = program.is_some_and(|program| program.is_any(ALWAYS))
        || arguments
            .iter()
            .any(|word| destroys.options.iter().any(|option| is_given(&word.value, option, destroys)))
        || matches!(name, "awk" | "gawk") && edits_in_place(arguments);
    is_destructive.then(Vec::new)
}

/// `awk -i inplace`
fn edits_in_place(arguments: &[Word]) -> bool {
    let is = |word: Option<&Word>, text: &str| word.is_some_and(|word| word.value == text);
    arguments.windows(2).any(|pair| is(pair.first(), "-i") && is(pair.last(), "inplace"))
}

/// Returns whether the word gives the option, also as a letter in a cluster.
fn is_given(word: &str, option: &str, destroys: &Destroys) -> bool {
    let Some(letter) = option.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else {
        return word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='));
    };
    let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or("");
    letters
        .split(|c| destroys.valued_letters.contains(c))
        .next()
        .is_some_and(|letters| letters.contains(letter))
}

/// Options and second words with which a subcommand of git loses something; `!` before those that prevent it.
const GIT: &[(&str, &str)] = table!("git_destroys");

fn git(command: &Command, world: &dyn World) -> Option<Vec<usize>> {
    let arguments = command.arguments();
    let walk = vocabulary::built_in("git").and_then(|git| git.walk_command(command)).unwrap_or_default();
    let first = || arguments.iter().position(|word| !word.value.starts_with('-'));
    let verb = match walk.words.first() {
        Some(at) => *at,
        None => first()? + command.program()? + 1,
    };
    let typed = |at: usize| command.words.get(at).map(|word| word.value.as_str());
    let subcommand = walk.path.first().copied().or_else(|| typed(verb))?;
    let second = walk.path.get(1).copied().or_else(|| typed(verb + 1)).unwrap_or("");
    let is_given = |option: &str| {
        option == "always" || option == second || arguments.iter().any(|word| has_option(word, option))
    };
    let of_it = || GIT.iter().filter(|(_, name)| *name == subcommand).map(|(option, _)| *option);
    let mut preventing = of_it().filter_map(|option| option.strip_prefix('!')).peekable();
    let is_destructive = of_it().filter(|option| !option.starts_with('!')).any(is_given)
        || preventing.peek().is_some() && !preventing.any(is_given)
        || subcommand == "push" && arguments.iter().any(|word| word.value.starts_with(['+', ':']))
        || subcommand == "checkout" && restores_files(command, world);
    let named = if walk.words.is_empty() { vec![verb] } else { walk.words };
    is_destructive.then_some(named)
}

/// Returns whether this `git checkout` overwrites files of the work tree, which it does with paths, with or
/// without a commit; with a branch name it keeps changes.
fn restores_files(command: &Command, world: &dyn World) -> bool {
    const FOR_FILES: [&str; 6] =
        ["-p", "--patch", "--ours", "--theirs", "--pathspec-from-file", "--conflict"];
    let has = |word: &Word| word.value == "--" || FOR_FILES.iter().any(|option| has_option(word, option));
    if command.arguments().iter().any(has) {
        return true;
    }
    let operands = vocabulary::operands(command, world);
    let operand = |at: usize| operands.get(at).and_then(|at| command.words.get(*at));
    match (operand(0), operand(1)) {
        (Some(only), None) => {
            let git = Repository::of(world, command);
            let is_file = paths::expand(&only.value, world).is_some_and(|path| world.kind(&path).exists())
                || git.as_ref().is_some_and(|git| git.has_path(&only.value));
            is_file && !git.is_some_and(|git| git.all_refs().contains(&only.value))
        }
        (_, more) => more.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixers::repair::tests::fixes;
    use facts::FakeWorld;

    /// A repository with branches and files of similar names.
    fn world() -> FakeWorld {
        let files = [
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".git/config", "[remote \"origin\"]\n\turl = x\n"),
            (".git/refs/heads/main", ""),
            (".git/refs/heads/topic", ""),
            (".git/refs/heads/feature/login", ""),
            ("README.md", ""),
            ("toppc.txt", ""),
            ("build/a", ""),
            ("notes.txt", ""),
            ("pods.yaml", ""),
        ];
        let programs = "git sed perl awk sudo env nice xargs strace rm mv dd shred mkfs.ext4 chmod chown truncate kubectl docker ssh cat \
find busybox kill rsync cp ln tee";
        let aliases = [("co", "git checkout"), ("undo", "co --"), ("wipe", "rm -rf")];
        FakeWorld {
            programs: programs.split(' ').map(str::to_owned).collect(),
            files: files.map(|(path, text)| (path.to_owned(), text.to_owned())).into(),
            aliases: aliases.map(|(name, body)| (name.to_owned(), body.to_owned())).into(),
            ..FakeWorld::default()
        }
    }

    /// Returns the proposals without output and with the two usual messages about the word.
    fn all(text: &str, bad: &str) -> Vec<String> {
        let program = text.split(' ').next().unwrap_or("");
        let git = format!("error: pathspec '{bad}' did not match any file(s) known to git\n");
        let other = format!("{program}: cannot access '{bad}': No such file or directory\n");
        let said = [(1, None), (128, None), (1, Some(git.as_str())), (2, Some(other.as_str()))];
        said.iter().flat_map(|(status, output)| fixes("bash", text, *status, *output, &world())).collect()
    }

    #[test]
    fn operands_of_destructive_programs_are_not_guessed() {
        for (text, bad) in [
            ("git checkout -- READM.md", "READM.md"),
            ("git checkout READM.md", "READM.md"),
            ("git checkout HEAD READM.md", "READM.md"),
            ("git checkout HEAD -- READM.md", "READM.md"),
            ("git checkout toipc -- README.md", "toipc"),
            ("git checkout toipc README.md", "toipc"),
            ("git checkout -p READM.md", "READM.md"),
            ("git checkout --theirs READM.md", "READM.md"),
            ("git checkout -f toipc", "toipc"),
            ("git -C . checkout READM.md", "READM.md"),
            ("git restore READM.md", "READM.md"),
            ("git restore --source toipc READM.md", "READM.md"),
            ("git restore --staged --worktree READM.md", "READM.md"),
            ("git reset --hard toipc", "toipc"),
            ("git clean -fd biuld", "biuld"),
            ("git push --force origin toipc", "toipc"),
            ("git push --force-with-lease origin toipc", "toipc"),
            ("git push origin :toipc", "toipc"),
            ("git branch -D toipc", "toipc"),
            ("co READM.md", "READM.md"),
            ("undo READM.md", "READM.md"),
            ("wipe biuld", "biuld"),
            ("sudo git checkout -- READM.md", "READM.md"),
            ("env A=1 git checkout -- READM.md", "READM.md"),
            ("nice -n 5 git restore READM.md", "READM.md"),
            ("strace -f git checkout -- READM.md", "READM.md"),
            ("sed -i s/a/b/ READM.md", "READM.md"),
            ("sed -ni.bak p READM.md", "READM.md"),
            ("sed -E -i s/a/b/ READM.md", "READM.md"),
            ("sed --in-place=.bak s/a/b/ READM.md", "READM.md"),
            ("sudo sed -i s/a/b/ READM.md", "READM.md"),
            ("xargs sed -i s/a/b/ READM.md", "READM.md"),
            ("perl -pi -e s/a/b/ READM.md", "READM.md"),
            ("perl -i.bak -pe s/a/b/ READM.md", "READM.md"),
            ("awk -i inplace 1 READM.md", "READM.md"),
            ("rm -rf biuld", "biuld"),
            ("/bin/rm noets.txt", "noets.txt"),
            ("busybox rm noets.txt", "noets.txt"),
            ("strace -f rm noets.txt", "noets.txt"),
            ("docker exec web rm noets.txt", "noets.txt"),
            ("find biuld -delete", "biuld"),
            ("find biuld -exec rm {} +", "biuld"),
            ("mv -f noets.txt build", "noets.txt"),
            ("mv noets.txt README.md", "noets.txt"),
            ("dd if=noets.txt of=x", "noets.txt"),
            ("shred noets.txt", "noets.txt"),
            ("truncate -s 0 noets.txt", "noets.txt"),
            ("mkfs.ext4 noets.txt", "noets.txt"),
            ("chmod -R 700 biuld", "biuld"),
            ("chown -R me biuld", "biuld"),
            ("cp -f noets.txt build", "noets.txt"),
            ("ln -sf noets.txt build", "noets.txt"),
            ("rsync -a --delete-after biuld/ x", "biuld"),
            ("kubectl delete -f pdos.yaml", "pdos.yaml"),
            ("kubectl delete -fpdos.yaml", "pdos.yaml"),
            ("kubectl -n default delete --filename=pdos.yaml", "pdos.yaml"),
        ] {
            let guessed = ["README.md", "topic", "build", "notes.txt", "pods.yaml"];
            let found = all(text, bad);
            let typed: Vec<&str> = text.split([' ', '=', ':']).collect();
            let is_new =
                |fix: &String| guessed.iter().any(|name| fix.contains(name) && !typed.contains(name));
            assert!(!found.iter().any(is_new), "{text}: {found:?}");
        }
    }

    #[test]
    fn what_loses_nothing_is_mended() {
        for (text, bad, meant) in [
            ("git checkout toipc", "toipc", "git checkout topic"),
            ("git checkout toppc", "toppc", "git checkout topic"),
            ("git checkout feature/lgoin", "feature/lgoin", "git checkout feature/login"),
            ("git checkout -b new toipc", "toipc", "git checkout -b new topic"),
            ("git restore --staged READM.md", "READM.md", "git restore --staged README.md"),
            ("git add READM.md", "READM.md", "git add README.md"),
            ("sudo git checkout toipc", "toipc", "sudo git checkout topic"),
            ("sed s/a/b/ noets.txt", "noets.txt", "sed s/a/b/ notes.txt"),
            ("sed -n -e 's/i/x/p' noets.txt", "noets.txt", "sed -n -e 's/i/x/p' notes.txt"),
            ("perl -ne print noets.txt", "noets.txt", "perl -ne print notes.txt"),
            ("mv noets.txt build", "noets.txt", "mv notes.txt build"),
            ("find biuld -name x", "biuld", "find build -name x"),
            ("cat noets.txt && rm notes.txt", "noets.txt", "cat notes.txt && rm notes.txt"),
        ] {
            let found = all(text, bad);
            assert!(found.iter().any(|fix| fix == meant), "{text}: {found:?}");
        }
    }
}
