//! Effects of one statement.

use super::lex::{Kind, Token};
use super::{Reader, condition};
use crate::Level;
use crate::code::outcome::{Line, Path};
use programs::Sql;

/// Objects of `DROP`: keyword, level, reason. Others can easily be created again.
const OBJECTS: &[(&str, Level, &str)] = table!("sql_objects");

/// Words after `ALTER TABLE … DROP` for what holds no data.
const NO_DATA: &[&str] = table!("sql_without_data");

/// Functions that reach out of the database: name, kind of the first text, reason.
const FUNCTIONS: &[(&str, Reaches, &str)] = table!("sql_functions");

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reaches {
    Shell,
    Read,
    Write,
    No,
}

/// Adds the losses of one statement.
pub(super) fn judge(reader: &mut Reader<'_, '_>, tokens: &[Token]) {
    let first = reader.word(tokens, 0).to_ascii_uppercase();
    match first.as_str() {
        "EXPLAIN" | "DESCRIBE" | "DESC" => {
            if !(1..8).any(|at| reader.is_any(tokens, at, &["ANALYZE", "ANALYSE"])) {
                return;
            }
        }
        "GRANT" => return grant(reader, tokens),
        "REVOKE" | "COMMENT" => return,
        "CREATE" => return create(reader, tokens),
        "ALTER" => return alter(reader, tokens),
        "DO" | "PREPARE" | "CALL" => {
            for token in tokens.iter().filter(|token| token.kind == Kind::Text).take(8) {
                reader.dynamic(token);
            }
        }
        "COPY" => copy(reader, tokens),
        _ => single(reader, tokens, &first),
    }
    verbs(reader, tokens);
}

/// Judges statements by their first words.
fn single(reader: &mut Reader<'_, '_>, tokens: &[Token], first: &str) {
    let second = reader.word(tokens, 1).to_ascii_uppercase();
    let has = |word: &str| reader.has(tokens, word);
    let because = match (first, second.as_str()) {
        ("SHUTDOWN", _) => "stops the database",
        ("RESET", "MASTER") => "deletes the binary logs",
        ("PURGE", "BINARY" | "MASTER") => "deletes binary logs",
        ("PURGE", "RECYCLEBIN" | "DBA_RECYCLEBIN" | "TABLE") => "empties the database's recycle bin",
        ("RESTORE", "DATABASE") if has("REPLACE") => "overwrites a database with a backup",
        ("INSERT", "OVERWRITE") => "replaces the table's contents",
        ("PRAGMA", "WRITABLE_SCHEMA") => "lets the schema be overwritten",
        _ => return,
    };
    reader.lose(Level::Confirm, because, tokens);
}

/// Maximum number of verbs of one statement: each may search all of it.
const MAX_VERBS: usize = 64;

/// Judges verbs that lose data anywhere: after `WITH x AS (`, after `IF EXISTS (…)`.
fn verbs(reader: &mut Reader<'_, '_>, tokens: &[Token]) {
    let mut looked_at = 0;
    for at in 0..tokens.len() {
        let word = reader.word(tokens, at).to_ascii_uppercase();
        if word.is_empty() {
            continue;
        }
        if looked_at >= MAX_VERBS {
            reader.found.partial = true;
            return;
        }
        looked_at += usize::from(matches!(word.as_str(), "DROP" | "DELETE" | "UPDATE"));
        match word.as_str() {
            "DROP" => drops(reader, tokens, at),
            "TRUNCATE" => truncates(reader, tokens, at),
            "DELETE" => deletes(reader, tokens, at),
            "UPDATE" => updates(reader, tokens, at),
            "EXECUTE" | "EXEC" => {
                let rest = tokens.get(at + 1..).unwrap_or_default();
                // `EXEC('…')`, `EXEC sp_executesql N'…'`, `EXECUTE IMMEDIATE '…'`
                let texts = rest.iter().take(4).filter(|token| token.kind == Kind::Text);
                texts.for_each(|token| reader.dynamic(token));
            }
            "INTO" => into_file(reader, tokens, at),
            word => functions(reader, tokens, at, word),
        }
    }
}

fn drops(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize) {
    let object = reader.word(tokens, at + 1);
    let Some((keyword, level, because)) = OBJECTS.iter().find(|(name, ..)| object.eq_ignore_ascii_case(name))
    else {
        return;
    };
    if *keyword == "TABLE" && is_temporary(reader, tokens, at + 2) {
        return;
    }
    let cascades = reader.has(tokens.get(at..).unwrap_or_default(), "CASCADE");
    let level = if cascades { Level::Confirm.max(*level) } else { *level };
    reader.lose(level, because, tokens);
    if reader.dialect == Sql::MySql || reader.dialect == Sql::Oracle {
        // such a statement commits the open transaction, and is not rolled back itself
        reader.open = None;
    }
}

fn truncates(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize) {
    let next = tokens.get(at + 1);
    let is_table = reader.is(tokens, at + 1, "TABLE");
    let is_statement = at == 0 && next.is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Name));
    if (is_table || is_statement) && !is_temporary(reader, tokens, at + 1 + usize::from(is_table)) {
        reader.lose(Level::Confirm, "empties a table", tokens);
    }
}

fn deletes(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize) {
    let is_from = reader.is(tokens, at + 1, "FROM");
    if !(is_from || (at == 0 && tokens.len() > 1))
        || is_temporary(reader, tokens, at + 1 + usize::from(is_from))
    {
        return;
    }
    unless_chosen(reader, tokens, at, "deletes every row in a table");
}

fn updates(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize) {
    let opens = at == 0
        || tokens.get(at - 1).is_some_and(|token| token.kind == Kind::Symbol(b'('))
        || reader.is(tokens, at - 1, "BEGIN");
    if opens && reader.has(group(tokens, at), "SET") && !is_temporary(reader, tokens, at + 1) {
        unless_chosen(reader, tokens, at, "changes every row in a table");
    }
}

/// Adds a loss unless a condition selects rows.
fn unless_chosen(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize, because: &'static str) {
    let group = group(tokens, at);
    let mut depth = 0_usize;
    let mut condition = None;
    let mut limited = false;
    for (at, token) in group.iter().enumerate() {
        match token.kind {
            Kind::Symbol(b'(') => depth += 1,
            Kind::Symbol(b')') => depth = depth.saturating_sub(1),
            Kind::Word if depth > 0 => {}
            Kind::Word if reader.is(group, at, "WHERE") => condition = condition.or(Some(at + 1)),
            Kind::Word => limited |= reader.is_any(group, at, &["LIMIT", "TOP"]),
            _ => {}
        }
    }
    let level = match condition.and_then(|start| group.get(start..)) {
        Some(rest) => {
            let ends = ["RETURNING", "ORDER", "LIMIT", "OPTION"];
            let end = (0..rest.len()).find(|at| reader.is_any(rest, *at, &ends)).unwrap_or(rest.len());
            if !condition::is_trivial(reader.text, rest.get(..end).unwrap_or_default()) {
                return;
            }
            Level::Confirm
        }
        None if limited => Level::Warn,
        None => Level::Confirm,
    };
    reader.lose(level, because, tokens);
}

/// Returns the tokens after `at` up to the bracket that closes around it.
fn group(tokens: &[Token], at: usize) -> &[Token] {
    let rest = tokens.get(at + 1..).unwrap_or_default();
    let mut depth = 0_usize;
    let end = rest.iter().position(|token| match token.kind {
        Kind::Symbol(b'(') => {
            depth += 1;
            false
        }
        Kind::Symbol(b')') if depth == 0 => true,
        Kind::Symbol(b')') => {
            depth -= 1;
            false
        }
        _ => false,
    });
    rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
}

/// Returns whether the table was created by the same text.
fn is_temporary(reader: &Reader<'_, '_>, tokens: &[Token], mut at: usize) -> bool {
    while reader.is_any(tokens, at, &["IF", "EXISTS", "ONLY", "TABLE"]) {
        at += 1;
    }
    let is_local = tokens.get(at).is_some_and(|token| token.kind == Kind::Symbol(b'#'));
    let name = tokens.get(at).map(|token| token.part(reader.text).to_ascii_lowercase());
    (is_local && reader.dialect == Sql::SqlServer)
        || name.is_some_and(|name| reader.temporary.contains(&name))
}

fn into_file(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize) {
    let writes = reader.is_any(tokens, at + 1, &["OUTFILE", "DUMPFILE"]);
    let vacuum = reader.is(tokens, 0, "VACUUM");
    let file = tokens.get(at + if writes { 2 } else { 1 }).filter(|token| token.kind == Kind::Text);
    if let Some(file) = file.filter(|_| writes || vacuum) {
        reader.found.writes.push(Path::file(file.content(reader.text)));
    }
    if writes {
        reader.lose(Level::Warn, "writes a file on the database server", tokens);
    }
}

fn functions(reader: &mut Reader<'_, '_>, tokens: &[Token], at: usize, word: &str) {
    let bare = word.rsplit('.').next().unwrap_or(word);
    let Some((_, reaches, because)) = FUNCTIONS.iter().find(|(name, ..)| bare.eq_ignore_ascii_case(name))
    else {
        return;
    };
    let called = tokens.get(at + 1).is_some_and(|token| token.kind == Kind::Symbol(b'('));
    let text = tokens.get(at + 1..).unwrap_or_default().iter().take(3).find(|token| token.kind == Kind::Text);
    if !called && (*reaches != Reaches::Shell || text.is_none()) {
        return;
    }
    if let Some(text) = text.map(|token| token.content(reader.text).into_owned()) {
        match reaches {
            Reaches::Shell => reader.found.start(Line::Shell(text)),
            Reaches::Read => reader.found.reads.push(Path::file(text)),
            Reaches::Write => reader.found.writes.push(Path::file(text)),
            Reaches::No => {}
        }
    }
    let level = if *reaches == Reaches::Shell { Level::Confirm } else { Level::Warn };
    reader.lose(level, because, tokens);
}

/// `COPY … TO|FROM PROGRAM 'command'`, `COPY … TO 'file'`.
fn copy(reader: &mut Reader<'_, '_>, tokens: &[Token]) {
    for at in 0..tokens.len() {
        let Some(text) = tokens.get(at + 1).filter(|next| next.kind == Kind::Text) else { continue };
        let text = text.content(reader.text).into_owned();
        if reader.is(tokens, at, "PROGRAM") {
            reader.found.start(Line::Shell(text));
            let because = "runs a command on the database server";
            reader.lose(Level::Warn, because, tokens);
        } else if reader.is(tokens, at, "TO") {
            reader.found.writes.push(Path::file(text));
        }
    }
}

fn create(reader: &mut Reader<'_, '_>, tokens: &[Token]) {
    let replaces = reader.is(tokens, 1, "OR") && reader.is(tokens, 2, "REPLACE");
    let mut at = if replaces { 3 } else { 1 };
    let temporary = reader.is_any(tokens, at, &["TEMP", "TEMPORARY", "LOCAL", "GLOBAL", "UNLOGGED"]);
    while reader.is_any(tokens, at, &["TEMP", "TEMPORARY", "LOCAL", "GLOBAL", "TRANSIENT", "UNLOGGED"]) {
        at += 1;
    }
    if !reader.is(tokens, at, "TABLE") {
        return;
    }
    at += 1;
    while reader.is_any(tokens, at, &["IF", "NOT", "EXISTS"]) {
        at += 1;
    }
    if replaces && !temporary {
        reader.lose(Level::Warn, "replaces a table", tokens);
    }
    if let Some(name) = tokens.get(at).map(|token| token.part(reader.text).to_ascii_lowercase())
        && temporary
        && reader.temporary.len() < 64
    {
        reader.temporary.push(name);
    }
}

fn alter(reader: &mut Reader<'_, '_>, tokens: &[Token]) {
    let second = reader.word(tokens, 1).to_ascii_uppercase();
    let has = |word: &str| reader.has(tokens, word);
    if matches!(second.as_str(), "ROLE" | "USER") && has("SUPERUSER") {
        return reader.lose(Level::Warn, "makes a role a database superuser", tokens);
    }
    if second == "DATABASE" && (has("OFFLINE") || has("SINGLE_USER")) {
        return reader.lose(Level::Confirm, "takes a database offline", tokens);
    }
    if !matches!(second.as_str(), "TABLE" | "KEYSPACE" | "FOREIGN" | "TYPE") {
        return;
    }
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Symbol(b'(') => depth += 1,
            Kind::Symbol(b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 {
            continue;
        }
        if reader.is(tokens, at, "DROP") {
            let mut what = at + 1;
            while reader.is_any(tokens, what, &["IF", "EXISTS"]) {
                what += 1;
            }
            let word = reader.word(tokens, what);
            if tokens.len() > what && !NO_DATA.iter().any(|known| word.eq_ignore_ascii_case(known)) {
                let is_partition = word.eq_ignore_ascii_case("PARTITION");
                let because = if is_partition { "deletes a partition" } else { "deletes a column" };
                return reader.lose(Level::Confirm, because, tokens);
            }
        } else if reader.is_any(tokens, at, &["TRUNCATE", "DISCARD"]) && at > 2 {
            return reader.lose(Level::Confirm, "empties part of a table", tokens);
        } else if reader.is(tokens, at, "DELETE") && reader.is(tokens, at + 1, "WHERE") {
            return unless_chosen(reader, tokens, at, "deletes every row in a table");
        }
    }
}

fn grant(reader: &mut Reader<'_, '_>, tokens: &[Token]) {
    let all = reader.is(tokens, 1, "ALL");
    let public = reader.has(tokens, "PUBLIC");
    let anywhere = tokens.iter().any(|token| token.kind == Kind::Text && token.part(reader.text) == "%");
    let kinds: Vec<Kind> = tokens.iter().map(|token| token.kind).collect();
    let stars = kinds.windows(3).any(|three| three == b"*.*".map(Kind::Symbol));
    if all && public {
        reader.lose(Level::Confirm, "gives everyone all rights", tokens);
    } else if all && stars && anywhere {
        reader.lose(Level::Warn, "gives all rights to all databases, from any machine", tokens);
    }
}
