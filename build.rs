//! Sets the cfg `live_engine` where the engine of live pages has been built: the file is not in
//! the repository, so it may be missing. See `bindings/wasm/live`.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(live_engine)");
    // The folder, because a missing file would run this script for each build.
    println!("cargo::rerun-if-changed=generated");
    if Path::new("generated/sudosat.wasm").exists() {
        println!("cargo::rustc-cfg=live_engine");
    }
}
