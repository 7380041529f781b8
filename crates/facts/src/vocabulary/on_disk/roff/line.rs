//! Parses a line of roff source and removes fonts, glyph names and macros.

/// Role of a line in a list.
#[derive(Debug)]
pub enum Line {
    /// A section heading, in capitals.
    Heading(String),
    /// The beginning of a paragraph or item.
    Break,
    /// The head of an item.
    Tag(String),
    Text(String),
    /// A comment or another request.
    Ignored,
}

/// Parses a line. Values are written `<value>`, whatever their font.
pub fn parse(line: &str) -> Line {
    let Some(request) = line.strip_prefix(['.', '\'']) else {
        return if line.trim().is_empty() { Line::Break } else { Line::Text(plain(line)) };
    };
    let request = request.trim_start();
    let (name, rest) = request.split_once(char::is_whitespace).unwrap_or((request, ""));
    let arguments = || arguments(rest);
    match name {
        "SH" | "SS" | "Sh" | "Ss" => Line::Heading(plain(&arguments().join(" ")).trim().to_uppercase()),
        "TP" | "TQ" | "HP" | "PP" | "P" | "LP" | "sp" | "br" | "RS" | "RE" | "Pp" | "ti" | "in" | "nf"
        | "fi" | "IX" | "PD" => Line::Break,
        "IP" => arguments().first().map_or(Line::Break, |head| Line::Tag(plain(head))),
        "OP" => {
            let words = arguments();
            let value = words.get(1).map(|value| format!(" <{value}>")).unwrap_or_default();
            Line::Tag(plain(words.first().map_or("", String::as_str)) + &value)
        }
        // what a page is about, behind the names
        "Nd" => Line::Text(format!("- {}", plain(&arguments().join(" ")))),
        "B" | "SM" | "SB" | "R" | "CW" | "Nm" | "Cm" => Line::Text(plain(&arguments().join(" "))),
        "I" => Line::Text(value(&arguments().join(" "))),
        "BR" | "RB" | "BI" | "IB" | "RI" | "IR" => {
            let italic = |at: usize| name.chars().nth(at % 2) == Some('I');
            let words = arguments();
            let parts = words.iter().enumerate();
            Line::Text(parts.map(|(at, text)| if italic(at) { value(text) } else { plain(text) }).collect())
        }
        "It" => Line::Tag(mdoc(&arguments())),
        // words of a sentence
        "Ar" | "Em" | "Sy" | "Li" | "Pa" | "Ev" | "Va" | "Dv" | "Ql" | "Sq" | "Dq" | "Pq" | "Xr" => {
            Line::Text(mdoc(&[vec![name.to_owned()], arguments()].concat()))
        }
        _ => Line::Ignored,
    }
}

fn value(text: &str) -> String {
    let text = plain(text);
    if text.starts_with('-') || text.trim().is_empty() { text } else { format!("<{text}>") }
}

/// Splits the arguments of a request; `"` quotes blanks.
fn arguments(rest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut chars = rest.chars().peekable();
    while chars.next_if(|c| c.is_whitespace()).is_some() || chars.peek().is_some() {
        let is_quoted = chars.next_if_eq(&'"').is_some();
        let mut word = String::new();
        while let Some(c) = chars.next_if(|c| if is_quoted { *c != '"' } else { !c.is_whitespace() }) {
            word.push(c);
            if c == '\\' {
                word.extend(chars.next());
            }
        }
        if is_quoted {
            chars.next();
        }
        if is_quoted || !word.is_empty() {
            found.push(word);
        }
    }
    found
}

/// Converts mdoc: `Fl f Ns , Fl Fl file Ns = Ns Ar path` → `-f, --file=<path>`; `Pq Em root .` → `(root).`
fn mdoc(words: &[String]) -> String {
    let is_mark = |word: &str| matches!(word, "," | "|" | "]" | ")" | "." | ";" | ":" | "?" | "!");
    // behind what encloses the rest of the line
    let sentence_ends = words.iter().rev().take_while(|word| is_mark(word)).count();
    let (words, marks) = words.split_at(words.len() - sentence_ends);
    let mut text = String::new();
    let mut closers = Vec::new();
    let mut glue = true;
    let mut dashes = 0;
    let mut is_value = false;
    for word in words {
        match word.as_str() {
            "Fl" => {
                dashes += 1;
                is_value = false;
            }
            "Ar" => is_value = true,
            "Cm" | "Li" | "Ic" | "Sy" | "No" | "Em" | "Xo" | "Xc" | "Pa" | "Ev" | "Va" | "Dv" => {
                is_value = false;
            }
            "Ns" => glue = true,
            "Op" | "Oo" => text.push_str(if std::mem::take(&mut glue) { "[" } else { " [" }),
            "Oc" => text.push(']'),
            "Xr" => closers.push("("),
            enclosing @ ("Ql" | "Sq" | "Dq" | "Pq") => {
                let (open, close) = match enclosing {
                    "Pq" => ("(", ")"),
                    "Dq" => ("\"", "\""),
                    _ => ("'", "'"),
                };
                text.push_str(if glue { "" } else { " " });
                text.push_str(open);
                closers.push(close);
                (glue, is_value) = (true, false);
            }
            word => {
                let is_mark = is_mark(word);
                if closers.last() == Some(&"(") && word.bytes().all(|byte| byte.is_ascii_digit()) {
                    // the section of a page
                    closers.pop();
                    text.push_str(&format!("({word})"));
                    continue;
                }
                if !std::mem::take(&mut glue) && !is_mark {
                    text.push(' ');
                }
                text.extend(std::iter::repeat_n('-', std::mem::take(&mut dashes)));
                text.push_str(&if is_value && !is_mark { value(word) } else { plain(word) });
                is_value &= is_mark;
            }
        }
    }
    text.extend(closers.into_iter().rev().filter(|closer| *closer != "("));
    text.extend(marks.iter().map(String::as_str));
    text
}

/// Removes escapes; text in italics is a value.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut value_from: Option<usize> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(if c == '\t' { ' ' } else { c });
            continue;
        }
        match chars.next() {
            Some('-') => out.push('-'),
            Some('e' | '\\') => out.push('\\'),
            Some(' ' | '~' | '0') => out.push(' '),
            Some('f') => {
                let font = name(&mut chars);
                close(&mut out, value_from.take());
                if matches!(font.as_str(), "I" | "2" | "BI" | "CI") {
                    value_from = Some(out.len());
                }
            }
            Some('(') => glyph(&chars.by_ref().take(2).collect::<String>(), &mut out),
            Some('[') => glyph(&chars.by_ref().take_while(|c| *c != ']').collect::<String>(), &mut out),
            Some('*') => glyph(&name(&mut chars), &mut out),
            Some('m' | 'F' | 'n') => drop(name(&mut chars)),
            Some('s') => {
                chars.next_if(|c| matches!(c, '+' | '-'));
                chars.next_if(char::is_ascii_digit);
            }
            Some('"') => break,
            Some('\'') => out.push('\''),
            _ => {}
        }
    }
    close(&mut out, value_from);
    out
}

/// Reads the name after `\f`, `\*` …: one character, `(` and two characters, or text in brackets.
fn name(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    match chars.next() {
        Some('(') => chars.by_ref().take(2).collect(),
        Some('[') => chars.by_ref().take_while(|c| *c != ']').collect(),
        other => other.into_iter().collect(),
    }
}

fn glyph(name: &str, out: &mut String) {
    out.push_str(match name {
        "hy" | "mi" | "-" | "en" | "em" => "-",
        "aq" | "Aq" | "cq" | "oq" | "R'" | "L'" => "'",
        "dq" | "lq" | "rq" | "L\"" | "R\"" => "\"",
        "ba" | "or" => "|",
        "ti" => "~",
        "la" => "<",
        "ra" => ">",
        _ => "",
    });
}

/// Ends the italic text that began at `from`.
fn close(out: &mut String, from: Option<usize>) {
    let Some(from) = from else { return };
    let text = out.split_off(from);
    let trimmed = text.trim_end();
    if trimmed.is_empty() || trimmed.starts_with(['-', '<', '[']) {
        out.push_str(&text);
    } else {
        out.push('<');
        out.push_str(trimmed);
        out.push('>');
        out.push_str(text.get(trimmed.len()..).unwrap_or(""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_sentence_in_mdoc_are_kept() {
        for (line, wanted) in [
            (".Ar command", "<command>"),
            (".Ar command Ns s as", "<command>s as"),
            (".Sy root ) .", "root)."),
            (".Ql #", "'#'"),
            (".Pq Ql \\e .", "('\\')."),
            (".Dq two words ,", "\"two words\","),
            (".Xr sudoers 5 ,", "sudoers(5),"),
            (".Pa /etc/passwd", "/etc/passwd"),
        ] {
            assert!(matches!(parse(line), Line::Text(text) if text == wanted), "{line}: {:?}", parse(line));
        }
        let head = parse(".It Fl u Ar user , Fl -user Ns = Ns Ar user");
        assert!(matches!(&head, Line::Tag(text) if text == "-u <user>, --user=<user>"), "{head:?}");
    }
}
