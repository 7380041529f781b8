//! `scenarios.txt`: each scenario is covered by tests, both ways, or states why not.

use std::process::Command;

/// Modules whose tests all run in the relay.
const OF_RELAY: [&str; 4] = ["relay::", "relay_output::", "relay_private::", "unfinished::"];

struct Scenario {
    number: usize,
    tests: Vec<&'static str>,
    reason: &'static str,
}

fn scenarios() -> Vec<Scenario> {
    let rows = include_str!("scenarios.txt").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let mut fields = row.split('|').map(str::trim);
        let mut next = || fields.next().unwrap_or_else(|| panic!("a field is missing: {row}"));
        let number = next().parse().unwrap_or_else(|_| panic!("no number: {row}"));
        let tests = next().split(", ").filter(|test| !test.is_empty()).collect();
        Scenario { number, tests, reason: next() }
    })
    .collect()
}

/// Returns the names of this program's tests.
fn listed() -> Vec<String> {
    let this = std::env::current_exe().unwrap();
    let list = Command::new(this).args(["--list", "--format", "terse"]).output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    list.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Returns whether a test runs with the hooks alone, and whether it runs in the relay; `None` if there is no
/// such test.
fn ways(test: &str, listed: &[String]) -> Option<(bool, bool)> {
    if let Some(test) = test.strip_prefix("cli::setup::") {
        // a test of another program
        let source = include_str!("../../cli/setup.rs");
        return source.contains(&format!("#[test]\nfn {test}()")).then_some((true, false));
    }
    let mut ways = None;
    for listed in listed {
        let name = listed.strip_prefix("compat::").unwrap_or(listed);
        // behind its name there may be its way and its shell
        let Some(rest) = name.strip_prefix(test).filter(|rest| rest.is_empty() || rest.starts_with("::"))
        else {
            continue;
        };
        let is_inside = rest.contains("::inside") || OF_RELAY.iter().any(|module| name.starts_with(module));
        let (hooks, inside) = ways.unwrap_or_default();
        ways = Some((hooks || !is_inside, inside || is_inside));
    }
    ways
}

#[test]
fn every_scenario_is_tested_or_says_why_not() {
    let all = scenarios();
    let listed = listed();
    assert!(all.iter().map(|scenario| scenario.number).eq(1..=83));
    let mut both = 0;
    for Scenario { number, tests, reason } in &all {
        let ways = tests
            .iter()
            .map(|test| ways(test, &listed).unwrap_or_else(|| panic!("{number}: there is no {test}")));
        let (hooks, inside) = ways.fold((false, false), |all, one| (all.0 || one.0, all.1 || one.1));
        assert!(hooks && inside || !reason.is_empty(), "{number}: hooks {hooks}, inside {inside}, no reason");
        both += usize::from(hooks && inside);
    }
    let run = all.iter().filter(|scenario| !scenario.tests.is_empty()).count();
    println!("{run} of {} scenarios run, {both} both ways", all.len());
}
