# Everything here is a script that can be run by hand; `make help` lists the commands.
PORT ?= 8080
DATABASE ?= .nestory/nestory.db

.DEFAULT_GOAL := help
.PHONY: help run demo cluster test bench docs doctor snippets format lint requirements clean

help: ## Lists the commands.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-14s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: requirements ## Runs Nestory with a sample inventory on http://127.0.0.1:8080 (PORT=…, DATABASE=…).
	@Scripts/run-nestory.sh "$(PORT)" "$(DATABASE)"

demo: requirements ## Shows an outage of Nestory's services in the terminal, second by second.
	@SWIFT_DETERMINISTIC_HASHING=1 swift build --package-path Examples/Nestory --product nestory >&2
	@"$$(swift build --package-path Examples/Nestory --product nestory --show-bin-path)/nestory" demo

cluster: ## Runs two Nestory servers on a PostgreSQL primary with a standby, behind a proxy on port 8080 (PORT=…).
	@Scripts/run-cluster.sh "$(PORT)"

test: requirements ## Runs the tests: libraries, snippets, zero dependencies, Nestory, its page in Chromium, the doctor.
	@Scripts/test.sh

bench: ## Measures the container, protected calls and Nestory on PostgreSQL; fails if a cost is over its limit.
	@Scripts/bench.sh

docs: requirements ## Builds the documentation site into .build/docs/site, and checks it in a browser.
	@Scripts/build-docs.sh
	@Scripts/check-docs-site.sh

doctor: ## Checks this repository with service-doctor.
	@Scripts/doctor.sh check

snippets: ## Writes the compiled snippets into README and articles.
	@UPDATE_SNIPPETS=1 swift test --filter SnippetTests

format: ## Formats every Swift file.
	@Scripts/format.sh

lint: ## Checks the format of every Swift file.
	@Scripts/format.sh --lint

requirements: ## Installs what building and testing need, on Debian and Ubuntu.
	@Scripts/install-requirements.sh

clean: ## Removes what was built.
	rm -rf .build Benchmarks/.build Examples/*/.build Tools/*/.build
