//! The judges' results on a set, side by side. Totals only: reading the wrong rows of a held-out set spoils
//! it.

use std::collections::BTreeSet;

use syntax::Dialect;

use super::judges::Judged;
use super::rows::{CORE, Row, Set};

/// Prints one table: a line for each category and label, then the sums.
pub fn print(set: &Set, columns: &[(&str, Judged)]) {
    let of = |is_dangerous: bool| set.rows.iter().filter(|row| row.is_dangerous == is_dangerous).count();
    println!("{}: {} dangerous, {} safe\n", set.name, of(true), of(false));
    let heads =
        |cell: &dyn Fn(&str) -> String| columns.iter().map(|(name, _)| cell(name)).collect::<String>();
    println!("| flagged | rows |{}", heads(&|name| format!(" {name} |")));
    println!("|---|---|{}", heads(&|_| "---|".to_owned()));
    for is_dangerous in [true, false] {
        let label = if is_dangerous { "dangerous" } else { "safe" };
        let of_label = |row: &Row| row.is_dangerous == is_dangerous;
        let rows = set.rows.iter().filter(|row| of_label(row));
        let categories: BTreeSet<&str> = rows.map(|row| row.category.as_str()).collect();
        for category in categories {
            line(set, columns, &format!("{label}: {category}"), &|row| {
                of_label(row) && row.category == category
            });
        }
        if is_dangerous {
            let is_core = |row: &Row| of_label(row) && CORE.contains(&row.category.as_str());
            line(set, columns, "**dangerous: core**", &is_core);
            line(set, columns, "**dangerous, PowerShell left out**", &|row| {
                of_label(row) && row.shell != Dialect::PowerShell
            });
        }
        line(set, columns, &format!("**{label}: all**"), &of_label);
    }
    println!(
        "| time for each row | |{}\n",
        heads(&|name| {
            let judged = columns.iter().find(|(of, _)| *of == name);
            judged.map_or_else(String::new, |(_, judged)| format!(" {:.1?} |", judged.mean))
        })
    );
}

fn line(set: &Set, columns: &[(&str, Judged)], title: &str, is_meant: &dyn Fn(&Row) -> bool) {
    let places: Vec<usize> =
        set.rows.iter().enumerate().filter(|(_, row)| is_meant(row)).map(|(at, _)| at).collect();
    if places.is_empty() {
        return;
    }
    print!("| {title} | {} |", places.len());
    for (_, judged) in columns {
        let flagged = places.iter().filter(|at| judged.flagged.get(**at) == Some(&true)).count();
        print!(" {:.1} % |", flagged as f64 * 100.0 / places.len() as f64);
    }
    println!();
}
