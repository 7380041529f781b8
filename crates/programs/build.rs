//! Turns `src/data/*.toml` into `OUT_DIR/programs.rs`: static tables, sorted by name. Nothing generated is
//! committed.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the build is not the crate: it reads the data files"
)]

use toml::{Table, Value};

use pack::prelude::*;

#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
#[allow(clippy::enum_variant_names, reason = "MySql and SqlServer are called so")]
#[path = "src/language.rs"]
mod language;
#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
#[path = "src/role.rs"]
mod role;

fn main() -> ExitCode {
    pack::run(build)
}

fn build() -> Result<(), Problem> {
    let mut programs = BTreeMap::new();
    for file in toml_files(&source_directory("src/data")?)? {
        read_file(&file, &mut programs)?;
    }
    write(&output_directory()?.join("programs.rs"), &tables(&programs)?)
}

/// What is read of one program.
struct Record {
    /// Roles as bits.
    roles: u64,
    package: String,
    /// The fields of `Details` that it sets, as code.
    details: String,
}

/// Adds the programs of a file.
fn read_file(file: &Path, programs: &mut BTreeMap<String, Record>) -> Result<(), Problem> {
    for (name, record) in &parse(file)? {
        let fail = |problem: &str| format!("{}: {name}: {problem}", file.display());
        let record = record.as_table().ok_or_else(|| fail("no table"))?;
        let entry = Record {
            roles: roles(record).map_err(|problem| fail(&problem))?,
            package: words(record, "package").map_err(|problem| fail(&problem))?.concat(),
            details: details(record).map_err(|problem| fail(&problem))?,
        };
        if programs.insert(name.clone(), entry).is_some() {
            return Err(fail("has another record"));
        }
    }
    Ok(())
}

fn roles(record: &Table) -> Result<u64, Problem> {
    words(record, "is")?.iter().try_fold(0, |roles, name| {
        let role = role::Role::ALL.iter().find(|(known, _)| known == name);
        let (_, role) = role.ok_or_else(|| format!("unknown role `{name}`"))?;
        Ok(roles | 1 << *role as u8)
    })
}

/// Returns the fields of `Details` that the record sets, as code.
fn details(record: &Table) -> Result<String, Problem> {
    let mut code = String::new();
    let mut field = |name: &str, value: String| _ = write!(code, "{name}: {value}, ");
    let (mut verbs, mut options, mut letters) = (Vec::new(), Vec::new(), String::new());
    for (key, value) in record {
        match key.as_str() {
            "is" | "package" => {}
            "shell" | "installs" | "like" => field(key, format!("{:?}", text(value, key)?)),
            "language" => {
                field(key, format!("Some(Language::{})", language_code(language(&text(value, key)?)?)))
            }
            "same" | "instead" | "private" | "guard" => {
                let list = value.as_array().ok_or_else(|| format!("`{key}` is no list"))?;
                let texts: Result<Vec<String>, Problem> = list.iter().map(|one| text(one, key)).collect();
                field(key, format!("&{:?}", texts?));
            }
            "writes_with" | "root" | "words" => field(key, format!("&{:?}", words(record, key)?)),
            "destroys" => verbs = words(record, key)?,
            "destroys_with" => options = words(record, key)?,
            "valued_letters" => letters = text(value, key)?,
            "runs" => field(key, each(value, wrapper)?),
            "answers" => field(key, each(value, answer)?),
            "once" => field(key, each(value, once)?),
            "port" | "least" => field(key, integer(value, key)?.to_string()),
            _ => return Err(format!("unknown key `{key}`")),
        }
    }
    if !verbs.is_empty() || !options.is_empty() {
        let value =
            format!("Destroys {{ verbs: &{verbs:?}, options: &{options:?}, valued_letters: {letters:?} }}");
        field("destroys", value);
    }
    Ok(code)
}

fn language(name: &str) -> Result<language::Language, Problem> {
    let known = language::Language::ALL.iter().find(|(known, _)| *known == name);
    known.map(|(_, language)| *language).ok_or_else(|| format!("unknown language `{name}`"))
}

/// The language as code.
fn language_code(language: language::Language) -> String {
    match language {
        language::Language::Sql(dialect) => format!("Sql(Sql::{dialect:?})"),
        other => format!("{other:?}"),
    }
}

/// `runs`: one form or several.
fn wrapper(value: &Value) -> Result<String, Problem> {
    let none = Table::new();
    let row = value.as_table().unwrap_or(&none);
    let form = value.as_str().or_else(|| row.get("form")?.as_str()).unwrap_or("words");
    let form = match (words(row, "option")?, words(row, "behind")?, form) {
        (options, _, _) if !options.is_empty() => format!("Option(&{options:?})"),
        (_, marks, _) if !marks.is_empty() => format!("Behind(&{marks:?})"),
        (_, _, "words") => "Words".to_owned(),
        (_, _, "text") => "Text".to_owned(),
        (_, _, "items") => "Items".to_owned(),
        (_, _, other) => return Err(format!("unknown form `{other}`")),
    };
    let operands = row.get("operands").map_or(Ok(0), |count| integer(count, "operands"))?;
    let (valued, verbs) = (words(row, "valued")?, words(row, "verbs")?);
    only(row, &["form", "option", "behind", "valued", "operands", "verbs"])?;
    Ok(format!(
        "Wrapper {{ form: Form::{form}, valued: &{valued:?}, operands: {operands}, verbs: &{verbs:?} }}"
    ))
}

/// `answers`: a status, or a table with `statuses` and the word that they need.
fn answer(value: &Value) -> Result<String, Problem> {
    if let Value::Integer(status) = value {
        return Ok(format!("Answer {{ statuses: &[{status}], with: \"\" }}"));
    }
    let row = value.as_table().ok_or("`answers` holds neither statuses nor tables")?;
    only(row, &["statuses", "with"])?;
    let statuses = row.get("statuses").and_then(Value::as_array).cloned().unwrap_or_default();
    let statuses: Vec<i64> = statuses.iter().filter_map(Value::as_integer).collect();
    let with = row.get("with").map_or(Ok(String::new()), |with| text(with, "with"))?;
    Ok(format!("Answer {{ statuses: &{statuses:?}, with: {with:?} }}"))
}

/// `once`: what must not be repeated, and with which options it may.
fn once(value: &Value) -> Result<String, Problem> {
    let row = value.as_table().ok_or("`once` holds no tables")?;
    only(row, &["verb", "unless"])?;
    let verb = row.get("verb").map_or(Ok(String::new()), |verb| text(verb, "verb"))?;
    Ok(format!("Once {{ verb: {verb:?}, unless: &{:?} }}", words(row, "unless")?))
}

/// One value or a list of them.
fn each(value: &Value, read: fn(&Value) -> Result<String, Problem>) -> Result<String, Problem> {
    let values = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
    let code: Result<Vec<String>, Problem> = values.iter().map(read).collect();
    Ok(format!("&[{}]", code?.join(", ")))
}

/// Words of a text, separated by blanks.
fn words(record: &Table, key: &str) -> Result<Vec<String>, Problem> {
    let words = record.get(key).map_or(Ok(String::new()), |value| text(value, key))?;
    Ok(words.split_whitespace().map(str::to_owned).collect())
}

fn text(value: &Value, key: &str) -> Result<String, Problem> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("`{key}` is no text"))
}

fn integer(value: &Value, key: &str) -> Result<i64, Problem> {
    value.as_integer().ok_or_else(|| format!("`{key}` is no number"))
}

fn only(row: &Table, known: &[&str]) -> Result<(), Problem> {
    match row.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key `{key}`")),
        None => Ok(()),
    }
}

fn tables(programs: &BTreeMap<String, Record>) -> Result<String, Problem> {
    let names = joined("NAME", programs.keys().map(String::as_str))?;
    let packages = joined("PACKAGE", programs.values().map(|record| record.package.as_str()))?;
    let roles: Vec<u64> = programs.values().map(|record| record.roles).collect();
    let mut table: Vec<&str> = vec![""];
    let mut places = Vec::new();
    for record in programs.values() {
        let known = table.iter().position(|known| *known == record.details);
        places.push(known.unwrap_or(table.len()));
        if known.is_none() {
            table.push(&record.details);
        }
    }
    let details: String =
        table.iter().map(|fields| format!("    Details {{ {fields}..Details::NONE }},\n")).collect();
    Ok(format!(
        "{names}{packages}pub static ROLES: &[u64] = &{roles:?};\npub static DETAILS: &[u16] = &{places:?};\n\
         pub static TABLE: &[Details] = &[\n{details}];\n"
    ))
}

/// Returns texts one after the other and where each ends, as code.
fn joined<'t>(name: &str, texts: impl Iterator<Item = &'t str>) -> Result<String, Problem> {
    let (mut all, mut ends) = (String::new(), Vec::new());
    for text in texts {
        all.push_str(text);
        ends.push(u16::try_from(all.len()).map_err(|_| format!("{name}: too long for 16 bits"))?);
    }
    Ok(format!("pub static {name}S: &str = {all:?};\npub static {name}_ENDS: &[u16] = &{ends:?};\n"))
}
