//! Finds the most similar names: what the user most likely meant to type.
//!
//! The distance is Damerau's (insertion, deletion, substitution, transposition of neighbours; the optimal
//! string alignment variant), weighted by the positions of keys on a QWERTY keyboard. A common typo (two
//! swapped letters, a doubled or lost letter, a neighbouring key) costs less than an arbitrary substitution.
//! Costs are in hundredths of an edit.

/// Cost of swapping two neighbouring letters.
const SWAP: u32 = 70;
/// Cost of a missing or extra letter.
const GAP: u32 = 90;
/// Cost of a missing or extra letter that repeats its neighbour (`gitt`, `comit`).
const REPEAT: u32 = 60;
/// Cost of a neighbouring key.
const NEAR: u32 = 80;
/// Cost of any other letter.
const FAR: u32 = 120;
/// Cost of a wrong case.
const CASE: u32 = 25;
/// Cost of `-` for `_` and similar.
const PUNCTUATION: u32 = 40;
/// Extra cost if the first letter is wrong, which is rare.
const FIRST: u32 = 40;

/// Maximum length of a compared name, in characters; anything longer is not a typo.
const MAX_LENGTH: usize = 64;

/// Returns the distance in hundredths of an edit, or `None` above `limit`.
pub fn distance(typed: &str, meant: &str, limit: u32) -> Option<u32> {
    if typed.is_ascii() && meant.is_ascii() {
        if is_too_long(typed.len(), meant.len(), limit)
            || missing_letters(letters(typed.as_bytes()), letters(meant.as_bytes())) * REPEAT > limit
            || at_least(typed.as_bytes(), meant.as_bytes()) > limit
        {
            return None;
        }
        within(typed.as_bytes(), meant.as_bytes(), limit)
    } else {
        let fold = |text: &str| -> Vec<u32> { text.chars().map(u32::from).collect() };
        within(&fold(typed), &fold(meant), limit)
    }
}

/// Returns whether the lengths alone rule out a typo.
fn is_too_long(typed: usize, meant: usize, limit: u32) -> bool {
    u32::try_from(typed.abs_diff(meant)).unwrap_or(u32::MAX).saturating_mul(REPEAT) > limit
}

/// Returns the number of distinct letters and digits that only one of the words has: each costs at least
/// [`REPEAT`]. A few operations rule out most of the thousands of names on a `$PATH`.
fn missing_letters(typed: u32, meant: u32) -> u32 {
    (typed & !meant).count_ones().max((meant & !typed).count_ones())
}

/// Returns the set of letters and digits of a word.
fn letters(word: &[u8]) -> u32 {
    word.iter().fold(0, |set, byte| set | LETTERS[usize::from(*byte)])
}

/// A bit per letter, ignoring case, and one per two digits; none for other bytes.
static LETTERS: [u32; 256] = {
    let mut bits = [0; 256];
    let mut letter = 0;
    while letter < 26 {
        bits[b'a' as usize + letter] = 1 << letter;
        bits[b'A' as usize + letter] = 1 << letter;
        letter += 1;
    }
    let mut digit = 0;
    while digit < 10 {
        bits[b'0' as usize + digit] = 1 << (26 + digit / 2);
        digit += 1;
    }
    bits
};

/// Returns the lines that length and letters do not rule out as a typo of a word. The length rules out most
/// lines before anything reads their bytes.
pub fn plausible_lines<'t>(typed: &str, text: &'t str) -> Vec<&'t str> {
    let (limit, wanted) = (tolerance(typed), letters(typed.as_bytes()));
    let is_ascii = typed.is_ascii() && text.is_ascii();
    let is_plausible = |line: &str| {
        !(is_ascii || typed.is_ascii() && line.is_ascii())
            || (!is_too_long(typed.len(), line.len(), limit)
                && missing_letters(wanted, letters(line.as_bytes())) * REPEAT <= limit)
    };
    let mut found = Vec::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]) {
        found.extend(text.get(start..end).filter(|line| !line.is_empty() && is_plausible(line)));
        start = end + 1;
    }
    found
}

/// Returns a lower bound of the distance: each letter without a counterpart in the other word costs at least
/// [`REPEAT`]. Letters that may replace each other cheaply (case, punctuation) count as one.
fn at_least(typed: &[u8], meant: &[u8]) -> u32 {
    let mut counts = [0_i8; 128];
    let bucket = |byte: u8| match byte {
        b'-' | b'_' | b'.' | b' ' => usize::from(b'-'),
        byte => usize::from(byte.to_ascii_lowercase() & 0x7f),
    };
    for byte in typed.iter().take(MAX_LENGTH) {
        counts[bucket(*byte)] += 1;
    }
    for byte in meant.iter().take(MAX_LENGTH) {
        counts[bucket(*byte)] -= 1;
    }
    let (mut extra, mut missing) = (0, 0);
    for (letter, count) in counts.iter().enumerate() {
        let cost =
            if letter == usize::from(b'-') { PUNCTUATION } else { REPEAT } * u32::from(count.unsigned_abs());
        if *count > 0 { missing += cost } else { extra += cost }
    }
    extra.max(missing)
}

/// A byte of an ASCII name, or a character.
trait Letter: Copy + Eq + Into<u32> {}

impl<T: Copy + Eq + Into<u32>> Letter for T {}

fn ascii(letter: impl Letter) -> Option<u8> {
    u8::try_from(letter.into()).ok()
}

fn within<T: Letter>(typed: &[T], meant: &[T], limit: u32) -> Option<u32> {
    let (n, m) = (typed.len(), meant.len());
    if n > MAX_LENGTH || m > MAX_LENGTH {
        return None;
    }
    if is_too_long(n, m, limit) {
        return None;
    }
    // three rows of the dynamic programming table: two back, one back, current
    let mut rows = [[0_u32; MAX_LENGTH + 1]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate().take(m + 1) {
        *cell = u32::try_from(j).unwrap_or(u32::MAX) * GAP;
    }
    for i in 1..=n {
        let [current, previous, before] = match i % 3 {
            0 => [0, 2, 1],
            1 => [1, 0, 2],
            _ => [2, 1, 0],
        };
        let a = typed[i - 1];
        let mut best = rows[previous][0] + gap_cost(typed, i - 1);
        rows[current][0] = best;
        for j in 1..=m {
            let b = meant[j - 1];
            let replace = if a == b { 0 } else { substitution(a, b) };
            let first = if i == 1 && j == 1 && replace > CASE { FIRST } else { 0 };
            let substitute = rows[previous][j - 1] + replace + first;
            let delete = rows[previous][j] + gap_cost(typed, i - 1);
            let insert = rows[current][j - 1] + gap_cost(meant, j - 1);
            let mut cost = substitute.min(delete).min(insert);
            if i > 1 && j > 1 && a == meant[j - 2] && typed[i - 2] == b && a != b {
                cost = cost.min(rows[before][j - 2] + SWAP);
            }
            rows[current][j] = cost;
            best = best.min(cost);
        }
        if best > limit + FAR {
            return None;
        }
    }
    let cost = rows[n % 3][m];
    (cost <= limit).then_some(cost)
}

fn gap_cost<T: Letter>(text: &[T], at: usize) -> u32 {
    let repeats = at > 0 && text[at - 1] == text[at];
    let punctuation = ascii(text[at]).is_some_and(|c| matches!(c, b'-' | b'_' | b'.'));
    if repeats {
        REPEAT
    } else if punctuation {
        PUNCTUATION
    } else {
        GAP + if at == 0 { FIRST } else { 0 }
    }
}

fn substitution<T: Letter>(a: T, b: T) -> u32 {
    let (Some(a), Some(b)) = (ascii(a), ascii(b)) else { return FAR };
    if a.eq_ignore_ascii_case(&b) {
        CASE
    } else if matches!(a, b'-' | b'_' | b'.' | b' ') && matches!(b, b'-' | b'_' | b'.' | b' ') {
        PUNCTUATION
    } else if are_neighbours(a.to_ascii_lowercase(), b.to_ascii_lowercase()) {
        NEAR
    } else {
        FAR
    }
}

/// Returns whether two keys are neighbours on a QWERTY keyboard, in a row or between rows.
fn are_neighbours(a: u8, b: u8) -> bool {
    let ((ra, ca), (rb, cb)) = (KEYS[usize::from(a)], KEYS[usize::from(b)]);
    match (ra, rb) {
        (0, _) | (_, 0) => false,
        _ if ra == rb => ca.abs_diff(cb) == 1,
        // the rows are staggered: `s` and `d` are below `e`
        _ if ra + 1 == rb => ca == cb || ca == cb + 1,
        _ if rb + 1 == ra => cb == ca || cb == ca + 1,
        _ => false,
    }
}

/// Row, from 1, and column of each key on a QWERTY keyboard; row 0 for other bytes.
static KEYS: [(u8, u8); 256] = {
    const ROWS: [&[u8]; 4] = [b"1234567890-=", b"qwertyuiop[]", b"asdfghjkl;'", b"zxcvbnm,./"];
    let mut keys = [(0, 0); 256];
    let (mut row, mut column) = (0, 0);
    while row < 4 {
        while (column as usize) < ROWS[row as usize].len() {
            keys[ROWS[row as usize][column as usize] as usize] = (row + 1, column);
            column += 1;
        }
        (row, column) = (row + 1, 0);
    }
    keys
};

/// Returns the maximum distance for a typed name of this length, in hundredths of an edit.
///
/// The `lib` of a library's name is not counted: nearly every library has it.
pub fn tolerance(typed: &str) -> u32 {
    let distinctive = typed.strip_prefix("lib").filter(|rest| rest.len() > 2).unwrap_or(typed);
    match distinctive.chars().count() {
        0 | 1 => 0,
        2 => 95,
        3 => 130,
        4 => 165,
        5 => 190,
        6 => 215,
        7 => 240,
        8..=11 => 270,
        _ => 310,
    }
}

/// Returns whether two names have the same digits in the same order; `web2` is not a typo of `web1`.
pub fn has_same_digits(a: &str, b: &str) -> bool {
    let digits = |name: &str| name.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    digits(a) == digits(b)
}

/// Returns whether a name is too short to correct: any other one is as likely.
pub fn is_short(name: &str) -> bool {
    name.chars().count() <= 2
}

/// Returns whether two names are similar even without a common extension: `x.txt` is not a typo of `a.txt`.
fn have_near_stems(typed: &str, meant: &str) -> bool {
    let (Some((stem, ending)), Some((other, other_ending))) =
        (typed.rsplit_once('.'), meant.rsplit_once('.'))
    else {
        return true;
    };
    let is_near = |a: &str, b: &str| distance(a, b, tolerance(a)).is_some();
    if is_short(stem) || is_short(other) {
        // `ap.log` for `app.log`
        let is_repeat = stem.len().max(other.len()) > 2 && distance(stem, other, REPEAT).is_some();
        return (stem.eq_ignore_ascii_case(other) || is_repeat) && is_near(ending, other_ending);
    }
    is_near(stem, other)
}

/// A name and its distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near<'a> {
    pub name: &'a str,
    /// Hundredths of an edit.
    pub distance: u32,
}

/// Affixes that turn a word into its opposite, or an action into its repetition.
const AFFIXES: [&str; 7] = ["un", "dis", "de", "non", "no-", "de-", "re"];
const AFFIX_AT_END: &str = "-off";
/// Maximum distance of the rest of the words: one slip.
const SAME_REST: u32 = 100;

/// Returns whether one word is the other with such an affix, give or take a slip: `uninstall` is no typo of
/// `install`, `--no-verify` of `--verify`, nor `build` of `rebuild`. (`umount` for `unmount` is a slip: only one
/// letter differs.)
fn are_opposites(a: &str, b: &str) -> bool {
    let (a, b) = (a.trim_start_matches('-'), b.trim_start_matches('-'));
    let negates = |longer: &str, shorter: &str| {
        let rests = AFFIXES.iter().filter_map(|affix| longer.strip_prefix(affix));
        let mut rests = rests.chain(longer.strip_suffix(AFFIX_AT_END));
        longer.len() > shorter.len() + 1
            && rests.any(|rest| {
                rest.len() > 1 && (rest == shorter || distance(rest, shorter, SAME_REST).is_some())
            })
    };
    negates(a, b) || negates(b, a)
}

/// Returns the names within [`tolerance`], nearest first; ties keep their order. The typed name itself is
/// skipped.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<Near<'a>> {
    let limit = tolerance(typed);
    let mut found: Vec<Near<'a>> = names
        .into_iter()
        .filter_map(|name| distance(typed, name, limit).map(|distance| Near { name, distance }))
        .filter(|near| near.name != typed && !near.name.is_empty() && have_near_stems(typed, near.name))
        .filter(|near| !are_opposites(typed, near.name))
        .collect();
    found.sort_by_key(|near| near.distance);
    found.dedup_by(|a, b| a.name == b.name);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_corrected_to_its_opposite() {
        for program in programs::all() {
            let Some(words) = facts::vocabulary::built_in(program.name()) else { continue };
            let names: Vec<&str> = words.subcommands(&[]).collect();
            for name in &names {
                let typed = ["un", "dis", "de", "no-"].map(|negation| format!("{negation}{name}"));
                let plain =
                    ["un", "dis", "de", "no-"].iter().filter_map(|negation| name.strip_prefix(negation));
                let typed = typed.into_iter().chain(plain.filter(|rest| rest.len() > 2).map(str::to_owned));
                for typed in typed.filter(|typed| !names.contains(&typed.as_str())) {
                    let near = nearest(&typed, [*name]);
                    assert!(near.is_empty(), "{}: {typed} is no typo of {name}", program.name());
                }
            }
        }
        let is_near = |typed: &str, name: &str| !nearest(typed, [name]).is_empty();
        assert!(
            is_near("unmount", "umount") && is_near("unistall", "uninstall") && is_near("disble", "disable")
        );
        assert!(!is_near("uninstal", "install") && !is_near("--verify", "--no-verify"));
        assert!(
            !is_near("build", "rebuild") && is_near("rstart", "restart") && is_near("rebiuld", "rebuild")
        );
    }

    #[test]
    fn prefix_of_libraries_does_not_make_names_similar() {
        let is_near = |typed: &str, name: &str| !nearest(typed, [name]).is_empty();
        assert!(!is_near("libcs50", "libbsd0"));
        assert!(is_near("libssl-dve", "libssl-dev") && is_near("libary", "library"));
    }

    #[test]
    fn plausible_lines_include_every_near_name() {
        let names: Vec<&str> = programs::all().map(programs::Program::name).chain(["größe", "ls"]).collect();
        let text = names.join("\n");
        for typed in ["gti", "sl", "dokcer", "grössse", "LS", "apt-gte", "x", "python33", "kubeclt", ""] {
            let plausible = plausible_lines(typed, &text);
            let near = |names: &[&str]| -> Vec<String> {
                nearest(typed, names.iter().copied()).iter().map(|near| near.name.to_owned()).collect()
            };
            assert_eq!(near(&plausible), near(&names), "{typed}");
        }
        assert!(plausible_lines("dokcer", &text).len() * 4 < names.len());
    }

    #[test]
    fn common_slips_cost_less_than_others() {
        let cost = |a, b| distance(a, b, 1000).unwrap();
        assert!(cost("gti", "git") < cost("gti", "tic"));
        assert!(cost("comit", "commit") < cost("comit", "comet"));
        assert!(cost("READEM.md", "README.md") < 100);
        assert!(cost("LS", "ls") < 60);
        assert!(cost("cherrypick", "cherry-pick") < 50);
    }

    #[test]
    fn the_lower_bound_never_exceeds_the_distance() {
        let words = [
            "git", "gti", "tig", "commit", "comit", "comet", "cherry-pick", "cherrypick", "READEM.md",
            "README.md", "aab", "ab", "a", "", "x-y_z.w", "xyzw", "status", "stauts", "ls", "LS",
        ];
        for a in words {
            for b in words {
                if let Some(distance) = within(a.as_bytes(), b.as_bytes(), 100_000) {
                    assert!(at_least(a.as_bytes(), b.as_bytes()) <= distance, "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn endings_make_no_names_alike() {
        let near = |typed: &str, name: &'static str| !nearest(typed, [name]).is_empty();
        for (typed, name) in [
            ("x.txt", "a.txt"),
            ("ab.txt", "ac.txt"),
            ("a.c", "a.h"),
            ("nope.txt", "notes.txt"),
            ("cat.jpeg", "dog.jpeg"),
        ] {
            assert!(!near(typed, name), "{typed} {name}");
        }
        for (typed, name) in [
            ("X.txt", "x.txt"),
            ("x.tx", "x.txt"),
            ("ap.log", "app.log"),
            ("mian.c", "main.c"),
            ("READEM.md", "README.md"),
            ("app.jsx", "app.js"),
            ("conf.yml", "conf.yaml"),
            (".bahsrc", ".bashrc"),
            ("wbe1.example.com", "web1.example.com"),
        ] {
            assert!(near(typed, name), "{typed} {name}");
        }
    }

    #[test]
    fn nearest_first_and_never_the_word_itself() {
        let near = nearest("psuh", ["push", "pull", "psuh", "stash"]);
        assert_eq!(near.first().map(|near| near.name), Some("push"));
        assert!(near.iter().all(|near| near.name != "psuh"));
    }
}
