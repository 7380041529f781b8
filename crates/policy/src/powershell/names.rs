//! Aliases of cmdlets.

use crate::paths::matches;

/// The aliases that PowerShell has by itself, where they stand for what has an effect.
#[rustfmt::skip]
const ALIASES: &[(&str, &str)] = &[
    ("%", "foreach-object"), ("foreach", "foreach-object"), ("?", "where-object"), ("where", "where-object"),
    ("ac", "add-content"), ("cat", "get-content"), ("gc", "get-content"), ("type", "get-content"),
    ("cd", "set-location"), ("chdir", "set-location"), ("sl", "set-location"), ("pushd", "push-location"),
    ("popd", "pop-location"), ("pwd", "get-location"), ("gl", "get-location"),
    ("clc", "clear-content"), ("clear", "clear-host"), ("cls", "clear-host"), ("clhy", "clear-history"),
    ("cli", "clear-item"), ("clp", "clear-itemproperty"), ("clv", "clear-variable"),
    ("copy", "copy-item"), ("cp", "copy-item"), ("cpi", "copy-item"), ("cpp", "copy-itemproperty"),
    ("curl", "invoke-webrequest"), ("iwr", "invoke-webrequest"), ("wget", "invoke-webrequest"),
    ("irm", "invoke-restmethod"), ("iex", "invoke-expression"), ("icm", "invoke-command"),
    ("ii", "invoke-item"), ("ihy", "invoke-history"), ("r", "invoke-history"), ("iwmi", "invoke-wmimethod"),
    ("del", "remove-item"), ("erase", "remove-item"), ("rd", "remove-item"), ("ri", "remove-item"),
    ("rm", "remove-item"), ("rmdir", "remove-item"), ("rp", "remove-itemproperty"),
    ("rwmi", "remove-wmiobject"), ("swmi", "set-wmiinstance"), ("gwmi", "get-wmiobject"), ("gcim", "get-ciminstance"),
    ("dir", "get-childitem"), ("gci", "get-childitem"), ("ls", "get-childitem"), ("gi", "get-item"),
    ("echo", "write-output"), ("write", "write-output"), ("gcm", "get-command"), ("gal", "get-alias"),
    ("gp", "get-itemproperty"), ("gpv", "get-itempropertyvalue"), ("gps", "get-process"), ("ps", "get-process"),
    ("gsv", "get-service"), ("gv", "get-variable"), ("h", "get-history"), ("history", "get-history"),
    ("ipmo", "import-module"), ("kill", "stop-process"), ("spps", "stop-process"), ("spsv", "stop-service"),
    ("sasv", "start-service"), ("mi", "move-item"), ("move", "move-item"), ("mv", "move-item"),
    ("mp", "move-itemproperty"), ("ni", "new-item"), ("md", "mkdir"), ("nal", "new-alias"), ("sal", "set-alias"),
    ("ndr", "new-psdrive"), ("mount", "new-psdrive"), ("nv", "new-variable"), ("oh", "out-host"), ("ren", "rename-item"),
    ("rni", "rename-item"), ("rnp", "rename-itemproperty"), ("rv", "remove-variable"), ("rvpa", "resolve-path"),
    ("sajb", "start-job"), ("saps", "start-process"), ("start", "start-process"), ("sc", "set-content"),
    ("set", "set-variable"), ("sv", "set-variable"), ("si", "set-item"), ("sp", "set-itemproperty"),
    ("select", "select-object"), ("sort", "sort-object"), ("group", "group-object"), ("measure", "measure-object"),
    ("sls", "select-string"), ("tee", "tee-object"), ("ft", "format-table"), ("fl", "format-list"),
    ("fw", "format-wide"), ("fc", "format-custom"), ("gu", "get-unique"), ("gm", "get-member"), ("man", "get-help"),
    ("help", "get-help"), ("diff", "compare-object"), ("compare", "compare-object"), ("sleep", "start-sleep"),
    ("lp", "out-printer"), ("ogv", "out-gridview"), ("sbp", "set-psbreakpoint"), ("gjb", "get-job"),
    ("disable-localuser", "disable-localuser"), ("gin", "get-computerinfo"), ("stz", "set-timezone"),
    ("nsn", "new-pssession"), ("etsn", "enter-pssession"), ("epal", "export-alias"), ("epcsv", "export-csv"),
];

/// The cmdlet that the name, in lower case, stands for.
pub fn cmdlet(name: &str) -> Option<&'static str> {
    ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, cmdlet)| *cmdlet)
}

/// What `Get-Command` finds for a pattern.
pub fn found(pattern: &str) -> Option<&'static str> {
    let pattern = pattern.to_ascii_lowercase();
    let preferred = ["invoke-expression", "remove-item"];
    let all = preferred.into_iter().chain(ALIASES.iter().map(|(_, cmdlet)| *cmdlet));
    pattern.contains(['*', '?']).then(|| all.into_iter().find(|name| matches(&pattern, name)))?
}

/// Aliases that are programs of their own on Linux and macOS.
pub fn is_program(name: &str) -> bool {
    matches!(
        name,
        "rm" | "cp"
            | "mv"
            | "rmdir"
            | "kill"
            | "cat"
            | "ls"
            | "ps"
            | "curl"
            | "wget"
            | "mount"
            | "tee"
            | "sort"
            | "diff"
            | "man"
            | "clear"
            | "sleep"
            | "echo"
            | "sc"
    )
}
