//! The line editor of the chat.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use reedline::{
    ColumnarMenu, DefaultHinter, EditMode, Emacs, FileBackedHistory, Highlighter, History as _, HistoryItem,
    KeyCode, KeyModifiers, MenuBuilder as _, Prompt, PromptEditMode, PromptHistorySearch,
    PromptHistorySearchStatus, Reedline, ReedlineEvent, ReedlineMenu, Signal, StyledText, Vi,
    default_emacs_keybindings, default_vi_insert_keybindings, default_vi_normal_keybindings,
};
use syntax::Dialect;

use super::complete::Completer;
use super::line::{self, Line};
use crate::caller::Caller;
use crate::error::{Error, ErrorKind};
use crate::host::RealWorld;
use crate::request::Waiting;
use crate::ui::style::Style;

/// Lines of history.
const HISTORY: usize = 10_000;
/// Most bytes of the history file that are read.
const MAX_FILE: u64 = 16 << 20;

/// What the prompt shows.
#[derive(Debug, Clone, Default)]
pub struct Status {
    pub directory: String,
    pub model: String,
    /// Lines of the output that waits.
    pub waiting: Option<usize>,
}

/// What is known while a line is typed.
#[derive(Debug)]
pub struct Typed {
    pub caller: Arc<Caller>,
    pub builtins: Vec<&'static str>,
    /// The line and what it is.
    last: (String, Line),
    world: Option<RealWorld>,
}

impl Typed {
    fn classify(&mut self, text: &str) -> &Line {
        if self.last.0 != text {
            let world =
                self.world.get_or_insert_with(|| RealWorld::new(&self.caller, Waiting::Prompt.patience()));
            world.restart(Waiting::Prompt.patience());
            let line = line::read(text, self.caller.dialect, &self.builtins, world);
            self.last = (text.to_owned(), line);
        }
        &self.last.1
    }
}

type Shared = Arc<Mutex<Typed>>;

/// What the user has entered.
#[derive(Debug)]
pub enum Entered {
    Line(String),
    /// The key for the command of the answer with this number.
    Taken(usize),
    /// Ctrl-C: the line is dropped.
    Cancelled,
    /// Ctrl-D on an empty line.
    Left,
}

/// The editor.
pub struct Editor {
    inner: Reedline,
    typed: Shared,
    style: Style,
    history: Option<PathBuf>,
}

impl Editor {
    pub fn new(caller: Arc<Caller>, builtins: Vec<&'static str>, style: Style, is_vi: bool) -> Self {
        let typed = Typed { caller, builtins, last: (String::new(), Line::Empty), world: None };
        let typed = Arc::new(Mutex::new(typed));
        let file = crate::dirs::state().map(|state| state.join("chat-history"));
        let mut history = FileBackedHistory::new(HISTORY).unwrap_or_default();
        for entry in file.iter().flat_map(|file| entries(file)) {
            let _ = history.save(HistoryItem::from_command_line(entry));
        }
        let menu = ColumnarMenu::default().with_name("completion");
        let mut inner = Reedline::create()
            .with_history(Box::new(history))
            .with_highlighter(Box::new(Watcher(typed.clone())))
            .with_completer(Box::new(Completer(typed.clone())))
            .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
            .with_edit_mode(edit_mode(is_vi))
            .use_bracketed_paste(true)
            .with_quick_completions(true)
            .with_partial_completions(true)
            .with_ansi_colors(style.attributes);
        if style.attributes {
            inner = inner.with_hinter(Box::new(DefaultHinter::default()));
        }
        Self { inner, typed, style, history: file }
    }

    /// Reads a line; `text` is in it at the beginning.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn read(&mut self, status: Status, caller: Arc<Caller>, text: &str) -> Result<Entered, Error> {
        {
            let mut typed = lock(&self.typed);
            // programs may have been installed, files made
            (typed.caller, typed.world, typed.last) = (caller, None, (String::new(), Line::Empty));
        }
        if !text.is_empty() {
            self.inner.run_edit_commands(&[reedline::EditCommand::InsertString(text.to_owned())]);
        }
        let prompt = Shown { status, typed: self.typed.clone(), style: self.style.clone() };
        match self.inner.read_line(&prompt) {
            Ok(Signal::Success(line)) => Ok(Entered::Line(line)),
            Ok(Signal::HostCommand(number)) => Ok(Entered::Taken(number.parse().unwrap_or(0))),
            Ok(Signal::CtrlD) => Ok(Entered::Left),
            Ok(_) => Ok(Entered::Cancelled),
            Err(error) => {
                Err(Error::new(ErrorKind::Internal, format!("cannot read from the terminal: {error}"))
                    .hinted("`darn chat --once TEXT` asks one question without an editor"))
            }
        }
    }

    /// Returns what a line is.
    pub fn classify(&self, text: &str) -> Line {
        lock(&self.typed).classify(text).clone()
    }

    /// Adds a line, already redacted, to the history file.
    pub fn remember(&self, line: &str) {
        let Some(file) = &self.history else { return };
        let mut text = std::fs::read_to_string(file).unwrap_or_default();
        text.push_str(&line.replace('\\', "\\\\").replace('\n', "\\n"));
        text.push('\n');
        let count = text.lines().count();
        if count > HISTORY + HISTORY / 10 {
            text = text.lines().skip(count - HISTORY).map(|line| format!("{line}\n")).collect();
        }
        let _ = crate::files::replace(file, text.as_bytes(), 0o600);
    }
}

fn lock(typed: &Shared) -> std::sync::MutexGuard<'_, Typed> {
    typed.lock().unwrap_or_else(PoisonError::into_inner)
}

fn entries(file: &Path) -> Vec<String> {
    let bytes = crate::files::read(file, MAX_FILE).ok().flatten().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.lines().map(|line| line.replace("\\n", "\n").replace("\\\\", "\\")).collect()
}

fn edit_mode(is_vi: bool) -> Box<dyn EditMode> {
    let menu =
        ReedlineEvent::UntilFound(vec![ReedlineEvent::Menu("completion".into()), ReedlineEvent::MenuNext]);
    let newline = ReedlineEvent::Edit(vec![reedline::EditCommand::InsertNewline]);
    let bind = |keys: &mut reedline::Keybindings| {
        keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, menu.clone());
        keys.add_binding(KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious);
        keys.add_binding(KeyModifiers::ALT, KeyCode::Enter, newline.clone());
        for digit in '1'..='9' {
            let taken = ReedlineEvent::ExecuteHostCommand(digit.to_string());
            keys.add_binding(KeyModifiers::ALT, KeyCode::Char(digit), taken);
        }
    };
    if is_vi {
        let (mut insert, mut normal) = (default_vi_insert_keybindings(), default_vi_normal_keybindings());
        bind(&mut insert);
        bind(&mut normal);
        Box::new(Vi::new(insert, normal))
    } else {
        let mut keys = default_emacs_keybindings();
        bind(&mut keys);
        Box::new(Emacs::new(keys))
    }
}

/// Sees the line whenever it is drawn.
struct Watcher(Shared);

impl Highlighter for Watcher {
    fn highlight(&self, line: &str, _: usize) -> StyledText {
        lock(&self.0).classify(line);
        let mut text = StyledText::new();
        text.push((Default::default(), line.to_owned()));
        text
    }
}

/// The prompt.
struct Shown {
    status: Status,
    typed: Shared,
    style: Style,
}

impl Prompt for Shown {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        let Status { directory, model, waiting } = &self.status;
        let (mark, dot) = (self.style.pick("▸", ">"), self.style.pick("·", "|"));
        let waiting = waiting
            .map(|lines| format!(" {dot} {mark} {}", crate::ui::numbers::several(lines, "line")))
            .unwrap_or_default();
        let head = format!("{directory} {dot} {model}{waiting}");
        let room = self.style.columns.saturating_sub(1);
        format!("{}\n", crate::ui::text::fit(&head, room, &self.style)).into()
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        "".into()
    }

    fn render_prompt_indicator(&self, _: PromptEditMode) -> Cow<'_, str> {
        let sign = match &lock(&self.typed).last.1 {
            Line::Empty => "> ",
            Line::Command(_) => "$ ",
            Line::Builtin { .. } => "/ ",
            Line::Question(_) | Line::With { .. } | Line::Blog(_) => "? ",
            Line::Doubtful(_) => "$? ",
        };
        sign.into()
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        ". ".into()
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        let failed =
            if matches!(search.status, PromptHistorySearchStatus::Failing) { "no match, " } else { "" };
        format!("({failed}search: {}) ", search.term).into()
    }
}

/// Returns the shell dialect and world of the line that is typed, for completion.
pub fn with_world<T>(typed: &Mutex<Typed>, ask: impl FnOnce(Dialect, &[&'static str], &RealWorld) -> T) -> T {
    let mut typed = typed.lock().unwrap_or_else(PoisonError::into_inner);
    let caller = typed.caller.clone();
    let builtins = typed.builtins.clone();
    let world = typed.world.get_or_insert_with(|| RealWorld::new(&caller, Waiting::Prompt.patience()));
    world.restart(Waiting::Prompt.patience());
    ask(caller.dialect, &builtins, world)
}
