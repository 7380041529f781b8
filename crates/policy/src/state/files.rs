//! Files and descriptors that the line itself has written.

use std::collections::HashMap;

use super::{Body, Stream};

/// Files that are remembered.
const MAX_FILES: usize = 256;
/// Links that are followed.
const MAX_LINKS: u8 = 8;

/// What a file descriptor or a file of the line refers to.
#[derive(Debug, Clone)]
pub enum Node {
    /// Contents: written earlier, or substituted.
    Data(Stream),
    /// Commands that read what is written to it.
    Reader(Body),
    /// Another name of a file.
    Link(String),
}

/// The files that the line has written, and the standard input.
#[derive(Debug, Default)]
pub struct Files {
    /// Standard input of the commands being read.
    pub input: Stream,
    /// By path; `/dev/fd/N` for descriptors.
    nodes: HashMap<String, Node>,
    /// Directories that the line has cloned from elsewhere.
    fetched: Vec<String>,
    substitutions: u32,
}

impl Files {
    pub fn get(&self, path: &str) -> Option<&Node> {
        self.nodes.get(path)
    }

    pub fn contains(&self, path: &str) -> bool {
        self.nodes.contains_key(path)
    }

    pub fn insert(&mut self, path: impl Into<String>, node: Node) {
        self.nodes.insert(path.into(), node);
    }

    /// Records the contents of a file.
    pub fn store(&mut self, path: impl Into<String>, contents: Stream) {
        self.insert(path, Node::Data(contents));
    }

    /// Returns whether there is room for another file.
    pub fn has_room(&self) -> bool {
        self.nodes.len() < MAX_FILES
    }

    /// Records contents under a unique file name, which is returned: `<( … )`.
    pub fn insert_fresh(&mut self, node: Node) -> String {
        self.substitutions += 1;
        let name = format!("/dev/fd/substitution-{}", self.substitutions);
        self.insert(name.clone(), node);
        name
    }

    /// Records a directory that was cloned from elsewhere.
    pub fn fetch(&mut self, directory: String) {
        self.fetched.push(directory);
    }

    pub fn fetched(&self) -> &[String] {
        &self.fetched
    }

    /// Returns the path after links, with descriptors in one spelling.
    pub fn resolve(&self, path: &str) -> String {
        let mut path = path.strip_prefix("./").unwrap_or(path).to_owned();
        for prefix in ["/proc/self/fd/", "/proc/thread-self/fd/", "/proc/$$/fd/"] {
            if let Some(number) = path.strip_prefix(prefix) {
                path = format!("/dev/fd/{number}");
            }
        }
        for _ in 0..MAX_LINKS {
            match self.nodes.get(&path) {
                Some(Node::Link(next)) => path = next.strip_prefix("./").unwrap_or(next).to_owned(),
                _ => break,
            }
        }
        path
    }
}

/// Matches bash's `/dev/tcp/host/port`.
pub fn is_network(path: &str) -> bool {
    path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/")
}
