//! Another machine, or a shell about which nothing is known: program names are assumed to be those of this
//! machine; everything else is absent.

use std::borrow::Cow;
use std::collections::BTreeMap;

use facts::{Attributes, Entry, PathKind, Process, Space, World};

use super::RealWorld;

#[derive(Debug)]
pub struct Elsewhere {
    here: RealWorld,
    none: BTreeMap<String, String>,
}

impl Elsewhere {
    #[must_use]
    pub const fn like(here: RealWorld) -> Self {
        Self { here, none: BTreeMap::new() }
    }
}

impl World for Elsewhere {
    fn executables(&self) -> Cow<'_, str> {
        self.here.executables()
    }

    fn is_program(&self, name: &str) -> bool {
        self.here.is_program(name)
    }

    fn words(&self, program: &str) -> Option<&str> {
        self.here.words(program)
    }

    fn aliases(&self) -> &BTreeMap<String, String> {
        &self.none
    }

    fn functions(&self) -> &[String] {
        &[]
    }

    fn history(&self) -> &[String] {
        &[]
    }

    fn kind(&self, _: &str) -> PathKind {
        PathKind::Missing
    }

    fn entries(&self, _: &str) -> Vec<Entry> {
        Vec::new()
    }

    fn read(&self, _: &str) -> Option<String> {
        None
    }

    fn home(&self) -> Option<&str> {
        None
    }

    fn directory(&self) -> Option<String> {
        None
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }

    fn variables(&self) -> Vec<String> {
        Vec::new()
    }

    fn package_of(&self, _: &str) -> Option<String> {
        None
    }

    fn is_root(&self) -> bool {
        false
    }

    fn is_writable(&self, _: &str) -> bool {
        false
    }

    fn is_own(&self, _: &str) -> bool {
        false
    }

    fn manual(&self, _: &str) -> Option<String> {
        None
    }

    fn attributes(&self, _: &str) -> Option<Attributes> {
        None
    }

    fn link(&self, _: &str) -> Option<String> {
        None
    }

    fn space(&self, _: &str) -> Option<Space> {
        None
    }

    fn bytes(&self, _: &str) -> Vec<u8> {
        Vec::new()
    }

    fn holders(&self, _: &str) -> Vec<Process> {
        Vec::new()
    }

    fn kernel_log(&self) -> Vec<String> {
        Vec::new()
    }
}
