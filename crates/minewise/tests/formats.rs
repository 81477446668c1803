//! Checks that formats preserve the documents they can hold, and that damaged bytes are refused with one sentence.

use minewise::board::{Document, Format, FormatError};
use minewise::testing::random_view;
use minewise::{Grid, Layout, Rng, Rules, Seed, Start, Topology, View};

/// A random layout or view of random rules with sides up to `longest`, sometimes with a size that has a name in links.
fn random_document(rng: &mut Rng, longest: usize, topology: Option<Topology>) -> Document {
    let mut rules = Rules::random(rng, longest);
    if let Some(topology) = topology {
        let named = [(9, 9), (16, 16), (30, 16)];
        let (width, height) = match rng.below(8) {
            0 => named[rng.below(named.len())],
            1 => (1 + rng.below(300), 1 + rng.below(2)),
            _ => (rules.width(), rules.height()),
        };
        rules = Rules::new(width, height, rng.below(width * height), Start::Safe, topology).unwrap();
    }
    if rng.below(2) == 0 {
        return Document::View(random_view(rng, rules));
    }
    let grid = Grid::new(rules);
    let first = (0..grid.n_cells()).find(|&cell| grid.can_start_at(cell)).unwrap();
    Document::Layout(Layout::generate(&grid, Seed(rng.next_u64()), first))
}

/// Whether a format must be able to hold a document.
fn must_hold(format: Format, document: &Document) -> bool {
    let rules = document.rules();
    let is_square = rules.topology() == Topology::Square;
    match (format, document) {
        (Format::Layout, Document::Layout(_)) | (Format::View, Document::View(_)) => true,
        (Format::Mine, Document::View(_)) | (Format::Ptta, Document::Layout(_)) => is_square,
        (Format::Mbf, Document::Layout(_)) => is_square && rules.width() <= 255 && rules.height() <= 255,
        _ => false,
    }
}

/// Checks that a document is read back unchanged from every format that can hold it, and that the others refuse it with
/// a sentence.
fn check_round_trips(document: &Document, n_held: &mut [usize]) {
    for (format, n_held) in Format::ALL.into_iter().zip(n_held) {
        match format.write(document) {
            Ok(bytes) => {
                let read = format.read(&bytes).unwrap();
                let has_starts = matches!(format, Format::Layout | Format::View);
                let expected =
                    |document| if has_starts { written(document) } else { without_start(document) };
                assert_eq!(expected(&read), expected(document), "{format}");
                assert_eq!(format.write(&read).as_ref(), Ok(&bytes), "{format}");
                assert!(!format.is_text() || std::str::from_utf8(&bytes).is_ok(), "{format}");
                *n_held += 1;
                // Without mines, a layout in our notation looks like a view.
                if document.rules().n_mines() > 0 && !looks_like_a_layout(document) {
                    assert_eq!(Format::of_content(&bytes), Some(format), "{document:?}");
                }
            }
            Err(error) => {
                assert!(!must_hold(format, document), "{format}: {error}");
                check_sentence(&error);
            }
        }
    }
}

/// A document in our own notation, which loses nothing.
fn written(document: &Document) -> String {
    String::from_utf8(document.notation().write(document).unwrap()).unwrap()
}

fn without_start(document: &Document) -> String {
    written(document).replace(":zero", "").replace(":any", "")
}

/// Whether a view shows all mines and no number.
fn looks_like_a_layout(document: &Document) -> bool {
    matches!(document, Document::View(view) if view.n_covered() + view.grid().rules().n_mines() == view.grid().n_cells())
}

#[track_caller]
fn check_sentence(error: &FormatError) {
    let sentence = error.to_string();
    assert!(!sentence.is_empty() && !sentence.contains('\n') && sentence.len() < 300, "{sentence:?}");
}

#[test]
fn what_a_format_can_hold_comes_back_from_it() {
    let mut rng = Rng::new(Seed(31));
    let mut n_held = Format::ALL.map(|_| 0);
    for _ in 0..24_000 {
        check_round_trips(&random_document(&mut rng, 14, Some(Topology::Square)), &mut n_held);
    }
    assert!(n_held.iter().all(|&n_held| n_held >= 10_000), "{n_held:?}");
    for _ in 0..3_000 {
        check_round_trips(&random_document(&mut rng, 14, None), &mut n_held);
    }
}

#[test]
fn a_start_is_all_that_is_ever_lost() {
    for format in [Format::Mbf, Format::Ptta] {
        let layout: Layout = "4x3/1:zero *.../..../....".parse().unwrap();
        let read = format.read(&format.write(&Document::Layout(layout)).unwrap()).unwrap();
        assert_eq!(Format::Layout.write(&read).unwrap(), b"4x3/1\n*...\n....\n....\n");
    }
}

/// Small documents in every format, as bytes.
fn samples() -> Vec<(Format, Vec<u8>)> {
    let layout: Layout = "7x3/4 ..*..../*.....*/...*...".parse().unwrap();
    let view: View = "5x3/3:zero 1.F../.*.../..321".parse().unwrap();
    let documents = [Document::Layout(layout), Document::View(view)];
    let written = |format: Format| {
        documents.iter().find_map(|document| format.write(document).ok()).expect("a format holds one of them")
    };
    Format::ALL.into_iter().map(|format| (format, written(format))).collect()
}

/// Reads bytes in every format. A document that is read must be the same after writing and reading it again; otherwise
/// the error must be one sentence.
fn check_bytes(bytes: &[u8]) {
    let _ = Format::of_content(bytes);
    for format in Format::ALL {
        match format.read(bytes) {
            Ok(document) => {
                let written = format.write(&document).unwrap();
                assert_eq!(format.read(&written), Ok(document), "{format}");
            }
            Err(error) => check_sentence(&error),
        }
    }
}

#[test]
fn files_cut_off_anywhere_get_a_sentence() {
    for (format, bytes) in samples() {
        for length in 0..bytes.len() {
            check_bytes(&bytes[..length]);
            // The last line end may be missing, and nothing else.
            let is_whole = format.is_text() && length + 1 == bytes.len();
            assert_eq!(format.read(&bytes[..length]).is_ok(), is_whole, "{format} {length}");
        }
    }
}

#[test]
fn files_with_any_byte_changed_never_panic() {
    for (_, bytes) in samples() {
        for idx in 0..bytes.len() {
            for byte in 0..=255 {
                let mut damaged = bytes.clone();
                damaged[idx] = byte;
                check_bytes(&damaged);
            }
        }
    }
}

#[test]
fn noise_never_panics() {
    let mut rng = Rng::new(Seed(32));
    let letters = b"0123456789xFHM?*./#-b=m&:@ \nav";
    for _ in 0..24_000 {
        let n_bytes = rng.below(40);
        let noise: Vec<u8> = (0..n_bytes).map(|_| rng.below(256) as u8).collect();
        check_bytes(&noise);
        let letters: Vec<u8> = (0..n_bytes).map(|_| letters[rng.below(letters.len())]).collect();
        check_bytes(&letters);
    }
}

#[test]
fn headers_that_lie_cost_nothing() {
    let lies: [&[u8]; 6] = [
        b"2000x2000/5\n..",
        b"2000x2000x5\nHH",
        b"b=20002000&m=0",
        b"b=9999999999999999999999999999999999999999&m=0",
        b"\xff\xff\xff\xff",
        b"99999999999999999999x99999999999999999999x1",
    ];
    for lie in lies {
        check_bytes(lie);
        assert!(Format::ALL.into_iter().all(|format| format.read(lie).is_err()));
    }
}
