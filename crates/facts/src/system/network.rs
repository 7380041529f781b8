//! Ports, routes and name servers, from `/proc/net` and `/etc/resolv.conf`.

use crate::world::{Process, World};

/// State LISTEN in `/proc/net/tcp`.
const LISTEN: &str = "0A";

/// Returns the processes listening on a TCP port: `None` if there are none, empty if this user may not see
/// them.
pub fn listeners(port: u16, world: &dyn World) -> Option<Vec<Process>> {
    let inode = ["/proc/net/tcp", "/proc/net/tcp6"].iter().find_map(|table| {
        world.read(table)?.lines().skip(1).find_map(|line| {
            // `0: 00000000:1F90 00000000:0000 0A … uid timeout inode`
            let fields: Vec<&str> = line.split_whitespace().collect();
            let local = fields.get(1)?.rsplit_once(':')?.1;
            let is_it = u16::from_str_radix(local, 16) == Ok(port) && fields.get(3) == Some(&LISTEN);
            is_it.then(|| fields.get(9).map(|inode| (*inode).to_owned())).flatten()
        })
    })?;
    Some(world.holders(&format!("socket:[{inode}]")))
}

/// Returns whether there is a default route; `None` if unreadable.
pub fn has_default_route(world: &dyn World) -> Option<bool> {
    const UP: u32 = 1;
    let table = world.read("/proc/net/route")?;
    let default = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let flags = fields.get(3).and_then(|flags| u32::from_str_radix(flags, 16).ok());
        fields.get(1) == Some(&"00000000") && flags.is_some_and(|flags| flags & UP == UP)
    };
    let newer = world.read("/proc/net/ipv6_route").unwrap_or_default();
    let is_default6 = |line: &str| {
        let mut fields = line.split_whitespace();
        let to_all = fields.next() == Some("00000000000000000000000000000000") && fields.next() == Some("00");
        to_all && !line.trim_end().ends_with(" lo")
    };
    Some(table.lines().any(default) || newer.lines().any(is_default6))
}

/// Returns the network interfaces except loopback.
pub fn interfaces(world: &dyn World) -> Vec<String> {
    let text = world.read("/proc/net/dev").unwrap_or_default();
    let names = text.lines().skip(2).filter_map(|line| line.split_once(':'));
    names.map(|(name, _)| name.trim().to_owned()).filter(|name| name != "lo").take(16).collect()
}

/// Returns the addresses of the configured name servers; `None` without `/etc/resolv.conf`.
pub fn name_servers(world: &dyn World) -> Option<Vec<String>> {
    let text = world.read("/etc/resolv.conf")?;
    let servers = text.lines().filter_map(|line| line.trim().strip_prefix("nameserver")).map(str::trim);
    Some(servers.filter(|server| !server.is_empty()).take(3).map(str::to_owned).collect())
}
