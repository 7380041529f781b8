//! The audit log on a file system of its own, which `unshare` and `mount` make.

use crate::home::Home;

/// A file system of 12 KiB: when it is full the hook says what it says otherwise, and with space
/// again the log goes on; the rest of the interrupted write is told and hashed.
#[test]
fn a_full_disk_costs_no_entry_that_was_there() {
    let home = Home::new();
    home.write("README.md", "");
    std::fs::create_dir_all(home.path(".cache/darn")).unwrap(); // as `darn init` does
    let script = r#"
        set -e
        mkdir -p .local/state
        mount -t tmpfs -o size=12k none .local/state
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
            "$DARN" hook bash failed 1 "cat READEM.md # a comment that takes some room, number $i"
            echo
        done > said
        "$DARN" log --format json > full
        "$DARN" log --verify 2>&1 > verified-full || echo "status $?" >> verified-full
        mount -o remount,size=1m .local/state
        "$DARN" hook bash failed 1 "cat READEM.md # and on" > /dev/null
        "$DARN" log --format json > after
        "$DARN" log --verify > verified-after 2>&1 || echo "status $?" >> verified-after
    "#;
    let mut unshare = std::process::Command::new("unshare");
    unshare.args(["-rm", "sh", "-c", script]).env("DARN", home.command(&[]).get_program());
    unshare.current_dir(home.root()).env("HOME", home.root()).env("DARN_LOG", home.path("notes"));
    let output = unshare.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    let offered = home.text("said").matches("cat README.md #").count();
    assert_eq!(offered, 25, "the hook goes on");
    let (full, after) = (home.text("full"), home.text("after"));
    let count = full.lines().count();
    assert!((5..25).contains(&count), "{count}");
    assert!(after.starts_with(&full), "nothing that was there is lost");
    assert_eq!(after.lines().count(), count + 1);
    assert!(home.text("notes").contains("audit log: the disk is full"), "{}", home.text("notes"));
    let verified = home.text("verified-after");
    assert!(verified.contains("a write was interrupted"), "{verified}");
    assert!(verified.contains(&format!("{} entries, none changed or missing", count + 1)), "{verified}");
    assert!(!home.text("verified-full").contains("status"), "{}", home.text("verified-full"));
}
