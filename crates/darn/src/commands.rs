//! One file per subcommand.

pub mod hook;
pub mod init;
pub mod r#try;
