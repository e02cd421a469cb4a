# `make article` builds and `make test` proves; each first sets up what it lacks.
#
# .venv is filled from the lock files alone, every package checked against its hash. A stamp in it
# bears the hash of its lock and of this folder's name: when the lock changes, or the folder is
# copied or moved (which a virtual environment does not survive), the stamp is missing and the
# set-up runs again. When nothing changed, no set-up work is done.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help article preview where new source test verify pdf translated bench drill cases lint \
	browser lock clean

PYTHON ?= python3
DIR ?= tests/cases
ARTICLES ?= 1
SEED ?= 1
COUNT ?= 500
BIN := .venv/bin

stamp = .venv/.$(1)-$(shell { pwd; cat $(1).txt; } | sha256sum | cut -c1-16)
RUN := $(call stamp,requirements)
DEV := $(call stamp,requirements-dev)

# Where .venv is active, `python3` is its own: the Python that it was made from makes it anew.
OUTSIDE = $(PYTHON) -c 'import sys; print(sys._base_executable)'

# A virtual environment without a pip of its own: Debian's Python lacks ensurepip, and pip fills
# another environment as well. Byte code is compiled now, once; Snakemake starts in a third of the
# time with it.
INSTALL = "$$($(OUTSIDE))" -m pip --python $(BIN)/python install -qq --disable-pip-version-check \
	--compile --require-hashes --requirement

help: ## Say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

article: $(RUN) ## Build and verify every article into build/ and figures/
	@$(BIN)/python scripts/build.py

preview: $(RUN) ## Show edits in the browser as they are saved: make preview [ARTICLE=name] [PORT=8123]
	@$(BIN)/python scripts/preview.py --article="$${ARTICLE-}" --port="$${PORT-}"

where: $(RUN) ## List what depends on a figure: make where Q=256.4 (or a fact id, a source, a cell, file:line)
	@$(BIN)/python scripts/where.py -- "$${Q-}"

new: $(RUN) ## Lay out a new article: make new ARTICLE=name
	@$(BIN)/python scripts/new.py article -- "$${ARTICLE-}"

source: $(RUN) ## Lay out a new source: make source ID=name URL=https://…
	@$(BIN)/python scripts/new.py source -- "$${ID-}" "$${URL-}"

test: lint browser ## Run the linters and all tests
	@echo "Tests"
	@$(BIN)/pytest --numprocesses 2 -rs

verify: $(RUN) ## Check the finished pages again, as a stranger would
	@$(BIN)/python scripts/verify.py --all
	@$(BIN)/python scripts/site.py --check

pdf: browser article ## Print every article in both languages into build/pdf/
	@$(BIN)/python scripts/pdf.py

translated: $(RUN) ## Record that both languages were read: make translated ARTICLE=name [SECTION=anchor]
	@$(BIN)/python scripts/translated.py $(ARTICLE) $(SECTION)

bench: $(RUN) ## Measure how long a build takes: make bench [ARTICLES=1000] [SMALL=yes]
	@$(BIN)/python scripts/bench.py --articles $(ARTICLES) --small=$(SMALL)

drill: article ## Attack the checks: make drill [COUNT=500] [SEED=1]
	@$(BIN)/python scripts/drill.py --seed $(SEED) --count $(COUNT)

cases: $(RUN) ## Run the case files of a folder: make cases DIR=tests/cases
	@$(BIN)/python scripts/cases.py $(DIR)

lint: $(DEV) ## Check style, types and the workflow
	@echo "Style"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/snakefmt --check --compact-diff Snakefile scripts/*.smk
	@echo "Types"
	@$(BIN)/mypy scripts
	@echo "Workflow"
	@$(BIN)/snakemake --lint

lock: $(DEV) ## Write the lock files anew after a change of pyproject.toml
	@$(LOCK) pyproject.toml --output-file requirements.txt
	@$(LOCK) pyproject.toml --output-file requirements-dev.txt --group dev \
		--constraints requirements.txt

clean: ## Remove all that `make article` and `make test` made, except .venv
	@rm -rf build figures .snakemake .cache .hypothesis .*_cache

# One version of each package for every Python from 3.11 on: a lock that forks by Python version
# would let two machines compute with two versions.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock"

$(RUN):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is older than 3.11: make PYTHON=python3.12 uses another" >&2; exit 1; }
	@"$$($(OUTSIDE))" -m pip --version >/dev/null || \
		{ echo "$(PYTHON) has no pip: apt-get install python3-pip brings it" >&2; exit 1; }
	@echo "Setting up .venv from requirements.txt: about a minute, once"
	@"$$($(OUTSIDE))" -m venv --clear --without-pip .venv
	@$(INSTALL) requirements.txt
	@touch $@

$(DEV): $(RUN)
	@echo "Adding the test tools from requirements-dev.txt: half a minute, once"
	@rm -f .venv/.requirements-dev-*
	@$(INSTALL) requirements-dev.txt
	@touch $@

# libatomic1 is for the driver within the package playwright, which asks for it without saying so.
browser: $(DEV)
	@if command -v chromium >/dev/null && $(BIN)/playwright --version >/dev/null 2>&1; then \
		exit; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium, which tests and prints the page: about a minute, once"; \
		export DEBIAN_FRONTEND=noninteractive; \
		said=$$(apt-get update -qq 2>&1 && \
			apt-get install -qq -y --no-install-recommends chromium libatomic1 2>&1) || \
			echo "$$said"$$'\n'"Chromium is missing: the page can be neither tested nor printed" >&2; \
	else \
		echo "No Chromium to test or print the page: apt-get install chromium mends that"; \
	fi
