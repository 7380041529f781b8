//! Where texts come from and go to: redirections, descriptors, files written earlier in the line.

use syntax::{Redirect, Span, Within};

use super::checks;
use super::field::{Field, Taint};
use super::shell::Shell;
use super::state::{Frame, Node, Stream, is_network};

/// The redirections of one command.
#[derive(Debug, Clone, Default)]
pub struct Redirects {
    pub input: Option<Stream>,
    /// Files that are overwritten or appended to.
    pub outputs: Vec<Output>,
}

#[derive(Debug, Clone)]
pub struct Output {
    pub path: Field,
    pub append: bool,
}

impl Shell<'_> {
    pub fn redirects(&mut self, frame: Frame<'_>, list: &[Redirect]) -> Redirects {
        let mut redirects = Redirects::default();
        for redirect in list {
            if !self.budget.step_within() {
                break;
            }
            let Some(target) = &redirect.target else { continue };
            let operator = frame.script.raw(redirect.operator);
            let (descriptor, sign) = operator.split_at(operator.find(['<', '>', '&']).unwrap_or(0));
            if sign.starts_with("<<<") {
                let text = self.single(frame, target.span, Within::Bare).into_iter().next();
                let stream = text.map(|item| Stream::known(&(item.text + "\n")).tainted(item.taint));
                self.feed(&mut redirects, descriptor, stream.unwrap_or_default());
            } else if sign.starts_with("<<") {
                let body = redirect.body.unwrap_or(Span::new(target.span.end, target.span.end));
                let quoted = frame.script.raw(target.span) != target.value;
                let mut stream = if quoted {
                    Stream::known(frame.script.raw(body))
                } else {
                    let text = self.single(frame, body, Within::Quotes).into_iter().next();
                    text.map(|item| Stream::known(&item.text).tainted(item.taint)).unwrap_or_default()
                };
                if sign.starts_with("<<-")
                    && let Some(text) = &stream.text
                {
                    let lines: String =
                        text.split_inclusive('\n').map(|l| l.trim_start_matches('\t')).collect();
                    stream.text = Some(lines.into());
                }
                self.feed(&mut redirects, descriptor, stream);
            } else {
                self.redirect(frame, &mut redirects, descriptor, sign, target);
            }
        }
        redirects
    }

    fn redirect(
        &mut self,
        frame: Frame<'_>,
        redirects: &mut Redirects,
        descriptor: &str,
        sign: &str,
        target: &syntax::Word,
    ) {
        let span = frame.origin.place(target.span);
        let Some(mut path) = self.word(frame, target).into_iter().next().and_then(|f| f.into_iter().next())
        else {
            return;
        };
        path.span = Some(span);
        if sign.starts_with("<&") || sign.starts_with(">&") && is_descriptor(&path.text) {
            path.text = format!("/dev/fd/{}", path.text.trim_end_matches('-'));
        }
        if sign.starts_with('<') {
            let stream = self.read(&path.text);
            if sign.starts_with("<>") {
                self.check(|context| checks::network_descriptor(context, &path, span));
                self.name_descriptor(descriptor, &path.text);
                return;
            }
            self.feed(redirects, descriptor, stream);
        } else if descriptor == "2" && !path.text.starts_with("/dev/") && !path.text.contains("/dev/") {
            // messages, not output; the file can still matter
            self.check(|context| checks::overwrite(context, &path, sign.contains(">>"), span));
        } else {
            if matches!(descriptor, "" | "1" | "&") || sign.starts_with('&') {
                redirects.outputs.push(Output { path: path.clone(), append: sign.contains(">>") });
            } else {
                self.check(|context| checks::overwrite(context, &path, sign.contains(">>"), span));
            }
            self.name_descriptor(descriptor, &path.text);
        }
    }

    fn feed(&mut self, redirects: &mut Redirects, descriptor: &str, stream: Stream) {
        if matches!(descriptor, "" | "0") {
            redirects.input = Some(stream);
        } else {
            let key = self.descriptor_key(descriptor);
            self.files.insert(key, Node::Data(stream));
        }
    }

    /// Links a descriptor to a file: `3> file`.
    fn name_descriptor(&mut self, descriptor: &str, path: &str) {
        if matches!(descriptor, "" | "1" | "2" | "&") {
            return;
        }
        let key = self.descriptor_key(descriptor);
        self.files.insert(key, Node::Link(path.to_owned()));
    }

    /// Returns the key of `3`, or of `{name}`, whose number the shell picks: the variable gets a name in its
    /// place.
    fn descriptor_key(&mut self, descriptor: &str) -> String {
        let name = descriptor.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = name {
            self.set_text(name, format!("fd-{name}"), Taint::NONE);
            return format!("/dev/fd/fd-{name}");
        }
        format!("/dev/fd/{descriptor}")
    }

    /// Writes the output of a command to its redirections; returns what is left for the pipe.
    pub fn write(&mut self, redirects: &Redirects, output: Stream, span: Span) -> Stream {
        for target in &redirects.outputs {
            self.write_file(&target.path, output.clone(), target.append, span);
        }
        if redirects.outputs.is_empty() { output } else { Stream::known("") }
    }

    /// Writes a stream to a file.
    pub fn write_file(&mut self, path: &Field, stream: Stream, append: bool, span: Span) {
        let name = self.files.resolve(&path.text);
        let at = path.span.unwrap_or(span);
        let named = Field { text: name.clone(), ..path.clone() };
        if let Some(Node::Reader(body)) = self.files.get(&name).cloned() {
            self.with_input(stream, |shell| {
                shell.subshell(|shell| shell.text(&body.text, body.dialect, body.origin));
            });
            return;
        }
        if is_network(&name) {
            self.check(|context| checks::send(context, &stream, &name, span));
            return;
        }
        self.check(|context| checks::overwrite_with(context, &named, &stream, append, at));
        if !append {
            self.check(|context| checks::overwritten(context, &named, at));
        }
        let before = if append { self.files.get(&name).cloned() } else { None };
        let stream = match before {
            Some(Node::Data(before)) => before.then(stream),
            _ if append => Stream::unknown(stream.taint),
            _ => stream,
        };
        if self.files.has_room() {
            if stream.taint.secret
                && let Some((directory, _)) = name.rsplit_once('/')
            {
                // an archive of the directory contains it
                self.files.insert(directory.to_owned(), Node::Data(Stream::unknown(stream.taint)));
            }
            self.files.insert(name, Node::Data(stream));
        }
    }
}

fn is_descriptor(text: &str) -> bool {
    let text = text.trim_end_matches('-');
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) || text.starts_with("fd-")
}
