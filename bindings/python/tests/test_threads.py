"""Work without the GIL, and threads that can't be started."""

import os
import subprocess
import sys
import threading
import time

import pytest

from sudosat import Puzzle

GRID = "1... ..3. .4.. ...2"

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")


@needs_pipes
@pytest.mark.parametrize("read", [Puzzle.from_file, lambda path: Puzzle.all_from_file(path)[0]])
def test_another_thread_writes_the_file_that_is_read(read, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    # The writer needs the GIL, which the reader must not hold.
    writer = threading.Thread(target=lambda: path.write_text(GRID), daemon=True)
    writer.start()
    assert read(path) == Puzzle(GRID)
    writer.join(60)
    assert not writer.is_alive()


def test_other_threads_run_while_clauses_are_made():
    formula = Puzzle([[0] * 25] * 25).encode()
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            time.sleep(0.001)
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        while ticks == 0:
            time.sleep(0.001)
        before = ticks
        clauses = formula.clauses
        during = ticks - before
    finally:
        done.set()
        thread.join()
    assert len(clauses) == len(formula) and during >= 5


NO_THREAD = """
import resource, sudosat
puzzle = sudosat.Puzzle("1... ..3. .4.. ...2")
pages = int(open("/proc/self/statm").read().split()[0])
# A megabyte more has no room for the stack of a thread.
limit = pages * resource.getpagesize() + (1 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    puzzle.solve()
except OSError as error:
    print(error.errno is not None, error.strerror)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="there is no /proc")
def test_a_thread_that_cannot_be_started_is_an_os_error():
    ran = subprocess.run(
        [sys.executable, "-c", NO_THREAD],
        capture_output=True,
        text=True,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "RUST_MIN_STACK"},
    )
    assert ran.stdout.startswith("True can't start a thread: "), ran.stderr
