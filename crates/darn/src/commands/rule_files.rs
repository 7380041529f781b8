//! Commands on rule files, for fix rules and policy rules: list, show, and run the examples.

use datafiles::Report;

use super::prelude::*;

/// A rule file: its name as shown to the user, and its text.
pub type Source = (String, String);

/// Returns the user's files, then the built-in ones.
pub fn sources(own: &[PathBuf], built_in: Vec<datafiles::File>) -> Result<Vec<Source>, Error> {
    let mut found = read(own)?;
    found.extend(built_in.into_iter().map(|(stem, text)| (format!("built-in {stem}.toml"), text)));
    Ok(found)
}

pub fn read(files: &[PathBuf]) -> Result<Vec<Source>, Error> {
    files.iter().map(|path| read_one(path)).collect()
}

fn read_one(path: &Path) -> Result<Source, Error> {
    let bytes = std::fs::read(path).map_err(|error| {
        Error::new(ErrorKind::Usage, format!("cannot read {}: {error}", path.display()))
            .hinted("name a readable rule file")
    })?;
    Ok((dirs::display(path), String::from_utf8_lossy(&bytes).into_owned()))
}

/// Prints the rule as written in its file; returns false if there is no rule with that id.
pub fn show(sources: &[Source], id: &str) -> bool {
    let found = sources.iter().find_map(|(name, text)| Some((name, section(text, id)?)));
    if let Some((name, rule)) = found {
        ui::print(&format!("# {name}\n{}\n", ui::neutral(rule.trim_end())));
    }
    found.is_some()
}

/// Returns the text of one `[[rule]]` with its examples.
fn section<'a>(text: &'a str, id: &str) -> Option<&'a str> {
    const HEAD: &str = "[[rule]]";
    let mut starts: Vec<usize> = text
        .match_indices(HEAD)
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'))
        .collect();
    starts.push(text.len());
    starts.windows(2).filter_map(|pair| text.get(*pair.first()?..*pair.get(1)?)).find(|rule| {
        rule.lines().any(|line| {
            line.split_once('=').is_some_and(|(key, value)| {
                key.trim() == "id" && value.trim().trim_matches(['"', '\'']) == id
            })
        })
    })
}

/// Prints a list; if it is empty, `none` is the error, and `command` lists everything.
pub fn list(list: &str, none: String, command: &str) -> Result<ExitCode, Error> {
    if list.is_empty() {
        let hint = format!("`{command}` lists them all");
        return Err(Error::new(ErrorKind::Negative, none).hinted(hint));
    }
    ui::print(&ui::neutral(list));
    Ok(ExitCode::SUCCESS)
}

/// Prints the failures and the totals.
pub fn conclude(reports: impl Iterator<Item = Report>) -> ExitCode {
    let (mut rules, mut cases, mut wrong) = (0, 0, 0);
    for report in reports {
        rules += report.rules;
        cases += report.examples;
        wrong += report.errors.len();
        for error in &report.errors {
            ui::print(&format!("{}\n", ui::neutral(&error.to_string())));
        }
    }
    ui::print(&format!("{rules} rules, {cases} examples, {wrong} wrong\n"));
    ExitCode::from(u8::from(wrong > 0))
}
