//! Splits a script into consecutive pieces.

use crate::{Script, Span};

/// Kind of a piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// A word or assignment of a command, including nested commands.
    Word,
    /// The operator of a redirection; its target is a [`PieceKind::Word`].
    Redirect,
    /// Everything else: blanks, operators, keywords, loop headers, comments, here-documents.
    Between,
}

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub kind: PieceKind,
    pub span: Span,
}

impl Script {
    /// Returns the pieces of the text in order, without overlaps or gaps: joined, they are
    /// [`Script::text`]. What is nested in a word is part of the word's piece.
    pub fn pieces(&self) -> Vec<Piece> {
        let mut tokens: Vec<Piece> = Vec::new();
        for command in &self.commands {
            let words = command.assignments.iter().chain(&command.words);
            let targets = command.redirects.iter().filter_map(|redirect| redirect.target.as_ref());
            tokens.extend(words.chain(targets).map(|word| Piece { kind: PieceKind::Word, span: word.span }));
            let operators = command.redirects.iter().map(|redirect| redirect.operator);
            tokens.extend(operators.map(|span| Piece { kind: PieceKind::Redirect, span }));
        }
        tokens.sort_by_key(|piece| (piece.span.start, std::cmp::Reverse(piece.span.end)));
        let mut pieces = Vec::with_capacity(tokens.len() * 2 + 1);
        let mut done = 0;
        let between = |start, end| Piece { kind: PieceKind::Between, span: Span::new(start, end) };
        for piece in tokens {
            if piece.span.start < done {
                continue; // nested in the previous piece
            }
            if piece.span.start > done {
                pieces.push(between(done, piece.span.start));
            }
            done = piece.span.end;
            pieces.push(piece);
        }
        if done < self.text.len() {
            pieces.push(between(done, self.text.len()));
        }
        pieces
    }
}
