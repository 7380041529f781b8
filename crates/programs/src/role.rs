//! Yes-or-no facts about programs.

/// Defines [`Role`] with the name of each role in the data files.
macro_rules! roles {
    ($($(#[$doc:meta])+ $role:ident = $name:literal,)+) => {
        /// A yes-or-no fact about a program.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Role {
            $($(#[$doc])+ $role,)+
        }

        impl Role {
            /// Every role, with its name in the data files.
            pub const ALL: &[(&str, Self)] = &[$(($name, Self::$role),)+];
        }
    };
}

roles! {
    // ---- what it does to its operands
    /// Opens its operands, which must exist.
    Reads = "reads",
    /// Changes nothing, whatever its operands are, unless it gets an option of `writes_with`.
    OnlyReads = "only-reads",
    /// Its first operand is no path: a pattern, a program text, a mode.
    PatternFirst = "pattern-first",
    /// Its operands are paths.
    Paths = "paths",
    /// Creates its last operand.
    Makes = "makes",
    /// Moves its operands.
    Moves = "moves",
    /// Changes to the directory that it is given.
    Enters = "enters",
    /// Writes, creates or deletes what its operands name.
    Writes = "writes",
    /// Visits everything below its operands.
    Walks = "walks",
    /// Its operands name something other than existing files.
    Names = "names",
    /// Takes no operand that is a plain word: `clear`, `top`, `kill`.
    Wordless = "wordless",
    /// Its words are text or names, so that a dangerous command among them does not run.
    Mentions = "mentions",
    /// Its words are a message to a person.
    Message = "message",
    /// Its name is a word of everyday English that may begin a sentence: `find`, `make`, `more`.
    Spoken = "spoken",
    /// Deletes, empties or overwrites its operands for good.
    Deletes = "deletes",
    /// Deletes directories with everything below, without being asked to: `rimraf`.
    DeletesTrees = "deletes-trees",
    /// Changes the content of what it deletes, or only that: `shred`, `truncate`.
    Empties = "empties",
    /// Writes to a disk, a partition or a file system as a whole.
    Disks = "disks",
    /// Ends processes.
    Ends = "ends",
    /// Ends the whole system, even without an operand.
    Halts = "halts",
    /// Changes modes or owners.
    Attributes = "attributes",
    /// Loses something that its operands name: a user, a database, a schedule.
    Discards = "discards",
    /// Changes the running system: file systems, modules, network filters.
    System = "system",
    /// Acts even without an argument.
    Bare = "bare",
    /// Can do lasting harm, or run what can, and no other role says so.
    Harms = "harms",
    // ---- how it treats other commands
    /// Leaves the meaning of the command behind it as it is: `sudo`, `time`.
    Prefix = "prefix",
    /// Runs its command with the rights of another user.
    Privileged = "privileged",
    /// Refuses to run as root.
    RefusesRoot = "refuses-root",
    /// Takes `NAME=value` before its command.
    Assigns = "assigns",
    /// Runs its command where other files are: a container, another machine.
    Elsewhere = "elsewhere",
    /// Runs its command on another machine, whose output it prints.
    Remote = "remote",
    /// Starts a shell if it is given no command.
    StartsShell = "starts-shell",
    /// Behind its first operand, the words belong to what that names.
    Launches = "launches",
    /// Takes a text in a language with quotes of its own.
    Code = "code",
    /// Declares variables: its words may be assignments.
    Declares = "declares",
    /// Runs texts in its arguments, in a language that is not read.
    RunsTexts = "runs-texts",
    /// Starts another program with the file that it is given, or none; keeps the terminal.
    Editor = "editor",
    /// Shows files page by page.
    Pager = "pager",
    // ---- terminal, input and output
    /// Takes over the whole terminal.
    FullScreen = "full-screen",
    /// Needs the terminal: asks, shows progress, runs for long or changes the shell itself.
    Terminal = "terminal",
    /// Names that begin with its name are of the same kind: `mkfs.ext4`, `python3.12`.
    Family = "family",
    /// Prints nothing.
    Silent = "silent",
    /// Prints what it reads.
    PassesOn = "passes-on",
    /// Compresses single files.
    Packs = "packs",
    /// Prints the uncompressed form of what it reads.
    Unpacks = "unpacks",
    /// Tells whether a program exists.
    LooksUp = "looks-up",
    /// Reads commands from the terminal if it is given none.
    Interactive = "interactive",
    /// Waits for connections on a port.
    Serves = "serves",
    /// Its status reports findings or the status of what it ran.
    Reports = "reports",
    // ---- options
    /// Expands no abbreviations of its options.
    FullOptions = "full-options",
    /// Accepts any option.
    AnyOption = "any-option",
    /// The long names of its options have one dash.
    OneDash = "one-dash",
    /// The value of some of its options may be any text, even one that looks like an option.
    FreeValues = "free-values",
    /// Has operands that begin with a dash.
    DashedOperands = "dashed-operands",
    // ---- what it works on
    /// A tool for the user's own projects, which should not run as root.
    ProjectTool = "project-tool",
    /// Installs packages.
    PackageManager = "package-manager",
    /// Takes the name of a host.
    Hosts = "hosts",
    /// Opens URLs.
    Addresses = "addresses",
    /// Makes no missing directory for its output.
    MakesNoDirectory = "makes-no-directory",
    /// Its last operand is its output.
    OutputLast = "output-last",
    /// Changes which programs are found.
    SetsPath = "sets-path",
}
