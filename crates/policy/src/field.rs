//! Words as the program would get them.

use syntax::Span;

/// Stands in [`Field::text`] for what cannot be known before the command runs. A noncharacter of
/// Unicode; where the user's own text holds one it is refused as deceptive.
pub const UNKNOWN: char = '\u{10FFFE}';

/// Defines [`Taint`]: one flag for each origin.
macro_rules! taint {
    ($($(#[$doc:meta])+ $flag:ident,)+) => {
        /// Where a text comes from; several may hold.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        #[must_use]
        pub struct Taint {
            $($(#[$doc])+ pub $flag: bool,)+
        }

        impl Taint {
            pub const NONE: Self = Self { $($flag: false,)+ };

            pub const fn and(self, other: Self) -> Self {
                Self { $($flag: self.$flag || other.$flag,)+ }
            }
        }
    };
}

taint! {
    /// From another machine.
    network,
    /// From a decoder: not readable by the user.
    decoded,
    /// From a credential store.
    secret,
    /// Printed by a command, so not typed. Not dangerous by itself.
    printed,
    /// What a shell prints that takes its commands from elsewhere.
    shell,
    /// From where the maker of a program says that it is to be fetched and run.
    documented,
    /// From an archive on this machine: unread, but stored rather than hidden.
    unpacked,
    /// Does not end by itself: `/dev/zero`, `yes`.
    endless,
    /// From the standard input of code that is being read.
    stdin,
}

impl Taint {
    pub const FETCHED: Self = Self { network: true, ..Self::NONE };
    pub const DECODED: Self = Self { decoded: true, ..Self::NONE };
    pub const SECRET: Self = Self { secret: true, ..Self::NONE };
    pub const PRINTED: Self = Self { printed: true, ..Self::NONE };
    pub const STDIN: Self = Self { stdin: true, ..Self::NONE };
    pub const ENDLESS: Self = Self { endless: true, ..Self::NONE };

    /// Returns whether no user of this machine has read it.
    pub const fn is_unseen(self) -> bool {
        self.network || self.decoded || self.documented || self.unpacked
    }

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
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn at(text: impl Into<String>, span: Span) -> Self {
        Self { span: Some(span), ..Self::plain(text) }
    }

    pub fn tainted(self, taint: Taint) -> Self {
        Self { taint: self.taint.and(taint), ..self }
    }

    /// Fields of plain texts, at one place.
    pub fn list<'t>(texts: impl IntoIterator<Item = &'t str>, span: Span) -> Vec<Self> {
        texts.into_iter().map(|text| Self::at(text, span)).collect()
    }

    /// The fields with blanks between them, as a shell reads them again.
    pub fn joined(fields: &[Self]) -> String {
        fields.iter().map(|field| field.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Where any of the fields comes from.
    pub fn taints(fields: &[Self]) -> Taint {
        fields.iter().fold(Taint::NONE, |taint, field| taint.and(field.taint))
    }

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
