//! The program; all code is in the library, so that tests can use it.

use std::process::ExitCode;

fn main() -> ExitCode {
    darn::run(std::env::args_os().collect())
}
