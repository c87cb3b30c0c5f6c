# tests of src/cli: C_TESTS += and SH_TESTS +=
SH_TESTS += tests/cli/usage.sh tests/cli/report.sh
SH_TESTS += tests/cli/compare.sh tests/cli/matrix.sh
SH_TESTS += tests/cli/recorded.sh
SH_TESTS += tests/cli/inspect.sh tests/cli/pictures.sh tests/cli/plot.sh tests/cli/plot_pair.sh
SH_TESTS += tests/cli/prepared.sh
EXTRA_DIST += tests/cli/prepare.py
SH_TESTS += tests/cli/attribution.sh
SH_TESTS += tests/cli/calibrate.sh tests/cli/scope.sh
SH_TESTS += tests/cli/cut.sh tests/cli/isa.sh
SH_TESTS += tests/cli/series.sh
SH_TESTS += tests/cli/make-trace.sh
SH_TESTS += tests/cli/repeats.sh
SH_TESTS += tests/cli/export.sh
EXTRA_DIST += tests/cli/export.py
SH_TESTS += tests/cli/logs.sh tests/cli/logs_plot.sh
EXTRA_DIST += tests/cli/logs.py
SH_TESTS += tests/cli/steps.sh
