//! Words as the program would get them.

use syntax::Span;

/// Stands in [`Field::text`] for what cannot be known before the command runs. A noncharacter of
/// Unicode; where the user's own text holds one it is refused as deceptive.
pub const UNKNOWN: char = '\u{10FFFE}';

/// Where a text comes from; several may hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Taint {
    /// From another machine.
    pub network: bool,
    /// From a decoder: not readable by the user.
    pub decoded: bool,
    /// From a credential store.
    pub secret: bool,
    /// Printed by a command, so not typed. Not dangerous by itself.
    pub printed: bool,
    /// What a shell prints that takes its commands from elsewhere.
    pub shell: bool,
    /// From where the maker of a program says that it is to be fetched and run.
    pub documented: bool,
    /// From an archive on this machine: unread, but stored rather than hidden.
    pub unpacked: bool,
    /// Does not end by itself: `/dev/zero`, `yes`.
    pub endless: bool,
}

impl Taint {
    pub const NONE: Self = Self {
        network: false,
        decoded: false,
        secret: false,
        printed: false,
        shell: false,
        documented: false,
        unpacked: false,
        endless: false,
    };

    /// Data from another machine.
    pub const FETCHED: Self = Self { network: true, ..Self::NONE };

    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            network: self.network || other.network,
            decoded: self.decoded || other.decoded,
            secret: self.secret || other.secret,
            printed: self.printed || other.printed,
            shell: self.shell || other.shell,
            documented: self.documented || other.documented,
            unpacked: self.unpacked || other.unpacked,
            endless: self.endless || other.endless,
        }
    }

    /// Returns whether no user of this machine has read it.
    #[must_use]
    pub const fn is_unseen(self) -> bool {
        self.network || self.decoded || self.documented || self.unpacked
    }

    #[must_use]
    pub const fn is_none(self) -> bool {
        !self.network && !self.decoded && !self.secret
    }
}

/// One word after all expansions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    /// [`UNKNOWN`] for each part that is not known.
    pub text: String,
    /// Holds an unquoted `*`, `?` or `[`, which the shell replaces by names of files.
    pub glob: bool,
    pub taint: Taint,
    /// Where it stands in the text that was judged.
    pub span: Option<Span>,
}

impl Field {
    /// Fields of plain texts, at one place.
    pub fn list<'t>(texts: impl IntoIterator<Item = &'t str>, span: Span) -> Vec<Self> {
        let field = |text: &str| Self { text: text.to_owned(), span: Some(span), ..Self::default() };
        texts.into_iter().map(field).collect()
    }

    #[must_use]
    pub fn known(&self) -> Option<&str> {
        (!self.text.contains(UNKNOWN)).then_some(self.text.as_str())
    }
}

/// A simple command as it would be started: expanded, wrappers such as `sudo` taken off.
#[derive(Debug, Clone, Copy)]
pub struct Invocation<'a> {
    /// Name of the program, without its directory.
    pub program: &'a str,
    /// Its arguments.
    pub arguments: &'a [Field],
    pub span: Span,
}
