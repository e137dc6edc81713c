"""Where the system's Chromium is; the wheels hold none."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
HOW_TO_GET_IT = "no Chromium found: install one (Debian: apt install chromium) or set RLYEH_CHROMIUM to its path"


def path() -> str | None:
    """Return the path of a Chromium, None if there is none."""
    return next(filter(None, map(shutil.which, [os.environ.get("RLYEH_CHROMIUM", ""), *NAMES])), None)
