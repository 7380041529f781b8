//! Arranges the flat lists of a [`Script`] into a tree of blocks and commands.

use crate::{Block, Command, Script, Span};

/// A simple or compound command.
#[derive(Debug, Clone)]
pub enum Node<'s> {
    Command(&'s Command),
    Block(&'s Block, Vec<Node<'s>>),
}

impl Node<'_> {
    pub const fn span(&self) -> Span {
        match self {
            Self::Command(command) => command.span,
            Self::Block(block, _) => block.span,
        }
    }
}

impl Script {
    /// Returns the top-level commands in order, each block with its contents. Substitutions in a word are
    /// left to the reader of that word; a substitution outside of words (`(( $(x) ))`, the pattern of
    /// `case`) is among the commands.
    pub fn tree(&self) -> Vec<Node<'_>> {
        let mut items: Vec<Node<'_>> = Vec::with_capacity(self.commands.len() + self.blocks.len());
        let covered = self.covered();
        let is_covered = |span: Span| {
            let after = covered.partition_point(|word| word.start <= span.start);
            after.checked_sub(1).and_then(|at| covered.get(at)).is_some_and(|word| span.end <= word.end)
        };
        let blocks = self.blocks.iter().filter(|block| !(block.substituted && is_covered(block.span)));
        items.extend(blocks.map(|block| Node::Block(block, Vec::new())));
        let commands =
            self.commands.iter().filter(|command| !(command.substituted && is_covered(command.span)));
        items.extend(commands.map(Node::Command));
        // a block comes before the first command in it
        items.sort_by_key(|item| (item.span().start, matches!(item, Node::Command(_))));
        let mut items = items.into_iter().peekable();
        children(&mut items, usize::MAX, 0)
    }

    /// Returns the spans whose substitutions the reader of the word expands, in order and without overlap.
    fn covered(&self) -> Vec<Span> {
        if !self.commands.iter().any(|command| command.substituted) {
            return Vec::new();
        }
        let mut spans: Vec<Span> = Vec::new();
        let redirects = self.commands.iter().filter(|c| !c.substituted).flat_map(|c| &c.redirects);
        let outer = self.blocks.iter().filter(|block| !block.substituted);
        for redirect in redirects.chain(outer.clone().flat_map(|block| &block.redirects)) {
            spans.extend(redirect.target.as_ref().map(|word| word.span));
            spans.extend(redirect.body);
        }
        spans.extend(outer.flat_map(|block| &block.words).map(|word| word.span));
        let commands = self.commands.iter().filter(|command| !command.substituted);
        spans.extend(commands.flat_map(|c| c.assignments.iter().chain(&c.words)).map(|word| word.span));
        spans.sort_unstable();
        spans
    }
}

/// Maximum depth of the tree; the parser's blocks cannot be nested deeper.
const MAX_DEPTH: u16 = 400;

fn children<'s>(
    items: &mut std::iter::Peekable<std::vec::IntoIter<Node<'s>>>,
    end: usize,
    depth: u16,
) -> Vec<Node<'s>> {
    let mut list = Vec::new();
    while let Some(item) = items.next_if(|item| item.span().start < end) {
        list.push(match item {
            Node::Block(block, _) if depth < MAX_DEPTH => {
                Node::Block(block, children(items, block.span.end.min(end), depth + 1))
            }
            other => other,
        });
    }
    list
}
