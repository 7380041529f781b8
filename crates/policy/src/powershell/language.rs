//! Keywords: conditions, loops, functions.

use super::Reader;
use super::value::{Block, Value};

/// Turns of a loop that are followed.
pub const MAX_TURNS: usize = 24;

impl Reader<'_, '_> {
    /// A statement that begins with the word, which has been taken; `None` where it is no keyword.
    pub fn keyword(&mut self, word: &str) -> Option<Value> {
        let value = match word {
            "if" | "elseif" => self.condition(),
            "else" => self.branch(),
            "while" | "until" => self.looped(),
            "for" => self.counted(),
            "foreach" => self.each()?,
            "do" => {
                let block = self.braces();
                // `do { } while (…)`: the condition tells whether it ends
                let rest = self.rest().trim_start();
                let squeezed: String = rest.chars().take(24).filter(|c| !c.is_whitespace()).collect();
                let endless = ["while($true)", "while(1)"]
                    .iter()
                    .any(|end| squeezed.to_ascii_lowercase().starts_with(end));
                self.state.endless += u16::from(endless);
                let value = block.map_or(Value::NULL, |block| self.run(&block));
                self.state.endless -= u16::from(endless);
                value
            }
            "switch" => self.switch(),
            "try" | "finally" | "begin" | "process" | "end" | "data" | "dynamicparam" | "parallel"
            | "sequence" => {
                self.space();
                if self.peek() != b'{' {
                    return None;
                }
                let block = self.braces()?;
                self.run(&block)
            }
            "catch" | "trap" => {
                self.space();
                while self.peek() == b'[' {
                    self.at += 1;
                    self.enclosed();
                    self.blanks();
                    self.take(",");
                    self.blanks();
                }
                self.branch()
            }
            "function" | "filter" | "workflow" | "configuration" => self.function(),
            "class" | "enum" | "interface" => {
                let rest = self.rest();
                self.at += rest.find('{').unwrap_or(rest.len());
                self.braces();
                Value::NULL
            }
            "using" => {
                let rest = self.rest();
                self.at += rest.find(['\n', ';']).unwrap_or(rest.len());
                Value::NULL
            }
            "return" | "throw" | "exit" => {
                self.blanks();
                if matches!(self.peek(), b'\n' | b'\r' | b';' | b'}' | b')' | 0) {
                    return Some(Value::NULL);
                }
                self.deeper(Self::pipeline)
            }
            "break" | "continue" => Value::NULL,
            _ => return None,
        };
        Some(value)
    }

    /// What a block does where it may not be run.
    fn branch(&mut self) -> Value {
        let Some(block) = self.braces() else { return Value::NULL };
        self.shell.conditional += 1;
        let value = self.run(&block);
        self.shell.conditional -= 1;
        value
    }

    fn condition(&mut self) -> Value {
        let condition = self.parenthesis();
        if condition.known().is_some() && condition.is_false() {
            self.braces();
            return Value::NULL;
        }
        if condition.is_true() {
            let block = self.braces();
            return block.map_or(Value::NULL, |block| self.run(&block));
        }
        self.branch()
    }

    fn looped(&mut self) -> Value {
        let condition = self.parenthesis();
        self.space();
        if self.peek() != b'{' {
            return Value::NULL; // behind `do { }`
        }
        let endless = u16::from(condition.is_true());
        self.state.endless += endless;
        self.shell.conditional += 1;
        let block = self.braces();
        let value = block.map_or(Value::NULL, |block| self.run(&block));
        self.shell.conditional -= 1;
        self.state.endless -= endless;
        value
    }

    /// `for (…; …; …) { }`
    fn counted(&mut self) -> Value {
        self.space();
        let inside = self.rest().strip_prefix('(').unwrap_or("").trim_start();
        let endless =
            u16::from(inside.starts_with(';') && inside.trim_start_matches([';', ' ']).starts_with(')'));
        self.parenthesis();
        self.state.endless += endless;
        let value = self.branch();
        self.state.endless -= endless;
        value
    }

    /// `foreach ($x in …) { }`; `None` for the alias of `ForEach-Object`.
    fn each(&mut self) -> Option<Value> {
        self.space();
        if self.rest().starts_with("-parallel") {
            self.at += "-parallel".len();
            self.space();
        }
        if self.peek() != b'(' {
            return None;
        }
        self.at += 1;
        self.space();
        self.take("$");
        let name = self.name().to_owned();
        self.space();
        let word = self.name();
        if !word.eq_ignore_ascii_case("in") {
            return Some(Value::NULL);
        }
        let items = self.deeper(|reader| reader.statements(Some(b')')));
        let block = self.braces()?;
        Some(self.turns(&name, &items, &block))
    }

    /// Runs the block with the variable set to each item.
    pub fn turns(&mut self, name: &str, items: &Value, block: &Block) -> Value {
        let mut list = items.items();
        let many = list.len() > 64;
        if list.is_empty() {
            list.push(Value::unknown());
        }
        self.state.endless += u16::from(many);
        let mut given = Vec::new();
        let conditional = std::mem::take(&mut self.shell.conditional);
        for item in list.into_iter().take(MAX_TURNS) {
            self.set(name, item);
            let value = self.run(block);
            given.extend(value.items());
        }
        self.shell.conditional = conditional;
        self.state.endless -= u16::from(many);
        Value::together(given).tainted(items.taint)
    }

    fn switch(&mut self) -> Value {
        self.space();
        while self.peek() == b'-' {
            self.at += 1;
            self.name();
            self.space();
        }
        self.parenthesis();
        let Some(block) = self.braces() else { return Value::NULL };
        // each case: a pattern, then a block
        let text = &block.text;
        if !self.shell.enter(text.len()) {
            return Value::unknown();
        }
        let mut given = Vec::new();
        let mut reader =
            Reader { shell: &mut *self.shell, state: &mut *self.state, text, origin: block.origin, at: 0 };
        while !reader.ended() {
            reader.space();
            match reader.peek() {
                b'{' => given.push(reader.branch()),
                b'\'' | b'"' | b'$' | b'(' => {
                    reader.expression(1);
                }
                _ => {
                    reader.character();
                }
            }
        }
        self.shell.leave();
        Value::together(given)
    }

    /// `function name($p) { }`
    fn function(&mut self) -> Value {
        self.blanks();
        let rest = self.rest();
        let end =
            rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | '{' | ';')).unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or("").to_ascii_lowercase();
        let name = name.rsplit(':').next().unwrap_or("").to_owned();
        self.at += end;
        self.space();
        let mut head = None;
        if self.take("(") {
            let inside = self.enclosed();
            head = self.text.get(inside.start..inside.end);
        }
        if let Some(block) = self.braces() {
            let block = match head {
                // offsets of the body are lost with this: findings stand at the whole
                Some(head) => {
                    let text = format!("param({head});{}", block.text);
                    let whole = block.origin.place(syntax::Span::new(0, block.text.len()));
                    Block { text: text.into(), origin: crate::shell::Origin::From(whole) }
                }
                None => block,
            };
            if self.state.functions.len() < 256 {
                self.state.functions.insert(name, block);
            }
        }
        Value::NULL
    }

    /// Reads the block.
    pub fn run(&mut self, block: &Block) -> Value {
        if !self.shell.step() {
            return Value::unknown();
        }
        self.within(&block.text.clone(), block.origin)
    }

    /// `param([string] $a, $b = 1)` at the start of a text: takes them from `$args`.
    pub fn parameters(&mut self) {
        self.space();
        while self.peek() == b'['
            && self.rest().get(..24).unwrap_or("").to_ascii_lowercase().contains("cmdletbinding")
        {
            self.at += 1;
            self.enclosed();
            self.space();
        }
        let before = self.at;
        if !self.name().eq_ignore_ascii_case("param") {
            self.at = before;
            return;
        }
        self.space();
        if !self.take("(") {
            self.at = before;
            return;
        }
        let mut given = self.variable("args").items().into_iter();
        while !self.ended() {
            self.space();
            match self.peek() {
                b')' => {
                    self.at += 1;
                    break;
                }
                b'[' => {
                    self.at += 1;
                    self.enclosed();
                }
                b'$' => {
                    self.at += 1;
                    let name = self.name().to_ascii_lowercase();
                    self.space();
                    let default = (self.peek() == b'=').then(|| {
                        self.at += 1;
                        self.space();
                        self.deeper(|reader| reader.expression(super::operators::COMMA + 1))
                    });
                    let named = self.state.variables.remove(&format!("args:{name}"));
                    let value = named.or_else(|| given.next()).or(default).unwrap_or_else(Value::unknown);
                    self.set(&name, value);
                }
                _ => {
                    self.character();
                }
            }
        }
    }
}
