# Two commands do everything: `make play` sets up and opens the table, `make test` sets up and runs all checks and tests.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# The page's JavaScript is checked by exactly this TypeScript: a newer one may find new faults on any day.
TYPESCRIPT = 5.9.3
# The core that must be covered by tests to the last branch or nearly so.
CORE = src/longwood/core/*,src/longwood/games/*/rules.py,src/longwood/games/*.py,src/longwood/games/*/flaws.py,src/longwood/laid.py,src/longwood/notation.py,src/longwood/session.py,src/longwood/text.py

# The tests start hundreds of programs: what Python has compiled is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

# What `make bench` asks of the two-deck games; the full tables take hours: make bench DEALS=1-200 SECONDS=60
DEALS = 1-40
SECONDS = 1

# How long `make soak` attacks a server, in seconds.
SOAK = 600

.PHONY: help setup play test prove perft quick lint browser database hooks docs package release format bench soak clean

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

# The solvers come first: their kernels are compiled here, and not where coverage watches every line of the compiler.
test: lint browser database  ## Every check and test, with the coverage of the core.
	@sh tools/twice.sh $(BIN)/python -m pytest -n auto -m "solver and not proof"
	$(BIN)/python -m pytest -n auto -m "core and not recorded and not proof" --cov --cov-report=
	$(BIN)/python -m coverage report --include='$(CORE)' --fail-under=98
	$(BIN)/python -m pytest -n auto -m "recorded and not proof"
	@sh tools/twice.sh $(BIN)/python -m pytest -n auto -m rest
	@sh tools/twice.sh $(BIN)/python -m pytest -n auto -m "browser and not proof"

prove: setup browser  ## The long proofs: the solvers against the rules and the plain search, a long game by keys.
	$(BIN)/python -m pytest -n auto -m proof

perft: setup  ## What a release must never change: the shuffle, deals, perft and node signatures.
	$(BIN)/python -m pytest -n auto -m frozen

quick: setup  ## The tests to run while working.
	$(BIN)/python -m pytest -n auto -m "not slow and not proof and not browser"

lint: setup  ## Style, types and the direction of imports.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v npx > /dev/null; \
	then echo tsc $(TYPESCRIPT) && npx --yes --package typescript@$(TYPESCRIPT) tsc --project tsconfig.json; \
	else echo "npx is missing, so the types of the page's JavaScript are not checked; Node.js brings it."; fi

browser: setup  ## Get what the tests in a real browser need.
	@sh tools/chromium.sh $(BIN)/python

database: setup  ## Get what the tests of the shared journal need.
	@sh tools/postgres.sh

hooks: setup  ## Check style, types and imports before each commit.
	$(BIN)/pre-commit install

docs: $(VENV)/.docs-ready  ## Build the documentation site into site/; a broken link fails.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The site is in site/: open site/index.html."

$(VENV)/.docs-ready: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	touch $@

package: setup  ## Build the sdist and the wheel, and try the wheel in a fresh environment.
	$(BIN)/python tools/release.py --package

release: setup  ## Check, build, try and tag the version in src/longwood/__init__.py.
	$(BIN)/python tools/release.py

format: setup  ## Lay the code out.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup  ## Measure what the documentation claims; prints tables.
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/solver_one_deck.py
	$(BIN)/python benchmarks/solver_callers.py
	$(BIN)/python benchmarks/solver_terrace.py --deals $(DEALS) --seconds $(SECONDS)
	$(BIN)/python benchmarks/budgets.py
	$(BIN)/python benchmarks/solver_forty_thieves.py --deals $(DEALS) --seconds $(SECONDS)
	$(BIN)/python benchmarks/advice.py
	$(BIN)/python benchmarks/report.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/web_analyst.py
	$(BIN)/python benchmarks/page.py

soak: setup  ## Attack a server on this machine for ten minutes and see whether it holds; shorter: make soak SOAK=120
	$(BIN)/python benchmarks/soak.py $(SOAK)

clean:  ## Remove what make made.
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} +
	rm -rf $(VENV) .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache screenshots site dist
