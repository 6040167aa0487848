# Every target sets up what it needs in .venv/; nothing outside this directory changes.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO := $(VENV)/demo
TOOLS := $(VENV)/tools
LOWEST := $(VENV)/lowest
LOCK := requirements-dev.lock

# LOCKED=1 installs the versions of the lock file, each by its hash; without it, the
# newest that pyproject.toml allows.
ifdef LOCKED
INSTALLED := --require-hashes --requirement $(LOCK)
EDITABLE := --no-deps --editable .
else
INSTALLED :=
EDITABLE := --editable '.[dev]'
endif

.PHONY: demo test test-lowest test-html docs check format lint types fixtures accuracy pictures fuzz lock audit bench clean

$(STAMP): pyproject.toml $(if $(INSTALLED),$(LOCK))
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) not found; set PYTHON=..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(if $(INSTALLED),$(BIN)/python -m pip install --quiet --disable-pip-version-check $(INSTALLED))
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(EDITABLE)
	@touch $@

demo: $(STAMP)
	@rm -rf $(DEMO)
	$(BIN)/refereekit bind fixtures/papers/sampler/paper.pdf --session $(DEMO)
	@echo
	$(BIN)/refereekit check fixtures/drafts/report.txt --session $(DEMO) || [ $$? -eq 1 ]

test: $(STAMP)
	$(BIN)/python -m pytest -n 2

# The suite with the lowest version of every dependency that pyproject.toml allows.
test-lowest: $(TOOLS)
	$(TOOLS)/bin/uv venv --quiet --clear --python $(PYTHON) $(LOWEST)
	$(TOOLS)/bin/uv pip install --quiet --python $(LOWEST)/bin/python \
		--resolution lowest-direct --editable '.[dev]'
	$(LOWEST)/bin/python -m pytest -n 2

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
	$(BIN)/python fixtures/build_lettershapes.py

# What is read and what passes, on fixtures/papers or on a folder of papers with truth:
# make accuracy PAPERS=DIR
PAPERS ?= fixtures/papers
accuracy: $(STAMP)
	$(BIN)/python benchmarks/accuracy_labels.py --truth $(PAPERS)
	$(BIN)/python benchmarks/accuracy_quotations.py --papers $(PAPERS)

# The pictures of docs/reading.md: the lines of each role, as they are read now.
ROLES := 1:body 2:heading 4:caption 2:display 1:footnote 3:running-head 3:running-foot 	2:figure-text 4:table 7:reference
pictures: $(STAMP)
	@rm -rf $(DEMO)
	$(BIN)/refereekit bind fixtures/papers/sampler/paper.pdf --session $(DEMO)
	@mkdir -p docs/images
	@for pair in $(ROLES); do \
		$(BIN)/refereekit show page $${pair%%:*} --role $${pair#*:} --dpi 64 \
			--session $(DEMO) -o docs/images/$${pair#*:}.png || exit; \
	done

# Kills the writers of sessions, then throws what it can at every part for so many
# seconds; what is found stays in fixtures/fuzz/ and is tested from then on.
SECONDS ?= 600
fuzz: $(STAMP)
	$(BIN)/python tests/crash_claims.py
	$(BIN)/python tests/crash_sessions.py
	cd tests && ../$(BIN)/python -m fuzz --seconds $(SECONDS)

# The newest versions of everything the tests need, for every Python and system.
lock: $(TOOLS)
	$(TOOLS)/bin/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
		--generate-hashes --upgrade --quiet --custom-compile-command 'make lock' \
		--output-file $(LOCK)

# Known faults of what the lock file lists; asks a public service.
audit: $(TOOLS)
	$(TOOLS)/bin/pip-audit --requirement $(LOCK) --require-hashes --disable-pip --strict

$(TOOLS):
	@mkdir -p $(VENV)
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check pip-audit uv

# What everything costs, beside other programs; on an idle machine, for half an hour.
# Ends with an error where an aim is missed, with docs/performance.md written all the same.
BENCHMARKS := crops compare_pool startup html_report lexing quotations reading batch
bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@missed=; for name in $(BENCHMARKS); do \
		echo "$$name:"; \
		case $$name in \
			startup|html_report|quotations|reading) set -- --papers $(PAPERS) ;; \
			*) set -- ;; \
		esac; \
		$(BIN)/python benchmarks/$$name.py "$$@" || missed="$$missed $$name"; \
	done; \
	$(BIN)/python benchmarks/performance_table.py; \
	test -z "$$missed" || { echo "make: missed or failed:$$missed" >&2; exit 1; }

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
