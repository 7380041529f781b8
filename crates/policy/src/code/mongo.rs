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
    (".deleteMany", LossOfAll(Confirm, "deletes every document of a collection")),
    (".remove", LossOfAll(Confirm, "deletes every document of a collection")),
    (".updateMany", LossOfAll(Confirm, "changes every document of a collection")),
    (".runCommand", MongoCommand),
    (".adminCommand", MongoCommand),
    (".shutdownServer", Loss(Confirm, "stops the database")),
    (".dropUser", Loss(Warn, "deletes a user of the database")),
    (".dropAllUsers", Loss(Confirm, "deletes all users of the database")),
    (".dropRole", Loss(Warn, "deletes a role of the database")),
    (".dropAllRoles", Loss(Confirm, "deletes all roles of the database")),
    (".fsyncLock", Loss(Warn, "stops all writes to the database")),
    ("run", Start(Words)),
    ("runProgram", Start(Words)),
    ("runNonMongoProgram", Start(Words)),
    ("removeFile", Delete(Tree)),
    ("cat", Read),
];
