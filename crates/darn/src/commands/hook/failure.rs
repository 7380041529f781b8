//! A call about a failure, with the means to answer it.

use protocol::{FailedLine, LentKeys};

use crate::capture;
use crate::commands::prelude::*;
use crate::config::Legend;
use crate::config::keys::{self, KeyNames};
use crate::service::Output;
use crate::taken;
use crate::ui::hint::{self, Keys};

/// Where the output of the command comes from.
#[derive(Debug, Clone)]
pub enum Printing {
    /// From the relay around this process, or the terminal, on request.
    Ask,
    /// This process is the relay.
    Known(Option<Vec<u8>>),
}

#[derive(Debug, Clone)]
pub struct Failure {
    pub request: Request,
    pub printing: Printing,
    pub keys: LentKeys,
    pub has_model_key: bool,
    pub has_handler: bool,
    /// How often the accept key was used since the last call.
    pub taken: u64,
    /// How long the command took, in milliseconds.
    pub duration_ms: Option<u64>,
    /// The number of questions declined in a row; `None`: the user cannot be asked now.
    pub declined: Option<u32>,
}

impl Failure {
    pub fn new(line: FailedLine, caller: Caller) -> Self {
        let FailedLine { text, status, session, keys, has_model_key, has_handler, taken, duration_ms } = line;
        let caller = Arc::new(caller.in_session(session).until(&text));
        let request = Request { text, status, output: None, caller };
        let (printing, declined) = (Printing::Ask, None);
        Self { request, printing, keys, has_model_key, has_handler, taken, duration_ms, declined }
    }

    pub fn settings(&self) -> Settings {
        config::for_hook(&self.request.caller)
    }

    /// Calls `call` with the source of the output. `moment` is when: before the next prompt, or at one.
    pub fn with_output<T>(
        &self,
        settings: &Settings,
        moment: Moment,
        call: impl FnOnce(Output<'_>) -> T,
    ) -> T {
        let ask = |request: &Request| capture::output(request, settings, moment);
        call(match &self.printing {
            Printing::Ask => Output::Ask(&ask),
            Printing::Known(printed) => Output::Known(printed.clone()),
        })
    }

    /// Returns the keys bound now, in readable form.
    pub fn keys(&self, settings: &Settings) -> Keys {
        let names = &settings.keys;
        let bytes = names.bytes();
        let shown = |key: &KeyNames, bytes: &[u8]| {
            let is_lent = match self.keys {
                LentKeys::All => true,
                LentKeys::Vi => !keys::is_alt(bytes),
                LentKeys::None => false,
            };
            (is_lent && !bytes.is_empty()).then(|| keys::display(&key.0))
        };
        Keys {
            accept: shown(&names.accept, &bytes.accept),
            list: shown(&names.list, &bytes.list),
            model: shown(&names.model, &bytes.model).filter(|_| self.has_model_key),
            legend: match settings.suggest.legend {
                Legend::Auto if taken::is_enough() => hint::Legend::Short,
                Legend::Auto | Legend::Always => hint::Legend::Full,
                Legend::Never => hint::Legend::Absent,
            },
        }
    }
}
