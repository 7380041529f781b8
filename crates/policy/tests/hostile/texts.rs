//! Hard-to-parse texts in other languages, shared by the tests, the benchmark and the fuzzing. A file that
//! includes this one has [`Language`] and [`Sql`] in scope.

use super::{Language, Sql};

/// Each with a program that is given such text, and its option for it.
pub const LANGUAGES: &[(Language, &str)] = &[
    (Language::Python, "python3 -c"),
    (Language::Perl, "perl -e"),
    (Language::Ruby, "ruby -e"),
    (Language::JavaScript, "node -e"),
    (Language::Php, "php -r"),
    (Language::Lua, "lua -e"),
    (Language::Awk, "awk"),
    (Language::R, "Rscript -e"),
    (Language::Mongo, "mongosh --eval"),
    (Language::Redis, "redis-cli"),
    (Language::Cypher, "cypher-shell"),
    (Language::Sql(Sql::Postgres), "psql -c"),
    (Language::Sql(Sql::MySql), "mysql -e"),
    (Language::Sql(Sql::Sqlite), "sqlite3 a.db"),
    (Language::Sql(Sql::SqlServer), "sqlcmd -Q"),
    (Language::Sql(Sql::Oracle), "sqlplus -c"),
    (Language::Sql(Sql::Other), "cqlsh -e"),
];

/// Brackets, quotes, here-documents, names that grow, statements.
pub const FRAGMENTS: &[&str] = &[
    "(", "[", "{", ")", "a(", "a.b.", "a.b().", "x=", "x=1;", "'", "\"", "`", "\"#{", "`${", "f'{", "a b ",
    "for x in ", "for(", "[x for x in ", "q(", "q{a}", "qw(a b)", "<<A\n", "<<~A, ", "<<<A\n", "s/a/b/e;",
    "s{a}{", "x=[x,x];", "x=x+x;", "x='a'*99;", "a+", "'a'+", "'a'", "!", "-", "lambda ", "exec('1');",
    "eval('eval(", "system('a');", "system(x);", "/*", "--", "--[[", "import a as b,", "from a import b\n",
    "a:", "a?b:", "unlink ", "unlink(x);", "\n", "=>", "a=>", "=a", "|", "<", "\\", "/", "%w[", ":a ",
    "<*.c> ", "{|a| ", "f=>", "$x->[", "${", "$", "@{", "\"$x[\"", "\"@{[1]}\"", "\"{$x}\"", "\\u{",
    "def f(", "print a | ", "DELETE FROM a;", "DELETE FROM a ", "UPDATE a SET b ", "DROP TABLE a ",
    "DROP TABLE a;", "CREATE TRIGGER a BEGIN ", "WHERE 1=1 OR ", "$$", "$a$", "DO $$",
    "EXECUTE 'DROP TABLE a' ", "/*!", "GO\n", "BEGIN;", "MATCH (n) DELETE n;", "FLUSHALL\n",
    "EVAL \"redis.call(1)\"\n", "=pod\n", "__END__", "x.y=", "a,b=", "['a','b',", "[[1],", "require('a').",
    "\u{200b}", "é", "\u{202e}x", "http://a@", "xn--", "http://xn--a.", "<?php ", "?>", "sub{", "map{",
    "x.each{|y| ", "x+=x;", "x=x%x;", "x=[x]*9;", "''.join([", "chr(1)+", "x[::-1]", "]", "}", "@", "%", "#",
    "#{", "{$", "@{[", "f'", "r\"", "'''", " ", ";", ",", ".", "::", "->", "=", "+=", ":", "?", ">", "<<EOT",
    "EOT", "*/", "//", "s/a/b/e", "for (", "import os", "from a import b as c", "os.system", "eval", "exec(",
    "unlink", "lambda x: ", "function(", "|f|", "each", "x", "a.b", "1", "0x41", "DROP TABLE x",
    "DELETE FROM y", "\u{10FFFE}", "<?php", "=pod", "print", "chr(", "join(", "glob('*')", "def f", "await",
    "$_", "-1", "\u{202e}", "WHERE", "\\!", ".shell ", "a", "a ", "9", "9.", "0x4", "1e9*", "# a\n", "//a\n",
    "\0", "\u{1b}[0m", "аx ", "x=x.replace('a','aa');", "x+='a';", "x=[x]+[x];", "x={x:x};", "def f():f()\n",
    "f(f(", "f(x,", "cm0gLXJmIC8K", "b64decode('cm0g')+", "'\\x72'+", "'\\u0072'+", "\"\\162\".", "if x:\n ",
    "if(x){", "while(1){", "a;b;", "a.b=a;", "a[0]", "a,", "*", "**", "%", "'%s'%", "\"%s\"%x,", "f'{x}'+",
    "f\"{f'{", "os.remove(x);", "os.system('a'+x);", "rm -rf / ", "' '", "$x.=$x;", "$x=\"$x$x\";",
    "@a=(@a,@a);", "`rm #{x}`;", "%x(a);", "x=\"#{x}#{x}\";", "${x}${x}", "require 'a';", "SELECT * FROM a;",
    "DROP DATABASE a;", "TRUNCATE a, ", "WITH a AS (", "((SELECT ", "\\! a\n", "-- a\n", "[a].",
    "DELETE FROM a WHERE b IN (", "DELETE FROM a WHERE ", " AND a=1", "ALTER TABLE a DROP COLUMN b,",
    "db.a.drop();", "db.", "DETACH DELETE a ", "{print $1}", "{system($1)}", "a|getline;",
];
