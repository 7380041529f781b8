//! Loops that start processes faster than they end.

use syntax::{BlockKind, Node};

use crate::context::Context;
use crate::level::Level;
use crate::state::{Frame, is_background};

/// Cost of examining one command of a loop, see [`Budget::charge`](crate::state::Budget::charge).
const CHILD: usize = 256;

/// Judges the loops of a list.
pub fn repeated_forks(context: &mut Context<'_>, frame: Frame<'_>, nodes: &[Node<'_>]) {
    let are_awaited = waits(nodes);
    for node in nodes {
        let Node::Block(block, children) = node else { continue };
        // nested loops are examined again for each outer loop
        context.budget.charge(children.len() * CHILD);
        if !context.budget.can_go_on() {
            return;
        }
        if matches!(block.kind, BlockKind::For | BlockKind::Repeat) && !are_awaited {
            counted(context, frame, block, children);
        }
        let (condition, body): (Vec<&Node<'_>>, Vec<&Node<'_>>) = match (block.kind, block.body) {
            (BlockKind::While, Some(start)) => children.iter().partition(|child| child.span().start < start),
            (BlockKind::While, None) => {
                (children.iter().take(1).collect(), children.iter().skip(1).collect())
            }
            (BlockKind::For, _) if block.words.is_empty() => (Vec::new(), children.iter().collect()),
            _ => continue,
        };
        let raw = beginning(frame, block);
        if is_endless(frame, raw, &condition) && forks_on(frame, &body) {
            let because = "Starts processes endlessly and never waits for them.";
            context.find("availability/fork-bomb", Level::Confirm, because, frame.origin.place(block.span));
        }
    }
}

/// Returns these bytes, which contain the loop's head however long its body is.
fn beginning<'s>(frame: Frame<'s>, block: &syntax::Block) -> &'s str {
    let raw = frame.script.raw(block.span);
    raw.get(..raw.floor_char_boundary(512)).unwrap_or(raw)
}

/// Returns whether one of these commands waits for all started processes.
fn waits(nodes: &[Node<'_>]) -> bool {
    nodes.iter().any(|node| matches!(node, Node::Command(command) if command.program_name() == Some("wait")))
}

/// `for i in {1..1000}`, `repeat 100`: one process per iteration, without waiting.
fn counted(context: &mut Context<'_>, frame: Frame<'_>, block: &syntax::Block, children: &[Node<'_>]) {
    let body: Vec<&Node<'_>> = children.iter().collect();
    if !forks_on(frame, &body) {
        return;
    }
    let head = beginning(frame, block).split(['\n', ';', '}']).next().unwrap_or("");
    let numbers = head.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u64>().ok());
    let turns = numbers.max().unwrap_or(0);
    let stays = body.iter().any(|node| match node {
        Node::Command(command) => matches!(
            command.program_name(),
            Some(
                "yes"
                    | "sh"
                    | "bash"
                    | "zsh"
                    | "fish"
                    | "stress"
                    | "openssl"
                    | "md5sum"
                    | "sha256sum"
                    | "gzip"
            )
        ),
        Node::Block(..) => true,
    });
    if turns >= 1000 || stays && turns >= 8 {
        let because = "Starts many processes at once without waiting for them.";
        context.find("availability/fork-bomb", Level::Warn, because, frame.origin.place(block.span));
    }
}

fn is_endless(frame: Frame<'_>, raw: &str, condition: &[&Node<'_>]) -> bool {
    let head = raw.split(['\n', ';']).next().unwrap_or("");
    if raw.starts_with("for") {
        let inside =
            raw.split_once("((").and_then(|(_, rest)| rest.split_once("))")).map(|(inside, _)| inside);
        return inside
            .is_some_and(|inside| inside.split(';').nth(1).is_some_and(|part| part.trim().is_empty()));
    }
    let until = raw.starts_with("until");
    let [] = condition else {
        let [Node::Command(command)] = condition else { return false };
        let words: Vec<&str> = command.words.iter().map(|word| word.value.as_str()).collect();
        let name = words.first().map_or("", |name| name.rsplit('/').next().unwrap_or(name));
        let always = match (name, words.as_slice()) {
            ("true" | ":", _) => true,
            ("false", _) => false,
            ("[" | "[[" | "test", [_, rest @ ..]) => {
                matches!(rest, [one] | [one, "]" | "]]"] if !one.starts_with('$'))
            }
            ("sleep", _) => true,
            _ => return false,
        };
        let _ = frame;
        return always != until;
    };
    // `while ((1))`
    let number =
        head.split_once("((").and_then(|(_, rest)| rest.split_once("))")).map(|(inside, _)| inside.trim());
    number.and_then(crate::pure::arithmetic).is_some_and(|number| (number != 0) != until)
}

/// Returns whether each iteration leaves a process behind.
fn forks_on(frame: Frame<'_>, body: &[&Node<'_>]) -> bool {
    let name = |node: &Node<'_>| match node {
        Node::Command(command) => command.program_name().unwrap_or("").to_owned(),
        Node::Block(..) => String::new(),
    };
    let arguments = |node: &Node<'_>| match node {
        Node::Command(command) => command.arguments().len(),
        Node::Block(..) => 0,
    };
    let ends = body.iter().any(|node| matches!(name(node).as_str(), "break" | "exit" | "return" | "exec"));
    let disowns = body.iter().any(|node| name(node) == "disown");
    let waits_first = body.first().is_some_and(|node| name(node) == "wait");
    let last_fork = body.iter().rposition(|node| is_background(frame.script, node.span()));
    let Some(last_fork) = last_fork else { return false };
    let waits_after = body.iter().skip(last_fork + 1).any(|node| {
        name(node) == "wait" || name(node) == "sleep" || name(node) == "read" || arguments(node) > 99
    });
    if ends {
        return false;
    }
    disowns || !(waits_after || waits_first)
}
