# `make play` to play, `make test` to check. Both need only make and python3 (3.11 or newer) with venv.

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin/
export PYTHON PORT

.PHONY: play test shots lint format lock clean soak-worlds soak-planted soak-canaries soak-kills soak-endings

play:
	@scripts/venv runtime
	@RLYEH_PLAY=1 exec $(BIN)python manage.py serve

# The rules first (pure, every branch), then everything on PostgreSQL, then what must also hold on SQLite.
test:
	@scripts/venv dev
	$(BIN)python -m pytest tests/rules -n 2 --cov
	$(BIN)python -m pytest tests -n 2 --dist worksteal --ignore tests/rules
	RLYEH_TEST_DB=sqlite $(BIN)python -m pytest tests -n 2 --dist worksteal --ignore tests/rules -m sqlite

# Pictures of every page and every state of a table into var/shots (RLYEH_SHOTS_ONLY=bid: those with that in their name).
shots:
	@scripts/venv dev
	$(BIN)python -m pytest tests/scenes/shots.py -q -n 2 --dist worksteal -o faulthandler_timeout=0

# The full figures of tests/secrecy and tests/reliability, each on its last line. WISH="--seed 8 --from 12 --minutes 30" goes on from there.
soak-worlds soak-planted soak-canaries soak-kills soak-endings:
	@scripts/venv dev
	$(BIN)python -m tests.soak $(subst soak-,,$@) $(WISH)

lint:
	@scripts/venv dev
	$(BIN)ruff check .
	$(BIN)ruff format --check .
	$(BIN)mypy
	$(BIN)lint-imports
	$(BIN)djlint templates --lint --quiet

format:
	@scripts/venv dev
	$(BIN)ruff check --fix .
	$(BIN)ruff format .

# Both locks anew from pyproject.toml, with hashes and without any registry's address.
UV := .venv-lock
COMPILE = $(UV)/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --only-binary :all: \
	--generate-hashes --no-header --upgrade
lock:
	$(PYTHON) -m venv $(UV)
	$(UV)/bin/pip install --quiet uv
	$(COMPILE) -o requirements.lock
	$(COMPILE) --group dev -c requirements.lock -o requirements-dev.lock
	rm -rf $(UV)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov staticfiles
