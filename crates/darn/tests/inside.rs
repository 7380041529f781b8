//! What `compat` tests, inside `darn shell`: the user must see no difference. That it is this program
//! makes `pty` start every shell through the relay.
// What cannot be set up fails the test.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

#[path = "compat/atuin.rs"]
mod atuin;
#[path = "compat/bash.rs"]
mod bash;
#[path = "compat/bash_history.rs"]
mod bash_history;
#[path = "compat/bash_keys.rs"]
mod bash_keys;
#[path = "compat/bash_list.rs"]
mod bash_list;
#[path = "compat/bash_settings.rs"]
mod bash_settings;
#[path = "compat/drivers.rs"]
mod drivers;
#[path = "compat/far.rs"]
mod far;
#[path = "compat/fish.rs"]
mod fish;
#[path = "compat/habit.rs"]
mod habit;
#[path = "compat/nested.rs"]
mod nested;
#[path = "compat/plugins.rs"]
mod plugins;
mod pty;
#[path = "compat/sh.rs"]
mod sh;
#[path = "compat/surroundings.rs"]
mod surroundings;
#[path = "compat/terminals.rs"]
mod terminals;
#[path = "compat/zsh.rs"]
mod zsh;
#[path = "compat/zsh_events.rs"]
mod zsh_events;
#[path = "compat/zsh_list.rs"]
mod zsh_list;
