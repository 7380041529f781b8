//! Cypher: graph databases.

use syntax::Span;

use super::Code;
use super::lex::{self, Form, Kind, Lexis};
use crate::Level::Confirm;

const LEXIS: Lexis = Lexis {
    comments: &["//"],
    blocks: &[("/*", "*/")],
    quotes: &[("\"", Form::TEXT), ("'", Form::TEXT), ("`", Form::RAW)],
    ..Lexis::PLAIN
};

/// Adds what the statements of a text lose: deletions that choose no nodes, and dropped databases.
pub(super) fn read(text: &str, found: &mut Code) {
    let tokens = lex::tokens(&LEXIS, text);
    let word = |token: &lex::Token| text.get(token.start..token.end).unwrap_or_default();
    for statement in tokens.split(|token| token.kind == Kind::Op && word(token) == ";") {
        let (Some(first), Some(last)) = (statement.first(), statement.last()) else { continue };
        let span = Span::new(first.start, last.end);
        let is = |at: usize, name: &str| {
            statement
                .get(at)
                .is_some_and(|token| token.kind == Kind::Name && word(token).eq_ignore_ascii_case(name))
        };
        let has = |name: &str| (0..statement.len()).any(|at| is(at, name));
        // a condition, or `{id: 1}` in the pattern of a node
        let chooses = has("WHERE")
            || has("LIMIT")
            || statement.iter().any(|token| token.kind == Kind::Op && word(token) == "{");
        if has("DELETE") && !chooses && !is(0, "EXPLAIN") {
            found.lose(Confirm, "deletes every node that matches this pattern", span);
        }
        let drops = (0..statement.len()).find(|at| is(*at, "DROP"));
        let drops = drops.map(|at| at + 1 + usize::from(is(at + 1, "COMPOSITE") && is(at + 2, "DATABASE")));
        if drops.is_some_and(|at| is(at, "DATABASE") || is(at, "GRAPH")) {
            found.lose(Confirm, "deletes a whole database", span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deletions_that_choose_nothing() {
        for (text, losses) in [
            ("MATCH (n) DETACH DELETE n", 1),
            ("match (n) detach delete n;", 1),
            ("MATCH (n:User) DELETE n", 1),
            ("MATCH (n:User {id: 3}) DELETE n", 0),
            ("MATCH (n:User) WHERE n.id = 3 DETACH DELETE n", 0),
            ("MATCH (n) RETURN n // DELETE n", 0),
            ("CREATE (n {text: 'MATCH (n) DELETE n'})", 0),
            ("RETURN 'MATCH (n) DELETE n'", 0),
            ("DROP DATABASE neo4j", 1),
            ("DROP INDEX i", 0),
            ("RETURN 1; MATCH (n) DETACH DELETE n", 1),
        ] {
            let mut found = Code::default();
            read(text, &mut found);
            assert_eq!(found.losses.len(), losses, "{text}");
        }
    }
}
