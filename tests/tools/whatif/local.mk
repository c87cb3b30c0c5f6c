# SPDX-License-Identifier: GPL-3.0-or-later
# tests of tools/whatif
C_TESTS += tests/tools/whatif/test_align.t
tests_tools_whatif_test_align_t_SOURCES = tests/tools/whatif/test_align.c
SH_TESTS += tests/tools/whatif/tables.sh tests/tools/whatif/ranks.sh
EXTRA_DIST += tests/tools/whatif/example.sh
