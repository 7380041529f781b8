use super::*;
use facts::FakeWorld;

/// Returns the parts, `TEXT: MEANING`.
fn apart(line: &str, world: &FakeWorld) -> Vec<String> {
    let parts = take_apart(line, Dialect::Bash, world);
    parts.iter().map(|part| format!("{}: {}", part.text, part.means)).collect()
}

fn world_with(programs: &[&str], manuals: &[(&str, &str)]) -> FakeWorld {
    let owned = |(name, page): &(&str, &str)| ((*name).to_owned(), (*page).to_owned());
    FakeWorld {
        programs: programs.iter().map(|name| (*name).to_owned()).collect(),
        manuals: manuals.iter().map(owned).collect(),
        ..FakeWorld::default()
    }
}

#[test]
fn line_is_taken_apart_word_by_word() {
    let page = ".TH TAR 1\n.SH NAME\ntar \\- an archiving utility\n.SH OPTIONS\n.TP\n\\fB\\-x\\fR, \\fB\\-\\-extract\\fR\nExtract files from an archive.\n.TP\n\\fB\\-z\\fR, \\fB\\-\\-gzip\\fR\nFilter the archive through gzip.\n.TP\n\\fB\\-f\\fR, \\fB\\-\\-file\\fR=\\fIARCHIVE\\fR\nUse archive file ARCHIVE.\n";
    let world = FakeWorld {
        programs: vec!["tar".to_owned(), "wc".to_owned()],
        manuals: [("tar".to_owned(), page.to_owned())].into(),
        files: [("a.tgz".to_owned(), String::new())].into(),
        ..FakeWorld::default()
    };
    assert_eq!(
        apart("X=1 tar -xz -f a.tgz 2>&1 | frob > out", &world),
        [
            "X=1: sets a variable for this command",
            "tar: an archiving utility",
            "-x: Extract files from an archive.",
            "-z: Filter the archive through gzip.",
            "-f: Use archive file ARCHIVE.",
            "a.tgz: value of -f",
            "2>&1: errors go where the output goes",
            "|: the next command reads what the one before prints",
            "frob: there is no such program here",
            "> out: the output goes to this file; what it held is lost",
        ]
    );
}

#[test]
fn wrappers_ends_of_options_and_streams_are_told_apart() {
    let parts = apart("sudo -u bob rm -- -f 2>&- 3> log", &world_with(&["sudo", "rm"], &[]));
    assert_eq!(
        parts[2..],
        [
            "bob: value of -u",
            "rm: a program without a manual page here",
            "--: ends the options: what follows are operands, also if it begins with `-`",
            "-f: nothing of this name exists",
            "2>&-: closes this stream",
            "3> log: another stream is redirected",
        ]
    );
}

#[test]
fn options_of_a_wrapper_are_not_those_of_its_command() {
    let sudo = ".Sh NAME\n.Nm sudo ,\n.Nm sudoedit\n.Nd execute a command as another user\n.Sh OPTIONS\n.Bl -tag\n.It Fl u Ar user\nRun the command as a user.\n";
    let ls = ".SH NAME\nls \\(em list files\n.SH OPTIONS\n.TP\n\\-u\nsort by access time\n";
    let world = world_with(&["sudo", "ls"], &[("sudo", sudo), ("ls", ls)]);
    assert_eq!(
        apart("sudo -u bob ls -u", &world),
        [
            "sudo: execute a command as another user",
            "-u: Run the command as a user.",
            "bob: value of -u",
            "ls: list files",
            "-u: sort by access time",
        ]
    );
    assert_eq!(
        apart("ls | xargs -n 1 ls -u", &world)[2..],
        [
            "xargs: there is no such program here", "-n: option with a value", "1: value of -n",
            "ls: list files", "-u: sort by access time"
        ]
    );
    let parts = apart("env -i A=1 timeout 5 ls", &world_with(&["env", "timeout", "ls"], &[]));
    assert_eq!(
        parts[2..4],
        ["A=1: sets a variable for this command", "timeout: a program without a manual page here"]
    );
    assert_eq!(parts[4], "5: operand");
}

#[test]
fn purpose_is_behind_the_dash_whatever_its_length() {
    for (line, said) in [
        ("grep, egrep, fgrep \\- print lines that match", Some("print lines that match")),
        ("xterm \u{2014} a terminal - emulator", Some("a terminal - emulator")),
        ("foo \\-\\- bar", Some("bar")),
        ("apt-get \\- APT package tool -- command line", Some("APT package tool -- command line")),
        ("asn1parse, ca, ciphers", None),
        ("gcloud list \\-", None),
    ] {
        let page = format!(".SH NAME\n{line}\n.SH SYNOPSIS\n");
        assert_eq!(page::name(&page).and_then(|lines| purpose(&lines)).as_deref(), said, "{line}");
    }
}

#[test]
fn operators_are_shown_as_written() {
    let world = world_with(&["sleep", "make", "tee", "ls", "wc"], &[]);
    let signs = |line: &str| {
        let known = ["|", "|&", "&", "&&", "||"];
        let parts = take_apart(line, Dialect::Bash, &world);
        parts.into_iter().filter(|part| known.contains(&part.text.as_str())).collect::<Vec<_>>()
    };
    let background = "the command before runs in the background";
    for (line, expected) in [
        ("sleep 5 &", &[("&", background)][..]),
        ("sleep 5 & ls", &[("&", background)]),
        ("(sleep 5; ls) &", &[("&", background)]),
        ("for i in 1 2; do sleep $i; done &", &[("&", background)]),
        ("make > log 2>&1 &", &[("&", background)]),
        ("sleep 5 # & not here", &[]),
        ("ls 'a |& b'", &[]),
        ("make |& tee log", &[("|&", "the next command reads what the one before prints, its errors too")]),
        ("make | (wc; ls)", &[("|", "the next command reads what the one before prints")]),
        (
            "ls && make & wc &",
            &[
                ("&&", "the next command runs only if the one before succeeds"),
                ("&", background),
                ("&", background),
            ],
        ),
    ] {
        let found = signs(line);
        let found: Vec<(&str, &str)> =
            found.iter().map(|part| (part.text.as_str(), part.means.as_str())).collect();
        assert_eq!(found, expected, "{line}");
    }
    let forgotten = take_apart("sleep 5 &!", Dialect::Zsh, &world).pop().unwrap();
    assert_eq!(forgotten.text, "&!");
}

#[test]
fn values_attached_to_options_are_split_off() {
    let world = world_with(&["tar", "head", "cut", "grep", "ls"], &[]);
    for (line, expected) in [
        ("tar -xfa.tgz", &["-x: option", "-f: option with a value", "a.tgz: value of -f"][..]),
        ("tar -xzf a.tgz", &["-x: option", "-z: option", "-f: option with a value", "a.tgz: value of -f"]),
        (
            "tar -czf- x",
            &[
                "-c: option",
                "-z: option",
                "-f: option with a value",
                "-: value of -f: standard input or output",
                "x: nothing of this name exists",
            ],
        ),
        (
            "head -n5 --bytes=3",
            &["-n: option with a value", "5: value of -n", "--bytes=3: option with a value"],
        ),
        (
            "cut -d: -f1,2",
            &["-d: option with a value", ":: value of -d", "-f: option with a value", "1,2: value of -f"],
        ),
        (
            "grep -rnA3 foo",
            &[
                "-r: option", "-n: option", "-A: option with a value", "3: value of -A",
                "foo: what it looks for",
            ],
        ),
        ("ls -la --frobnicate", &["-l: option", "-a: option", "--frobnicate: option"]),
    ] {
        assert_eq!(apart(line, &world)[1..], *expected, "{line}");
    }
}

#[test]
fn a_dash_alone_is_a_stream_or_a_place() {
    let world = world_with(&["cat", "sort", "cd", "su"], &[]);
    for (line, last) in [
        ("cat -", "-: standard input"),
        ("ls | sort -", "-: standard input"),
        ("cd -", "-: the directory that you were in before"),
        ("su -", "-: option"),
        ("kubectl apply -f -", "-: value of -f: standard input or output"),
    ] {
        assert_eq!(apart(line, &world).last().map(String::as_str), Some(last), "{line}");
    }
}
