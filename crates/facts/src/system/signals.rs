//! Names of signals, and who usually sends them (signal(7); numbers of x86 and ARM).

/// One signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signal {
    pub number: i32,
    pub name: &'static str,
    /// What it means, and who sends it.
    pub about: &'static str,
}

const fn signal(number: i32, name: &'static str, about: &'static str) -> Signal {
    Signal { number, name, about }
}

const ALL: &[Signal] = &[
    signal(1, "SIGHUP", "its terminal was closed, or a reload was asked for"),
    signal(2, "SIGINT", "interrupted, usually by Ctrl-C"),
    signal(3, "SIGQUIT", "ended with a core dump, usually by Ctrl-\\"),
    signal(4, "SIGILL", "an instruction this processor does not have: built for another one, or corrupt"),
    signal(5, "SIGTRAP", "a breakpoint, or a check in the program that ends it"),
    signal(
        6,
        "SIGABRT",
        "the program gave up: a failed assertion, a corrupted heap, an exception nobody caught",
    ),
    signal(7, "SIGBUS", "memory that is mapped but not there: a file that was truncated, a full /dev/shm"),
    signal(8, "SIGFPE", "an impossible calculation, usually an integer divided by zero"),
    signal(9, "SIGKILL", "killed, which no program can refuse"),
    signal(10, "SIGUSR1", "a signal for the program's own purposes, which it did not expect"),
    signal(11, "SIGSEGV", "the program used memory that is not its own: an error in the program"),
    signal(12, "SIGUSR2", "a signal for the program's own purposes, which it did not expect"),
    signal(13, "SIGPIPE", "it wrote to a pipe that nobody reads any more"),
    signal(14, "SIGALRM", "a timer that it had set ran out"),
    signal(15, "SIGTERM", "asked to end: by kill, timeout, a service manager or a shutdown"),
    signal(16, "SIGSTKFLT", "a fault of the coprocessor's stack"),
    signal(19, "SIGSTOP", "stopped, which no program can refuse"),
    signal(20, "SIGTSTP", "stopped, usually by Ctrl-Z; `fg` continues it"),
    signal(21, "SIGTTIN", "stopped: in the background it wanted to read from the terminal"),
    signal(22, "SIGTTOU", "stopped: in the background it wanted to write to the terminal"),
    signal(24, "SIGXCPU", "it used more processor time than `ulimit -t` allows"),
    signal(25, "SIGXFSZ", "it wrote a file larger than `ulimit -f` allows"),
    signal(31, "SIGSYS", "a system call that a sandbox (seccomp) does not allow"),
];

/// The signal that ended a command with this status (128 + n; POSIX 2.8.2).
#[must_use]
pub fn of_status(status: i32) -> Option<Signal> {
    ALL.iter().find(|signal| signal.number + 128 == status).copied()
}
