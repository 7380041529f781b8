//! What most tasks need.

pub use std::collections::{BTreeMap, BTreeSet};
pub use std::path::{Path, PathBuf};
pub use std::process::{Child, Command, Stdio};
pub use std::time::{Duration, Instant};

pub use anyhow::{Context as _, Result, bail, ensure};
