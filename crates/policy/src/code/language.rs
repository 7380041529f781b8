//! Which language a program runs.

/// A language whose texts can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    Python,
    Perl,
    Ruby,
    /// And TypeScript.
    JavaScript,
    Php,
    Lua,
    Awk,
    R,
    Sql(Sql),
    /// The shell of `MongoDB`: JavaScript with collections.
    Mongo,
    /// Commands of Redis, one a line.
    Redis,
    /// Neo4j's and Memgraph's.
    Cypher,
}

/// Whose SQL: comments, quotes and the commands of the client differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sql {
    Postgres,
    MySql,
    Sqlite,
    SqlServer,
    Oracle,
    Other,
}

/// Programs and the language of their `-c`, `-e` or standard input.
const PROGRAMS: &[(Language, &[&str])] = &[
    (Language::Python, &["python", "pypy", "ipython", "micropython", "jython", "graalpy"]),
    (Language::Perl, &["perl"]),
    (Language::Ruby, &["ruby", "jruby", "irb", "truffleruby"]),
    (Language::JavaScript, &["node", "nodejs", "deno", "bun", "tsx", "ts-node", "qjs", "zx"]),
    (Language::Php, &["php", "php-cli", "hhvm"]),
    (Language::Lua, &["lua", "luajit", "texlua", "luau"]),
    (Language::Awk, &["awk", "gawk", "mawk", "nawk", "original-awk", "goawk"]),
    (Language::R, &["Rscript", "R", "r"]),
    (Language::Mongo, &["mongo", "mongosh", "mongos", "legacy-mongo"]),
    (Language::Redis, &["redis-cli", "valkey-cli", "keydb-cli", "iredis"]),
    (Language::Cypher, &["cypher-shell", "mgconsole", "memgraph"]),
    (
        Language::Sql(Sql::Postgres),
        &["psql", "pgcli", "cockroach", "vsql", "usql", "gsql", "yugabyte", "ysqlsh", "redshift"],
    ),
    (Language::Sql(Sql::MySql), &["mysql", "mariadb", "mycli", "mysqlsh", "tidb", "memsql", "singlestore"]),
    (
        Language::Sql(Sql::Sqlite),
        &["sqlite", "sqlite3", "litecli", "sqlcipher", "duckdb", "libsql", "rqlite"],
    ),
    (Language::Sql(Sql::SqlServer), &["sqlcmd", "mssql-cli", "bcp", "tsql", "isql"]),
    (Language::Sql(Sql::Oracle), &["sqlplus", "sqlplus64", "sqlcl"]),
    (
        Language::Sql(Sql::Other),
        &[
            "cqlsh",
            "clickhouse-client",
            "clickhouse-local",
            "influx",
            "beeline",
            "hive",
            "impala-shell",
            "spark-sql",
            "trino",
            "presto",
            "snowsql",
            "bq",
            "db2",
            "isql-fb",
            "isql-v",
            "monetdb",
            "surreal",
        ],
    ),
];

impl Language {
    /// The language of a program's `-c`, `-e` or standard input. The name has no directory; a
    /// version at its end (`python3.12`) is left aside.
    #[must_use]
    pub fn of(program: &str) -> Option<Self> {
        let find = |name: &str| {
            PROGRAMS.iter().find(|(_, names)| names.contains(&name)).map(|(language, _)| *language)
        };
        find(program).or_else(|| {
            let bare = program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
            find(bare.trim_end_matches('-'))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_their_languages() {
        for (program, language) in [
            ("psql", Some(Language::Sql(Sql::Postgres))),
            ("sqlite3", Some(Language::Sql(Sql::Sqlite))),
            ("mysql", Some(Language::Sql(Sql::MySql))),
            ("python3.12", Some(Language::Python)),
            ("python", Some(Language::Python)),
            ("php8.2", Some(Language::Php)),
            ("nodejs", Some(Language::JavaScript)),
            ("gawk", Some(Language::Awk)),
            ("lua5.4", Some(Language::Lua)),
            ("redis-cli", Some(Language::Redis)),
            ("ls", None),
            ("", None),
        ] {
            assert_eq!(Language::of(program), language, "{program}");
        }
    }
}
