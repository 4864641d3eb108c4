"""The build backend of the package: maturin, with the program `sudosat` as the package's command.

The source package contains the crates that it needs, so that it is built without a network.

`SUDOSAT_PROFILE=dev` builds both faster, for tests.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import maturin
from maturin import *

HERE = Path(__file__).parent
# In the source package, the crate is around this folder's files.
CRATE = HERE if (HERE / "src" / "main.rs").exists() else HERE.parent.parent
# maturin puts these files into the wheel.
SCRIPTS = HERE / "sudosat.sudosat.data" / "scripts"
# pyproject.toml names these for the source package.
VENDOR, CONFIG = HERE / "vendor", HERE / ".cargo"
# The systems for which the source package contains the crates.
TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"]
PROFILE = f"--profile={os.environ.get('SUDOSAT_PROFILE', 'release')}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel with the module and the program."""
    os.environ.setdefault("MATURIN_PEP517_ARGS", PROFILE)
    cargo = ["cargo", "build", "--bin=sudosat", "--locked", PROFILE, "--message-format=json-render-diagnostics"]
    built = subprocess.run(cargo, cwd=CRATE, check=True, stdout=subprocess.PIPE)
    artifacts = map(json.loads, built.stdout.splitlines())
    program = next(path for it in artifacts if (path := it.get("executable")))
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copy(program, SCRIPTS)
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        shutil.rmtree(SCRIPTS.parent)


def build_sdist(sdist_directory, config_settings=None):
    """Builds a source package with the crates in it."""
    if CRATE == HERE:
        return maturin.build_sdist(sdist_directory, config_settings)
    manifests = [CRATE / "Cargo.toml", HERE / "Cargo.toml"]
    vendor = ["cargo", "vendor", "--quiet", "--locked", "--versioned-dirs", f"--manifest-path={manifests[0]}"]
    for folder in CONFIG, VENDOR:
        if folder.exists():
            raise FileExistsError(f"{folder} is left of a build that was killed: remove it")
    CONFIG.mkdir()
    try:
        subprocess.run([*vendor, f"--sync={manifests[1]}", VENDOR], check=True, stdout=subprocess.DEVNULL)
        empty(set().union(*map(crates, manifests)))
        (CONFIG / "config.toml").write_text(
            '[source.crates-io]\nreplace-with = "vendor"\n\n[source.vendor]\ndirectory = "vendor"\n'
        )
        return maturin.build_sdist(sdist_directory, config_settings)
    finally:
        for folder in VENDOR, CONFIG:
            shutil.rmtree(folder, ignore_errors=True)


def empty(needed):
    """Keeps only the manifest of crates that are not needed: cargo reads it because the lock file names them."""
    for folder in VENDOR.iterdir():
        if folder.name not in needed:
            manifest = (folder / "Cargo.toml").read_bytes()
            sums = json.loads((folder / ".cargo-checksum.json").read_text())
            shutil.rmtree(folder)
            (folder / "src").mkdir(parents=True)
            (folder / "src" / "lib.rs").touch()
            (folder / "Cargo.toml").write_bytes(manifest)
            (folder / ".cargo-checksum.json").write_text(json.dumps({**sums, "files": {}}))


def crates(manifest):
    """Returns the crates that a build needs on any of `TARGETS`, as the names of their folders."""
    tree = ["cargo", "tree", "--locked", "--edges=normal,build", "--prefix=none", "--format={p}"]
    tree += [f"--manifest-path={manifest}", *(f"--target={target}" for target in TARGETS)]
    listed = subprocess.run(tree, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {f"{name}-{version}" for name, version in re.findall(r"^(\S+) v(\S+)", listed, re.MULTILINE)}
