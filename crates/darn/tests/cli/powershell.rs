//! PowerShell has no hook in this version, but `darn` can diagnose its failures.

use crate::home::Home;

/// The text of PowerShell's `$Error[0]`, as reported by users of 7.4 and 5.1.
#[test]
fn the_error_record_of_powershell_is_an_output() {
    let home = Home::new();
    home.write("README.md", "");
    for (command, output, fix) in [
        (
            "gti status",
            "gti: The term 'gti' is not recognized as a name of a cmdlet, function, script file, or executable program.\nCheck the spelling of the name, or if a path was included, verify that the path is correct and try again.\n",
            Some("git status"),
        ),
        (
            "gti status",
            "gti : The term 'gti' is not recognized as the name of a cmdlet, function, script file, or operable\nprogram. Check the spelling of the name, or if a path was included, verify that the path is correct and try again.\nAt line:1 char:1\n+ gti status\n+ ~~~\n    + CategoryInfo          : ObjectNotFound: (gti:String) [], CommandNotFoundException\n    + FullyQualifiedErrorId : CommandNotFoundException\n",
            Some("git status"),
        ),
        (
            "git comit -m x",
            "git: 'comit' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tcommit\n",
            Some("git commit -m x"),
        ),
        (
            "Get-Content READEM.md",
            "Get-Content: Cannot find path '/home/me/READEM.md' because it does not exist.\n",
            Some("Get-Content README.md"),
        ),
        (
            "Get-ChildItem -Recurs",
            "Get-ChildItem: A parameter cannot be found that matches parameter name 'Recurs'.\n",
            None,
        ),
    ] {
        let file = home.write("record", output);
        let file = file.to_str().unwrap();
        let said =
            home.darn(&["fix", "--shell", "pwsh", "--command", command, "--status", "1", "--output", file]);
        assert_eq!(said.out.lines().next(), fix, "{command}\n{output}");
        assert_eq!(said.status, i32::from(fix.is_none()), "{command}");
    }
}
