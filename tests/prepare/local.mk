# tests of src/prepare: C_TESTS += and SH_TESTS +=
SH_TESTS += tests/prepare/log.sh tests/prepare/traces.sh tests/prepare/pids.sh
SH_TESTS += tests/prepare/monitors.sh tests/prepare/tree.sh
C_TESTS += tests/prepare/test_sorter.t
tests_prepare_test_sorter_t_SOURCES = tests/prepare/test_sorter.c
EXTRA_DIST += tests/prepare/given.sh
