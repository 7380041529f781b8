//! `darn man [DIRECTORY]`, for packagers: manual pages generated from the help texts.

use clap_mangen::Man;

use super::prelude::*;
use crate::files;

pub fn run(directory: Option<&Path>, command: clap::Command) -> Result<ExitCode, Error> {
    let Some(directory) = directory else {
        ui::print(&page(command)?);
        return Ok(ExitCode::SUCCESS);
    };
    let failed = |error: &std::io::Error| {
        let what = format!("cannot write to {}: {}", directory.display(), files::reason(error));
        Error::new(ErrorKind::Negative, what).hinted("name a directory you may write to")
    };
    std::fs::create_dir_all(directory).map_err(|error| failed(&error))?;
    clap_mangen::generate_to(command, directory).map_err(|error| failed(&error))?;
    Ok(ExitCode::SUCCESS)
}

fn page(command: clap::Command) -> Result<String, Error> {
    let mut out = Vec::new();
    Man::new(command).render(&mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}
