//! Every setting: its name, type, range, default and documentation. Everything else is derived from here.
//!
//! The documentation of a setting is its comment in what `darn config default` prints.

use std::path::PathBuf;

use engine::Confidence;
use policy::Private;

use super::keys::KeyNames;
use super::llm::Llm;
use super::value::{Bytes, ConfidenceWord, Lines, Seconds, Within, section, words};

section! {
    /// Every setting of darn with its default, as printed by `darn config default`.
    /// Settings take effect in your own file; `darn config path` prints its path.
    #[schemars(title = "darn's config.toml")]
    Settings {
        suggest: Suggest = Suggest::default(),
        keys: Keys = Keys::default(),
        policy: Policy = Policy::default(),
        capture: Capture = Capture::default(),
        llm: Llm = Llm::default(),
        daemon: Daemon = Daemon::default(),
        chat: Chat = Chat::default(),
        task: Task = Task::default(),
        learn: Learn = Learn::default(),
        rules: Rules = Rules::default(),
        store: Store = Store::default(),
    }
}

section! { Suggest {
    enabled: bool = true,
    /// entries shown when the list opens, 1 to 9; the down arrow shows the rest
    limit: Within<usize, 1, 9> = Within(3),
    /// comment only on failures at least this sure: high, medium, low
    #[serde(with = "ConfidenceWord")]
    min_confidence: Confidence = Confidence::Medium,
    /// zsh: the first suggestion as dim text on the empty line
    ghost_text: bool = true,
    /// show a known cause even if no command fixes it
    causes: bool = true,
    /// explain the keys of a hint: auto (until you have accepted three suggestions), always, never
    legend: Legend = Legend::Auto,
    /// programs whose failures are never commented on: ["make", "terraform"]
    program_silence: Vec<String> = Vec::new(),
} }

words! { Legend { Auto, Always, Never, } }

section! {
    /// Shells read the keys when they start. Key names: tab, esc, space, right, f1 to f12, ctrl-x,
    /// alt-/, or a sequence of two: ctrl-x ctrl-t; "" for none.
    Keys {
        /// on an empty line: insert the suggestion
        accept: KeyNames = KeyNames("tab".into()),
        /// show all suggestions
        list: KeyNames = KeyNames("alt-/".into()),
        /// zsh: Esc Esc accepts too: if-free (only if it is unbound), off
        esc_esc: EscEsc = EscEsc::IfFree,
        /// turn a request, or half a command, on the line into a command; in fish, where
        /// Ctrl-X copies: Alt-X. This key and the next ask a model: only with llm.enabled
        ask: KeyNames = KeyNames("ctrl-x ctrl-t".into()),
        /// ask how to fix the last failure
        model: KeyNames = KeyNames("alt-?".into()),
        /// print the output of `darn explain` above the line
        explain: KeyNames = KeyNames(String::new()),
    }
}

words! { EscEsc { IfFree, Off, } }

section! {
    /// The Enter guard checks lines for danger. Shells read the level when they start.
    Policy {
        /// off; passive: zsh and fish warn, then run the command; active: confirm or refuse
        level: GuardLevel = GuardLevel::Passive,
        /// the word to type before a dangerous command runs
        confirm_word: String = "yes".into(),
        /// commands that run without confirmation: "git push --force origin wip/*",
        /// "rm -rf build @ ~/src/x until 2027-01-31", "kubectl delete **" (** any more words)
        allow: Vec<String> = Vec::new(),
        /// commands that are refused: "terraform apply"
        block: Vec<String> = Vec::new(),
        /// Entries of `block` in a project's file, and that file.
        #[serde(skip)]
        project_block: Vec<String> = Vec::new(),
        #[serde(skip)]
        project: Option<PathBuf> = None,
    }
}

words! { GuardLevel { Off, Passive, Active, } }

section! {
    /// The output of a command allows better answers. `darn shell` records it; elsewhere darn may ask tmux,
    /// kitty or WezTerm for it after a failure. Never recorded: lines that begin with a blank, output while
    /// a password is read, programs that print secrets (pass, gpg, vault, `gh auth token` …).
    Capture {
        /// auto; none; stderr-file: if there is nothing to ask, zsh sends standard error to
        /// a file while a command runs (read the caveats in the README first)
        mode: CaptureMode = CaptureMode::Auto,
        /// more programs that print secrets: ["mytool", "kubectl get configmap"]; the
        /// words must occur in this order
        never: Vec<String> = Vec::new(),
        /// limit of output shown or sent, in lines (the last ones are kept) ...
        max_lines: Lines = Within(100),
        /// ... and in bytes; the rules always see all recorded output
        max_bytes: Bytes = Within(10 * 1024),
    }
}

words! { CaptureMode { Auto, None, StderrFile, } }

section! { Daemon {
    /// a failure starts the daemon if none runs
    autostart: bool = false,
    /// how long a hook waits for the daemon before it answers by itself
    hook_timeout_ms: Within<u32, 1, 1000> = Within(20),
    /// an unused daemon ends after this time; 0: never
    idle_exit_minutes: Within<u32, 0, 100_000> = Within(30),
} }

section! { Chat {
    /// off, failures, always: which outputs go with the next question
    shell_attach: ShellAttach = ShellAttach::Failures,
    attach_lines: Lines = Within(100),
    attach_bytes: Bytes = Within(10 * 1024),
    /// failures that /last lists
    keep_failures: Within<usize, 0, 100> = Within(5),
    /// auto (as readline's editing-mode; zsh: else as EDITOR), emacs, vi
    keys: ChatKeys = ChatKeys::Auto,
} }

words! { ShellAttach { Off, Failures, Always, } }

words! { ChatKeys { Auto, Emacs, Vi, } }

section! { Task {
    max_steps: Within<usize, 1, 1000> = Within(15),
    max_retries: Within<usize, 0, 100> = Within(3),
    /// seconds
    step_timeout: Seconds = Within(120),
    /// every, shape
    confirm: TaskConfirm = TaskConfirm::Every,
    /// empty: yours
    shell: String = String::new(),
    rc: bool = false,
    /// confirmed steps enter your shell's history (bash, zsh, fish)
    history: bool = false,
    /// a click on a step selects it; the terminal then selects text only with Shift
    mouse: bool = false,
} }

words! { TaskConfirm { Every, Shape, } }

section! {
    /// The settings from here on belong to features that this version does not have. They are read and
    /// checked, so that a file written for a later version works, but have no effect yet.
    Learn {
        enabled: bool = true,
        /// off, opt-in
        share: Share = Share::Off,
    }
}

words! { Share { Off, OptIn, } }

section! { Rules {
    /// directories of shared rule files
    sources: Vec<String> = Vec::new(),
} }

section! { Store {
    /// empty: a file in the state directory
    url: String = String::new(),
} }

impl Suggest {
    /// Returns whether darn is silent about failures of this program.
    pub fn is_silenced(&self, program: Option<&str>) -> bool {
        let name = program.map(|program| program.rsplit('/').next().unwrap_or(program));
        name.is_some_and(|name| self.program_silence.iter().any(|silent| silent == name))
    }
}

/// The bytes of each key, empty if unset.
#[derive(Debug)]
pub struct KeyBytes {
    pub accept: Vec<u8>,
    pub list: Vec<u8>,
    pub model: Vec<u8>,
    pub ask: Vec<u8>,
    pub explain: Vec<u8>,
}

impl Keys {
    /// Returns the bytes of each key. One that equals an earlier key is unset; `darn doctor` reports the
    /// conflict.
    pub fn bytes(&self) -> KeyBytes {
        let mut taken = Vec::new();
        let [accept, list, model, ask, explain] =
            [&self.accept, &self.list, &self.model, &self.ask, &self.explain].map(|key| {
                let bytes = Some(key.bytes()).filter(|bytes| !taken.contains(bytes)).unwrap_or_default();
                taken.push(bytes.clone());
                bytes
            });
        KeyBytes { accept, list, model, ask, explain }
    }
}

impl Policy {
    /// Returns the word that confirms a dangerous command, even if none is set.
    pub fn confirm_word(&self) -> &str {
        let word = self.confirm_word.trim();
        if word.is_empty() { "yes" } else { word }
    }
}

impl Capture {
    /// Returns the commands whose output is private: the built-in list and `never`.
    pub fn private(&self) -> Private {
        Private::with(&self.never)
    }
}
