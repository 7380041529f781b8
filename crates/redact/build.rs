//! Generates static tables from `src/data/secrets/*.toml`, without the examples: `OUT_DIR/secrets.rs`,
//! `secret_arguments.rs` and `secret_names.rs`. Also packs the unchanged files into `secret_files.bin`. The
//! output is not committed.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "the crate is pure, but its build script reads the data files"
)]

use pack::prelude::*;

#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it than the build")]
#[path = "src/pattern.rs"]
mod pattern;
#[path = "src/place.rs"]
mod place;

fn main() -> ExitCode {
    pack::run(build)
}

fn build() -> Result<(), Problem> {
    secrets(&source_directory("src/data/secrets")?, &output_directory()?)
}

/// Writes the tables: `FORMS` has the patterns of tokens, sorted by the place of their literals, and `BEFORE` for each
/// place the number of forms before it; `ARGUMENTS` has the arguments that are secret, `PROGRAMS` the sorted programs, and `PLACES` the
/// indexes in `ARGUMENTS` for each program; each key of `[names]` is a sorted list of words.
fn secrets(dir: &Path, out: &Path) -> Result<(), Problem> {
    let (mut forms, mut arguments, mut names) = (Vec::new(), String::new(), String::new());
    let mut programs: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let (mut count, mut texts) = (0, Vec::new());
    let cows = |list: &[String]| -> String {
        let list: Vec<String> = list.iter().map(|text| format!("Cow::Borrowed({text:?})")).collect();
        format!("Cow::Borrowed(&[{}])", list.join(", "))
    };
    for file in toml_files(dir)? {
        let table = parse(&file)?;
        let list = |key: &str| table.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default();
        for secret in list("secret") {
            let kind = strings(secret.get("id")).concat().replace('/', "-");
            for form in strings(secret.get("pattern")) {
                if let Some(message) = pattern::problem(&form) {
                    return Err(format!("{}: {kind}: {form}: {message}", file.display()));
                }
                let (lead, anchor) = pattern::anchor(&form).unwrap_or_default();
                forms.push((anchor.to_owned(), lead, form.clone(), kind.clone()));
            }
        }
        for argument in list("argument") {
            let text = |key: &str| format!("Cow::Borrowed({:?})", strings(argument.get(key)).concat());
            let list = |key: &str| strings(argument.get(key));
            let is = |key: &str| argument.get(key).and_then(toml::Value::as_bool).unwrap_or_default();
            for program in list("programs") {
                programs.entry(program).or_default().push(count);
            }
            count += 1;
            let _ = writeln!(
                arguments,
                "Argument {{ kind: {}, programs: Cow::Borrowed(&[]), attached: {}, next: {}, operand: {}, behind: {}, \
                 only_behind: {}, needs: {}, only_before_operands: {}, examples: Cow::Borrowed(&[]), \
                 near_misses: Cow::Borrowed(&[]) }},",
                text("kind"),
                cows(&list("attached")),
                cows(&list("next")),
                argument.get("operand").and_then(toml::Value::as_integer).unwrap_or_default(),
                text("behind"),
                is("only_behind"),
                text("needs"),
                is("only_before_operands"),
            );
        }
        let lists = table.get("names").and_then(toml::Value::as_table).into_iter().flatten();
        for (name, words) in lists.filter(|(name, _)| !matches!(name.as_str(), "examples" | "near_misses")) {
            let words: Vec<String> = BTreeSet::from_iter(strings(Some(words))).into_iter().collect();
            let _ = writeln!(names, "static {}: Words = Words::new(&{words:?});", name.to_uppercase());
        }
        texts.push((stem(&file), read(&file)?));
    }
    store(&out.join("secret_files.bin"), &texts)?;
    forms.sort();
    forms.sort_by_key(|(anchor, ..)| place::place(anchor.as_bytes()));
    let before = place::before(forms.iter().map(|(anchor, ..)| place::place(anchor.as_bytes())));
    let mut text = "static FORMS: &[Form] = &[\n".to_owned();
    for (anchor, lead, pattern, kind) in forms {
        let cow = |text: &str| format!("Cow::Borrowed({text:?})");
        let (anchor, pattern, kind) = (cow(&anchor), cow(&pattern), cow(&kind));
        let _ =
            writeln!(text, "Form {{ anchor: {anchor}, lead: {lead}, pattern: {pattern}, kind: {kind} }},");
    }
    let _ = writeln!(text, "];\nstatic BEFORE: &[u32] = &{before:?};");
    write(&out.join("secrets.rs"), &text)?;
    let places: Vec<String> = programs.values().map(|places| format!("&{places:?}")).collect();
    let text = format!(
        "static ARGUMENTS: &[Argument] = &[\n{arguments}];\n\
         static PROGRAMS: Words = Words::new(&{:?});\nstatic PLACES: &[&[usize]] = &[{}];\n",
        programs.keys().collect::<Vec<_>>(),
        places.join(", ")
    );
    write(&out.join("secret_arguments.rs"), &text)?;
    write(&out.join("secret_names.rs"), &names)
}
