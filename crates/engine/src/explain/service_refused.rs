//! A database that refuses its own objects: no file's mode is to blame, and root of this machine does not help.

use super::prelude::*;

const KINDS: &[&str] = &[
    "schema", "table", "relation", "sequence", "database", "function", "view", "language", "type",
    "tablespace",
];

pub fn find(case: &Case<'_>) -> Option<Finding> {
    let holes = find_holes(case, &["permission denied for {kind} {name}"])?;
    let kind = KINDS.iter().find(|kind| holes.get("kind") == Some(**kind))?;
    let name = holes.get("name")?.split_whitespace().next()?;
    let found = Finding::said(format!("the database user has no privilege on {kind} {}", short(name)))
        .and(format!("its owner or an administrator must GRANT it: {kind} {}", short(name)));
    let is_public = *kind == "schema" && name == "public";
    Some(found.and_if(is_public.then(|| {
        "since PostgreSQL 15 only the owner of a database may create in its schema public".to_owned()
    })))
}
