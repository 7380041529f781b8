//! Names that the files of a project or of the system hold.

use crate::paths::join;
use crate::world::World;

/// Scripts of `package.json`, here or in a directory above.
pub fn npm_scripts(world: &dyn World) -> Vec<String> {
    let Some(text) = above(world, &["package.json"]) else { return Vec::new() };
    let Some((_, rest)) = text.split_once("\"scripts\"") else { return Vec::new() };
    let Some((_, rest)) = rest.split_once('{') else { return Vec::new() };
    json_keys(rest)
}

/// Keys of the JSON object whose opening brace has just been read.
fn json_keys(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut chars = text.chars();
    let mut depth = 0_u32;
    let mut expect_key = true;
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                let mut value = String::new();
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => value.extend(chars.next()),
                        '"' => break,
                        c => value.push(c),
                    }
                }
                if depth == 0 && expect_key {
                    keys.push(value);
                    expect_key = false;
                }
            }
            ',' if depth == 0 => expect_key = true,
            '{' | '[' => depth += 1,
            '}' | ']' if depth == 0 => break,
            '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    keys
}

/// Explicit targets of the makefile here (make(1) looks for these names in this order).
pub fn make_targets(world: &dyn World) -> Vec<String> {
    let Some(text) = ["GNUmakefile", "makefile", "Makefile"].iter().find_map(|name| world.read(name)) else {
        return Vec::new();
    };
    let mut targets = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(['\t', '#', ' '])) {
        let Some((names, rest)) = line.split_once(':') else { continue };
        if rest.starts_with('=') || names.contains(['=', '$', '%']) {
            continue;
        }
        targets.extend(names.split_whitespace().filter(|name| !name.starts_with('.')).map(str::to_owned));
    }
    targets
}

pub fn just_recipes(world: &dyn World) -> Vec<String> {
    let Some(text) = above(world, &["justfile", "Justfile", ".justfile"]) else { return Vec::new() };
    let heads = text.lines().filter(|line| {
        !line.starts_with([' ', '\t', '#', '[']) && line.contains(':') && !line.contains(":=")
    });
    heads.filter_map(|line| Some(line.split([' ', ':']).next()?.trim_start_matches('@').to_owned())).collect()
}

/// Names of binaries, examples, tests and benches: the files and the manifest.
pub fn cargo_targets(world: &dyn World) -> Vec<String> {
    let mut names = Vec::new();
    for directory in ["src/bin", "examples", "tests", "benches"] {
        names.extend(world.entries(directory).into_iter().map(|e| e.name.trim_end_matches(".rs").to_owned()));
    }
    if let Some(manifest) = above(world, &["Cargo.toml"]) {
        names.extend(manifest.lines().filter_map(|line| {
            line.trim()
                .strip_prefix("name")?
                .trim_start()
                .strip_prefix('=')
                .map(|v| v.trim().trim_matches('"').to_owned())
        }));
    }
    names
}

pub fn cargo_features(world: &dyn World) -> Vec<String> {
    let Some(manifest) = above(world, &["Cargo.toml"]) else { return Vec::new() };
    let section = manifest.lines().skip_while(|line| line.trim() != "[features]").skip(1);
    section
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('=').map(|(name, _)| name.trim().trim_matches('"').to_owned()))
        .collect()
}

/// Modules of Python's standard library that people run or import most, and those lying here.
pub fn python_modules(world: &dyn World) -> Vec<String> {
    const KNOWN: &str = "argparse array ast asyncio base64 bisect calendar cmath collections compileall configparser contextlib copy csv ctypes dataclasses datetime decimal difflib doctest email ensurepip enum fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http http.client http.server idlelib importlib inspect io itertools json json.tool logging math mimetypes multiprocessing numbers operator os os.path pathlib pdb pickle pip platform pprint profile py_compile pydoc queue random re sched secrets select shelve shlex shutil signal site smtplib socket sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit tkinter token tokenize trace traceback turtle types typing unicodedata unittest urllib urllib.parse urllib.request uuid venv warnings wave weakref webbrowser xml zipapp zipfile zlib zoneinfo pytest requests numpy pandas flask django yaml black mypy flake8";
    let mut names: Vec<String> = KNOWN.split(' ').map(str::to_owned).collect();
    for entry in world.entries(".") {
        if entry.is_directory {
            names.push(entry.name);
        } else if let Some(name) = entry.name.strip_suffix(".py") {
            names.push(name.to_owned());
        }
    }
    names
}

/// `Host` lines of the user's ssh configuration, and unhashed known hosts.
pub fn ssh_hosts(world: &dyn World) -> Vec<String> {
    let Some(home) = world.home() else { return Vec::new() };
    let mut names = Vec::new();
    if let Some(config) = world.read(&join(home, ".ssh/config")) {
        for line in config.lines() {
            let line = line.trim();
            if let Some(hosts) = line.strip_prefix("Host ").or_else(|| line.strip_prefix("host ")) {
                names.extend(
                    hosts
                        .split_whitespace()
                        .filter(|host| !host.contains(['*', '?', '!']))
                        .map(str::to_owned),
                );
            }
        }
    }
    if let Some(known) = world.read(&join(home, ".ssh/known_hosts")) {
        let hosts = known
            .lines()
            .filter(|line| !line.starts_with(['|', '#', '@']))
            .filter_map(|line| line.split([' ', ',']).next());
        names.extend(hosts.filter(|host| !host.starts_with('[')).map(str::to_owned));
    }
    names
}

/// Sub-directories (one or two levels down) that hold `file`; nothing where it lies here itself.
pub fn directories_holding(world: &dyn World, file: &str) -> Vec<String> {
    const MAX_DIRECTORIES: usize = 40;
    const DEPENDENCIES: [&str; 4] = ["node_modules", "target", "vendor", "venv"];
    if world.kind(file).exists() {
        return Vec::new();
    }
    let children = |place: &str| -> Vec<String> {
        let mut names: Vec<String> = world
            .entries(place)
            .into_iter()
            .filter(|entry| {
                entry.is_directory
                    && !entry.name.starts_with('.')
                    && !DEPENDENCIES.contains(&entry.name.as_str())
            })
            .map(|entry| if place == "." { entry.name } else { join(place, &entry.name) })
            .collect();
        names.sort();
        names.truncate(MAX_DIRECTORIES);
        names
    };
    let near = children(".");
    let holds = |place: &String| world.kind(&join(place, file)).is_file();
    let found: Vec<String> = near.iter().filter(|place| holds(place)).cloned().collect();
    if !found.is_empty() {
        return found;
    }
    near.iter().flat_map(|place| children(place)).take(MAX_DIRECTORIES).filter(holds).collect()
}

/// Packages apt knows, as far as its lists can be read as text, and those installed.
pub fn apt_packages(world: &dyn World) -> Vec<String> {
    const LISTS: &str = "/var/lib/apt/lists";
    let mut names: Vec<String> = Vec::new();
    let mut lists: Vec<String> =
        world.entries(LISTS).into_iter().map(|entry| join(LISTS, &entry.name)).collect();
    lists.retain(|list| list.ends_with("_Packages"));
    lists.push("/var/lib/dpkg/status".into());
    for text in lists.iter().filter_map(|list| world.read(list)) {
        names.extend(text.lines().filter_map(|line| line.strip_prefix("Package: ")).map(str::to_owned));
    }
    names.extend(crate::packages::names().map(str::to_owned));
    names.sort();
    names.dedup();
    names
}

/// Units on disk, services also without their ending.
pub fn systemd_units(world: &dyn World) -> Vec<String> {
    let mut names = Vec::new();
    for directory in ["/etc/systemd/system", "/lib/systemd/system", "/usr/lib/systemd/system"] {
        for entry in world.entries(directory).into_iter().filter(|entry| !entry.is_directory) {
            if let Some(short) = entry.name.strip_suffix(".service") {
                names.push(short.to_owned());
            }
            names.push(entry.name);
        }
    }
    names.sort();
    names.dedup();
    names
}

/// First fields of a `:`-separated table such as /etc/passwd.
pub fn first_fields(world: &dyn World, path: &str) -> Vec<String> {
    let Some(text) = world.read(path) else { return Vec::new() };
    text.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name.to_owned()).collect()
}

/// The first of these files, here or in one of the 16 directories above.
fn above(world: &dyn World, names: &[&str]) -> Option<String> {
    let mut up = String::new();
    for _ in 0..16 {
        for name in names {
            if let Some(text) = world.read(&format!("{up}{name}")) {
                return Some(text);
            }
        }
        up.push_str("../");
    }
    None
}
