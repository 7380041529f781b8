//! Splits a word into text, variables and substitutions, for code that expands words. Fixing a command needs
//! only [`Word::value`](crate::Word::value).

use crate::lex::{Parser, Until};
use crate::{Dialect, Script, Span, Word};

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Text after quote removal. Globs, braces and tildes are literal in quoted text.
    Text { text: String, quoted: bool },
    /// `$name`, `${name…}`. `rest` covers what follows the name inside the braces. `prefix` is the mark of
    /// `${#x}` and `${!x}`, and of zsh's `${=x}` and `${~x}`; for zsh flags (`${(L)x}`) it is the first of
    /// `P`, `L`, `U`, `e` and `s`, or `=` if there is none.
    Variable { name: String, prefix: Option<char>, rest: Span, quoted: bool },
    /// `$( … )`, fish `( … )` or a script block, with its commands at `inside`.
    Substitution { inside: Span, quoted: bool },
    /// `` `…` ``: separate shell text, with its backslashes removed.
    Backtick { text: String, quoted: bool },
    /// `<( … )`: expands to a file with the output of the commands.
    ProcessIn(Span),
    /// `>( … )`: expands to a file that the commands read.
    ProcessOut(Span),
    /// `$(( … ))`
    Arithmetic(Span),
}

/// Quoting context of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Outside quotes, as on the command line.
    Bare,
    /// Inside `"…"`, or in a here-document.
    Quotes,
}

impl Script {
    /// Returns the parts of the word at `span`, in time linear in its length.
    pub fn parts(&self, span: Span, within: Within) -> Vec<Part> {
        let mut reader = Reader::new(self, span);
        match within {
            Within::Bare => reader.bare(),
            Within::Quotes => reader.quoted(None),
        }
        reader.parts
    }

    /// Returns the words between the parentheses of `( a b )` at `span`.
    pub fn elements(&self, span: Span) -> Vec<Word> {
        let mut parser = self.parser(span);
        parser.pos += 1;
        let mut words = Vec::new();
        while parser.pos < span.end {
            parser.skip_space();
            let word = parser.word();
            if word.span.is_empty() {
                parser.pos += 1;
            } else {
                words.push(word);
            }
        }
        words
    }

    fn parser(&self, span: Span) -> Parser<'_> {
        // cut off the text after the span: reading a word must cost only its own length
        let mut parser = Parser::new(self.text.get(..span.end).unwrap_or(&self.text), self.dialect);
        parser.pos = span.start.min(parser.bytes.len());
        parser
    }
}

struct Reader<'a> {
    parser: Parser<'a>,
    start: usize,
    parts: Vec<Part>,
}

impl<'a> Reader<'a> {
    fn new(script: &'a Script, span: Span) -> Self {
        let parser = script.parser(span);
        Self { start: parser.pos, parser, parts: Vec::with_capacity(2) }
    }

    fn push(&mut self, text: &str, quoted: bool) {
        if let Some(Part::Text { text: last, quoted: same }) = self.parts.last_mut()
            && *same == quoted
        {
            last.push_str(text);
        } else {
            self.parts.push(Part::Text { text: text.to_owned(), quoted });
        }
    }

    /// Reads one quoted or escaped piece with `read` and adds its text.
    fn text_by(&mut self, read: impl FnOnce(&mut Parser<'a>, &mut Word)) {
        let mut word = Word::empty(self.parser.pos);
        read(&mut self.parser, &mut word);
        self.push(&word.value, true);
    }

    fn bare(&mut self) {
        let bourne = self.parser.dialect.is_bourne();
        while let Some(byte) = self.parser.peek() {
            match byte {
                b'\'' => self.text_by(Parser::single_quoted),
                b'"' => {
                    self.parser.pos += 1;
                    self.push("", true);
                    self.quoted(Some(b'"'));
                }
                b'$' if self.parser.is_ansi_c() => self.text_by(Parser::ansi_c_quoted),
                b'$' if self.parser.peek_at(1) == Some(b'"') && bourne => self.parser.pos += 1,
                b'\\' if self.parser.dialect != Dialect::PowerShell => self.text_by(Parser::backslash),
                b'`' if self.parser.dialect == Dialect::PowerShell => self.text_by(Parser::backslash),
                b'`' if bourne => self.backtick(false),
                b'$' => self.dollar(false),
                b'<' | b'>' if self.parser.peek_at(1) == Some(b'(') => {
                    let inside = self.substitution(2, Until::Paren);
                    let part = if byte == b'<' { Part::ProcessIn } else { Part::ProcessOut };
                    self.parts.push(part(inside));
                }
                b'=' if self.parser.dialect == Dialect::Zsh
                    && self.parser.pos == self.start
                    && self.parser.peek_at(1) == Some(b'(') =>
                {
                    let inside = self.substitution(2, Until::Paren);
                    self.parts.push(Part::ProcessIn(inside));
                }
                b'(' if !bourne => {
                    self.commands(1, Until::Paren, false);
                }
                b'{' if self.parser.block_languages() => {
                    self.commands(1, Until::Brace, false);
                }
                _ => self.plain(false),
            }
        }
    }

    /// Reads through `end`, or to the end of the text.
    fn quoted(&mut self, end: Option<u8>) {
        let bourne = self.parser.dialect.is_bourne();
        let powershell = self.parser.dialect == Dialect::PowerShell;
        while let Some(byte) = self.parser.peek() {
            match byte {
                _ if Some(byte) == end => {
                    self.parser.pos += 1;
                    if powershell && self.parser.peek() == end {
                        self.parser.pos += 1;
                        self.push("\"", true);
                        continue;
                    }
                    return;
                }
                b'\\' if !powershell => self.text_by(Parser::escape_in_double_quotes),
                b'`' if powershell => self.text_by(Parser::backslash),
                b'`' if bourne => self.backtick(true),
                b'$' => self.dollar(true),
                _ => self.plain(true),
            }
        }
    }

    /// Reads a substitution of commands.
    fn commands(&mut self, opener: usize, until: Until, quoted: bool) {
        let inside = self.substitution(opener, until);
        self.parts.push(Part::Substitution { inside, quoted });
    }

    /// Reads one character as it is.
    fn plain(&mut self, quoted: bool) {
        let at = self.parser.pos;
        self.parser.skip_char();
        let text = self.parser.src.get(at..self.parser.pos).unwrap_or("");
        self.push(text, quoted);
    }

    /// Reads a substitution and returns the span of its inside.
    fn substitution(&mut self, opener: usize, until: Until) -> Span {
        let at = self.parser.pos;
        self.parser.substitution(opener, until, &mut Word::empty(at));
        let closer = match until {
            Until::Brace => b'}',
            _ => b')',
        };
        let end = self.parser.pos;
        let closed = end > at + opener && self.parser.bytes.get(end - 1) == Some(&closer);
        Span::new((at + opener).min(end), if closed { end - 1 } else { end })
    }

    fn backtick(&mut self, quoted: bool) {
        let at = self.parser.pos;
        self.parser.substitution(1, Until::Backtick, &mut Word::empty(at));
        let raw = self.parser.src.get(at + 1..self.parser.pos).unwrap_or("");
        let raw = raw.strip_suffix('`').unwrap_or(raw);
        let mut text = String::with_capacity(raw.len());
        let mut characters = raw.chars().peekable();
        while let Some(character) = characters.next() {
            match characters.peek() {
                Some(next) if character == '\\' && matches!(next, '`' | '\\' | '$') => {
                    text.extend(characters.next());
                }
                _ => text.push(character),
            }
        }
        self.parts.push(Part::Backtick { text, quoted });
    }

    fn dollar(&mut self, quoted: bool) {
        let at = self.parser.pos;
        let bourne = self.parser.dialect.is_bourne();
        match (self.parser.peek_at(1), self.parser.peek_at(2)) {
            (Some(b'('), Some(b'(')) if bourne && self.is_arithmetic() => {
                self.parser.dollar(&mut Word::empty(at), quoted);
                let end = self.parser.pos;
                self.parts.push(Part::Arithmetic(Span::new((at + 3).min(end), end.saturating_sub(2))));
            }
            (Some(b'('), _) => {
                self.commands(2, Until::Paren, quoted);
            }
            (Some(b'{'), Some(b' ' | b'\t' | b'\n')) if bourne => {
                self.commands(2, Until::Brace, quoted);
            }
            (Some(b'{'), Some(b'|')) if bourne => {
                self.commands(3, Until::Brace, quoted);
            }
            (Some(b'{'), _) => {
                self.parser.dollar(&mut Word::empty(at), quoted);
                let end = self.parser.pos;
                let closed = end > at + 2 && self.parser.bytes.get(end - 1) == Some(&b'}');
                self.braced(at + 2, if closed { end - 1 } else { end }, quoted);
            }
            _ => self.plain_variable(quoted),
        }
    }

    /// Returns whether the lexer reads `$((` as arithmetic.
    fn is_arithmetic(&mut self) -> bool {
        self.parser.arithmetic_end(self.parser.pos + 1).is_some()
    }

    /// Reads `start..end`, the inside of `${…}`.
    fn braced(&mut self, start: usize, end: usize, quoted: bool) {
        let bytes = self.parser.bytes.get(start..end).unwrap_or_default();
        let mut mark = bytes.first().filter(|byte| matches!(byte, b'#' | b'!') && bytes.len() > 1);
        let mut skip = usize::from(mark.is_some());
        if self.parser.dialect == Dialect::Zsh && matches!(bytes.first(), Some(b'(' | b'=')) {
            // `${=x}`, `${(flags)x}`: other flags count as `=`, as most split at blanks or lines
            let flags = bytes.iter().position(|byte| *byte == b')').filter(|_| bytes.first() == Some(&b'('));
            let letters = bytes.get(1..flags.unwrap_or(0)).unwrap_or_default();
            let acts = letters.iter().find(|letter| b"PLUes".contains(letter));
            mark = Some(acts.unwrap_or(&b'='));
            skip = flags.map_or(1, |end| end + 1);
        } else if self.parser.dialect == Dialect::Zsh
            && matches!(bytes, [b'~', rest @ ..] if name_length(rest) > 0)
        {
            (mark, skip) = (bytes.first(), 1);
        }
        let length = name_length(bytes.get(skip..).unwrap_or_default());
        let name = self.parser.src.get(start + skip..start + skip + length).unwrap_or("").to_owned();
        let prefix = mark.map(|byte| char::from(*byte));
        self.parts.push(Part::Variable {
            name,
            prefix,
            rest: Span::new((start + skip + length).min(end), end),
            quoted,
        });
    }

    fn plain_variable(&mut self, quoted: bool) {
        let mut at = self.parser.pos + 1;
        let mut prefix = None;
        if self.parser.dialect == Dialect::Zsh
            && let Some([mark @ (b'~' | b'='), b'A'..=b'Z' | b'a'..=b'z' | b'_', ..]) =
                self.parser.bytes.get(at..)
        {
            prefix = Some(char::from(*mark));
            at += 1;
        }
        let rest = self.parser.bytes.get(at..).unwrap_or_default();
        let length = match rest.first() {
            Some(byte) if byte.is_ascii_digit() => 1,
            _ => name_length(rest),
        };
        if length == 0 {
            self.parser.pos += 1;
            self.push("$", quoted);
            return;
        }
        self.parser.pos = at + length;
        let name = self.parser.src.get(at..at + length).unwrap_or("").to_owned();
        let mut rest = Span::new(self.parser.pos, self.parser.pos);
        let fish = self.parser.dialect == Dialect::Fish;
        if matches!(self.parser.dialect, Dialect::Fish | Dialect::Zsh)
            && self.parser.peek() == Some(b'[')
            && let Some(end) = self.parser.bracket_end(self.parser.pos)
            && (fish || !quoted)
        {
            rest.end = end + 1;
            self.parser.pos = end + 1;
        }
        self.parts.push(Part::Variable { name, prefix, rest, quoted });
    }
}

/// Returns the length of a variable name; special names (`$?`, `$@`) have length one.
fn name_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(byte) if b"?$#@*!-".contains(byte) => 1,
        _ => bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, dialect: Dialect) -> Vec<String> {
        let script = Script::parse(text, dialect);
        let word = script.commands.iter().find(|c| !c.substituted).unwrap().words[0].span;
        let at = |span: Span| script.raw(span).to_owned();
        let shown = script.parts(word, Within::Bare).into_iter().map(|part| match part {
            Part::Text { text, quoted } => format!("{}{text}", if quoted { "'" } else { "" }),
            Part::Variable { name, prefix, rest, .. } => {
                format!("${}{name}{}", prefix.map(String::from).unwrap_or_default(), at(rest))
            }
            Part::Substitution { inside, .. } => format!("({}", at(inside)),
            Part::Backtick { text, .. } => format!("`{text}"),
            Part::ProcessIn(inside) => format!("<{}", at(inside)),
            Part::ProcessOut(inside) => format!(">{}", at(inside)),
            Part::Arithmetic(inside) => format!("+{}", at(inside)),
        });
        shown.collect()
    }

    #[test]
    fn words_come_apart() {
        let bash = |text| parts(text, Dialect::Bash);
        assert_eq!(bash("r'm'"), ["r", "'m"]);
        assert_eq!(bash(r"\rm"), ["'r", "m"]);
        assert_eq!(bash(r"$'\x72m'"), ["'rm"]);
        assert_eq!(bash(r#""a $x b""#), ["'a ", "$x", "' b"]);
        assert_eq!(bash("${x:-rm -rf}/y"), ["$x:-rm -rf", "/y"]);
        assert_eq!(bash("${#x}${!y}"), ["$#x", "$!y"]);
        assert_eq!(bash("$(echo $(a))b"), ["(echo $(a)", "b"]);
        assert_eq!(bash("\"$(echo 'x)')\""), ["'", "(echo 'x)'"]);
        assert_eq!(bash(r"`echo \`x\``"), ["`echo `x`"]);
        assert_eq!(bash("$((1+2))"), ["+1+2"]);
        assert_eq!(bash("<(curl x)"), ["<curl x"]);
        assert_eq!(bash("$(rm"), ["(rm"]);
        assert_eq!(parts("x(rm y)z", Dialect::Fish), ["x", "(rm y", "z"]);
        assert_eq!(parts("$x[1]", Dialect::Fish), ["$x[1]"]);
    }

    #[test]
    fn elements_of_an_array() {
        let script = Script::parse("x=(a 'b c' $d)", Dialect::Bash);
        let words = script.elements(Span::new(2, script.text.len()));
        assert_eq!(words.iter().map(|word| word.value.as_str()).collect::<Vec<_>>(), ["a", "b c", "$d"]);
    }
}
