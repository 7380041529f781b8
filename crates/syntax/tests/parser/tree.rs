//! The tree of commands and blocks.

use syntax::{Dialect, Node, Script};

fn shown(nodes: &[Node<'_>], script: &Script) -> String {
    let parts = nodes.iter().map(|node| match node {
        Node::Command(command) => script.raw(command.span).replace('\n', "/"),
        Node::Block(block, children) => {
            let name = block.function.as_ref().map(|name| format!("{name}()")).unwrap_or_default();
            let words: Vec<_> = block.words.iter().map(|word| word.value.as_str()).collect();
            let redirects: String = block
                .redirects
                .iter()
                .map(|r| format!(" {}{}", script.raw(r.operator), r.target.as_ref().map_or("", |t| &t.value)))
                .collect();
            let pipe = if block.connector == syntax::Connector::Pipe { "|" } else { "" };
            format!(
                "{pipe}{name}{:?}<{}>[{}]{redirects}",
                block.kind,
                words.join(","),
                shown(children, script)
            )
        }
    });
    parts.collect::<Vec<_>>().join("; ")
}

#[test]
fn blocks_hold_their_commands() {
    let cases = [
        ("a; b", Dialect::Bash, "a; b"),
        ("f() { rm x; }; f", Dialect::Bash, "f()Group<>[rm x]; f"),
        ("function f { a; } ", Dialect::Bash, "f()Group<>[a]"),
        ("f() (a)", Dialect::Bash, "f()Subshell<>[a]"),
        ("for x in a b; do rm $x; done > log", Dialect::Bash, "For<x,a,b>[rm $x] >log"),
        ("while read l; do eval $l; done < f; b", Dialect::Bash, "While<>[read l; eval $l] <f; b"),
        ("curl x | { sh; }", Dialect::Bash, "curl x; |Group<>[sh]"),
        ("if a; then b; else (c); fi", Dialect::Bash, "If<>[a; b; Subshell<>[c]]"),
        ("case $x in a) b;; esac", Dialect::Bash, "Case<$x>[b]"),
        ("echo $(rm x; y) z", Dialect::Bash, "echo $(rm x; y) z"),
        ("(( $(rm x) ))", Dialect::Bash, "rm x"),
        ("for x in $(ls); do a; done", Dialect::Bash, "For<x,$(ls)>[a]"),
        ("echo $(for x in a; do b; done)", Dialect::Bash, "echo $(for x in a; do b; done)"),
        ("{ { a; }; b", Dialect::Bash, "Group<>[Group<>[a]; b]"),
        ("repeat 3 rm x; y", Dialect::Zsh, "Repeat<3>[rm x]; y"),
        ("for x (a b) rm $x; y", Dialect::Zsh, "For<x,a,b>[rm $x]; y"),
        ("f() rm x; y", Dialect::Zsh, "f()Group<>[rm x]; y"),
        ("for x in a b; rm $x; end; y", Dialect::Fish, "For<x,a,b>[rm $x]; y"),
        ("function f; rm x; end; f", Dialect::Fish, "f()Group<f>[rm x]; f"),
        ("begin; a; end | b", Dialect::Fish, "Group<>[a]; b"),
        ("switch $x; case a; b; end", Dialect::Fish, "Case<$x,a>[b]"),
    ];
    for (text, dialect, expected) in cases {
        let script = Script::parse(text, dialect);
        assert_eq!(shown(&script.tree(), &script), expected, "{text}");
    }
}

#[test]
fn here_documents_have_their_bodies() {
    let script = Script::parse("sh <<E; cat <<-'F'\nrm x\nE\n\ty\n\tF\nz", Dialect::Bash);
    let bodies: Vec<_> = script
        .commands
        .iter()
        .flat_map(|command| &command.redirects)
        .map(|redirect| script.raw(redirect.body.unwrap()))
        .collect();
    assert_eq!(bodies, ["rm x\n", "\ty\n"]);
}
