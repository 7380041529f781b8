//! Compares measurements with promised limits.

use anyhow::{Result, ensure};

#[derive(Default)]
pub struct Gates {
    missed: Vec<String>,
}

impl Gates {
    pub fn at_least(&mut self, what: &str, measured: f64, least: f64) {
        self.row(what, measured, format!("≥ {least}"), measured >= least);
    }

    pub fn at_most(&mut self, what: &str, measured: f64, most: f64) {
        self.row(what, measured, format!("≤ {most}"), measured <= most);
    }

    fn row(&mut self, what: &str, measured: f64, promised: String, is_held: bool) {
        let (shown, verdict) = (format!("{measured:.2}"), if is_held { "held" } else { "MISSED" });
        println!("{what}: {} ({promised}): {verdict}", shown.trim_end_matches(".00"));
        if !is_held {
            self.missed.push(what.to_owned());
        }
    }

    pub fn close(self) -> Result<()> {
        ensure!(self.missed.is_empty(), "missed: {}", self.missed.join("; "));
        Ok(())
    }
}
