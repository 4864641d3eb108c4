//! Bytes in and out: reading files and pipes with their compression, writing
//! files whole or not at all, and errors that point into a file.

mod decimal;
#[cfg(feature = "files")]
mod descriptors;
mod display;
mod error;
#[cfg(feature = "files")]
mod limit;
#[cfg(feature = "files")]
pub(crate) mod litter;
mod nearest;
#[cfg(feature = "files")]
mod path;
#[cfg(feature = "files")]
mod pipe;
mod scanner;
#[cfg_attr(not(feature = "files"), path = "no_files.rs")]
mod source;
#[cfg(feature = "files")]
mod target;
#[cfg(feature = "files")]
mod unpack;
mod xml;

pub(crate) use decimal::{Decimal, ROOM, put, put_unsigned};
#[cfg(feature = "files")]
pub use descriptors::{names_closed_descriptor, remember_descriptors};
pub(crate) use display::one_for_one;
pub use display::{counted, counted_plural, display, display_bytes, escape_json, first_few};
pub(crate) use error::copy_of;
pub use error::{InputError, OutputError, is_closed_stdout, unwritable, utf8};
#[cfg(feature = "files")]
pub use limit::limit_inputs;
#[cfg(feature = "files")]
pub use litter::{host, remove_own_files};
pub use nearest::did_you_mean;
pub(crate) use nearest::{distance, nearest};
pub use scanner::{Place, Scanner};
pub use source::{Source, read_to_limit};
#[cfg(feature = "files")]
pub use target::{Overwrite, Target, free_space, names_stdout, sync_directory};
pub use xml::XmlText;
