//! Explanations of recorded failures: the messages are those of the real tools, and each case describes the
//! machine. In a case with `news`, the hint must contain the first line, too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use engine::{Failure, RuleSet};
use facts::{CommandRecord, FakeWorld, Output};

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    command: String,
    status: i32,
    output: Option<String>,
    #[serde(default = "bash")]
    shell: String,
    #[serde(default = "cwd")]
    cwd: String,
    #[serde(default)]
    world: FakeWorld,
    cause: Option<String>,
    /// The complete explanation.
    says: Vec<String>,
    /// Lines quoted from a manual.
    #[serde(default)]
    quotes: Vec<String>,
    /// Whether the hint line contains the cause, too.
    #[serde(default)]
    news: bool,
}

fn bash() -> String {
    "bash".into()
}

fn cwd() -> String {
    "/home/me".into()
}

/// Also adds the files by their names relative to the directory.
fn add_relative(world: &mut FakeWorld, cwd: &str) {
    let below = |path: &String| path.strip_prefix(cwd)?.strip_prefix('/').map(str::to_owned);
    let files = world.files.iter().filter_map(|(path, text)| Some((below(path)?, text.clone())));
    let files: Vec<(String, String)> = files.collect();
    world.files.extend(files);
    let executable: Vec<String> = world.executable.iter().filter_map(below).collect();
    world.executable.extend(executable);
}

#[test]
fn recorded_failures_are_explained() {
    let file: File = toml::from_str(include_str!("explain.toml"))
        .unwrap_or_else(|error: toml::de::Error| panic!("{:?} {}", error.span(), error.message()));
    let mut wrong = Vec::new();
    for mut case in file.case {
        add_relative(&mut case.world, &case.cwd);
        let record = CommandRecord {
            text: case.command.clone(),
            dialect: case.shell.parse().unwrap(),
            cwd: case.cwd,
            entered_in: String::new(),
            status: case.status,
            output: case.output.as_deref().map(|text| Output::from_bytes(text.as_bytes())),
        };
        let script = syntax::Script::parse(&record.text, record.dialect);
        if !matches!(case.status, 126 | 127) {
            case.world
                .programs
                .extend(script.commands.iter().filter_map(|c| c.program_name().map(str::to_owned)));
        }
        let failure =
            Failure::of(&record, &case.world).unwrap_or_else(|| Failure::assumed(&record, &case.world));
        let diagnosis = engine::diagnose(&failure, &case.world, &RuleSet::default());
        let explanation = engine::explain::explain(&failure, &diagnosis, &case.world);
        let mut says = vec![explanation.what.clone()];
        says.extend(explanation.why);
        let quotes: Vec<String> = explanation.quotes.into_iter().flat_map(|quote| quote.lines).collect();
        let news = diagnosis.suggestions.is_empty() && diagnosis.because.as_ref() == Some(&explanation.what);
        if says != case.says
            || quotes != case.quotes
            || explanation.cause != case.cause.as_deref()
            || case.news && !news
        {
            wrong.push(format!(
                "{}\n  cause {:?}, news {news}, because {:?}\n{}\n{}",
                case.command,
                explanation.cause,
                diagnosis.because,
                says.iter().map(|line| format!("  {line:?},\n")).collect::<String>(),
                quotes.iter().map(|line| format!("  q {line:?},\n")).collect::<String>()
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Whatever the output and the status, there is an explanation of bounded size.
#[test]
fn torn_and_mixed_outputs_are_explained_within_bounds() {
    let file: File = toml::from_str(include_str!("explain.toml")).unwrap();
    let outputs: Vec<&str> = file.case.iter().filter_map(|case| case.output.as_deref()).collect();
    let long = outputs.concat().repeat(20);
    for case in &file.case {
        let output = case.output.as_deref().unwrap_or("");
        let torn = (0..output.len())
            .step_by(5)
            .map(|at| String::from_utf8_lossy(&output.as_bytes()[at..]).into_owned());
        for (text, status) in
            torn.zip([1, 2, 126, 127, 128, 137, 139, 255, -1].into_iter().cycle()).chain([(long.clone(), 1)])
        {
            let record = CommandRecord {
                text: case.command.clone(),
                dialect: case.shell.parse().unwrap(),
                cwd: case.cwd.clone(),
                entered_in: String::new(),
                status,
                output: Some(Output::from_bytes(text.as_bytes())),
            };
            let failure = Failure::assumed(&record, &case.world);
            let explanation = engine::explain::explain(&failure, &engine::Diagnosis::default(), &case.world);
            assert!(!explanation.what.is_empty() && explanation.what.len() < 1_000, "{explanation:?}");
            assert!(explanation.why.len() <= engine::Explanation::MAX_FACTS, "{explanation:?}");
        }
    }
}
