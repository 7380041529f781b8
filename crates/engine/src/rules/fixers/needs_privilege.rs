//! "Permission denied" for an operation that root may perform: `sudo`, `doas` or `run0`, whichever is
//! installed.

use super::prelude::*;

const DENIED: &[&str] = table!("privilege_denied");

/// Texts beside a refusal that root does not lift.
const NOT_HERE: &[&str] = table!("privilege_elsewhere");
/// Texts in a line in which a service speaks of its own objects: root of this machine does not own them.
const OF_SERVICES: &[&str] = table!("privilege_of_services");
/// Programs that pass on what happens in a container, and their verbs that do.
const CONTAINERS: &[&str] = table!("container_clients");
const INSIDE: &[&str] = &["exec", "run", "logs", "start", "up", "restart", "attach"];
/// Texts that demand root.
const DEMANDS: &[&str] = table!("privilege_root");

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    if case.world.is_root() || case.is_unstarted() {
        return None;
    }
    if case.output.is_none() {
        let sudo = raiser(case)?;
        return case.commands().find_map(|command| unseen(case, command, sudo));
    }
    if !is_refused_here(case) || case.printed_any(NOT_HERE) {
        return None;
    }
    if let Some(own) = case.commands().find_map(|command| own_mode(case, command)) {
        return Some(own);
    }
    let sudo = raiser(case)?;
    if let Some(found) = case.commands().find_map(|command| redirect(case, command, sudo)) {
        return Some(found);
    }
    let command = case.commands().find(|command| {
        !command.is_privileged()
            && can_be_raised(case, command)
            && is_for_root(case, command)
            && !is_refused_there(case, command)
    })?;
    let is_proved = case.printed_any(DEMANDS)
        || is_root_only(command)
        || command.arguments().iter().any(|word| is_closed(case, word));
    let applicability = if is_proved { Applicability::Certain } else { Applicability::Likely };
    own_file(case, command).or_else(|| Some(raise(command, sudo, applicability)))
}

/// Returns whether this machine refused: a database, registry or cloud also says "permission denied", of its own
/// objects.
fn is_refused_here(case: &Case<'_>) -> bool {
    let says = |line: &str| DENIED.iter().any(|text| line.contains(text));
    let is_of_service = |line: &str| OF_SERVICES.iter().any(|text| line.contains(text));
    case.printed_any(DENIED)
        && case.output.is_some_and(|output| output.lines().any(|line| says(line) && !is_of_service(line)))
}

/// `rsync web1:/srv/* .`: another host refused access to a path that the line names there.
fn is_refused_there(case: &Case<'_>, command: &Command) -> bool {
    let mut paths = command.arguments().iter().filter_map(|word| {
        let (host, path) = word.value.split_once(':')?;
        let path = path.split('*').next().unwrap_or("").trim_end_matches('/');
        (host.len() > 1 && !host.contains('/') && path.len() > 2 && !path.starts_with("//")).then_some(path)
    });
    let says = |line: &str, path: &str| line.contains(path) && DENIED.iter().any(|text| line.contains(text));
    paths.any(|path| case.output.is_some_and(|output| output.lines().any(|line| says(line, path))))
}

/// `docker exec web touch /x`: the refusal comes from inside the container.
fn is_inside_container(case: &Case<'_>, command: &Command) -> bool {
    let passes_on = command.program_name().is_some_and(|name| CONTAINERS.contains(&name));
    let is_connecting = case.printed_any(&["dial unix", "onnect to the Docker", "onnect to Docker"]);
    passes_on
        && !is_connecting
        && command.arguments().iter().any(|word| INSIDE.contains(&word.value.as_str()))
}

pub fn raiser(case: &Case<'_>) -> Option<&'static str> {
    ["sudo", "doas", "run0"].into_iter().find(|name| case.world.is_program(name))
}

fn raise(command: &Command, sudo: &str, applicability: Applicability) -> Proposal {
    let start = command.words.first().map_or(command.span.start, |word| word.span.start);
    let edit = Edit::new().insert(start, format!("{sudo} "));
    Proposal::new(edit, "only root can do that", applicability)
}

/// Without output: operations that the file system proves impossible, and tools for root only.
fn unseen(case: &Case<'_>, command: &Command, sudo: &str) -> Option<Proposal> {
    if let Some(found) = redirect(case, command, sudo) {
        return Some(found);
    }
    let name = command.program_name().filter(|_| !command.is_privileged())?;
    let operand = |word: &&Word| !word.value.starts_with('-');
    let changes = programs::is(name, Role::Writes)
        && command.arguments().iter().rev().find(operand).is_some_and(|word| is_closed(case, word));
    (is_root_only(command) || changes).then(|| raise(command, sudo, Applicability::Likely))
}

/// Returns whether only root may run the program, or this verb of it.
fn is_root_only(command: &Command) -> bool {
    let root = programs::details(command.program_name().unwrap_or_default()).root;
    let is_typed = |verb: &&str| command.arguments().iter().any(|word| word.value == **verb);
    root.iter().any(is_typed) || root.contains(&"*") && !command.arguments().is_empty()
}

/// Returns whether the user can neither change the path nor, if it does not exist, create it.
fn is_closed(case: &Case<'_>, word: &Word) -> bool {
    let Some(path) = paths::expand(&word.value, case.world).filter(|path| path.starts_with('/')) else {
        return false;
    };
    let directory = paths::split(&path).0;
    let place = if case.world.kind(&path) == PathKind::Directory { path.as_str() } else { directory };
    case.world.kind(place) == PathKind::Directory && !case.world.is_writable(place)
}

/// Returns whether root is needed. Project tools work on the user's own files, and as root would leave files
/// that the user cannot change; for them, the directory must be writable by root only.
fn is_for_root(case: &Case<'_>, command: &Command) -> bool {
    let Some(name) = command.program_name() else { return false };
    let has = |value: &str| command.arguments().iter().any(|word| word.value == value);
    // a walk over many directories has done what it could
    let walks = programs::is(name, Role::Walks);
    let kernel = |word: &Word| ["/proc/", "/sys/"].iter().any(|place| word.value.starts_with(place));
    let refused = |place: &str| {
        let quoted = format!("'{place}'");
        case.output.is_some_and(|output| {
            output.lines().any(|line| line.contains(&quoted) && line.contains("ermission denied"))
        })
    };
    if is_inside_container(case, command) {
        return false;
    }
    let mut places = command.arguments().iter().map(|word| word.value.trim_end_matches('/'));
    if name == "ping" && command.arguments().len() > 1 && !has("-f")
        || walks && case.output.is_some() && !places.any(refused)
        || name.starts_with("python") && (has("venv") || has("pip"))
        || command.redirects.iter().filter_map(|redirect| redirect.target.as_ref()).any(kernel)
    {
        return false;
    }
    if name == "make" && has("install") {
        return true;
    }
    if !programs::is(name, Role::ProjectTool) {
        return true;
    }
    let home = case.world.home().unwrap_or("/home");
    command
        .arguments()
        .iter()
        .filter(|word| word.value.starts_with('/') && !word.value.starts_with(home))
        .any(|word| {
            let closed = |path: &str| case.world.kind(path).exists() && !case.world.is_writable(path);
            closed(&word.value) || closed(paths::split(&word.value).0)
        })
}

/// Returns whether sudo can run the command: not builtins, nor the user's test runners or scripts.
fn can_be_raised(case: &Case<'_>, command: &Command) -> bool {
    let Some(name) = command.program_name() else { return false };
    let builtin_only = facts::builtins::has(case.dialect(), name) && !case.world.is_program(name);
    let refuses = programs::find(name).is_some_and(|program| program.is(Role::RefusesRoot));
    !name.contains('/') && !refuses && (!builtin_only || !command.redirects.is_empty())
}

/// `echo x > /etc/y`: the shell opens the file, so sudo must start the program that writes it.
fn redirect(case: &Case<'_>, command: &Command, sudo: &str) -> Option<Proposal> {
    let redirect = command.redirects.iter().find(|redirect| {
        let target = redirect.target.as_ref().filter(|target| !target.value.starts_with("/proc/"));
        let denied = target.and_then(|word| paths::expand(&word.value, case.world)).is_some_and(|path| {
            let directory = paths::split(&path).0;
            let is_closed =
                case.world.kind(directory) == PathKind::Directory && !case.world.is_writable(directory);
            !case.world.is_writable(&path) && (case.world.kind(&path).exists() || is_closed)
        });
        matches!(case.raw(redirect.operator), ">" | ">>" | "1>" | ">|") && denied
    })?;
    let target = redirect.target.as_ref()?;
    let path = paths::expand(&target.value, case.world)?;
    let raw = case.raw(target.span);
    if case.world.kind(&path).is_file() && case.world.is_own(&path) && !command.is_privileged() {
        let edit = Edit::new().insert(command.span.start, format!("chmod u+w {raw} && "));
        return Some(Proposal::certain(edit, "the file is write-protected"));
    }
    // `sudo echo x > f`: sudo is in the wrong place
    let misplaced = command.is_privileged().then(|| command.words.get(..2)).flatten();
    let mut edit = through_tee(&case.failure.script, redirect, sudo)?;
    if let Some([first, second]) = misplaced {
        edit = edit.replace(Span::new(first.span.start, second.span.start), "");
    }
    Some(Proposal::certain(edit, "only root can write there"))
}

/// Rewrites `> FILE` as a pipe to `sudo tee`.
pub fn through_tee(script: &Script, redirect: &Redirect, sudo: &str) -> Option<Edit> {
    let target = redirect.target.as_ref()?;
    let append = match script.raw(redirect.operator) {
        ">" | "1>" | ">|" => "",
        ">>" | "1>>" => " -a",
        _ => return None,
    };
    let written = format!("| {sudo} tee{append} {}", script.raw(target.span));
    Some(Edit::new().replace(Span::new(redirect.operator.start, target.span.end), written))
}

/// Handles the user's own file or directory, refused by its mode: the user can grant the permission.
fn own_mode(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if command.is_privileged() {
        return None;
    }
    let name = command.program_name()?;
    let reads = programs::is(name, Role::Reads);
    let targets = command.redirects.iter().filter_map(|redirect| {
        let writes = case.raw(redirect.operator).contains('>');
        Some((redirect.target.as_ref()?, if writes { 'w' } else { 'r' }))
    });
    let operands = command.arguments().iter().map(|word| (word, if reads { 'r' } else { 'w' }));
    let (place, letter) = targets.chain(operands).find_map(|(word, letter)| {
        let path = paths::expand(&word.value, case.world).filter(|_| !word.dynamic && !word.glob)?;
        let home = case.world.home().is_some_and(|home| path.starts_with(&format!("{home}/")));
        let refused = case.output.is_some_and(|output| {
            output.lines().any(|line| line.contains(&word.value) && line.contains("ermission denied"))
        });
        if !refused || path.starts_with('-') || path.starts_with('/') && !home {
            return None;
        }
        let kind = case.world.kind(&path);
        let is_target = !command.words.iter().any(|other| other.span == word.span);
        if kind.is_file() && case.world.is_own(&path) && (is_target || reads || name == "tee") {
            return Some((path, letter));
        }
        let directory = paths::split(&path).0;
        let makes = kind == PathKind::Missing && (is_target || programs::is(name, Role::Makes));
        (makes && case.world.kind(directory) == PathKind::Directory && case.world.is_own(directory))
            .then(|| (directory.to_owned(), 'w'))
    })?;
    let shown = syntax::quote(&place, case.dialect());
    let start = crate::rules::interpret::pipeline_start(case, command);
    let edit = Edit::new().insert(start, format!("chmod u+{letter} {shown} && "));
    let because = format!("you own {place}, but its mode denies access");
    Some(Proposal::certain(edit, because))
}

/// Handles a directory of the user's project owned by root since an earlier sudo: change the owner back.
fn own_file(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let name = command.program_name()?;
    if !programs::is(name, Role::Makes) || matches!(case.dialect(), Dialect::Nu | Dialect::PowerShell) {
        return None;
    }
    let word = command.arguments().last()?;
    let path = paths::expand(&word.value, case.world)?;
    if path.starts_with('/') || path.starts_with("..") {
        return None;
    }
    let directory = paths::split(&path).0;
    let foreign = directory != "."
        && case.world.kind(directory) == PathKind::Directory
        && !case.world.is_own(directory)
        && case.world.is_own(".");
    if !foreign {
        return None;
    }
    let shown = syntax::quote(directory, case.dialect()).into_owned();
    let edit = Edit::new().insert(command.span.start, format!("sudo chown -R $USER {shown} && "));
    Some(Proposal::likely(edit, format!("{directory} belongs to root")))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};

    #[test]
    fn a_program_that_refuses_root_gets_no_sudo() {
        let mut world = world();
        world.programs.push("brew".to_owned());
        let said = "Error: Permission denied - /Library/Caches/Homebrew/Formula\n";
        let found = fixes("bash", "brew install wget", 1, Some(said), &world);
        assert!(!found.iter().any(|fix| fix.starts_with("sudo brew")), "{found:?}");
    }

    #[test]
    fn what_a_service_refuses_is_not_for_root() {
        let mut world = world();
        world.programs.extend(["psql", "gcloud", "docker", "flyway", "aws"].map(str::to_owned));
        for (text, said) in [
            ("psql -c 'select 1 from t'", "ERROR:  permission denied for table t\n"),
            ("flyway migrate", "SQLSTATE 42501: permission denied for schema app\n"),
            ("psql -c 'create database x'", "ERROR:  permission denied to create database\n"),
            (
                "gcloud projects list",
                "ERROR: (gcloud) PERMISSION_DENIED: Permission denied on resource project x.\n",
            ),
            (
                "aws s3 ls",
                "An error occurred (403) when calling ListBuckets: Permission denied (Forbidden)\n",
            ),
            ("docker exec web touch /x", "touch: cannot touch '/x': Permission denied\n"),
        ] {
            let found = fixes("bash", text, 1, Some(said), &world);
            assert!(!found.iter().any(|fix| fix.contains("sudo")), "{text}: {found:?}");
        }
        let bound = "nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)\n";
        world.programs.push("nginx".to_owned());
        assert_eq!(fixes("bash", "nginx", 1, Some(bound), &world), ["sudo nginx"]);
    }

    #[test]
    fn what_another_host_refuses_is_not_for_root_of_this_one() {
        let mut world = world();
        world.programs.push("rsync".to_owned());
        let found = |text: &str, said: &str| fixes("bash", text, 23, Some(said), &world);
        for (text, said) in [
            (
                "rsync -a ana@web1:/srv/logs/* .",
                "rsync: [sender] open \"/srv/logs/a\" failed: Permission denied (13)\n",
            ),
            (
                "rsync -a site/ web1:/var/www/",
                "rsync: failed to set times on \"/var/www/.\": Operation not permitted (1)\n",
            ),
        ] {
            assert!(
                !found(text, said).iter().any(|fix| fix.contains("sudo")),
                "{text}: {:?}",
                found(text, said)
            );
        }
        let here = "rsync: [Receiver] mkdir \"/opt/logs\" failed: Permission denied (13)\n";
        assert!(found("rsync -a web1:/srv/logs /opt/logs", here)[0].starts_with("sudo "));
    }

    #[test]
    fn a_missing_directory_is_no_lack_of_privilege() {
        let mut world = world();
        world.programs.push("tee".to_owned());
        // a path that does not exist is not writable
        world.readonly =
            ["nodir", "nodir/x", "a/b", "a/b/x", "/etc", "/etc/hosts", "/etc/x", "/etc/new", "/etc/new/x"]
                .map(str::to_owned)
                .into();
        world.foreign = vec!["/etc".to_owned(), "/etc/hosts".to_owned()];
        world.files.insert("/etc/hosts".to_owned(), String::new());
        for (text, meant) in [
            ("echo hi > nodir/x", "mkdir -p nodir && echo hi > nodir/x"),
            ("echo hi >> nodir/x", "mkdir -p nodir && echo hi >> nodir/x"),
            ("ls 2> nodir/x", "mkdir -p nodir && ls 2> nodir/x"),
            ("echo hi | tee nodir/x", "mkdir -p nodir && echo hi | tee nodir/x"),
            ("echo hi > a/b/x", "mkdir -p a/b && echo hi > a/b/x"),
            ("echo hi > 'my dir/x'", "mkdir -p 'my dir' && echo hi > 'my dir/x'"),
            ("echo hi > /etc/hosts", "echo hi | sudo tee /etc/hosts"),
            ("echo hi >> /etc/x", "echo hi | sudo tee -a /etc/x"),
            ("echo hi > /etc/new/x", "sudo mkdir -p /etc/new && echo hi | sudo tee /etc/new/x"),
            ("touch /etc/new/x", "sudo mkdir -p /etc/new && sudo touch /etc/new/x"),
        ] {
            let word = text.rsplit(' ').next().unwrap_or("").trim_matches('\'');
            let said =
                if meant.contains("mkdir") { "No such file or directory" } else { "Permission denied" };
            let said = format!("bash: {word}: {said}\n");
            for output in [None, Some(said.as_str())] {
                let first = fixes("bash", text, 1, output, &world).first().cloned();
                assert_eq!(first.as_deref(), Some(meant), "{text} {output:?}");
            }
        }
        world.programs.retain(|program| program != "sudo");
        assert_eq!(fixes("bash", "echo hi > /etc/new/x", 1, None, &world), Vec::<String>::new());
    }
}
