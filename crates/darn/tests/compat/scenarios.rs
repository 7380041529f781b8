//! `scenarios.txt`: each scenario is shown by tests, both ways, or says why not.

use std::path::PathBuf;

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

/// The text of the file in which a test is.
fn file(test: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (module, _) = test.rsplit_once("::").unwrap_or_else(|| panic!("no module: {test}"));
    let places = [format!("compat/{module}.rs"), format!("{}.rs", module.replace("::", "/"))];
    let found = places.iter().find_map(|place| std::fs::read_to_string(root.join(place)).ok());
    found.unwrap_or_else(|| panic!("no file has the test {test}"))
}

/// Whether it runs with the hooks alone, and whether it runs in the relay.
fn ways(test: &str) -> (bool, bool) {
    let is_run_inside =
        include_str!("../inside.rs").contains(&format!("mod {};", test.split("::").next().unwrap()));
    let is_of_relay = ["relay::", "relay_output::", "relay_private::", "unfinished::"]
        .iter()
        .any(|of| test.starts_with(of));
    (!is_of_relay, is_of_relay || is_run_inside)
}

#[test]
fn every_scenario_is_tested_or_says_why_not() {
    let all = scenarios();
    assert!(all.iter().map(|scenario| scenario.number).eq(1..=83));
    let mut both = 0;
    for Scenario { number, tests, reason } in &all {
        for test in tests {
            let (_, name) = test.rsplit_once("::").unwrap();
            assert!(file(test).contains(&format!("#[test]\nfn {name}()")), "{number}: there is no {test}");
        }
        let hooks = tests.iter().any(|test| ways(test).0);
        let inside = tests.iter().any(|test| ways(test).1);
        assert!(hooks && inside || !reason.is_empty(), "{number}: hooks {hooks}, inside {inside}, no reason");
        both += usize::from(hooks && inside);
    }
    let run = all.iter().filter(|scenario| !scenario.tests.is_empty()).count();
    println!("{run} of {} scenarios run, {both} both ways", all.len());
}
