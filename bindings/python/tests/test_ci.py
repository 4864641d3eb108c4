"""The script that builds the package."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / ".ci" / "python"


@pytest.mark.skipif(not SCRIPT.exists(), reason="the package is not in its repository")
@pytest.mark.parametrize("argument", ["--help", "target/release/sudosat"])
def test_arguments_are_refused(argument, tmp_path):
    # With a Python that fails, the script does nothing in any case.
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [SCRIPT, argument],
        env={**os.environ, "PATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 2
    assert ran.stderr == "usage: .ci/python\n"
