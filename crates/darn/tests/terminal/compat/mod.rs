//! darn in real shells as users set them up, with its hooks and, for `both_ways`, also inside `darn shell`,
//! where the user must see no difference. The numbers are those of `scenarios.txt`.

mod atuin;
mod bash;
mod bash_history;
mod bash_keys;
mod bash_list;
mod bash_settings;
mod drivers;
mod far;
mod fish;
mod habit;
mod nested;
mod plugins;
mod scenarios;
mod sh;
mod surroundings;
mod terminals;
mod wrap;
mod zsh;
mod zsh_events;
mod zsh_list;
