//! Compressed input, told by its first bytes and not by its name.
//!
//! Members that follow one another are joined (RFC 1952 for gzip); a checksum
//! that is wrong, a trailer that is missing or rubbish at the end is an error,
//! never the end of the data.

use super::error::InputError;
use super::limit::largest_input;
use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Stream};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// Limit on the memory of the `.xz` decompressor, in bytes: files of `xz -9` need
/// 65 MiB.
const XZ_MEMORY: u64 = 256 << 20;
/// More output than this is compared with the input it came from.
const EXPANSION_FREE: u64 = 64 << 20;
/// A file that unpacks to more times its size than this is refused. gzip
/// can't pass 1032, and a formula's clauses stay far below that.
const EXPANSION_LIMIT: u64 = 4096;
/// Number of first bytes by which every format below is recognised.
const MAGIC: u64 = 10;

const BLOCK: usize = 64 << 10;

/// Returns the bytes that `raw` holds, unpacked if they are compressed.
pub(super) fn unpack(
    mut raw: impl Read + Send + 'static,
    name: &str,
) -> Result<Box<dyn BufRead + Send>, InputError> {
    let mut head = Vec::new();
    (&mut raw)
        .take(MAGIC)
        .read_to_end(&mut head)
        .map_err(|error| InputError::unreadable(name, &error))?;
    let packing = Packing::of(&head, name)?;
    let packed = Counted {
        inner: io::Cursor::new(head).chain(raw),
        count: 0,
    };
    let packed: Packed = BufReader::with_capacity(BLOCK, Box::new(packed));
    let decoder = match packing {
        Packing::None => return Ok(Box::new(packed)),
        Packing::Gzip => Decoder::Gzip(MultiGzDecoder::new(packed)),
        Packing::Bzip2 => Decoder::Bzip2(MultiBzDecoder::new(packed)),
        Packing::Xz => {
            let stream = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED)
                .map_err(|error| InputError::whole(name, format!("xz data: {error}")))?;
            Decoder::Xz(XzDecoder::new_stream(packed, stream))
        }
    };
    let unpacker = Unpacker {
        decoder,
        produced: 0,
    };
    Ok(Box::new(BufReader::with_capacity(BLOCK, unpacker)))
}

/// Returns `true` if a file is compressed. What is read of it is at its beginning.
pub(super) fn is_packed(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(MAGIC).read_to_end(&mut head)?;
    Ok(!matches!(Packing::of(&head, ""), Ok(Packing::None)))
}

#[derive(Clone, Copy)]
enum Packing {
    None,
    Gzip,
    Bzip2,
    Xz,
}

impl Packing {
    /// Recognises a compression by the first bytes. One that is not supported is an
    /// error.
    fn of(head: &[u8], name: &str) -> Result<Packing, InputError> {
        let refused = |format: &str| {
            let message = format!(
                "it is {format} data, which is not read; expected plain, gzip, bzip2 or xz"
            );
            Err(InputError::whole(name, message))
        };
        if head.starts_with(b"\x1f\x8b") {
            Ok(Packing::Gzip)
        } else if head.starts_with(b"\xfd7zXZ\0") {
            Ok(Packing::Xz)
        } else if head.starts_with(b"BZh")
            && head.get(4..).is_some_and(|magic| {
                magic.starts_with(b"1AY&SY") || magic.starts_with(b"\x17rE8P\x90")
            })
        {
            Ok(Packing::Bzip2)
        } else if head.starts_with(b"\x28\xb5\x2f\xfd") {
            refused("zstd")
        } else if head.starts_with(b"7z\xbc\xaf\x27\x1c") {
            refused("7z")
        } else if head.starts_with(b"PK\x03\x04") {
            refused("zip")
        } else if head.starts_with(b"\x1f\x9d") {
            refused("compress (.Z)")
        } else {
            Ok(Packing::None)
        }
    }
}

/// Counts what is read.
struct Counted<R: ?Sized> {
    count: u64,
    inner: R,
}

impl<R: Read + ?Sized> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(out)?;
        self.count += length as u64;
        Ok(length)
    }
}

type Packed = BufReader<Box<Counted<dyn Read + Send>>>;

enum Decoder {
    Gzip(MultiGzDecoder<Packed>),
    Bzip2(MultiBzDecoder<Packed>),
    Xz(XzDecoder<Packed>),
}

struct Unpacker {
    decoder: Decoder,
    produced: u64,
}

impl Read for Unpacker {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let (result, packed, format) = match &mut self.decoder {
            Decoder::Gzip(decoder) => (decoder.read(out), decoder.get_ref(), "gzip"),
            Decoder::Bzip2(decoder) => (decoder.read(out), decoder.get_ref(), "bzip2"),
            Decoder::Xz(decoder) => (decoder.read(out), decoder.get_ref(), "xz"),
        };
        let length = result.map_err(|error| in_words(error, format))?;
        self.produced += length as u64;
        let consumed = packed.get_ref().count;
        if self.produced > EXPANSION_FREE
            && self.produced / EXPANSION_LIMIT > consumed
            && largest_input().is_none()
        {
            return Err(io::Error::other(format!(
                "the {format} data unpacks to more than {EXPANSION_LIMIT} times its size, \
                 as a decompression bomb does; if it is meant, --max-input sets a limit in bytes \
                 instead"
            )));
        }
        Ok(length)
    }
}

/// Returns an error of the decompressor in words; one of the file below as it is.
fn in_words(error: io::Error, format: &str) -> io::Error {
    if error.raw_os_error().is_some() {
        return error;
    }
    match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(
            error.kind(),
            format!(
                "the {format} data is cut off, or something else follows it: it ends before \
                 its end mark"
            ),
        ),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => io::Error::new(
            error.kind(),
            format!("the {format} data is damaged, or something else follows it ({error})"),
        ),
        _ => error,
    }
}
