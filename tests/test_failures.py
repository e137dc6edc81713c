"""Each failure of others is met by a test that exists, or it is said why not (tests/failures.toml)."""

import ast
import csv
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FAILURES = tomllib.loads((HERE / "failures.toml").read_text())


def functions_of(path: str) -> set[str]:
    """The names of the tests in a file."""
    tree = ast.parse((HERE.parent / path).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_every_failure_is_answered():
    with (HERE / "cases" / "failures.tsv").open(newline="") as rows:
        ids = [row["id"] for row in csv.DictReader(rows, delimiter="\t")]
    assert len(ids) == len(set(ids)) > 80
    assert set(FAILURES) == set(ids)


@pytest.mark.parametrize("name", FAILURES)
def test_what_answers_it_exists(name):
    answer = FAILURES[name]
    assert set(answer) <= {"tests", "reason", "missing"} and len(answer) == 1
    for test in answer.get("tests", []):
        path, _, function = test.partition("::")
        assert function in functions_of(path), test
    for text in (answer.get("reason", "."), answer.get("missing", ".")):
        assert text.endswith((".", "py."))
