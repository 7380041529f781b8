//! darn and its peers as advisers, each called as by the user's shell.

use super::peers;
use crate::corpus::Section;
use crate::corpus::sandbox::Sandbox;
use crate::prelude::*;
use crate::process::{run, target};

/// Proposes command lines for a failed one.
pub struct Adviser {
    pub name: &'static str,
    program: PathBuf,
    /// Returns proposals, best first; the last argument is a file with the captured output.
    pub ask: fn(&Adviser, &Sandbox, &Section, &Path) -> Result<Vec<String>>,
}

/// The advisers, as the adapters of the verified cases start them inside their sandbox.
pub const ADAPTERS: [(&str, &str); 4] = [
    ("darn", "/opt/tools/darn.sh"),
    ("darn-without-output", "/opt/tools/darn.sh noout"),
    ("pay-respects", "env PATH=/opt/tools:/usr/local/bin:/usr/bin:/bin /opt/tools/pr.sh"),
    ("thefuck", "env PYTHONPATH=/opt/tools/site-packages /usr/bin/python3 /opt/tools/tf.py"),
];

/// thefuck's own correction pipeline; its command line shows only one proposal.
const THEFUCK: &str = include_str!("advisers/thefuck.py");

/// Returns darn as built for users, and the peers in their newest releases.
pub fn all() -> Result<Vec<Adviser>> {
    Ok(vec![
        Adviser { name: "darn", program: darn()?, ask: ask_darn },
        Adviser { name: "darn, without output", program: darn()?, ask: ask_darn_blind },
        Adviser { name: "pay-respects", program: peers::pay_respects()?, ask: ask_pay_respects },
        Adviser { name: "thefuck", program: peers::thefuck()?, ask: ask_thefuck },
    ])
}

/// Builds the release binary.
pub fn darn() -> Result<PathBuf> {
    super::build_release(&["darnit"])?;
    Ok(target().join("release/darn"))
}

/// Creates a directory with all of them, for the sandbox of the verified cases.
pub fn tools(cases: &Path) -> Result<PathBuf> {
    let tools = crate::root().join("target/bench/cases");
    let pay_respects = peers::pay_respects()?;
    let beside = pay_respects.parent().context("a program is in a directory")?;
    let packages = peers::thefuck()?;
    let packages = packages.ancestors().nth(2).context("a virtual environment")?.join("lib");
    std::fs::create_dir_all(&tools)?;
    let script =
        "cp \"$1\" \"$2\"/adapters/* \"$3\"/* \"$5\"/ && cp -a \"$4\"/python3*/site-packages \"$5\"/";
    run(Command::new("bash").args(["-c", script, "copy"]).args([
        &darn()?,
        cases,
        beside,
        &packages,
        &tools,
    ]))?;
    Ok(tools)
}

fn ask_darn(darn: &Adviser, scene: &Sandbox, section: &Section, output: &Path) -> Result<Vec<String>> {
    let mut command = fix(darn, scene, section);
    command.arg("--output").arg(output);
    Ok(printed(command)?.lines().map(str::to_owned).collect())
}

/// Asks darn as in a shell without output capture.
fn ask_darn_blind(darn: &Adviser, scene: &Sandbox, section: &Section, _: &Path) -> Result<Vec<String>> {
    Ok(printed(fix(darn, scene, section))?.lines().map(str::to_owned).collect())
}

fn fix(darn: &Adviser, scene: &Sandbox, section: &Section) -> Command {
    let mut command = scene.program(&darn.program);
    command.args(["fix", "--command", &section.command, "--shell", &section.shell, "--limit", "3"]);
    command.args(["--status", &section.status.unwrap_or_default().to_string()]);
    command
}

fn ask_pay_respects(peer: &Adviser, scene: &Sandbox, section: &Section, _: &Path) -> Result<Vec<String>> {
    let mut command = scene.program(&peer.program);
    let shell = if section.shell == "sh" { "bash" } else { &section.shell };
    command.envs([("_PR_MODE", "echo"), ("_PR_SHELL", shell), ("_PR_LAST_COMMAND", &section.command)]);
    let text = printed(command)?;
    Ok(text.split("<PR_BR>").map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect())
}

fn ask_thefuck(peer: &Adviser, scene: &Sandbox, section: &Section, _: &Path) -> Result<Vec<String>> {
    let mut command = scene.program(peer.program.with_file_name("python"));
    let shell = if section.shell == "sh" { "bash" } else { &section.shell };
    command.args(["-c", THEFUCK, &section.command]).env("TF_SHELL", shell);
    let text = printed(command)?;
    Ok(text.trim().split('\0').filter(|text| !text.is_empty()).map(str::to_owned).collect())
}

/// Returns the standard output; messages and exit status do not matter.
fn printed(mut command: Command) -> Result<String> {
    let done = command.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
