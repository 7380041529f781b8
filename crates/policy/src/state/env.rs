//! What a command sees of the shell: variables, functions, aliases, the directory, and the machine.

use std::collections::HashMap;
use std::rc::Rc;

use syntax::Dialect;

use super::{Body, Budget, Item, Value, Variable};
use crate::field::{Taint, UNKNOWN};
use facts::world::{ShellVariable, World};

/// Cost of copying one variable or function for a subshell, see [`Budget::charge`].
const NAME: usize = 512;
/// Variables and functions that are remembered, each.
const MAX_NAMES: usize = 512;

/// The value of a variable that is not empty, or the shell stops.
pub const CHECKED: &str = "checked-\u{10FFFE}";

/// The environment of a command. Checks get it read-only.
#[derive(Clone)]
pub struct Env<'p> {
    pub world: &'p dyn World,
    pub dialect: Dialect,
    /// The line is proposed, not typed: see [`Policy::assess_strict`](crate::Policy::assess_strict).
    pub is_strict: bool,
    /// Shared with the shells around this one until one of them changes it, as the functions are.
    variables: Rc<HashMap<String, Variable>>,
    functions: Rc<HashMap<String, Body>>,
    pub aliases: HashMap<String, Body>,
    /// zsh: words that are replaced wherever they stand (`alias -g`).
    pub global_aliases: HashMap<String, Rc<str>>,
    /// Positional parameters.
    pub arguments: Vec<Item>,
    /// `$0`
    pub name: Option<Item>,
    /// Working directory, where it is known.
    pub directory: Option<String>,
    /// Commands run on another machine, or in a container: its files are not here.
    pub is_elsewhere: bool,
    /// Only variables of this line are set: `env -i`.
    pub is_bare: bool,
    /// A file was read that may have set any variable: those of the live shell no longer count.
    pub is_stale: bool,
    /// `set -u`
    pub stops_at_unset: bool,
    /// Number of enclosing branches that may not be taken.
    pub conditional: u16,
}

/// What a subshell restores at its end.
pub struct Saved {
    variables: Rc<HashMap<String, Variable>>,
    functions: Rc<HashMap<String, Body>>,
    directory: Option<String>,
}

impl<'p> Env<'p> {
    pub fn new(world: &'p dyn World, dialect: Dialect, is_strict: bool) -> Self {
        Self {
            world,
            dialect,
            is_strict,
            variables: Rc::default(),
            functions: Rc::default(),
            aliases: HashMap::new(),
            global_aliases: HashMap::new(),
            arguments: Vec::new(),
            name: None,
            directory: world.directory(),
            is_elsewhere: false,
            is_bare: false,
            is_stale: false,
            stops_at_unset: false,
            conditional: 0,
        }
    }

    pub fn save(&self) -> Saved {
        Saved {
            variables: self.variables.clone(),
            functions: self.functions.clone(),
            directory: self.directory.clone(),
        }
    }

    pub fn restore(&mut self, saved: Saved) {
        self.variables = saved.variables;
        self.functions = saved.functions;
        self.directory = saved.directory;
    }

    /// The variables as they are now.
    pub fn variables(&self) -> Rc<HashMap<String, Variable>> {
        self.variables.clone()
    }

    pub fn set_variables(&mut self, variables: Rc<HashMap<String, Variable>>) {
        self.variables = variables;
    }

    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.get(name)
    }

    pub fn function(&self, name: &str) -> Option<&Body> {
        self.functions.get(name)
    }

    /// Returns the variables, to be changed: a copy if a shell around this one shares them.
    pub fn variables_mut(&mut self, budget: &mut Budget) -> &mut HashMap<String, Variable> {
        if Rc::strong_count(&self.variables) > 1 {
            budget.charge(self.variables.len() * NAME);
        }
        Rc::make_mut(&mut self.variables)
    }

    pub fn functions_mut(&mut self, budget: &mut Budget) -> &mut HashMap<String, Body> {
        if Rc::strong_count(&self.functions) > 1 {
            budget.charge(self.functions.len() * NAME);
        }
        Rc::make_mut(&mut self.functions)
    }

    /// Defines a function.
    pub fn define(&mut self, name: &str, body: Body, budget: &mut Budget) {
        if self.functions.len() >= MAX_NAMES && !self.functions.contains_key(name) {
            budget.skip();
            return;
        }
        self.functions_mut(budget).insert(name.to_owned(), body);
    }

    /// Sets a variable; in a branch that may not be taken it may also keep its old value.
    pub fn set(&mut self, name: &str, values: Vec<Value>, budget: &mut Budget) {
        if self.variables.len() >= MAX_NAMES && !self.variables.contains_key(name) {
            budget.skip();
            return;
        }
        let keeps = self.conditional > 0;
        self.variables_mut(budget).entry(name.to_owned()).or_default().assign(values, keeps);
    }

    /// Returns the possible values of a variable; `None` if unknown.
    pub fn get(&self, name: &str) -> Option<Vec<Value>> {
        if let Some(variable) = self.variables.get(name) {
            return Some(variable.values.clone());
        }
        if let Some(live) = self.live_value(name) {
            return Some(vec![live]);
        }
        let text = match name {
            "HOME" => self.world.home().unwrap_or("/home/user").to_owned(),
            "PWD" => self.directory.clone()?,
            "TMPDIR" | "TMP" | "TEMP" => "/tmp".to_owned(),
            "EUID" | "UID" if self.world.is_root() => "0".to_owned(),
            "IFS" => " \t\n".to_owned(),
            // the line that was entered
            "BASH_COMMAND" | "ZSH_DEBUG_CMD" => {
                return Some(vec![Value::scalar(UNKNOWN, Taint::SECRET)]);
            }
            _ if self.is_bare => String::new(),
            _ => return None,
        };
        Some(vec![Value::scalar(text, Taint::NONE)])
    }

    /// The value in the live shell of a variable that this line has not set.
    fn live_value(&self, name: &str) -> Option<Value> {
        let is_default = matches!(name, "HOME" | "PWD") || name.starts_with("TMP") || name == "TEMP";
        Some(match self.live(name)? {
            // `set -u`: the shell stops there
            ShellVariable::Unset if self.stops_at_unset => Value::scalar(CHECKED, Taint::NONE),
            ShellVariable::Unset => Value::scalar("", Taint::NONE),
            ShellVariable::Value(value) => Value::scalar(value, Taint::NONE),
            ShellVariable::Set if is_default => return None,
            ShellVariable::Set => Value::scalar(CHECKED, Taint::NONE),
        })
    }

    fn live(&self, name: &str) -> Option<ShellVariable> {
        let counts = !self.is_elsewhere && !self.is_bare && !self.is_stale;
        counts.then(|| self.world.shell_variable(name)).flatten()
    }

    /// Returns whether the variable is unset or empty in the live shell.
    pub fn is_empty_there(&self, name: &str) -> bool {
        let is_empty = |live| match live {
            ShellVariable::Unset => !self.stops_at_unset,
            ShellVariable::Value(value) => value.is_empty(),
            ShellVariable::Set => false,
        };
        !self.variables.contains_key(name) && self.live(name).is_some_and(is_empty)
    }

    /// Returns whether the variable is known to be unset.
    pub fn is_unset(&self, name: &str) -> bool {
        !self.variables.contains_key(name) && self.live(name) == Some(ShellVariable::Unset)
    }

    /// Expands `~`, `~/x`, `~user` at the start of a word.
    pub fn expand_tilde(&self, text: &str) -> String {
        let Some(rest) = text.strip_prefix('~') else { return text.to_owned() };
        let (user, below) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let home = match user {
            "" => self
                .get("HOME")
                .and_then(|values| Some(values.into_iter().next()?.items.into_iter().next()?.text)),
            "+" => self.directory.clone(),
            "root" => Some("/root".to_owned()),
            name if name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b)) => {
                Some(format!("/home/{name}"))
            }
            _ => None,
        };
        home.map_or_else(|| text.to_owned(), |home| format!("{home}{below}"))
    }

    /// Returns the path as the world can be asked about it; `None` if the directory is unknown.
    pub fn path_here(&self, path: &str) -> Option<String> {
        if path.starts_with('/') || self.directory == self.world.directory() {
            return Some(path.to_owned());
        }
        let directory = self.directory.as_ref()?;
        Some(format!("{}/{path}", directory.trim_end_matches('/')))
    }
}
