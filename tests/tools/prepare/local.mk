# SPDX-License-Identifier: GPL-3.0-or-later
# tests of tools/prepare
SH_TESTS += tests/tools/prepare/log.sh tests/tools/prepare/traces.sh tests/tools/prepare/pids.sh
SH_TESTS += tests/tools/prepare/monitors.sh tests/tools/prepare/tree.sh
C_TESTS += tests/tools/prepare/test_sorter.t
tests_tools_prepare_test_sorter_t_SOURCES = tests/tools/prepare/test_sorter.c
EXTRA_DIST += tests/tools/prepare/given.sh
