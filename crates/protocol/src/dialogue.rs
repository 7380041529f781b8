//! Between the relay and the copy of it that answers a hook and may ask the user.
//!
//! The copy prints [`ASKS`] and reads one byte: [`GO`], or anything else if the user is typing. From then on
//! it reads the keys. Its result begins with `ASKS`, then `ANSWERED [agreed|declined]` and a newline, then the
//! reply for the shell; a copy that does not ask prints only the reply.

/// Announces a question.
pub const ASKS: &[u8] = b"asks\n";
/// Allows the question.
pub const GO: u8 = b'.';
/// Refuses it.
pub const STOP: u8 = b'!';

/// How the user reacted to the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    Agreed,
    Declined,
}

/// The end of a question, before the reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// Number of typed bytes that were answers; the rest goes to the shell.
    pub answered: usize,
    /// `None`: the user has not seen the question.
    pub reaction: Option<Reaction>,
}

impl Ending {
    /// Encodes it, to be printed after [`ASKS`].
    pub fn encode(self) -> Vec<u8> {
        let reaction = match self.reaction {
            Some(Reaction::Agreed) => " agreed",
            Some(Reaction::Declined) => " declined",
            None => "",
        };
        format!("{}{reaction}\n", self.answered).into_bytes()
    }

    /// Splits what a copy has printed into the end of its question and the reply.
    pub fn split(printed: &[u8]) -> (Self, &[u8]) {
        Self::asked(printed).unwrap_or((Self::default(), printed))
    }

    fn asked(printed: &[u8]) -> Option<(Self, &[u8])> {
        let rest = printed.strip_prefix(ASKS)?;
        let (head, reply) = rest.split_at(rest.iter().position(|byte| *byte == b'\n')?);
        let mut words = std::str::from_utf8(head).ok()?.split(' ');
        let answered = words.next()?.parse().ok()?;
        let reaction = match words.next() {
            Some("agreed") => Some(Reaction::Agreed),
            Some("declined") => Some(Reaction::Declined),
            Some(_) => return None,
            None => None,
        };
        Some((Self { answered, reaction }, reply.get(1..)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_comes_back_with_its_reply() {
        for reaction in [None, Some(Reaction::Agreed), Some(Reaction::Declined)] {
            let ending = Ending { answered: 3, reaction };
            let printed = [ASKS, &ending.encode(), b"run\nls"].concat();
            assert_eq!(Ending::split(&printed), (ending, &b"run\nls"[..]));
        }
    }

    #[test]
    fn a_result_without_a_question_is_a_reply() {
        for printed in [&b"1 drawn\nls"[..], b"", b"asks\n", b"asks\nx\n", b"asks\n1 perhaps\n"] {
            assert_eq!(Ending::split(printed), (Ending::default(), printed));
        }
    }
}
