//! How soon the end of a command is noticed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::driver::{Driver, per_shell};

const COMMANDS: usize = 41;
const PROMISED: Duration = Duration::from_millis(15);

per_shell!(end_of_a_command_is_noticed_within_15_ms);
/// The last thing that the command does is to write down the time; its process ends after that, and the shell reports
/// it. The median counts, because a loaded machine may hold up a single one.
fn end_of_a_command_is_noticed_within_15_ms(shell: &str) {
    let mut driver = Driver::start(shell);
    let stamp = driver.work().join("stamp");
    let mut delays: Vec<Duration> = (0..COMMANDS)
        .map(|_| {
            driver.run("sleep 0.02; date +%s%N >stamp");
            let noticed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            let nanos = std::fs::read_to_string(&stamp).unwrap().trim().parse().unwrap();
            noticed.saturating_sub(Duration::from_nanos(nanos))
        })
        .collect();
    delays.sort_unstable();
    let at = |share: usize| delays[(COMMANDS - 1) * share / 100];
    println!("{shell}: p50 {:.1?}, p90 {:.1?}, longest {:.1?}", at(50), at(90), at(100));
    assert!(at(50) <= PROMISED, "{shell}: {delays:?}");
}
