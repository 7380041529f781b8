//! Something missing from a Python program's environment: a package, the parent package, a free port.

use super::prelude::*;
use crate::explain;
use crate::rules::tabled;

pub fn propose(case: &Case<'_>) -> Option<Proposal> {
    let command = case.commands().find(|c| c.program_name().is_some_and(is_python))?;
    port(case, command).or_else(|| relative_import(case, command)).or_else(|| package(case, command))
}

fn is_python(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .is_some_and(|name| name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') == "python")
}

/// `python3 -m http.server`: tries the next port.
fn port(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    const FIRST: u16 = 8000;
    let module = command
        .arguments()
        .windows(2)
        .find(|pair| pair.first().is_some_and(|word| word.value == "-m"))?
        .last()?;
    if module.value != "http.server" || !case.printed("Address already in use") {
        return None;
    }
    let given = command.arguments().last().filter(|word| word.span != module.span);
    let number = given.map(|word| word.value.parse::<u16>());
    let edit = match (given, number) {
        (None, _) => Edit::new().insert(module.span.end, format!(" {}", FIRST + 1)),
        (Some(word), Some(Ok(number))) => case.set_word(word, &number.checked_add(1)?.to_string()),
        _ => return None,
    };
    let because = explain::news(case).filter(|news| news.cause == "port-in-use").map(|news| news.text);
    let because = because.unwrap_or_else(|| "another program is using that port".to_owned());
    Some(Proposal::likely(edit, because))
}

/// Returns the script that Python was to run.
fn script(command: &Command) -> Option<&Word> {
    let first = command.arguments().first()?;
    (first.value.ends_with(".py") && !first.dynamic).then_some(first)
}

/// `python3 pkg/run.py` with `from .util import x`: runs it as a module of its package.
fn relative_import(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    if !case.printed("attempted relative import with no known parent package") {
        return None;
    }
    let word = script(command)?;
    let path = word.value.strip_prefix("./").unwrap_or(&word.value);
    let stem = path.strip_suffix(".py")?;
    if path.starts_with(['/', '.', '~']) || !stem.contains('/') {
        return None;
    }
    let edit = Edit::new().replace(word.span, format!("-m {}", stem.replace('/', ".")));
    Some(Proposal::certain(edit, "relative imports need the package: run it as a module"))
}

/// `No module named 'yaml'`: uses the project's environment, or installs the package.
fn package(case: &Case<'_>, command: &Command) -> Option<Proposal> {
    let file = script(command)?;
    let output = case.output?;
    let (_, rest) = output.split_once("ModuleNotFoundError: No module named '")?;
    let (module, _) = rest.split_once('\'')?;
    let program = command.program_word()?;
    let package = tabled::package(module)?;
    if !case.kind(&file.value).is_file() {
        return None;
    }
    let environment =
        [".venv/bin/python", "venv/bin/python"].into_iter().find(|path| case.world.kind(path).exists());
    if let Some(python) = environment.filter(|_| !program.value.contains('/')) {
        let edit = Edit::new().replace(program.span, python);
        return Some(Proposal::likely(edit, "the project's environment is not active"));
    }
    let start = pipeline_start(case, command);
    // the system's package manager owns this Python (PEP 668)
    let mut marks = (9..16).map(|minor| format!("/usr/lib/python3.{minor}/EXTERNALLY-MANAGED"));
    let is_managed = marks.any(|mark| case.world.kind(&mark).exists());
    if is_managed && !program.value.contains('/') && case.world.variable("VIRTUAL_ENV").is_none() {
        let steps = format!("python3 -m venv .venv && .venv/bin/pip install {package} && ");
        let edit = Edit::new().insert(start, steps).replace(program.span, ".venv/bin/python");
        return Some(Proposal::certain(edit, format!("package {package} is not installed")));
    }
    let edit = Edit::new().insert(start, format!("{} -m pip install {package} && ", program.value));
    Some(Proposal::likely(edit, format!("package {package} is not installed")))
}

#[cfg(test)]
mod tests {
    use super::super::repair::tests::{fixes, world};
    use facts::FakeWorld;

    fn here() -> FakeWorld {
        let mut world = world();
        world.programs.push("python3".into());
        for file in ["app.py", "pkg/run.py"] {
            world.files.insert(file.to_owned(), String::new());
        }
        world
    }

    fn first(text: &str, output: &str, world: &FakeWorld) -> Option<String> {
        fixes("bash", text, 1, Some(output), world).first().cloned()
    }

    #[test]
    fn packages() {
        let output = |module: &str| {
            format!(
                "Traceback (most recent call last):\n  File \"/home/me/project/app.py\", line 1, in <module>\n    import {module}\nModuleNotFoundError: No module named '{module}'\n"
            )
        };
        let mut world = here();
        assert_eq!(
            first("python3 app.py", &output("yaml"), &world).as_deref(),
            Some("python3 -m pip install pyyaml && python3 app.py")
        );
        assert_eq!(first("python3 app.py", &output("reqeusts"), &world), None, "misspelt import");
        world.files.insert("/usr/lib/python3.11/EXTERNALLY-MANAGED".into(), String::new());
        let steps = "python3 -m venv .venv && .venv/bin/pip install requests && .venv/bin/python app.py";
        assert_eq!(first("python3 app.py", &output("requests"), &world).as_deref(), Some(steps));
        world.files.insert(".venv/bin/python".into(), String::new());
        assert_eq!(
            first("python3 app.py", &output("requests"), &world).as_deref(),
            Some(".venv/bin/python app.py")
        );
    }

    #[test]
    fn modules_and_ports() {
        let world = here();
        let relative = "Traceback (most recent call last):\n  File \"/home/me/project/pkg/run.py\", line 1, in <module>\n    from .util import X\nImportError: attempted relative import with no known parent package\n";
        assert_eq!(first("python3 pkg/run.py", relative, &world).as_deref(), Some("python3 -m pkg.run"));
        assert_eq!(first("python3 app.py", relative, &world), None);
        let used = "    self.socket.bind(self.server_address)\nOSError: [Errno 98] Address already in use\n";
        assert_eq!(
            first("python3 -m http.server 8000", used, &world).as_deref(),
            Some("python3 -m http.server 8001")
        );
        assert_eq!(
            first("python3 -m http.server", used, &world).as_deref(),
            Some("python3 -m http.server 8001")
        );
        assert_eq!(first("python3 app.py", used, &world), None);
    }
}
