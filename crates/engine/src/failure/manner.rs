//! How programs use their exit status: to answer, to report findings, or in the user's own way.

use syntax::{Command, Word};

use facts::world::World;
use policy::code::Language;

/// Meaning of a command's non-zero status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Something went wrong.
    Fails,
    /// An ordinary "no": nothing needs help.
    Answers,
    /// Findings of a compiler, test runner, linter, server or interpreter: only what a rule recognises for
    /// certain is worth a comment.
    Reports,
    /// A user's own program: its messages are its own business.
    Own,
}

/// Programs whose status is an answer: name, statuses, and a leading word that restricts the entry.
const ANSWERS: &[(&str, &str, &[i32])] = &[
    ("grep egrep fgrep zgrep rgrep rg ag ack git-grep", "", &[1]),
    ("diff cmp sdiff diff3 colordiff vimdiff", "", &[1]),
    ("test [ [[ expr let (( false read getopts :", "", &[1]),
    ("pgrep pidof ps lsof fuser who w last", "", &[1]),
    ("which whereis type whence where hash command builtin locate", "", &[1, 127]),
    ("nc ncat host", "", &[1, 2, 68]),
    ("ping ping6 fping", "", &[1]),
    ("getent", "", &[1, 2]),
    ("mountpoint", "", &[1, 32]),
    ("flock printenv shopt sudo kill jobs", "", &[1]),
    ("timeout", "", &[124]),
    ("wait fg exit return logout break continue", "", &[]),
    ("jq yq", "", &[1, 4]),
    ("dpkg dpkg-query rpm", "-s", &[1]),
    ("dpkg dpkg-query", "-S", &[1]),
    ("dpkg dpkg-query", "-l", &[1]),
    ("dpkg dpkg-query", "-W", &[1]),
    ("rpm", "-q", &[1]),
    ("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum shasum", "-c", &[1]),
    ("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum shasum", "--check", &[1]),
    ("xargs", "grep", &[123]),
    ("curl", "-f", &[22]),
    ("curl", "--fail", &[22]),
    ("git", "grep", &[1]),
    ("git", "diff", &[1, 2]),
    ("git", "diff-index", &[1]),
    ("git", "diff-files", &[1]),
    ("git", "diff-tree", &[1]),
    ("git", "show-ref", &[1]),
    ("git", "rev-parse", &[1]),
    ("git", "merge-base", &[1]),
    ("git", "check-ignore", &[1]),
    ("git", "notes", &[1]),
    ("git", "ls-files", &[1]),
    ("git", "ls-remote", &[2]),
    ("git", "--get", &[1]),
    ("systemctl", "is-active", &[1, 3, 4]),
    ("systemctl", "is-enabled", &[1, 3, 4]),
    ("systemctl", "is-failed", &[1, 3, 4]),
    ("systemctl", "status", &[3]),
    ("terraform", "fmt", &[3]),
    ("terraform", "plan", &[2]),
    ("count contains string status isatty not", "", &[1, 2, 3, 4]),
    ("set functions", "-q", &[1, 2, 3, 4, 5, 6]),
    ("set functions", "--query", &[1, 2, 3, 4, 5, 6]),
    ("docker", "inspect", &[1]),
    ("npm", "outdated", &[1]),
    ("tmux", "ls", &[1]),
    ("tmux", "list-sessions", &[1]),
    ("tmux", "has-session", &[1]),
    ("service", "status", &[3]),
    ("openssl", "verify", &[2]),
    ("apropos", "", &[16]),
    ("unzip", "-t", &[2]),
    ("unzip", "", &[80]),
    ("apt-get", "-s", &[1]),
];

/// Compilers, test runners, linters, build tools, servers, interpreters, database shells.
const REPORTS: &str = "gcc g++ cc c++ clang clang++ rustc javac kotlinc scalac ghc swiftc tsc go cargo ninja cmake \
ctest make gmake mvn gradle gradlew bazel sbt meson scons rake ant just task tox nox pytest py.test unittest nosetests \
jest vitest mocha ava karma cypress playwright rspec minitest phpunit prove bats eslint prettier stylelint flake8 \
pylint ruff black isort mypy pyright bandit shellcheck hadolint rubocop golangci-lint clippy-driver cppcheck \
yamllint markdownlint vale terraform tofu ansible ansible-playbook ansible-lint pre-commit python python2 python3 \
node nodejs deno bun ruby perl php lua Rscript R java kotlin scala julia elixir iex ghci bash sh zsh fish dash ksh \
npm npx pnpm yarn sqlite3 uvicorn gunicorn flask nginx vite webpack rollup \
docker-compose vagrant packer expect awk gawk mawk bc dc xargs parallel watch strace ltrace gdb valgrind env su ssh \
eval source . exec sqlcmd composer bundle gem mix dotnet nix nix-build nix-shell guix helm hyperfine perf";

/// Returns the manner of one command, given the line's status.
#[must_use]
pub fn of(command: &Command, status: i32, world: &dyn World) -> Manner {
    let Some(at) = command.program() else { return Manner::Answers };
    let Some(word) = command.words.get(at) else { return Manner::Answers };
    let name = word.value.as_str();
    let arguments = command.arguments();
    if status == 124 && command.words.iter().take(at).any(|prefix| prefix.value == "timeout") {
        return Manner::Answers; // the requested time limit passed
    }
    if ANSWERS.iter().any(|entry| answers(entry, name, arguments, status)) {
        return Manner::Answers;
    }
    let is_function = world.functions().iter().any(|function| function == name);
    // `.venv/bin/python`: a well-known program at another path
    let known = name.rsplit_once("bin/").map(|(_, base)| base).filter(|base| is_reporter(base));
    if is_function || name.contains('/') && known.is_none() || word.dynamic {
        return Manner::Own;
    }
    let name = known.unwrap_or(name);
    if asks_quietly(name, arguments) {
        return Manner::Answers;
    }
    if is_reporter(name) {
        return Manner::Reports;
    }
    Manner::Fails
}

/// `python3 -c CODE`, `node -e CODE`: an interpreter and its code.
pub fn is_given_code(command: &Command) -> bool {
    let is_interpreter =
        command.program_name().is_some_and(|name| Language::of(name).is_some_and(is_general));
    let first = command.arguments().first().map(|word| word.value.as_str());
    is_interpreter && matches!(first, Some("-c" | "-e" | "-E" | "-r" | "--eval" | "-p"))
}

/// Returns whether it is a programming language rather than a query language.
const fn is_general(language: Language) -> bool {
    !matches!(language, Language::Sql(_) | Language::Redis | Language::Awk)
}

fn is_reporter(name: &str) -> bool {
    REPORTS.split_ascii_whitespace().any(|known| known == name || strip_version(name) == known)
}

fn answers(entry: &(&str, &str, &[i32]), name: &str, arguments: &[Word], status: i32) -> bool {
    let (names, word, statuses) = entry;
    if !names.split_ascii_whitespace().any(|known| known == name) {
        return false;
    }
    if name == "kill" && !arguments.iter().any(|w| w.value == "-0")
        || name == "sudo" && arguments.iter().any(|w| !w.value.starts_with('-'))
    {
        return false;
    }
    // setting an option is not a question
    if name == "shopt" && arguments.iter().any(|w| matches!(w.value.as_str(), "-s" | "-u")) {
        return false;
    }
    if matches!(name, "command" | "builtin")
        && !arguments.iter().any(|w| matches!(w.value.as_str(), "-v" | "-V"))
    {
        return false;
    }
    if matches!(name, "jq" | "yq")
        && !arguments.iter().any(|w| w.value.starts_with('-') && w.value.contains('e'))
    {
        return false;
    }
    let fits = word.is_empty() || arguments.iter().any(|w| w.value == *word || is_in_cluster(&w.value, word));
    fits && (statuses.is_empty() || statuses.contains(&status))
}

/// Returns whether the short option `-x` is in a cluster such as `-sxv`.
fn is_in_cluster(argument: &str, option: &str) -> bool {
    let (Some(cluster), Some(letter)) = (argument.strip_prefix('-'), option.strip_prefix('-')) else {
        return false;
    };
    letter.len() == 1 && !cluster.starts_with('-') && cluster.contains(letter)
}

/// Returns whether only an answer was requested: `-q`, `--quiet`.
fn asks_quietly(name: &str, arguments: &[Word]) -> bool {
    matches!(name, "git" | "dpkg" | "rpm")
        && arguments.iter().any(|w| matches!(w.value.as_str(), "-q" | "--quiet" | "--exit-code"))
        && arguments.first().is_some_and(|w| {
            matches!(w.value.as_str(), "rev-parse" | "show-ref" | "diff" | "ls-files" | "diff-index" | "-q")
        })
}

/// `python3.11` → `python`
fn strip_version(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-')
}
