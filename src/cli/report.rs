//! How an error reaches the user.

use super::exit::Exit;
use std::io;

/// Prints an error that ends the program and says how to exit.
///
/// A closed pipe is the reader's wish and no error: nothing is printed.
pub fn failure(error: &anyhow::Error) -> Exit {
    let closed_pipe = error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    });
    if !closed_pipe {
        anstream::eprintln!("error: {error:#}");
    }
    if closed_pipe {
        Exit::Done
    } else {
        Exit::BadInput
    }
}
