"""What one test run shares: a folder, ports and keys, told to all its processes through the environment."""

import base64
import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1

# Keys for tests only; they open nothing else.
SEAL_KEY = base64.urlsafe_b64encode(b"tests only, tests only, tests on").decode()


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def folder() -> Path:
    """Return the run's folder, made by the first process that asks; everyone may look into it, PostgreSQL must."""
    if "RLYEH_TEST_RUN" not in os.environ:
        os.environ["RLYEH_TEST_RUN"] = tempfile.mkdtemp(prefix="rlyeh-test-")
        Path(os.environ["RLYEH_TEST_RUN"]).chmod(0o755)
    return Path(os.environ["RLYEH_TEST_RUN"])


def worker_number() -> int:
    """Return 0 in a run of one process, 1, 2, … in the processes of pytest-xdist."""
    name = os.environ.get("PYTEST_XDIST_WORKER", "")
    return int(name.removeprefix("gw")) + 1 if name.startswith("gw") else 0


def is_controller() -> bool:
    """Tell whether this process begins and ends the run."""
    return "PYTEST_XDIST_WORKER" not in os.environ


def ends_with_parent(how: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return what makes a child of ours end by `how` when we do, however we end; None where the system cannot."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)

    def ask() -> None:
        libc.prctl(PR_SET_PDEATHSIG, how)

    return ask


def stop(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGTERM, within: float = 10) -> None:
    """End `process` with `how`, and for certain after `within` seconds."""
    if process.poll() is not None:
        return
    process.send_signal(how)
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
