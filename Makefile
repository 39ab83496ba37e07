# Every habit of a contributor is one word: `make` lists them. Needs make, git and Python 3.11 or newer, and nothing else:
# what runs here is installed into $(VENV) from the pinned files in requirements/, and again when those change.

VENV ?= .venv
PYTHON ?=
ARGS ?=
TESTS ?=
MINUTES ?= 10
INPUTS ?= 200000
SEED ?=

RUN = $(VENV)/bin/python -m
PAIJU = $(RUN) clients.cli.main

# Settings of the person's own that would send an installation elsewhere than into $(VENV).
unexport PYTHONPATH
unexport PYTHONHOME
INSTALL = scripts/install "$(VENV)"

PEERS = benchmarks/peers/node

.DEFAULT_GOAL := help
.PHONY: help venv play serve test quick lint format bench bench-env bench-peers guard chaos soak fuzz sim schema screens audit pins clean

help: ## list these words
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/runtime ## play a game here and now, against bots       (ARGS="--help")
	@$(PAIJU) play $(ARGS)

serve: $(VENV)/runtime ## run a server for friends                      (ARGS="--help")
	@$(PAIJU) serve $(ARGS)

sim: $(VENV)/runtime ## let bots play many games and count            (ARGS="dingti --games 1000")
	@$(PAIJU) sim $(if $(ARGS),$(ARGS),dingti --seats 4 --games 200 --seed 7 --bots normal)

test: $(VENV)/dev ## all tests                                     (TESTS=tests/engine ARGS="-k name")
	@$(RUN) pytest $(TESTS) $(ARGS)

quick: $(VENV)/dev ## the tests without the slow ones
	@$(RUN) pytest -m "not slow" $(TESTS) $(ARGS)

lint: $(VENV)/dev ## style, types, what is known to be unsafe, and who may import whom
	@$(RUN) ruff check --quiet .
	@$(RUN) ruff format --quiet --check .
	@$(RUN) mypy --no-error-summary
	@$(RUN) bandit --quiet --configfile pyproject.toml --recursive engine protocol server clients
	@$(VENV)/bin/lint-imports > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

format: $(VENV)/dev ## put the source in the house's shape
	@$(RUN) ruff check --quiet --fix-only .
	@$(RUN) ruff format --quiet .

bench: $(VENV)/dev ## speed and size on this machine
	@PAIJU_PEERS="$(wildcard $(VENV)-bench/bin/python)" $(RUN) benchmarks $(ARGS)

guard: $(VENV)/dev ## no hot path takes more instructions than are kept (ARGS=--update keeps them)
	@$(RUN) benchmarks.guard $(ARGS)

bench-env: ## what bench and bench-peers compare with, in an environment of its own
	@$(MAKE) --no-print-directory VENV="$(VENV)-bench" "$(VENV)-bench/rlcard"
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory $(PEERS)/node_modules/.package-lock.json; \
	else echo "There is no npm here: make bench-peers has no servers to compare with."; fi
	@echo "$(VENV)-bench is ready."

bench-peers: bench-env ## one game on Paiju, Colyseus, boardgame.io and servers by hand (ARGS="--runs 1")
	@"$(VENV)-bench/bin/python" -m benchmarks.peers $(if $(ARGS),$(ARGS),--write)

chaos: $(VENV)/dev ## servers, Redis and lines fail while 80 people play (MINUTES=10 SEED=n)
	@$(RUN) tests.chaos $(MINUTES) $(SEED)

soak: $(VENV)/dev ## people come, play and leave for hours; nothing may be left of them (MINUTES=10 SEED=n)
	@$(RUN) tests.soak $(MINUTES) $(SEED)

fuzz: $(VENV)/dev ## hostile players beside a table that plays on   (INPUTS=200000 SEED=n)
	@$(RUN) tests.fuzz $(INPUTS) $(SEED)

audit: $(VENV)/dev ## known faults of the packages that are pinned   (asks the network)
	@$(VENV)/bin/python scripts/audit requirements/*.txt

schema: $(VENV)/dev ## write the protocol's schema files again
	@$(RUN) server.schema $(ARGS)

screens: $(VENV)/dev ## draw the client's screens again, for tests and docs (ARGS="home lobby")
	@$(RUN) tests.clients.screens $(ARGS)

venv: $(VENV)/dev ## set up everything a contributor needs
	@echo "$(VENV) is ready."

pins: ## look for newer versions of what is pinned (fetches uv)
	@scripts/pin

clean: ## remove everything that make made
	rm -rf $(VENV) $(VENV)-bench $(PEERS)/node_modules build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment, in three steps; each leaves a file when it has ended well and is taken again otherwise. Its python is a link to
# the interpreter that made it: where that one is gone, all is made anew (clearing only what is an environment).
GONE := $(shell [ -x "$(VENV)/bin/python" ] || echo gone)
.PHONY: gone

$(VENV)/made: $(GONE)
	@python=$$(scripts/find-python "$(PYTHON)") && echo "Setting up $(VENV) with $$python (once) …" && \
	"$$python" -E -m venv $(if $(wildcard $(VENV)/pyvenv.cfg),--clear) "$(VENV)"
	@touch $@

$(VENV)/runtime: $(VENV)/made requirements/runtime.txt pyproject.toml
	@echo "Installing what Paiju runs on …"
	@$(INSTALL) --require-hashes --requirement requirements/runtime.txt
	@$(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev: $(VENV)/runtime requirements/dev.txt
	@echo "Installing what its tests and checks need …"
	@$(INSTALL) --require-hashes --requirement requirements/dev.txt
	@touch $@

# What is compared with, on top of the runtime so that its build is pinned, too.
$(VENV)/rlcard: $(VENV)/runtime requirements/bench.txt
	@$(INSTALL) --require-hashes --no-build-isolation --requirement requirements/bench.txt
	@touch $@

# The servers that bench-peers starts. Their lock file names no address; node itself is not installed here.
$(PEERS)/node_modules/.package-lock.json: $(PEERS)/package.json $(PEERS)/package-lock.json
	@npm ci --prefix $(PEERS) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
