//! Much output for a long time: `TASK_SOAK=60` makes it a minute.

use std::time::Instant;

use super::*;

/// Bytes a second that the command prints.
const RATE: usize = 5_000_000;
/// Largest growth of the process, in KiB.
const MAX_GROWTH: u64 = 8 * 1024;

/// Prints at the rate; notes how long a single write was held up at most, in milliseconds.
const PRINTER: &str = r"
import os, sys, time
rate, seconds = int(sys.argv[1]), int(sys.argv[2])
chunk, worst, start = b'z' * (rate // 100), 0.0, time.monotonic()
for number in range(seconds * 100):
    time.sleep(max(0.0, start + number / 100 - time.monotonic()))
    begin, left = time.monotonic(), chunk
    while left:
        left = left[os.write(1, left):]
    worst = max(worst, time.monotonic() - begin)
with open('worst', 'w') as file:
    file.write(str(int(worst * 1000)))
";

fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn output_of_5_mb_a_second_neither_grows_the_process_nor_stalls_the_command() {
    let seconds = std::env::var("TASK_SOAK").map_or(3, |text| text.parse().unwrap());
    let total = RATE * seconds;
    let mut doing = Doing::start(
        "/bin/bash",
        vec![command(&format!("python3 printer.py {RATE} {seconds}")), done()],
        &["x"],
    );
    doing.home.write("printer.py", PRINTER);
    let pid = doing.child.id();
    doing.until("step");
    doing.answer("r");
    let (mut printed, mut first, mut most) = (0, None, 0);
    let since = Instant::now();
    let result = loop {
        let mut line = String::new();
        assert!(doing.output.as_mut().unwrap().read_line(&mut line).unwrap() > 0);
        let event: Value = serde_json::from_str(&line).unwrap();
        match event["event"].as_str().unwrap() {
            "output" => {
                let before = printed * 4 / RATE;
                printed += event["text"].as_str().unwrap().len();
                // once in a quarter of a second, as soon as what is kept of the output is full
                if printed * 4 / RATE > before || first.is_none() && printed > 2_000_000 {
                    let now = resident(pid);
                    most = most.max(now.saturating_sub(*first.get_or_insert(now)));
                }
            }
            _ => break event,
        }
    };
    let elapsed = since.elapsed();
    assert_eq!((&result["event"], &result["status"]), (&json!("result"), &json!(0)), "{result}");
    let kept = result["output"].as_str().unwrap().matches('z').count();
    let left_out = usize::try_from(result["left_out"].as_u64().unwrap()).unwrap();
    assert_eq!((kept + left_out, printed), (total, total));
    let worst: u64 = doing.home.text("worst").parse().unwrap();
    println!(
        "{total} bytes in {elapsed:.1?}: {left_out} left out, RSS grew by {most} KiB, longest write {worst} ms"
    );
    assert!(most < MAX_GROWTH, "{most} KiB");
    // a terminal that is not read holds the command up for ever
    assert!(worst < 1000 && elapsed.as_secs() < 2 * seconds as u64 + 5, "{worst} ms, {elapsed:?}");
    doing.until("done");
    doing.end();
}
