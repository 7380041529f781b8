//! Lines that were judged only in part: too long, too deep, too much. The effect of the rest is unknown; if
//! the line names something that can do harm, the user should know.

/// The first word of the text that names a program that can do harm, or runs a text. The catalogue is
/// not asked: there may be tens of thousands of words.
pub fn named(text: &str) -> Option<&str> {
    let is_end = |c: char| c.is_whitespace() || ";|&(){}<>'\"`=,/$".contains(c);
    text.split(is_end).find(|word| can_do_harm(word))
}

#[rustfmt::skip]
fn can_do_harm(word: &str) -> bool {
    matches!(
        word,
        "rm" | "dd" | "shred" | "wipefs" | "mkfs" | "mv" | "cp" | "chmod" | "chown" | "truncate" | "find"
            | "xargs" | "kill" | "killall" | "pkill" | "tee" | "rsync" | "eval" | "source" | "sh" | "bash"
            | "zsh" | "fish" | "dash" | "ksh" | "curl" | "wget" | "nc" | "ncat" | "base64" | "iex" | "ri"
            | "Invoke-Expression" | "Remove-Item" | "del" | "rd" | "format" | "powershell" | "pwsh" | "cmd"
            | "python" | "python3" | "perl" | "ruby" | "node" | "php" | "lua" | "psql" | "mysql" | "sqlite3" | "sqlcmd" | "sqlplus"
            | "cqlsh" | "mongosh" | "redis-cli" | "git"
            | "docker" | "podman" | "kubectl" | "helm" | "terraform" | "aws" | "gcloud" | "az" | "systemctl"
            | "shutdown" | "reboot" | "poweroff" | "halt" | "fdisk" | "parted" | "crontab" | "reg"
    ) || word.starts_with("mkfs.")
}
