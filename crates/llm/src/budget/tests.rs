use super::*;

const ROOM: Room = Room { tokens: 1_500, lines: 10, bytes: 4_096 };

fn numbered(lines: std::ops::Range<usize>) -> String {
    lines.map(|n| format!("line {n}\n")).collect()
}

#[test]
fn what_fits_is_sent_as_it_was_seen() {
    assert_eq!(fit("\u{1b}[31merror\u{1b}[0m: x\r\n\n  at y\n\n", &ROOM), "error: x\n\n  at y\n");
    assert_eq!(fit("10 %\r50 %\rdone\n", &ROOM), "done\n");
    assert_eq!(fit("", &ROOM), "");
}

#[test]
fn repetitions_are_counted() {
    let output = format!("start\n{}end\n", "retrying …\n".repeat(412));
    assert_eq!(fit(&output, &ROOM), "start\nretrying … … ×412\nend\n");
}

#[test]
fn lines_are_the_last_ones() {
    let output = format!("error: no such thing\n{}", numbered(0..50));
    assert_eq!(fit(&output, &ROOM), "… 41 lines left out …\n".to_owned() + &numbered(40..50));
}

#[test]
fn of_too_many_bytes_the_first_the_last_and_what_says_error() {
    let output = format!("{}error: no such thing\n{}", numbered(0..50), numbered(50..100));
    let sent = fit(&output, &Room { lines: 90, bytes: 250, ..ROOM });
    let parts: Vec<&str> = sent.lines().filter(|line| line.starts_with('…')).collect();
    assert_eq!(parts.len(), 3, "{sent}");
    assert!(sent.starts_with("… 11 lines left out …\nline 11\n"), "{sent}");
    assert!(sent.contains("\nerror: no such thing\n") && sent.ends_with(&numbered(90..100)), "{sent}");
}

#[test]
fn many_errors_leave_room_for_the_end() {
    let errors: String = (0..500).map(|n| format!("error {n}\n")).collect();
    let sent = fit(&format!("{errors}{}", numbered(0..20)), &Room { lines: 1000, bytes: 200, ..ROOM });
    assert!(sent.lines().filter(|line| line.starts_with("error")).count() >= 5, "{sent}");
    assert!(sent.ends_with(&numbered(15..20)), "{sent}");
}

#[test]
fn a_window_bounds_what_is_sent() {
    let log: String = (0..20_000).map(|n| format!("2026-11-22 12:00:{n} INFO worker {n} done\n")).collect();
    for (context, least, most) in [
        (None, 1_000, 1_500),
        (Some(2_048), 400, 682),
        (Some(8_192), 2_000, 3_000),
        (Some(200_000), 6_000, 8_000),
    ] {
        let sent = fit(&log, &Room::new(context, usize::MAX, usize::MAX));
        let cost = tokens(&sent);
        assert!((least..=most + 50).contains(&cost), "{context:?}: {cost}");
        assert!(sent.len() <= Room::MAX_BYTES + 200);
    }
    assert!(fit(&log, &ROOM).lines().count() <= ROOM.lines + 3);
}

/// The output, the extras, the system prompt (350) and the reply (256) fit into the window together.
#[test]
fn what_goes_along_leaves_room() {
    for window in [2_048, 4_096, 8_192, 131_072] {
        for count in 1..=5 {
            let output = Room::new(Some(window), usize::MAX, usize::MAX).tokens;
            let extras = Room::of_each(count, Some(window)).tokens * u32::try_from(count).unwrap();
            assert!(output + extras + 350 + 256 <= window, "{window}, {count}: {output} + {extras}");
        }
    }
    assert_eq!(Room::of_each(2, None), Room::of_each(2, Some(4_096)));
    assert_eq!(Room::of_each(0, None).tokens, 400);
}

#[test]
fn digits_cost_more_than_words() {
    // measured with a real tokenizer: 10 KB of log 4,000 to 4,700, of hexadecimal digits 9,182
    let log = "2026-11-22 12:00:01 INFO worker 17: request /api/v1/items took 31 ms\n".repeat(145);
    assert!((4_000..6_000).contains(&tokens(&log)), "{}", tokens(&log));
    let dump = "0000010: 7f45 4c46 0201 0100 3e00 9182 aabb 01c0 77fe\n".repeat(190);
    assert!((8_500..10_500).contains(&tokens(&dump)), "{}", tokens(&dump));
    let base64 = "c3NoLXJzYSBBQUFBQjNOemFDMXljMkVBQUFBREFRQUJBQUFCZ1FEQm9kN0hXQ2\n".repeat(160);
    assert!((8_500..10_500).contains(&tokens(&base64)), "{}", tokens(&base64));
}

#[test]
fn a_long_line_is_cut_in_its_middle() {
    let sent = fit(&format!("{}END\n", "x ".repeat(5_000)), &ROOM);
    assert!(sent.len() < 450 && sent.ends_with("END\n"), "{sent}");
}
