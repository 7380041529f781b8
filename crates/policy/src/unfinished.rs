//! Lines that were judged only in part: too long, too deep, too much. The effect of the rest is unknown; if
//! the line names something that can do harm, the user should know.

use programs::Program;

/// The first word of the text that names a program that can do harm, or runs a text. The catalogue is
/// not asked: there may be tens of thousands of words.
pub fn named(text: &str) -> Option<&str> {
    let is_end = |c: char| c.is_whitespace() || ";|&(){}<>'\"`=,/$".contains(c);
    text.split(is_end).find(|word| programs::find_version(word).is_some_and(Program::can_harm))
}
