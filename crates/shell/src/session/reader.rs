//! Whether a process waits for input from the terminal, by the system call in which it sleeps.

#[cfg(target_os = "linux")]
pub use linux::reads_terminal;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::os::unix::fs::FileExt as _;

    use rustix::process::Pid;

    use crate::processes::{children, group_of};

    /// Maximum number of processes, threads and descriptors looked at.
    const MAX: usize = 64;

    /// Returns whether a process of the foreground waits for input from the terminal; `None`: the system does
    /// not tell (processes of other users).
    pub fn reads_terminal(group: Pid, shell: Pid, tty: &str) -> Option<bool> {
        let members = members(group, shell);
        let mut is_known = !members.is_empty();
        for pid in members {
            match reads(pid, tty) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    fn reads(pid: i32, tty: &str) -> Option<bool> {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        let mut is_known = false;
        for task in tasks.flatten().take(MAX) {
            let Ok(text) = fs::read_to_string(task.path().join("syscall")) else { continue };
            is_known = true;
            if let Some(call) = Call::parse(&text)
                && call.awaited(pid).into_iter().any(|fd| is_terminal(pid, fd, tty))
                && (call.is_read() || children(pid).is_empty())
            {
                return Some(true);
            }
        }
        is_known.then_some(false)
    }

    fn is_terminal(pid: i32, fd: i32, tty: &str) -> bool {
        let target = fs::read_link(format!("/proc/{pid}/fd/{fd}"));
        target.is_ok_and(|target| target.as_os_str() == tty || target.as_os_str() == "/dev/tty")
    }

    /// A system call in which a thread sleeps.
    struct Call {
        number: i64,
        arguments: [u64; 2],
    }

    impl Call {
        /// Parses the number of the call and its arguments; there are none while the thread runs.
        fn parse(text: &str) -> Option<Self> {
            let mut words = text.split_whitespace();
            let number = words.next()?.parse().ok()?;
            let mut argument = || u64::from_str_radix(words.next()?.trim_start_matches("0x"), 16).ok();
            Some(Self { number, arguments: [argument()?, argument()?] })
        }

        fn is_read(&self) -> bool {
            [libc::SYS_read, libc::SYS_readv].contains(&self.number)
        }

        /// Lists the descriptors from which the call awaits input.
        fn awaited(&self, pid: i32) -> Vec<i32> {
            let [first, second] = self.arguments;
            let polls = [libc::SYS_ppoll];
            let selects = [libc::SYS_pselect6];
            let epolls = [libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2];
            #[cfg(target_arch = "x86_64")]
            let (polls, selects, epolls) = (
                [polls[0], libc::SYS_poll],
                [selects[0], libc::SYS_select],
                [epolls[0], epolls[1], libc::SYS_epoll_wait],
            );
            let descriptor = |number: u64| i32::try_from(number).ok();
            if self.is_read() {
                descriptor(first).into_iter().collect()
            } else if polls.contains(&self.number) {
                polled(pid, first, second)
            } else if selects.contains(&self.number) {
                selected(pid, first, second)
            } else if epolls.contains(&self.number) {
                descriptor(first).map(|epoll| registered(pid, epoll)).unwrap_or_default()
            } else {
                Vec::new()
            }
        }
    }

    /// Reads the memory of a process; empty if that is not allowed.
    fn memory(pid: i32, at: u64, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        let read =
            File::open(format!("/proc/{pid}/mem")).and_then(|memory| memory.read_exact_at(&mut bytes, at));
        if read.is_ok() { bytes } else { Vec::new() }
    }

    /// Lists those of an array for poll(2).
    fn polled(pid: i32, at: u64, count: u64) -> Vec<i32> {
        let count = usize::try_from(count).unwrap_or(MAX).min(MAX);
        let entries = memory(pid, at, count * size_of::<libc::pollfd>());
        let entries = entries.as_chunks::<8>().0.iter();
        let awaits_input =
            |&&[.., low, high, _, _]: &&[u8; 8]| i16::from_ne_bytes([low, high]) & libc::POLLIN != 0;
        entries.filter(awaits_input).map(|&[a, b, c, d, ..]| i32::from_ne_bytes([a, b, c, d])).collect()
    }

    /// Lists those of a set of bits for select(2).
    fn selected(pid: i32, count: u64, at: u64) -> Vec<i32> {
        let count = usize::try_from(count).unwrap_or(MAX).min(MAX);
        // the set consists of whole words
        let words = memory(pid, at, count.div_ceil(64) * 8);
        let words = words.as_chunks::<8>().0.iter().map(|word| u64::from_ne_bytes(*word));
        let bits = words.flat_map(|word| (0..64).map(move |bit| word >> bit & 1 == 1));
        (0..).zip(bits.take(count)).filter(|(_, is_set)| *is_set).map(|(fd, _)| fd).collect()
    }

    /// Lists those that are registered for epoll(7).
    fn registered(pid: i32, epoll: i32) -> Vec<i32> {
        let text = fs::read_to_string(format!("/proc/{pid}/fdinfo/{epoll}")).unwrap_or_default();
        let fds = text
            .lines()
            .filter_map(|line| line.strip_prefix("tfd:")?.split_whitespace().next()?.parse().ok());
        fds.take(MAX).collect()
    }

    /// Lists the processes of a group among the shell and its descendants.
    fn members(group: Pid, shell: Pid) -> Vec<i32> {
        let group = group.as_raw_nonzero().get();
        let mut left = vec![shell.as_raw_nonzero().get()];
        let mut members = Vec::new();
        let mut seen = 0;
        while let Some(pid) = left.pop() {
            seen += 1;
            if seen > MAX {
                break;
            }
            if group_of(pid) == Some(group) {
                members.push(pid);
            }
            left.extend(children(pid));
        }
        members
    }
}

#[cfg(not(target_os = "linux"))]
use rustix::process::Pid;

/// Only the modes of the terminal are known.
#[cfg(not(target_os = "linux"))]
pub const fn reads_terminal(_: Pid, _: Pid, _: &str) -> Option<bool> {
    None
}
