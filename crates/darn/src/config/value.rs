//! What settings are made of: sections, words, numbers within a range.

use std::time::Duration;

use engine::Confidence;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Defines a section: each setting has its default, in the syntax of RFC 3681, and the documentation that
/// `darn config default` prints.
macro_rules! section {
    ($(#[$meta:meta])* $name:ident {
        $($(#[$about:meta])* $field:ident: $type:ty = $default:expr,)*
    }) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        $(#[$meta])*
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

/// Defines a setting that is one of a few words.
macro_rules! words {
    ($name:ident { $($(#[$about:meta])* $word:ident,)* }) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$about])* $word,)*
        }
    };
}

pub(super) use {section, words};

// The types below have no documentation, which would become that of their settings.

// The words for a `Confidence`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Confidence", rename_all = "lowercase")]
pub(super) enum ConfidenceWord {
    High,
    Medium,
    Low,
}

// A number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(extend("minimum" = MIN, "maximum" = MAX))]
pub struct Within<T, const MIN: u32, const MAX: u32>(pub T);

pub type Lines = Within<usize, 0, 100_000>;
pub type Bytes = Within<usize, 0, 1_048_576>;
pub type Seconds = Within<u64, 1, 3600>;

impl<'de, T, const MIN: u32, const MAX: u32> Deserialize<'de> for Within<T, MIN, MAX>
where
    T: Deserialize<'de> + TryFrom<u32> + PartialOrd,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = T::deserialize(deserializer)?;
        let (min, max) = (T::try_from(MIN).ok(), T::try_from(MAX).ok());
        let is_within = min.is_some_and(|min| min <= number) && max.is_some_and(|max| number <= max);
        is_within.then_some(Self(number)).ok_or_else(|| D::Error::custom("out of range"))
    }
}

// For a `Duration` in whole seconds: `with = "Seconds"`.
impl Seconds {
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        <Self as Deserialize>::deserialize(deserializer).map(|seconds| Duration::from_secs(seconds.0))
    }

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        time.as_secs().serialize(serializer)
    }
}
