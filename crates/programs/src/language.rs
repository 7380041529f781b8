//! Languages of the texts that programs run.

/// A language whose texts can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    Python,
    Perl,
    Ruby,
    /// JavaScript and TypeScript.
    JavaScript,
    Php,
    Lua,
    Awk,
    R,
    Sql(Sql),
    /// The shell of `MongoDB`: JavaScript with collections.
    Mongo,
    /// Commands of Redis, one per line.
    Redis,
    /// The query language of Neo4j and Memgraph.
    Cypher,
}

/// A dialect of SQL: comments, quotes and commands of the client differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sql {
    Postgres,
    MySql,
    Sqlite,
    SqlServer,
    Oracle,
    Other,
}

impl Language {
    /// Every language, with its name in the data files.
    pub const ALL: &[(&str, Self)] = &[
        ("python", Self::Python),
        ("perl", Self::Perl),
        ("ruby", Self::Ruby),
        ("javascript", Self::JavaScript),
        ("php", Self::Php),
        ("lua", Self::Lua),
        ("awk", Self::Awk),
        ("r", Self::R),
        ("mongo", Self::Mongo),
        ("redis", Self::Redis),
        ("cypher", Self::Cypher),
        ("sql-postgres", Self::Sql(Sql::Postgres)),
        ("sql-mysql", Self::Sql(Sql::MySql)),
        ("sql-sqlite", Self::Sql(Sql::Sqlite)),
        ("sql-server", Self::Sql(Sql::SqlServer)),
        ("sql-oracle", Self::Sql(Sql::Oracle)),
        ("sql", Self::Sql(Sql::Other)),
    ];

    /// Returns whether it can do anything, rather than only query a database.
    pub const fn is_scripting(self) -> bool {
        !matches!(self, Self::Sql(_) | Self::Mongo | Self::Redis | Self::Cypher)
    }
}
