//! Loops that start processes faster than they end.

use syntax::{BlockKind, Node};

use crate::context::Context;
use crate::level::Level;
use crate::state::{Frame, is_background};

/// Cost of examining one command of a loop, see [`Budget::charge`](crate::state::Budget::charge).
const CHILD: usize = 256;

/// Programs that keep a processor busy.
const BUSY: &[&str] =
    &["yes", "sh", "bash", "zsh", "fish", "stress", "openssl", "md5sum", "sha256sum", "gzip"];

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
        if is_endless(raw, &condition) && forks_on(frame, &body) {
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
        Node::Command(command) => command.program_name().is_some_and(|name| BUSY.contains(&name)),
        Node::Block(..) => true,
    });
    if turns >= 1000 || stays && turns >= 8 {
        let because = "Starts many processes at once without waiting for them.";
        context.find("availability/fork-bomb", Level::Warn, because, frame.origin.place(block.span));
    }
}

fn is_endless(raw: &str, condition: &[&Node<'_>]) -> bool {
    let head = raw.split(['\n', ';']).next().unwrap_or("");
    if raw.starts_with("for") {
        let condition = in_double_brackets(raw).and_then(|inside| inside.split(';').nth(1));
        return condition.is_some_and(|condition| condition.trim().is_empty());
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
        return always != until;
    };
    // `while ((1))`
    in_double_brackets(head)
        .map(str::trim)
        .and_then(crate::pure::arithmetic)
        .is_some_and(|number| (number != 0) != until)
}

fn in_double_brackets(text: &str) -> Option<&str> {
    Some(text.split_once("((")?.1.split_once("))")?.0)
}

/// Returns whether each iteration leaves a process behind.
fn forks_on(frame: Frame<'_>, body: &[&Node<'_>]) -> bool {
    let is = |node: &Node<'_>, names: &[&str]| match node {
        Node::Command(command) => command.program_name().is_some_and(|name| names.contains(&name)),
        Node::Block(..) => false,
    };
    let is_long = |node: &Node<'_>| matches!(node, Node::Command(command) if command.arguments().len() > 99);
    let Some(last_fork) = body.iter().rposition(|node| is_background(frame.script, node.span())) else {
        return false;
    };
    let mut behind = body.iter().skip(last_fork + 1);
    let waits = body.first().is_some_and(|node| is(node, &["wait"]))
        || behind.any(|node| is(node, &["wait", "sleep", "read"]) || is_long(node));
    let ends = body.iter().any(|node| is(node, &["break", "exit", "return", "exec"]));
    !ends && (!waits || body.iter().any(|node| is(node, &["disown"])))
}
