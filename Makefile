# Two commands do everything: `make play` sets up and opens the table, `make test` sets up and runs all checks and tests.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# The core that must be covered by tests to the last branch or nearly so.
CORE_TESTS = $(patsubst %,tests/test_%.py,cards layout maxima notation perft protocol session text transcripts)
SOLVER_TESTS = $(wildcard tests/test_solver*.py) tests/test_batch.py tests/test_cli_solving.py tests/test_search.py tests/test_shorten.py \
  $(patsubst %,tests/test_%.py,playouts chances hints report deals cli_advising)
CORE = src/longwood/core/*,src/longwood/games/*/rules.py,src/longwood/games/*.py,src/longwood/notation.py,src/longwood/session.py,src/longwood/layout.py,src/longwood/text.py

# What `make bench` asks of the two-deck games; the full tables take hours: make bench DEALS=1-200 SECONDS=60
DEALS = 1-40
SECONDS = 1

.PHONY: help setup play test prove quick lint browser format bench clean

help:  ## Say what there is to make.
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

setup: $(VENV)/.ready  ## Create .venv and install everything into it.

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Longwood needs Python 3.11 or newer.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@

play: setup  ## Sit down at the table.
	@$(BIN)/longwood

test: lint browser  ## Every check and test, with the coverage of the core.
	$(BIN)/python -m pytest -n auto --cov --cov-report= -k "not all_recorded_games" $(CORE_TESTS)
	$(BIN)/python -m coverage report --include='$(CORE)' --fail-under=98
	$(BIN)/python -m pytest -n auto -k all_recorded_games tests/test_transcripts.py
	$(BIN)/python -m pytest -n auto -m "not proof" $(SOLVER_TESTS)
	$(BIN)/python -m pytest -n auto --ignore=tests/browser $(CORE_TESTS:%=--ignore=%) $(SOLVER_TESTS:%=--ignore=%)
	$(BIN)/python -m pytest -n auto tests/browser

prove: setup  ## The long proofs of the solvers against the rules and the plain search.
	$(BIN)/python -m pytest -n auto -m proof $(SOLVER_TESTS)

quick: setup  ## The tests to run while working.
	$(BIN)/python -m pytest -n auto -m "not slow and not proof" --ignore=tests/browser

lint: setup  ## Style, types and the direction of imports.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v npx > /dev/null; \
	then echo tsc && npx --yes --package typescript@5 tsc --project tsconfig.json; \
	else echo "npm is missing, so the types of the page's JavaScript are not checked."; fi

browser:  ## Get what the tests in a real browser need.
	@sh tools/chromium.sh

format: setup  ## Lay the code out.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup  ## Measure what the documentation claims; prints tables.
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/solver_one_deck.py
	$(BIN)/python benchmarks/solver_terrace.py --deals $(DEALS) --seconds $(SECONDS)
	$(BIN)/python benchmarks/solver_forty_thieves.py --deals $(DEALS) --seconds $(SECONDS)
	$(BIN)/python benchmarks/advice.py
	$(BIN)/python benchmarks/review.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/web_analyst.py
	$(BIN)/python benchmarks/page.py

clean:  ## Remove what make made.
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache screenshots
