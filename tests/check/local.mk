# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/check: C_TESTS += and SH_TESTS +=
C_TESTS += tests/check/test_limits.t tests/check/test_verdict.t
tests_check_test_limits_t_SOURCES = tests/check/test_limits.c
tests_check_test_verdict_t_SOURCES = tests/check/test_verdict.c
SH_TESTS += tests/check/gate.sh tests/check/baseline.sh tests/check/held.sh tests/check/recorded.sh
EXTRA_DIST += tests/check/pairs.sh
