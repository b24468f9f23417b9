# Fonte: one command each. `make chat` first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
PEERS := .bench/.peers
.DEFAULT_GOAL := help

.PHONY: help
help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Fonte needs Python 3.11 or newer: make PYTHON=/path/to/python3" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(RUNTIME): requirements/runtime.txt | $(VENV)/pyvenv.cfg
	@echo "installing the runtime packages…" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(DEV): requirements/dev.txt | $(VENV)/pyvenv.cfg
	@echo "installing the runtime and development packages…" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $(RUNTIME) $@

# apart from ours: what Fonte is measured beside wants other versions
$(PEERS): requirements/peers.txt | $(VENV)/pyvenv.cfg
	@echo "installing what Fonte is measured beside…" >&2
	@$(BIN)/python -m venv .bench
	@.bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.PHONY: setup
setup: $(DEV)  ## make .venv with everything

.PHONY: chat
chat: $(RUNTIME)  ## talk to Fonte in the terminal
	@trap : INT; $(BIN)/python -m bot chat || test $$? -eq 130

.PHONY: telegram
telegram: $(RUNTIME)  ## run the bot in Telegram
	@$(BIN)/python -m bot telegram

.PHONY: review
review: $(RUNTIME)  ## the operators' console, at REVIEW_HOST:REVIEW_PORT
	@$(BIN)/python -m bot review

.PHONY: lint
lint: $(DEV)  ## the checks alone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile

.PHONY: test
test: lint  ## everything that CI runs
	$(BIN)/pytest -n 3 --dist loadfile

.PHONY: test-long
test-long: $(DEV)  ## the long forms of the kill, fuzz and lying-model tests
	FONTE_LONG_TESTS=1 $(BIN)/pytest -n 3 --dist loadfile

.PHONY: eval
eval: $(DEV)  ## how well routing, retrieval and grounding do on the golden sets
	@$(BIN)/python scripts/evaluate.py

.PHONY: bench
bench: $(DEV) $(PEERS)  ## how fast, and in how much memory
	@$(BIN)/python scripts/bench.py

.PHONY: lock
lock: $(DEV)  ## write requirements/*.txt from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --quiet --output-file requirements/runtime.txt
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --quiet --constraint requirements/runtime.txt --output-file requirements/dev.txt
	$(BIN)/uv pip compile --group peers --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --no-strip-extras --quiet --output-file requirements/peers.txt
