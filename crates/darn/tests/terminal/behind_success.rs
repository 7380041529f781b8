//! Commands that could not be started in a line that succeeded as a whole, or failed for another reason.

use crate::pty::{Builder, Terminal};

fn is_hinted(t: &mut Terminal, line: &str, fix: Option<&str>) {
    let drawn = t.run(line);
    match fix {
        Some(fix) => assert!(drawn.contains(&format!("✗ 127  {fix}")), "{line}:\n{drawn}"),
        None => assert!(!drawn.contains('✗'), "{line}:\n{drawn}"),
    }
}

per_shell!(unknown_command_in_a_successful_pipeline_is_hinted: bash, zsh);
/// The shell knows the statuses of a pipeline; only the middle of one says nothing by the line's.
fn unknown_command_in_a_successful_pipeline_is_hinted(shell: &str) {
    for builder in [Builder::new(shell), Builder::new(shell).inside()] {
        let mut t = builder.start();
        for (line, fix) in [
            ("echo md | grpe md | wc -l", Some("echo md | grep md | wc -l")),
            ("gti log | cat", Some("git log | cat")),
            ("gti log | grep nothing", Some("git log | grep nothing")),
            ("gti log | cat || true", None),
            ("yes | head -1", None),
            ("echo x | grep y | cat", None),
            ("false | true", None),
            ("sh -c 'exit 3' | cat", None),
        ] {
            is_hinted(&mut t, line, fix);
        }
        t.run("gti log | cat");
        assert!(t.run("echo $?").ends_with("\n0"), "{shell}: {}", t.screen());
        t.run("gti log | cat");
        t.press("\t");
        assert_eq!(t.line(), "T> git log | cat", "{shell}");
    }
}

per_shell!(unknown_command_under_pipefail_is_hinted: bash("set -o pipefail"), zsh("setopt pipefail"));
fn unknown_command_under_pipefail_is_hinted(shell: &str, option: &str) {
    let mut t = Builder::new(shell).before(option).start();
    is_hinted(&mut t, "gti log | cat", Some("git log | cat"));
    is_hinted(&mut t, "echo x | grep y | cat", None);
}

per_shell!(unknown_command_in_a_successful_list_is_hinted: bash, zsh);
/// Inside `darn shell` it is known what the shell said.
fn unknown_command_in_a_successful_list_is_hinted(shell: &str) {
    let mut t = Builder::new(shell).inside().start();
    for (line, fix) in [
        ("true; gti log; true", Some("true; git log; true")),
        ("true; gti log; true", Some("true; git log; true")),
        ("gti log || true", None),
        ("gti log || gti status || true", None),
        ("f() { gti log; true; }", None),
        ("f", None),
        ("true", None),
        ("eval 'gti log'; true", None),
    ] {
        is_hinted(&mut t, line, fix);
    }
    t.run("true; gti log; true");
    t.press("\t");
    assert_eq!(t.line(), "T> true; git log; true", "{shell}");
}

per_shell!(unknown_command_with_own_handler_gets_no_second_hint: bash, zsh);
fn unknown_command_with_own_handler_gets_no_second_hint(shell: &str) {
    let name = match shell {
        "bash" => "command_not_found_handle",
        _ => "command_not_found_handler",
    };
    let mine = format!("{name}() {{ echo \"MINE $1\"; return 127; }}");
    let mut t = Builder::new(shell).inside().before(&mine).start();
    let drawn = t.run("true; gti log; true");
    assert!(drawn.contains("MINE gti") && !drawn.contains('✗'), "{shell}: {drawn}");
}
