//! Names and usual causes of signals (signal(7); numbers of x86 and ARM).

/// One signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signal {
    pub number: i32,
    pub name: &'static str,
    /// Meaning and usual cause.
    pub about: &'static str,
}

const fn signal(number: i32, name: &'static str, about: &'static str) -> Signal {
    Signal { number, name, about }
}

const ALL: &[Signal] = &[
    signal(1, "SIGHUP", "its terminal was closed, or a reload was requested"),
    signal(2, "SIGINT", "interrupted, usually by Ctrl-C"),
    signal(3, "SIGQUIT", "ended with a core dump, usually by Ctrl-\\"),
    signal(4, "SIGILL", "an illegal instruction: built for another processor, or corrupt"),
    signal(5, "SIGTRAP", "a breakpoint, or a failed check inside the program"),
    signal(6, "SIGABRT", "the program gave up: a failed assertion, a corrupted heap, an uncaught exception"),
    signal(7, "SIGBUS", "mapped memory without backing: a truncated file, a full /dev/shm"),
    signal(8, "SIGFPE", "an arithmetic error, usually an integer division by zero"),
    signal(9, "SIGKILL", "killed, which no program can prevent"),
    signal(10, "SIGUSR1", "a user-defined signal that the program did not expect"),
    signal(11, "SIGSEGV", "an invalid memory access: a bug in the program"),
    signal(12, "SIGUSR2", "a user-defined signal that the program did not expect"),
    signal(13, "SIGPIPE", "it wrote to a pipe that no longer has a reader"),
    signal(14, "SIGALRM", "a timer that it had set expired"),
    signal(15, "SIGTERM", "asked to terminate: by kill, timeout, a service manager or a shutdown"),
    signal(16, "SIGSTKFLT", "a coprocessor stack fault"),
    signal(19, "SIGSTOP", "stopped, which no program can prevent"),
    signal(20, "SIGTSTP", "stopped, usually by Ctrl-Z; `fg` continues it"),
    signal(21, "SIGTTIN", "stopped: it tried to read from the terminal in the background"),
    signal(22, "SIGTTOU", "stopped: it tried to write to the terminal in the background"),
    signal(24, "SIGXCPU", "it used more CPU time than `ulimit -t` allows"),
    signal(25, "SIGXFSZ", "it wrote a file larger than `ulimit -f` allows"),
    signal(31, "SIGSYS", "a system call that a sandbox (seccomp) blocks"),
];

/// Returns the signal that ended a command with this status (128 + n; POSIX 2.8.2).
pub fn of_status(status: i32) -> Option<Signal> {
    ALL.iter().find(|signal| signal.number + 128 == status).copied()
}
