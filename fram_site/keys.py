"""The keys of `make play`: made once, kept in an ignored file, never those of a real site."""

import os
import secrets
from pathlib import Path

from cryptography.fernet import Fernet


def local_keys(path: Path) -> dict[str, str]:
    """Return the keys kept at `path`, which is made with fresh ones (readable by its owner only) if it is not there."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = f"SECRET_KEY={secrets.token_urlsafe(50)}\nSEAL_KEYS={Fernet.generate_key().decode()}\n"
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(fresh)
        try:
            os.link(draft, path)  # whoever comes second keeps the first one's keys
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)
