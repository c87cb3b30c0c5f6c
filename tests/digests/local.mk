# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/digests
C_TESTS += tests/digests/test_hostile.t
tests_digests_test_hostile_t_SOURCES = tests/digests/test_hostile.c
C_TESTS += tests/digests/test_summary.t
tests_digests_test_summary_t_SOURCES = tests/digests/test_summary.c
