# report.html in a real browser
SH_TESTS += tests/browser/report.sh
EXTRA_DIST += tests/browser/harness.mjs tests/browser/look.mjs tests/browser/report.mjs tests/browser/time.mjs \
  tests/browser/package.json tests/browser/package-lock.json
