//! The shell of MongoDB: JavaScript with a database in it.

use std::sync::LazyLock;

use super::javascript;
use super::table::Arguments::Words;
use super::table::Means::*;
use super::table::Reach::Tree;
use super::table::{Row, Spec, Style, indexed};
use crate::Level::{Confirm, Warn};

pub(super) static SPEC: Spec = Spec {
    lexis: javascript::LEXIS,
    rows: LazyLock::new(|| indexed(&[ROWS, javascript::ROWS])),
    synonyms: javascript::SYNONYMS,
    keywords: javascript::KEYWORDS,
    joiners: &["+"],
    members: &[".", "?."],
    style: Style::JavaScript,
};

const ROWS: &[Row] = &[
    (".dropDatabase", Loss(Confirm, "deletes a whole database")),
    (".drop", Loss(Confirm, "deletes a collection")),
    (".deleteMany", LossOfAll(Confirm, "deletes every document in a collection")),
    (".remove", LossOfAll(Confirm, "deletes every document in a collection")),
    (".updateMany", LossOfAll(Confirm, "changes every document in a collection")),
    (".runCommand", MongoCommand),
    (".adminCommand", MongoCommand),
    (".shutdownServer", Loss(Confirm, "stops the database")),
    (".dropUser", Loss(Warn, "deletes a database user")),
    (".dropAllUsers", Loss(Confirm, "deletes all database users")),
    (".dropRole", Loss(Warn, "deletes a database role")),
    (".dropAllRoles", Loss(Confirm, "deletes all database roles")),
    (".fsyncLock", Loss(Warn, "stops all writes to the database")),
    ("run", Start(Words)),
    ("runProgram", Start(Words)),
    ("runNonMongoProgram", Start(Words)),
    ("removeFile", Delete(Tree)),
    ("cat", Read),
];
