"""The full figures: `python -m tests.soak worlds` (planted, canaries, kills, endings), as `make soak-worlds`.

worlds: at the view (what the rules give a seat) for each game, then over HTTP with mails. It goes in chunks, each from
the seed and its own number, so that `--from 12` goes on where an earlier run was cut short, and `--minutes` bounds it.
"""

import argparse
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VIEWS = {"fram": "tests.rules.worlds", "lost": "tests.rules.lost.worlds"}
CHUNK, HTTP_CHUNK, ENDINGS_CHUNK = 500, 50, 20
SHARDS = 2
LEAST_FAULTS = 30
NUMBER = re.compile(r"\d+")
LEAST = 500  # in how many pairs each kind of fact must differ
Figure = dict[str, Any]


def at_the_view(kind: str, pairs: int, seed: int) -> Figure:
    """One chunk of pairs at the view; raises Leak."""
    figure = importlib.import_module(VIEWS[kind]).run(pairs, seed)
    return {"pairs": figure.pairs, "starts": dict(figure.starts), "facts": dict(figure.facts)}


def over_http(kind: str, pairs: int, seed: int, first: int) -> Figure:
    """One chunk of pairs over HTTP with mails, in a process and a database of its own."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        wishes = {"RLYEH_PAIRS": pairs, "RLYEH_FIRST": first, "RLYEH_SEED": seed, "RLYEH_FIGURE": file.name}
        done = pytest("secrecy/test_worlds.py", f"apart and {kind}", wishes)
        if done.returncode:
            raise AssertionError(done.stdout[-4000:])
        return json.loads(Path(file.name).read_text())


def pytest(file: str, names: str, wishes: dict[str, Any], *more: str) -> subprocess.CompletedProcess[str]:
    """Run these tests of the suite in a process of their own."""
    words = [sys.executable, "-m", "pytest", f"tests/{file}", "-x", "-q", "--tb=short", "-k", names]
    words += ["-o", "faulthandler_timeout=0", "-p", "no:cacheprovider", *more]
    environment = {**os.environ, **{name: str(value) for name, value in wishes.items()}}
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def planted() -> int:
    """Every planted leak, in two processes; the figure is how many were caught."""
    with ThreadPoolExecutor(SHARDS) as threads:
        jobs = [
            threads.submit(
                pytest, "secrecy/test_planted.py", "planted", {"RLYEH_PLANTED": "all", "RLYEH_SHARD": f"{n}/{SHARDS}"}
            )
            for n in range(SHARDS)
        ]
        lines = [line for job in jobs for line in job.result().stdout.splitlines()]
    caught = [line for line in lines if line.startswith("caught ")]
    missed = [line for line in lines if line.startswith("MISSED ")]
    for line in caught + missed:
        say(line)
    if not caught:
        say("\n".join(lines[-40:]))
    say(f"planted: {len(caught) + len(missed)} faults, {len(caught)} caught")
    return 1 if missed or len(caught) < LEAST_FAULTS else 0


def canaries(tables: int) -> int:
    """Marked secrets at so many tables; the figure is what was found outside, and how much was read."""
    done = pytest("secrecy/test_canaries.py", "secret or marks", {"RLYEH_CANARIES": tables})
    figures = [
        [int(word) for word in NUMBER.findall(line)] for line in done.stdout.splitlines() if "canaries: " in line
    ]
    if done.returncode or not figures:
        say(done.stdout[-4000:])
        return 1
    outside, found, urls, mails = (sum(column) for column in zip(*figures, strict=True))
    say(f"canaries: {outside} found outside, {found} found by their owners, {urls} URLs and {mails} mails read")
    return 0


def kills(rounds: int, of_the_worker: int, races: int, storms: int, seed: int) -> int:
    """Deaths and races on PostgreSQL, then a fifth of them on SQLite; the figure: what was lost or done twice."""
    failed = False
    for database, part in (("postgres", 1), ("sqlite", 5)):
        wishes = {"RLYEH_KILLS": max(rounds // part, 1), "RLYEH_WORKER_KILLS": max(of_the_worker // part, 1)}
        wishes |= {"RLYEH_RACES": max(races // part, 1), "RLYEH_STORMS": max(storms // part, 1)}
        wishes |= {"RLYEH_TEST_DB": database, "RLYEH_SEED": seed}
        done = pytest("reliability", "(survive or planted) and not end", wishes, "-s")
        for line in done.stdout.splitlines():
            if ("kills" in line or line.startswith("  ")) and not done.returncode:
                say(line.lstrip(".").replace("kills", f"{database}: kills", 1))
        if done.returncode:
            say(done.stdout[-4000:])
            failed = True
    say(f"kills: {'something was lost or done twice' if failed else 'nothing was lost, nothing was done twice'}")
    return int(failed)


def ended(seed: int, games: int) -> Figure:
    """One chunk of games that all must end, in a process and a database of its own."""
    done = pytest("reliability/test_endings.py", "survive", {"RLYEH_ENDINGS": games, "RLYEH_SEED": seed}, "-s")
    line = next((line for line in done.stdout.splitlines() if "endings: " in line), "")
    if done.returncode or not line:
        raise AssertionError(done.stdout[-4000:])
    ran, looks, _faults = map(int, NUMBER.findall(line))
    counts = (
        part.strip().rsplit(": ", 1) for part in done.stdout.splitlines() if part.startswith("  ") and ": " in part
    )
    return {"pairs": ran, "looks": looks, "steps": {what: int(count) for what, count in counts if count.isdecimal()}}


def endings(options: argparse.Namespace) -> int:
    """Games that must end whatever people do; the figure: how many there were, and how often they were looked at."""
    with ThreadPoolExecutor(SHARDS) as threads:
        numbers = range(options.first, options.first + -(-options.endings // ENDINGS_CHUNK))
        jobs = [threads.submit(ended, options.seed * 1000 + number, ENDINGS_CHUNK) for number in numbers]
        try:
            figure = gathered("endings", as_completed(jobs), time.monotonic() + 60 * options.minutes, "games")
        finally:
            threads.shutdown(cancel_futures=True)
    table(figure)
    say(f"endings: {figure['pairs']} games, {figure['looks']} looks, all ended within their waits")
    return 0


def say(text: str) -> None:
    """Print at once: a long run is watched."""
    print(text, flush=True)  # noqa: T201  # its figure


def gathered(title: str, jobs: Iterator[Any], until: float, unit: str = "pairs") -> Figure:
    """The sum of the chunks' figures, as they come, until the time is up."""
    total: Figure = {"pairs": 0}
    for job in jobs:
        for name, value in job.result().items():
            if isinstance(value, dict):
                total[name] = dict(Counter(total.get(name, {})) + Counter(value))
            else:
                total[name] = total.get(name, 0) + value
        say(f"… {title}: {total['pairs']} {unit}")
        if time.monotonic() > until:
            break
    return total


def table(figure: Figure) -> None:
    """How often each thing was there."""
    for name in ("starts", "viewers", "steps", "kinds", "facts"):
        counts = sorted(figure.get(name, {}).items(), key=lambda item: (-item[1], item[0]))
        if counts:
            say(f"  {name}: " + ", ".join(f"{kind} {count}" for kind, count in counts))


def main() -> int:
    """Run, and print the figure on the last line; 1 if a fact differed too seldom, or something was missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["worlds", "planted", "canaries", "kills", "endings"])
    parser.add_argument("--view", type=int, default=12_500, help="pairs at the view for each game")  # rarest fact: 4 %
    parser.add_argument("--http", type=int, default=500, help="pairs over HTTP for each game")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first chunk")
    parser.add_argument("--minutes", type=float, default=120, help="for each part")
    parser.add_argument("--games", nargs="*", default=list(VIEWS))
    parser.add_argument("--kills", type=int, default=1200, help="rounds in which a process dies")
    parser.add_argument("--worker-kills", type=int, default=60, help="deaths of the worker, one in 17 rounds")
    parser.add_argument("--races", type=int, default=300, help="rounds that everything opens at one moment")
    parser.add_argument("--storms", type=int, default=50, help="last bids that are sent by a hundred at once")
    parser.add_argument("--endings", type=int, default=5000, help="games that must end")
    parser.add_argument("--tables", type=int, default=18, help="tables with marked secrets")
    options = parser.parse_args()
    if options.what == "planted":
        return planted()
    if options.what == "endings":
        return endings(options)
    if options.what == "kills":
        return kills(options.kills, options.worker_kills, options.races, options.storms, options.seed)
    return canaries(options.tables) if options.what == "canaries" else compared(options)


def compared(options: argparse.Namespace) -> int:
    """The two worlds, part by part."""
    pairs, http, thin = 0, 0, []
    for kind in options.games if options.view else []:
        figure = seen(kind, options)
        say(f"{kind} at the view: {figure['pairs']} pairs, 0 differences")
        table(figure)
        thin += [f"{kind}: {fact} {count}" for fact, count in figure.get("facts", {}).items() if count < LEAST]
        pairs += figure["pairs"]
    for kind in options.games if options.http else []:
        if not (ROOT / "templates" / kind / "table.html").exists():
            say(f"{kind} over HTTP: has no page yet")
            continue
        figure = sent(kind, options)
        read = f"{figure.get('read', 0)} answers and {figure.get('mails', 0)} mails compared"
        say(f"{kind} over HTTP: {figure['pairs']} pairs, 0 differences, {read}")
        table(figure)
        http += figure["pairs"]
    is_full = options.view >= 10_000
    if thin and is_full:
        say("differed too seldom: " + "; ".join(thin))
    say(f"worlds: {pairs + http} pairs, 0 differences ({pairs} at the view, {http} over HTTP with mails)")
    return 1 if thin and is_full else 0


def seen(kind: str, options: argparse.Namespace) -> Figure:
    """The game's pairs at the view."""
    numbers = range(options.first, options.first + -(-options.view // CHUNK))
    with ProcessPoolExecutor(SHARDS) as pool:
        jobs = [pool.submit(at_the_view, kind, CHUNK, options.seed * 1000 + number) for number in numbers]
        try:
            return gathered(f"{kind} at the view", as_completed(jobs), time.monotonic() + 60 * options.minutes)
        finally:  # the time is up, or a chunk has failed: the others are not waited for
            pool.shutdown(cancel_futures=True)


def sent(kind: str, options: argparse.Namespace) -> Figure:
    """The game's pairs over HTTP."""
    begin = options.first * HTTP_CHUNK
    with ThreadPoolExecutor(SHARDS) as threads:
        begins = range(begin, begin + options.http, HTTP_CHUNK)
        jobs = [threads.submit(over_http, kind, HTTP_CHUNK, options.seed, first) for first in begins]
        try:
            return gathered(f"{kind} over HTTP", as_completed(jobs), time.monotonic() + 60 * options.minutes)
        finally:
            threads.shutdown(cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())
