//! Builtins of the shells.

use syntax::Dialect;

use crate::world::World;

const POSIX: &str = ". : [ alias bg break cd command continue echo eval exec exit export false fc fg getopts hash jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait";
const BASH: &str = "bind builtin caller compgen complete compopt declare dirs disown enable help history let local logout mapfile popd pushd readarray shopt source suspend typeset";
const ZSH: &str = "autoload bindkey builtin declare dirs disown echotc emulate float functions history integer let limit local log logout noglob nocorrect popd print pushd pushln r rehash sched setopt source suspend typeset unfunction unhash unlimit unsetopt vared whence where which zcompile zle zmodload zparseopts zstyle";
const FISH: &str = ". : [ abbr argparse begin bg bind block break breakpoint builtin case cd command commandline complete contains continue count dirh dirs disown echo emit eval exec exit false fg fish_config for funced funcsave function functions help history if isatty jobs math nextd not and or open popd prevd printf prompt_pwd pushd pwd random read realpath return set set_color source status string suspend switch test time trap true type ulimit umask vared wait while else end";
/// Cmdlets of the modules included in every PowerShell 7, keywords, and the aliases of both systems.
const POWERSHELL: &str = "Add-Content Add-Member Add-Type Clear-Content Clear-Host Clear-Item Clear-Variable Compare-Object Compress-Archive ConvertFrom-Csv ConvertFrom-Json ConvertTo-Csv ConvertTo-Html ConvertTo-Json Copy-Item Copy-ItemProperty Enter-PSSession Exit-PSSession Expand-Archive Export-Csv Find-Module ForEach-Object Format-Hex Format-List Format-Table Format-Wide Get-Acl Get-Alias Get-ChildItem Get-Clipboard Get-Command Get-Content Get-Credential Get-Culture Get-Date Get-Error Get-ExecutionPolicy Get-FileHash Get-Help Get-History Get-Host Get-Item Get-ItemProperty Get-ItemPropertyValue Get-Job Get-Location Get-Member Get-Module Get-Process Get-PSDrive Get-Random Get-Service Get-TimeZone Get-Unique Get-Uptime Get-Variable Get-Verb Group-Object Import-Csv Import-Module Install-Module Invoke-Command Invoke-Expression Invoke-History Invoke-Item Invoke-RestMethod Invoke-WebRequest Join-Path Join-String Measure-Command Measure-Object Move-Item Move-ItemProperty New-Alias New-Guid New-Item New-ItemProperty New-Object New-PSDrive New-TemporaryFile New-TimeSpan New-Variable Out-Default Out-File Out-GridView Out-Host Out-Null Out-Printer Out-String Pop-Location Push-Location Read-Host Receive-Job Remove-Alias Remove-Item Remove-ItemProperty Remove-Job Remove-Module Remove-Variable Rename-Item Rename-ItemProperty Resolve-Path Restart-Computer Restart-Service Select-Object Select-String Select-Xml Set-Acl Set-Alias Set-Clipboard Set-Content Set-Date Set-ExecutionPolicy Set-Item Set-ItemProperty Set-Location Set-PSDebug Set-Service Set-StrictMode Set-Variable Show-Command Sort-Object Split-Path Start-Job Start-Process Start-Service Start-Sleep Start-Transcript Stop-Computer Stop-Job Stop-Process Stop-Service Stop-Transcript Tee-Object Test-Connection Test-Json Test-ModuleManifest Test-Path Trace-Command Unblock-File Update-Help Update-Module Wait-Job Wait-Process Where-Object Write-Error Write-Host Write-Output Write-Progress Write-Verbose Write-Warning break catch class continue data do else elseif enum exit filter finally for foreach function if param return switch throw trap try until using while ac cat cd chdir clear clhy cli clp cls clv compare copy cp cpi cvpa dbp del diff dir echo epal epcsv erase fl ft fw gal gc gci gcm gcs gdr ghy gi gin gjb gl gm gmo gp gps gpv group gsv gtz gu gv h history icm iex ihy ii ipal ipcsv ipmo irm iwr kill ls man md measure mi mkdir mount move mp mv nal ndr ni nmo nv oh popd ps pushd pwd r rd ren ri rm rmdir rni rnp rp rv rvpa sal saps sasv sbp select set shcm si sl sleep sls sort sp spjb spps spsv start stz sv tee type where wjb write";
const NU: &str = "alias all ansi any append ast bits break bytes cal cd char chunks clear collect columns commandline compact complete config const continue cp date debug decode def default describe detect do drop du each echo encode enumerate error every exec exit explain explore export export-env fill filter find first flatten for format from generate get glob grid group-by hash headers help hide hide-env histogram history http if ignore inspect insert interleave into is-empty is-not-empty is-terminal items job join keybindings kill last length let let-env lines load-env loop ls match math merge metadata mkdir mktemp module move mut mv nu-check nu-highlight open overlay panic par-each parse path plugin port prepend print ps query random range reduce reject rename return reverse rm roll rotate run-external save schema scope select seq shuffle skip sleep slice sort sort-by source source-env split start stor str sys table take tee term timeit to touch transpose try tutor ulimit uname uniq uniq-by update upsert url use values version view watch where which while whoami window with-env wrap zip";
const KEYWORDS: &str = "if then else elif fi for while until do done case esac time";

/// Returns the builtins and keywords of a shell.
pub fn names<'a>(dialect: Dialect) -> impl Iterator<Item = &'a str> {
    lists(dialect).into_iter().flat_map(|list: &'a str| list.split_ascii_whitespace())
}

const fn lists(dialect: Dialect) -> [&'static str; 3] {
    match dialect {
        Dialect::Bash => [POSIX, BASH, KEYWORDS],
        Dialect::Zsh => [POSIX, ZSH, KEYWORDS],
        Dialect::Fish => [FISH, "", ""],
        Dialect::Posix => [POSIX, "local", KEYWORDS],
        Dialect::PowerShell => [POWERSHELL, "", ""],
        Dialect::Nu => [NU, "", ""],
    }
}

/// Returns whether the shell has a builtin or keyword of this name. PowerShell ignores case.
pub fn has(dialect: Dialect, name: &str) -> bool {
    match dialect {
        Dialect::PowerShell => names(dialect).any(|known| known.eq_ignore_ascii_case(name)),
        _ => lists(dialect).into_iter().any(|list| has_word(list, name)),
    }
}

/// Returns whether a list separated by single blanks has the word, without going through its other words.
fn has_word(list: &str, word: &str) -> bool {
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| *byte == b' ');
    let bytes = list.as_bytes();
    !word.is_empty()
        && !word.contains(' ')
        && memchr::memmem::find_iter(bytes, word.as_bytes()).any(|at| {
            is_end(at.checked_sub(1).and_then(|before| bytes.get(before)))
                && is_end(bytes.get(at + word.len()))
        })
}

/// Returns whether the shell knows this name: a builtin, alias, function or program.
pub fn is_command(dialect: Dialect, name: &str, world: &dyn World) -> bool {
    has(dialect, name)
        || world.aliases().contains_key(name)
        || world.functions().iter().any(|function| function == name)
        || world.is_program(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_is_found_and_no_part_of_one() {
        for dialect in
            [Dialect::Bash, Dialect::Zsh, Dialect::Fish, Dialect::Posix, Dialect::PowerShell, Dialect::Nu]
        {
            assert!(names(dialect).all(|name| has(dialect, name)));
        }
        for other in ["", " ", "c", "cd ", "cd command", "ommand", "unalia"] {
            assert!(!has(Dialect::Bash, other), "{other:?}");
        }
        assert!(has(Dialect::PowerShell, "get-childitem"));
    }
}
