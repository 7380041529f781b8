//! The examples of a rule, which are its tests.

use serde::Deserialize;

use facts::FakeWorld;

/// A recorded case that the rule fixes, or must leave alone (`fixes = []`).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub command: String,
    pub status: i32,
    /// The output; absent if it was not captured.
    pub output: Option<String>,
    #[serde(default = "bash")]
    pub shell: String,
    /// The expected suggestions, in order.
    pub fixes: Vec<String>,
    /// The expected reason, for a rule that names the cause.
    #[serde(default)]
    pub because: Option<String>,
    #[serde(default)]
    pub world: FakeWorld,
}

fn bash() -> String {
    "bash".into()
}
