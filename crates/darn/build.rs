//! Links the program so that it starts fast: each failure without a daemon starts it anew.
//!
//! - It has a fixed address (`-no-pie`): at any other one the loader would write 24,000 pointers, on 132 pages that
//!   processes then cannot share. Stack, heap and libraries keep their random addresses.
//! - It contains the unwinder instead of loading `libgcc_s.so.1`, which takes a quarter as long as to start
//!   `/bin/true`.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| {
        std::env::var(name).is_ok_and(|found| found.split(',').any(|one| one == value))
    };
    let glibc = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    let cross = std::env::var("HOST").ok() != std::env::var("TARGET").ok();
    if !glibc || cross || is("CARGO_CFG_TARGET_FEATURE", "crt-static") {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    if has_static_unwinder() {
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// Tells whether the C compiler, which links, has a static unwinder. It prints a bare name for a library that it
/// does not know.
fn has_static_unwinder() -> bool {
    let compiler = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output();
    compiler.is_ok_and(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).is_absolute())
}
