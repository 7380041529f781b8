//! The effect of the configuration on the hook.

use crate::home::Home;

fn answer(home: &Home, status: &str, text: &str) -> String {
    let said = home.darn(&["hook", "bash", "failed", status, text]);
    assert_eq!((said.status, said.err.as_str()), (0, ""), "drawn without a terminal");
    said.out
}

#[test]
fn settings_have_their_effect() {
    let home = Home::new();
    home.write("README.md", "");
    let spelling = || answer(&home, "1", "cat READEM.md");
    assert_eq!(spelling(), "1 -\ncat README.md");
    for setting in ["enabled = false", "program_silence = ['make', 'cat']"] {
        home.write(".config/darn/config.toml", format!("[suggest]\n{setting}\n"));
        assert_eq!(spelling(), "", "{setting}");
    }
    home.write(".config/darn/config.toml", "[suggest]\nprogram_silence = ['make']\n");
    assert_eq!(spelling(), "1 -\ncat README.md");
    home.write(".darn.toml", "[suggest]\nprogram_silence = ['cat']\n");
    assert_eq!(spelling(), "", "a project file can silence darn");
}

#[test]
fn only_zsh_hears_of_ghosts() {
    let home = Home::new();
    home.write("README.md", "");
    home.write(".config/darn/config.toml", "[suggest]\nghost_text = false\n");
    for (shell, flags) in [("zsh", "1 - plain"), ("bash", "1 -"), ("fish", "1 -"), ("sh", "1 -")] {
        let said = home.darn(&["hook", shell, "failed", "1", "cat READEM.md"]);
        assert_eq!(said.out, format!("{flags}\ncat README.md"), "{shell}");
    }
}

#[test]
fn keys_are_in_the_scripts_and_warnings_where_people_look() {
    let home = Home::new();
    home.write(".config/darn/config.toml", "[keys]\naccept = 'alt-a'\nlist = 'alt-a'\nask = 1\n");
    let own = home.write("own.toml", "[keys]\naccept = ''\n");
    for (shell, key, none) in [
        ("bash", "='\\ea' __darn_more=''", "='' __darn_more='\\e/'"),
        ("zsh", "='^[a' __darn_more=''", "='' __darn_more='^[/'"),
        ("fish", "__darn_keys alt-a ''", "__darn_keys '' alt-/"),
    ] {
        let said = home.darn(&["init", shell]);
        assert!(said.out.contains(key), "{shell}: {}", said.out);
        assert_eq!(said.err, "", "printed at every shell start");
        let said = home.darn(&["init", shell, "--config", own.to_str().unwrap()]);
        assert!(said.out.contains(none), "{shell}: {}", said.out);
    }
    let fix = ["fix", "--command", "gti", "--status", "127", "--quiet"];
    assert_eq!(home.darn(&fix).err, "");
    assert!(home.darn(&fix[..5]).err.contains("keys.ask"), "{}", home.darn(&fix[..5]).err);
}

#[test]
fn a_broken_file_is_silent_on_the_prompt_and_named_in_the_log() {
    let home = Home::new();
    home.write("README.md", "");
    home.write(".config/darn/config.toml", "[suggest\nlimit = 99\n");
    let log = home.path("log");
    let home = home.set("DARN_LOG", log.to_str().unwrap());
    assert_eq!(answer(&home, "1", "cat READEM.md"), "1 -\ncat README.md");
    assert!(home.text("log").contains("config.toml:1: "), "{}", home.text("log"));
}

/// The rule shown in CONTRIBUTING.md works.
#[test]
fn the_example_of_contributing_is_a_rule() {
    let guide =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONTRIBUTING.md")).unwrap();
    let lines = guide.lines().skip_while(|line| line.trim() != "```toml").skip(1);
    let rule: String =
        lines.take_while(|line| line.trim() != "```").map(|line| format!("{}\n", line.trim())).collect();
    let home = Home::new();
    home.write(".config/darn/rules/terraform.toml", rule);
    let output = home.write("output", "Terraform has no command named \"aply\". Did you mean \"apply\"?\n");
    let arguments =
        ["fix", "--command", "terraform aply", "--status", "1", "--output", output.to_str().unwrap()];
    assert_eq!(home.darn(&arguments).out, "terraform apply\n");
    assert!(home.darn(&["doctor"]).out.contains("rules: the built-in rules; one file of your own"));
}
