//! Another machine, or a shell about which nothing is known: program names are assumed to be those of this
//! machine; everything else is absent.

use std::borrow::Cow;

use facts::World;

use super::RealWorld;

#[derive(Debug)]
pub struct Elsewhere(pub RealWorld);

impl World for Elsewhere {
    fn executables(&self) -> Cow<'_, str> {
        self.0.executables()
    }

    fn is_program(&self, name: &str) -> bool {
        self.0.is_program(name)
    }

    fn words(&self, program: &str) -> Option<&str> {
        self.0.words(program)
    }
}
