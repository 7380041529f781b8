//! Cmdlets that are dangerous by their name alone.

use crate::level::Level;

pub struct Effect {
    pub rule: &'static str,
    pub level: Level,
    pub because: &'static str,
    /// In lower case; `*` at the end stands for anything.
    cmdlets: &'static [&'static str],
}

const fn row(
    rule: &'static str,
    level: Level,
    because: &'static str,
    cmdlets: &'static [&'static str],
) -> Effect {
    Effect { rule, level, because, cmdlets }
}

use Level::{Allow, Confirm, Warn};

/// The first that fits counts.
#[rustfmt::skip]
const EFFECTS: &[Effect] = &[
    // what only looks like one of those below
    row("", Allow, "", &["remove-variable", "remove-job", "remove-pssession", "remove-psdrive", "remove-event",
        "remove-alias", "remove-typedata", "remove-psbreakpoint", "remove-module", "remove-cimsession",
        "remove-azresourcelock-", "disable-psbreakpoint", "clear-host", "clear-variable", "remove-azcontext",
        "clear-azcontext", "clear-dnsclientcache", "remove-psreadlinekeyhandler", "remove-vmswitch-"]),
    row("device/format", Confirm, "Makes a new file system or partition table: what is on the disk is lost.",
        &["format-volume", "clear-disk", "initialize-disk", "remove-partition", "reset-physicaldisk",
          "remove-virtualdisk", "remove-storagepool", "clear-pmemdisk", "remove-pmemdisk", "set-disk",
          "clear-bitlockerautounlock", "remove-volume", "format-partition", "remove-storagetier"]),
    row("device/format", Warn, "Changes the size of a partition.", &["resize-partition", "resize-virtualdisk"]),
    row("availability/shutdown", Confirm, "Shuts a machine down or restarts it.",
        &["stop-computer", "restart-computer", "stop-cluster", "restart-vmhost", "stop-vmhost", "invoke-shutdown", "restore-computer"]),
    row("availability/network", Confirm, "Cuts this machine off the network.",
        &["disable-netadapter", "disable-netadapterbinding", "remove-netipaddress", "remove-netroute",
          "remove-netadapter", "reset-netadapteradvancedproperty", "restart-netadapter", "remove-netlbfoteam"]),
    row("security/weaken", Confirm, "Turns off what protects this machine.",
        &["disable-netfirewallrule", "remove-netfirewallrule", "disable-bitlocker", "disable-tamperprotection",
          "disable-amsi", "disable-processmitigation", "disable-computerrestore", "clear-tpm", "suspend-bitlocker",
          "remove-mpthreat", "disable-wsmancredssp-", "disable-pssessionconfiguration-", "disable-windowsdefender",
          "disable-tlsciphersuite"]),
    row("security/weaken", Warn, "Lets others in from elsewhere.",
        &["enable-psremoting", "enable-wsmancredssp", "set-wsmanquickconfig", "enable-pssessionconfiguration"]),
    row("history/erase", Confirm, "Erases what the system wrote down.",
        &["clear-eventlog", "remove-eventlog", "limit-eventlog", "clear-winevent"]),
    row("history/erase", Warn, "Erases the history of commands.", &["clear-history"]),
    row("persistence/service", Confirm, "Installs a program that starts with the system.", &["new-service"]),
    row("persistence/task", Warn, "Runs something again and again from now on.", &["register-scheduledjob"]),
    row("persistence/account", Confirm, "Makes an account that may log in, or changes one.",
        &["new-localuser", "set-localuser", "enable-localuser", "remove-localuser", "disable-localuser",
          "remove-localgroup", "remove-localgroupmember", "set-adaccountpassword", "disable-adaccount"]),
    row("persistence/account", Warn, "Makes an account that may log in.", &["new-aduser"]),
    row("data/loss", Confirm, "Deletes virtual machines, their disks or their snapshots.",
        &["remove-vm", "remove-vmsnapshot", "remove-vmcheckpoint", "restore-vmsnapshot", "restore-vmcheckpoint",
          "remove-vmharddiskdrive", "remove-vmgroup", "remove-vmswitch", "remove-harddisk", "remove-datastore",
          "remove-snapshot", "remove-template", "remove-cluster*", "remove-vapp", "remove-vhd"]),
    row("data/loss", Warn, "Turns a virtual machine off, whatever runs in it.", &["stop-vm", "stop-vmguest"]),
    row("directory/delete", Confirm, "Deletes objects of the directory that accounts and machines depend on.",
        &["remove-ad*", "uninstall-addsdomaincontroller", "remove-gpo", "remove-gplink", "remove-dnsserver*",
          "clear-ad*", "remove-dhcpserver*", "disable-adoptionalfeature"]),
    row("cloud/delete", Confirm, "Deletes resources of the cloud.",
        &["remove-azresourcegroup", "remove-az*", "remove-azurerm*", "remove-aws*", "remove-s3*", "remove-ec2*",
          "remove-rds*", "remove-lm*", "remove-ddb*", "remove-iam*", "remove-cfn*", "remove-efs*", "remove-eks*",
          "remove-ecs*", "remove-elb*", "remove-kms*", "remove-gc*", "remove-gcs*", "remove-gce*", "remove-mg*",
          "remove-msol*", "remove-azuread*", "remove-sp*", "remove-pnp*", "remove-intune*", "remove-ovh*",
          "remove-oci*", "request-kmskeydeletion", "clear-az*"]),
    row("cloud/delete", Warn, "Stops machines of the cloud.", &["stop-azvm", "stop-ec2instance", "stop-azaks*"]),
    row("data/loss", Confirm, "Deletes mailboxes, databases or sites.",
        &["remove-mailbox*", "disable-mailbox", "remove-mailuser", "remove-publicfolder*", "remove-sqldatabase",
          "remove-dbadatabase*", "remove-databaseavailability*", "remove-website", "remove-webapppool",
          "remove-webapplication", "remove-team", "remove-unifiedgroup", "remove-distributiongroup",
          "remove-compliance*", "remove-wb*", "remove-dfs*", "remove-smbshare", "clear-clusterdiskreservation"]),
    row("packages/remove", Confirm, "Removes a part of Windows.",
        &["uninstall-windowsfeature", "remove-windowsfeature", "disable-windowsoptionalfeature",
          "remove-windowscapability", "remove-windowsdriver", "remove-windowspackage",
          "remove-appxprovisionedpackage", "remove-windowsimage"]),
    row("packages/remove", Warn, "Removes a program.",
        &["uninstall-package", "uninstall-module", "remove-appxpackage", "uninstall-psresource",
          "uninstall-script", "uninstall-wingetpackage", "uninstall-chocolateypackage", "uninstall-binfile"]),
    row("data/loss", Confirm, "Takes away a way back: backups or restore points.",
        &["remove-restorepoint", "disable-recovery*", "remove-backup*", "remove-wbbackupset", "remove-wbpolicy"]),
    row("persistence/task", Warn, "Removes or stops a scheduled task.",
        &["unregister-scheduledtask", "disable-scheduledtask"]),
    row("secrets/dump", Confirm, "Reads passwords out of the memory of other programs.",
        &["invoke-mimikatz", "out-minidump", "invoke-kerberoast", "get-gpppassword", "invoke-dcsync",
          "invoke-ninjacopy", "get-passhashes", "invoke-bloodhound"]),
    row("network/reverse-shell", Confirm, "Gives another machine a shell on this one.",
        &["invoke-powershelltcp*", "invoke-powercat", "invoke-shellcode", "invoke-reflectivepeinjection",
          "invoke-psinject", "invoke-conptyshell", "invoke-dllinjection"]),
    row("packages/install", Allow, "", &["uninstall-*"]),
];

/// What is known of the cmdlet, where it is dangerous.
pub fn find(name: &str) -> Option<&'static Effect> {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    };
    EFFECTS.iter().find(|effect| effect.cmdlets.iter().any(|pattern| fits(pattern)))
}
