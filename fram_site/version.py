"""The version this site is, as `pyproject.toml` states it."""

import tomllib
from pathlib import Path

_project = Path(__file__).resolve().parent.parent / "pyproject.toml"

VERSION: str = tomllib.loads(_project.read_text())["project"]["version"]
