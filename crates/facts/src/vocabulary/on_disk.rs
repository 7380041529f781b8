//! Reads the words of any installed program from the completion files of fish, zsh and bash and from its
//! manual pages. They are read as text, never executed.

use super::table::Table;

mod bash;
mod fish;
mod roff;

pub use roff::line;
mod zsh;

/// Format of a file with a program's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Fish,
    Zsh,
    Bash,
    /// man(7) or mdoc(7), perhaps compressed.
    Manual,
}

impl Form {
    /// Returns the maximum size of the unpacked text.
    pub const fn max_bytes(self) -> usize {
        match self {
            Self::Fish | Self::Zsh | Self::Bash => 512 * 1024,
            Self::Manual => 768 * 1024,
        }
    }
}

/// Maximum number of subcommand pages read in addition to the program's.
pub const MAX_PAGES: usize = 48;

/// Returns the possible paths of files about a program, by format; the first existing one of each format
/// counts. Empty for an unusual name.
pub fn places(program: &str, home: Option<&str>) -> Vec<(Form, String)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.+@".contains(c);
    if !program.starts_with(|c: char| c.is_ascii_alphanumeric())
        || program.len() > 64
        || !program.chars().all(is_name)
    {
        return Vec::new();
    }
    let mut places = Vec::new();
    for (form, own, directories, name) in [
        (Form::Fish, &table!("fish_own")[..], &table!("fish_directories")[..], format!("{program}.fish")),
        (Form::Zsh, &table!("zsh_own")[..], &table!("zsh_directories")[..], format!("_{program}")),
        (Form::Bash, &table!("bash_own")[..], &table!("bash_directories")[..], program.to_owned()),
    ] {
        let own = home.into_iter().flat_map(|home| own.iter().map(move |below| format!("{home}/{below}")));
        let directories = own.chain(directories.iter().map(|directory| (*directory).to_owned()));
        places.extend(directories.map(|directory| (form, format!("{directory}/{name}"))));
    }
    places.extend(pages(program, home).map(|page| (Form::Manual, page)));
    places
}

const MANUALS: &[&str] = table!("manual_directories");

/// Returns the possible paths of a manual page in section 1 or 8.
pub fn pages(name: &str, home: Option<&str>) -> impl Iterator<Item = String> {
    let own = home.map(|home| format!("{home}/.local/share/man"));
    own.into_iter().chain(MANUALS.iter().map(|directory| (*directory).to_owned())).flat_map(
        move |directory| {
            [1, 8].into_iter().flat_map(move |section| {
                let plain = format!("{directory}/man{section}/{name}.{section}");
                [format!("{plain}.gz"), plain]
            })
        },
    )
}

/// Returns the subcommands with a separate page (`podman-run(1)`) that the program's page refers to.
pub fn subpages(program: &str, page: &str) -> Vec<String> {
    roff::references(page, program)
}

/// Returns whether the manual page describes the option with this word, given in lower case.
pub fn describes(page: &str, option: &str, word: &str) -> bool {
    roff::describes(page, option, word)
}

/// One file: its format, its subcommand (empty for the program itself) and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub form: Form,
    pub subcommand: String,
    pub text: String,
}

/// Returns the words in these files, in the format that [`super::Vocabulary`] reads.
pub fn words(program: &str, sources: &[Source]) -> Option<String> {
    let mut table = Table::default();
    for source in sources {
        match source.form {
            Form::Fish => fish::read(program, &source.text, &mut table),
            Form::Zsh => zsh::read(&source.text, &mut table),
            Form::Bash => bash::read(program, &source.text, &mut table),
            Form::Manual => roff::read(&source.subcommand, &source.text, &mut table),
        }
    }
    table.print()
}

#[cfg(test)]
mod tests;
