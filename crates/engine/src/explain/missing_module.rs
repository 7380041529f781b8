//! A module that Python or Node does not find.

use super::prelude::*;

pub fn find(case: &Case<'_>) -> Option<Finding> {
    python(case).or_else(|| node(case))
}

fn python(case: &Case<'_>) -> Option<Finding> {
    let holes = find_holes(case, &["No module named '{name}'", "No module named {name}"])?;
    let name = quoted(holes.get("name")?.trim_matches('\''));
    let beside = [".venv", "venv", "env"]
        .into_iter()
        .find(|name| case.world.kind(&absolute(case, &format!("{name}/bin/python"))).exists());
    let found = match (case.world.variable("VIRTUAL_ENV"), beside) {
        (Some(active), _) => Finding::read(format!("the virtual environment {active} has no module {name}")),
        (None, Some(directory)) => Finding::read(format!(
            "the system's Python has no module {name}; the virtual environment {directory} is not active"
        ))
        .and(format!("`. {directory}/bin/activate` activates it")),
        (None, None) => Finding::said(format!("the Python that ran has no module {name}"))
            .and("no virtual environment is active"),
    };
    Some(found.and("the package is often named differently from the module"))
}

fn node(case: &Case<'_>) -> Option<Finding> {
    let holes = find_holes(case, &["Cannot find module '{name}'", "Cannot find package '{name}'"])?;
    let name = holes.get("name")?;
    if name.starts_with('.') || name.starts_with('/') {
        return Some(Finding::said(format!("no file found for module {}", quoted(name))));
    }
    const SOURCES: &[&str] = &[".mjs", ".cjs", ".js", ".ts", ".json"];
    if case.printed("Did you mean to import") && SOURCES.iter().any(|ending| name.ends_with(ending)) {
        return Some(
            Finding::said(format!("{} was imported as a package, but it is a file", quoted(name))).and(
                format!(
                    "a relative path begins with ./: `./{name}`; a bare name is looked up in node_modules"
                ),
            ),
        );
    }
    let manifest = case.world.read(&absolute(case, "package.json"));
    let lists = manifest.as_ref().is_some_and(|text| text.contains(&format!("\"{name}\"")));
    let installed = case.world.kind(&absolute(case, "node_modules")).exists();
    let shown = quoted(name);
    Some(match (manifest.is_some(), lists, installed) {
        (true, true, false) => {
            Finding::read(format!("package.json lists {shown}, but nothing is installed yet"))
                .and("node_modules does not exist")
        }
        (true, true, true) => {
            Finding::read(format!("package.json lists {shown}, but it is not in node_modules"))
        }
        (true, false, _) => Finding::read(format!("package.json does not list {shown}")),
        (false, ..) => Finding::said(format!("{shown} is not installed here"))
            .and("there is no package.json in this directory"),
    })
}
