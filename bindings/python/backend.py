"""The build backend of the package: maturin, and the program `sudosat` as the package's command.

`SUDOSAT_PROFILE=dev` builds both faster, for tests.
"""

import json
import os
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
