# Every command a person needs. `make` alone lists them.

PYTHON ?= python3
PORT ?= 8080
MINUTES ?= 10
SECONDS ?= 60
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup run test test-browser test-clients check audit format bench soak fuzz planted contract migration lock

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: .venv/.run ## make .venv with the service in it (.venv/bin/reskontra)

.venv/.run: requirements/run.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

.venv/.dev: .venv/.run requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	touch $@

run: .venv/.run ## start the service with a ready company and credentials (PORT=8080)
	$(BIN)/reskontra sandbox --port $(PORT)

# Where bytecode is not to be written, each of many processes would compile all of it anew.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/.dev ## every test, on SQLite and on real PostgreSQL and Valkey servers
	$(BIN)/python -m pytest -n auto -m "not browser and not soak"

test-browser: .venv/.dev ## the pages in a real Chromium, and clients that generators make (needs Debian's chromium and npm)
	$(BIN)/python -m pytest -m browser

test-clients: .venv/.run ## public clients, unmodified, in a sandbox (needs Debian's nodejs and npm; CLIENT_DIR=path for a checkout)
	$(BIN)/python -m clients .clients docs/clients.md

bench: .venv/.dev ## what calls cost beside their limits, on both engines (50 minutes; QUICK=--quick: 5 minutes)
	$(BIN)/python -m bench $(QUICK) $(BENCH) --json bench-figures.json

soak: .venv/.dev ## races, crashes, faults, bad input, again and again with new seeds (MINUTES=10)
	$(BIN)/python -m soak --minutes $(MINUTES) $(SOAK)

fuzz: .venv/.fuzz ## atheris on each parser (SECONDS=60 for each; TARGET=json for one)
	$(BIN)/python -m fuzz --seconds $(SECONDS) $(TARGET)

.venv/.fuzz: .venv/.dev requirements/fuzz.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/fuzz.lock
	touch $@

planted: .venv/.dev ## known breakages, one at a time: some test must catch each (20 minutes; NAME="part of a name")
	$(BIN)/python -m planted $(if $(NAME),"$(NAME)")

check: .venv/.dev ## format, lint, strict types, floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_architecture.py

audit: .venv/.run ## a bill of materials (sbom.cdx.json), and what is known against it where a database can be asked
	$(BIN)/python -m supply

format: .venv/.dev ## put the code in its house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

contract: .venv/.run ## write the tables of docs/contract.md, docs/settings.md and docs/differences.md anew from the code
	$(BIN)/python -m reskontra.web.document docs/contract.md docs/settings.md docs/differences.md

migration: .venv/.dev ## draft a migration from what the tables say now (MESSAGE="what changed")
	@test -n "$(MESSAGE)" || { echo 'say what changed: make migration MESSAGE="..."' >&2; exit 1; }
	$(BIN)/python -m reskontra.commands.draft "$(MESSAGE)"
	$(BIN)/ruff format --quiet src/reskontra/storage/migrations/versions

lock: ## resolve the dependencies anew, with hashes (needs uv and npm)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml requirements/build.in -o requirements/run.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --extra dev pyproject.toml requirements/build.in -o requirements/dev.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --extra fuzz pyproject.toml requirements/build.in -o requirements/fuzz.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header clients/python.in -o clients/python.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header tests/generated/python.in -o tests/generated/python.lock
	cd clients && npm install --silent --package-lock-only --omit-lockfile-registry-resolved
	cd tests/generated && npm install --silent --package-lock-only --omit-lockfile-registry-resolved
