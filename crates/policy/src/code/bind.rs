//! Bindings of names: assignments, loops, imports, parameters.

use super::lex::Kind as Lexical;
use super::reader::Reader;
use super::table::Style;
use super::value::{Kind, Value};

/// Maximum number of variables that are remembered.
const MAX_VARIABLES: usize = 512;

impl Reader<'_, '_> {
    fn set(&mut self, name: &str, value: Value) {
        let variables = &mut self.scope.variables;
        if variables.len() < MAX_VARIABLES || variables.contains_key(name) {
            variables.insert(name.to_owned(), value);
        } else {
            self.scope.found.partial = true;
        }
    }

    /// Handles the statement at `at`, whose assignment is at `equals`.
    pub fn assignment(&mut self, at: usize, equals: usize, to: usize) -> usize {
        if (at..equals).any(|at| self.op(at, "(")) && !self.op(at, "(") {
            let mut cursor = at;
            self.expression(&mut cursor, equals);
        }
        let mut cursor = equals + 1;
        let operator = self.word(equals);
        // `a, b = b, a`
        let value = match (at..equals).any(|at| self.op(at, ",")) {
            true => self.list(&mut cursor, to),
            false => self.expression(&mut cursor, to),
        };
        self.bind(at, equals, operator, value);
        cursor
    }

    /// Reads an expression, or several with commas between them, which are a list.
    fn list(&mut self, cursor: &mut usize, to: usize) -> Value {
        let mut values = vec![self.expression(cursor, to)];
        while self.op(*cursor, ",") && *cursor < to {
            *cursor += 1;
            values.push(self.expression(cursor, to));
        }
        match values.len() {
            1 => values.remove(0),
            _ => Value::of(Kind::List(values)),
        }
    }

    /// Returns the position behind the token, or behind the bracket that it opens if it is one of these.
    fn past(&self, at: usize, to: usize, brackets: &[&str]) -> usize {
        let is_bracket = brackets.iter().any(|bracket| self.op(at, bracket));
        if is_bracket { self.partner(at, to) + 1 } else { at + 1 }
    }

    /// Binds the names between `from` and `to`.
    pub fn bind(&mut self, from: usize, to: usize, operator: &str, value: Value) {
        let value = self.scope.pay(value);
        if self.op(from, "{") {
            return self.bind_keys(from + 1, self.partner(from, to), &value);
        }
        let is_name = |at: &usize| {
            self.kind(*at) == Some(Lexical::Name) && !self.spec.keywords.contains(&self.word(*at))
        };
        let names: Vec<usize> = (from..to).filter(is_name).collect();
        if (from..to).any(|at| self.op(at, ",")) {
            let elements = elements(&value);
            for (at, index) in names.into_iter().enumerate() {
                let element = match &elements.kind {
                    Kind::List(list) => list.get(at).cloned().unwrap_or_default(),
                    _ => Value::unknown(value.origin()),
                };
                self.set(self.word(index), element);
            }
            return;
        }
        // members are not tracked
        let (Some(last), false) = (names.last().copied(), names.len() > 1 && self.is_member(from, to)) else {
            return;
        };
        if self.op(last + 1, "[") || self.op(last + 1, "{") {
            return;
        }
        let name = self.word(last);
        let value = match (operator, self.scope.variables.get(name)) {
            ("+=" | ".=", Some(before)) => {
                let joined = before.clone().join(&value);
                self.scope.pay(joined)
            }
            ("||=" | "//=" | "??=" | "&&=", Some(before)) => before.clone(),
            _ => value,
        };
        self.set(name, value);
    }

    fn is_member(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| self.kind(at) == Some(Lexical::Op) && self.spec.members.contains(&self.word(at)))
    }

    /// `{a, b: c} = module`.
    fn bind_keys(&mut self, from: usize, to: usize, value: &Value) {
        let mut at = from;
        while at < to {
            let key = self.name(at);
            if key.is_empty() {
                at += 1;
                continue;
            }
            let renamed = self.op(at + 1, ":") || self.name(at + 1) == "as";
            let name = if renamed { self.name(at + 2) } else { key };
            let part = match &value.kind {
                Kind::Name(path) => Value::of(Kind::Name(self.full_name(format!("{path}.{key}")))),
                _ => Value::unknown(value.origin()),
            };
            self.set(name, part);
            at += if renamed { 3 } else { 1 };
        }
    }

    /// `for x in list`, `for (const x of list)`, `foreach ($list as $x)`, `for my $x (list)`; gives
    /// where the body begins.
    pub fn for_header(&mut self, at: usize, to: usize) -> usize {
        let mut from = at + 1;
        if matches!(self.name(from), "await" | "my" | "our" | "each") {
            from += 1;
        }
        if !self.op(from, "(") {
            // Perl: the list is in brackets behind the name
            if self.op(from + 1, "(") && self.spec.style == Style::Perl && self.name(from).starts_with('$') {
                let end = self.partner(from + 1, to);
                let given = self.given(from + 2, end);
                self.bind(from, from + 1, "=", elements(&Value::of(Kind::List(given.values))));
                return end + 1;
            }
            let end = self.header_end(from, to);
            return match (from..end).find(|at| self.name(*at) == "in") {
                Some(inside) => {
                    self.bind_elements(from, inside, inside + 1, end);
                    end
                }
                // `… for LIST` of Perl
                None => {
                    let mut cursor = from;
                    let list = self.expression(&mut cursor, end);
                    self.set("$_", elements(&list));
                    end
                }
            };
        }
        let end = self.partner(from, to);
        let inside = from + 1;
        let mut here = inside;
        while here < end {
            match self.name(here) {
                "of" | "in" => {
                    self.bind_elements(inside, here, here + 1, end);
                    return end + 1;
                }
                "as" => {
                    let named = (here..end).find(|at| self.op(*at, "=>")).map_or(here + 1, |at| at + 1);
                    self.bind_elements(named, end, inside, here);
                    return end + 1;
                }
                _ => {}
            }
            here = self.past(here, end, &["(", "["]);
        }
        if (inside..end).any(|at| self.op(at, ";")) {
            self.scope.loops |= self.op(inside, ";") || self.op(inside + 1, ";");
            self.nested(inside, end);
        } else {
            let given = self.given(inside, end);
            self.set("$_", elements(&Value::of(Kind::List(given.values))));
        }
        end + 1
    }

    /// Binds the names between `names` and `until` to what the list between `from` and `to` holds.
    fn bind_elements(&mut self, names: usize, until: usize, from: usize, to: usize) {
        let mut cursor = from;
        let list = self.list(&mut cursor, to);
        // `for i, f in ipairs(list)`: the second is the element
        let comma = (names..until).rfind(|at| self.op(*at, ",") && self.spec.style == Style::Lua);
        self.bind(comma.map_or(names, |at| at + 1), until, "=", elements(&list));
    }

    fn header_end(&self, from: usize, to: usize) -> usize {
        let mut at = from;
        while at < to {
            match self.kind(at) {
                Some(Lexical::Newline) => return at,
                Some(Lexical::Name) if matches!(self.word(at), "do" | "if" | "for") => return at,
                Some(Lexical::Op) => match self.word(at) {
                    ":" | ";" | "{" | "}" | ")" | "]" => return at,
                    "(" | "[" => at = self.partner(at, to),
                    _ => {}
                },
                _ => {}
            }
            at += 1;
        }
        to
    }

    /// Returns where the head of `head for x in list` ends, after binding its names.
    pub fn comprehension(&mut self, from: usize, to: usize) -> usize {
        let mut at = from;
        while at < to {
            if at > from && self.name(at) == "for" {
                let end = self.for_header(at, to);
                // conditions, further loops
                self.nested(end, to);
                return at;
            }
            at = self.past(at, to, &["(", "[", "{"]);
        }
        to
    }

    /// `import a.b as c`, `from a import b as c, d`, `import c, {d as e} from "a"`.
    pub fn import(&mut self, at: usize, to: usize) -> usize {
        let end = self.line_end(at, to);
        if self.spec.style == Style::JavaScript {
            let module = (at..end).find_map(|at| match (self.kind(at), self.tokens.get(at)) {
                (Some(Lexical::Text(_)), Some(token)) => self.text.get(token.inner.0..token.inner.1),
                _ => None,
            });
            let Some(module) = module else { return end };
            let module = Value::of(Kind::Name(module_name(module)));
            let mut here = at + 1;
            while here < end && self.name(here) != "from" {
                if self.op(here, "{") {
                    let close = self.partner(here, end);
                    self.bind_keys(here + 1, close, &module);
                    here = close;
                } else if !matches!(self.name(here), "" | "as") {
                    self.set(self.word(here), module.clone());
                }
                here += 1;
            }
            return end;
        }
        let (module, mut here) = if self.name(at) == "from" {
            let until = (at..end).find(|at| self.name(*at) == "import").unwrap_or(end);
            (Some(self.dotted(at + 1, until)), until + 1)
        } else {
            (None, at + 1)
        };
        while here < end {
            if self.op(here, "*") {
                self.scope.open_modules.extend(module.clone().filter(|_| self.scope.open_modules.len() < 16));
            }
            if self.name(here).is_empty() {
                here += 1;
                continue;
            }
            let until = (here..end)
                .find(|at| self.op(*at, ",") || self.op(*at, ")") || self.name(*at) == "as")
                .unwrap_or(end);
            let path = self.dotted(here, until);
            let full = module.as_ref().map_or_else(|| path.clone(), |module| format!("{module}.{path}"));
            let renamed = self.name(until) == "as";
            if renamed || module.is_some() {
                let name = if renamed { self.name(until + 1).to_owned() } else { path };
                let value = Value::of(Kind::Name(self.full_name(full)));
                self.set(&name, value);
            }
            here = until + if renamed { 2 } else { 1 };
        }
        end
    }

    fn dotted(&self, from: usize, to: usize) -> String {
        (from..to.min(from + 16)).map(|at| self.word(at)).collect()
    }

    /// Handles a definition: it hides a function of the same name in the rows.
    pub fn definition(&mut self, at: usize, to: usize) -> usize {
        let name = self.name(at + 1);
        if self.word(at) == "class" {
            let ends = |at: &usize| {
                self.kind(*at) == Some(Lexical::Newline) || ["{", ":", ";"].iter().any(|op| self.op(*at, op))
            };
            return (at..to).find(ends).unwrap_or(to);
        }
        if !name.is_empty() {
            self.set(name, Value::default());
        }
        let open = at + 1 + usize::from(!name.is_empty());
        if self.op(open, "(") { self.partner(open, to) + 1 } else { open }
    }

    /// Binds parameters of a function that is called with the elements of the subject.
    pub fn bind_subject(&mut self, from: usize, to: usize) {
        let element = elements(&self.scope.subject);
        let element = self.scope.pay(element);
        if let Some(at) = (from..to).find(|at| self.kind(*at) == Some(Lexical::Name)) {
            self.set(self.word(at), element);
        }
    }

    /// `{ |a, b| …`: gives where the body begins.
    pub fn block_names(&mut self, value: &Value, from: usize, to: usize) -> usize {
        let end = (from..to.min(from + 16)).find(|at| self.op(*at, "|")).unwrap_or(from);
        let subject = match &value.kind {
            Kind::Member(receiver, _) => elements(receiver),
            _ => elements(value),
        };
        let subject = self.scope.pay(subject);
        if let Some(at) = (from..end).find(|at| self.kind(*at) == Some(Lexical::Name)) {
            self.set(self.word(at), subject);
        }
        end + 1
    }
}

/// Returns what a loop variable over the value holds; a list stands for each of its elements.
pub(super) fn elements(value: &Value) -> Value {
    match &value.kind {
        Kind::List(list) if list.len() == 1 => list.first().cloned().unwrap_or_default(),
        _ => value.clone(),
    }
}

/// `node:fs` and `fs/promises` are `fs`.
pub(super) fn module_name(module: &str) -> String {
    let bare = module.strip_prefix("node:").unwrap_or(module);
    bare.strip_suffix("/promises").unwrap_or(bare).replace('/', ".")
}
