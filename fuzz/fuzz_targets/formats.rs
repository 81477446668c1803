//! Any bytes can be given to the reader of every format, and a document that was read is written canonically and
//! reads back equal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minewise::board::Format;

fuzz_target!(|bytes: &[u8]| {
    for format in Format::of_content(bytes).into_iter().chain(Format::ALL) {
        let Ok(document) = format.read(bytes) else { continue };
        let written = format.write(&document).expect("a format holds what was read from it");
        assert_eq!(format.read(&written).as_ref(), Ok(&document), "{format}");
        assert_eq!(format.write(&document).as_ref(), Ok(&written), "{format}");
    }
});
