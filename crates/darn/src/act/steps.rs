//! Command lines that are chains: each command runs only if the previous one succeeded.

use syntax::{Connector, Dialect, Node, Script};

/// Maximum number of steps; longer chains are hard to follow.
const MAX: usize = 20;

/// Splits a chain into its commands, each a slice of the text; returns any other text whole.
///
/// The steps can run one by one in the same shell with the same effect. Never splits a multi-line text (a
/// here-document belongs to a command that ends before it), nor one that would lose a part.
pub fn split(text: &str, dialect: Dialect) -> Vec<String> {
    let cut = (!text.contains('\n')).then(|| cut(text, dialect)).flatten();
    let whole = |steps: &Vec<String>| steps.len() <= MAX && steps.iter().all(|step| is_whole(step, dialect));
    cut.filter(whole).unwrap_or_else(|| vec![text.to_owned()])
}

fn cut(text: &str, dialect: Dialect) -> Option<Vec<String>> {
    let script = Script::parse(text, dialect);
    if script.is_well_formed() == Some(false) {
        return None;
    }
    let mut starts = vec![0];
    for node in script.tree() {
        let (connector, start, is_negated) = match node {
            Node::Command(command) => (command.connector, command.span.start, command.negated),
            Node::Block(block, _) => (block.connector, block.span.start, false),
        };
        match connector {
            _ if is_negated => return None, // `!` precedes the span
            Connector::And => starts.push(start),
            Connector::Start | Connector::Pipe => {}
            Connector::Sequence | Connector::Background | Connector::Or => return None,
        }
    }
    starts.push(text.len());
    let last = starts.len() - 2;
    let steps = starts.windows(2).enumerate().map(|(at, pair)| {
        let step = text.get(*pair.first()?..*pair.last()?)?.trim();
        if at == last { Some(step.to_owned()) } else { Some(step.strip_suffix("&&")?.trim_end().to_owned()) }
    });
    steps.collect()
}

/// Returns whether this is a complete foreground command with no effect beyond its end.
fn is_whole(step: &str, dialect: Dialect) -> bool {
    let script = Script::parse(step, dialect);
    // `a &` and zsh's `a &!`, `a &|` put everything before them in the background
    let is_waited_for = !step.ends_with('&') && !step.ends_with("&!") && !step.ends_with("&|");
    let is_open = script.is_well_formed() == Some(false) || script.is_unfinished() || step.ends_with('\\');
    !step.is_empty() && is_waited_for && !is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_cut_into_its_steps() {
        let steps = |text| split(text, Dialect::Bash);
        assert_eq!(steps("mkdir -p a && cd a"), ["mkdir -p a", "cd a"]);
        assert_eq!(steps("a | b && c 'x && y' && { d; e; }"), ["a | b", "c 'x && y'", "{ d; e; }"]);
        assert_eq!(steps("X=1 a && Y=2 b >f"), ["X=1 a", "Y=2 b >f"]);
        assert_eq!(steps("a&&b # c"), ["a", "b # c"]);
        assert_eq!(steps("(a && b) && if c; then d && e; fi"), ["(a && b)", "if c; then d && e; fi"]);
        assert_eq!(split("a && b", Dialect::Fish), ["a", "b"]);
        assert_eq!(split("begin; a && b; end && c", Dialect::Fish), ["begin; a && b; end", "c"]);
    }

    #[test]
    fn all_else_is_one() {
        for text in [
            "git status", "a; b && c", "a && b; c", "a && b || c", "a && ! b", "! a && b", "a && b &",
            "a & b && c", "echo $(a && b)", "echo \"$(a && b)\" `c && d`", "for i in 1 2; do a && b; done",
            "f() { a && b; }", "cat <<E && b\nx && y\nE", "a &&\nb", "a && b\nc", "a && 'b", "a && (b",
            "a && b \\", "a && b |", "a && cat <<E", "",
        ] {
            assert_eq!(split(text, Dialect::Bash), [text]);
        }
        for text in ["a && b &!", "a && b &|", "{ a && b } always { c }"] {
            assert_eq!(split(text, Dialect::Zsh), [text]);
        }
        for text in ["a; and b", "a && b; and c", "a && not b", "a && b; or c"] {
            assert_eq!(split(text, Dialect::Fish), [text]);
        }
        let many = ["a"; MAX + 1].join(" && ");
        assert_eq!(split(&many, Dialect::Bash), [many.as_str()]);
    }

    /// Each step is a part of the text, in order, and only the operators between them are omitted.
    #[test]
    fn nothing_is_lost() {
        for text in [
            "[[ -n x && -n y ]] && z",
            "((a && b)) && c",
            "case x in a) b && c;; esac && d",
            "f() { a && b; } && f",
            "time a && time b",
            "a && >f b",
            "a && <f b | c && d 2>&1",
            "[ -d x ] && (cd x && ls) && while a && b; do c; done",
        ] {
            for dialect in [Dialect::Bash, Dialect::Zsh] {
                let steps = split(text, dialect);
                assert_eq!(steps.join(" && "), text, "{steps:?}");
                for step in steps {
                    assert_ne!(Script::parse(&step, dialect).is_well_formed(), Some(false), "{step}");
                }
            }
        }
        assert_eq!(split("[[ -n x && -n y ]] && z", Dialect::Bash), ["[[ -n x && -n y ]]", "z"]);
        assert_eq!(split("((a && b)) && c", Dialect::Bash), ["((a && b))", "c"]);
    }
}
