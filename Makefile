# Every target sets up what it needs in .venv/; nothing outside this directory changes.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO := $(VENV)/demo

.PHONY: demo test test-html docs check format lint types fixtures accuracy fuzz bench clean

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) not found; set PYTHON=..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(STAMP)
	@rm -rf $(DEMO)
	$(BIN)/refereekit bind fixtures/papers/sampler/paper.pdf --session $(DEMO)
	@echo
	$(BIN)/refereekit check fixtures/drafts/report.txt --session $(DEMO) || [ $$? -eq 1 ]

test: $(STAMP)
	$(BIN)/python -m pytest -n 2

# The HTML report in a headless browser; needs Chromium (CHROMIUM=path, else from PATH).
test-html: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,browser]'
	$(BIN)/python -m pytest tests/browser_html.py

# The site in build/site/; any broken link or unnamed page is an error (with --quiet
# mkdocs would not count them).
docs: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir build/site

check: format lint types test

format: $(STAMP)
	$(BIN)/ruff format --check .

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

fixtures: $(STAMP)
	$(BIN)/python fixtures/build_papers.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
