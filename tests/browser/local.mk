# SPDX-License-Identifier: GPL-3.0-or-later
# report.html in a real browser
SH_TESTS += tests/browser/report.sh
EXTRA_DIST += tests/browser/harness.mjs tests/browser/look.mjs tests/browser/report.mjs tests/browser/time.mjs \
  tests/browser/package.json tests/browser/package-lock.json

# What report.sh fetches; beside the sources the two files are its own.
clean-local:
	rm -rf tests/browser/node_modules
	test '$(srcdir)' = . || rm -f tests/browser/package.json tests/browser/package-lock.json
