# SPDX-License-Identifier: GPL-3.0-or-later
# errors of the system, made by a library that is loaded before the program
check_LTLIBRARIES += tests/faults/shim.la
tests_faults_shim_la_SOURCES = tests/faults/shim.c
tests_faults_shim_la_LDFLAGS = -module -avoid-version -shared -rpath /nowhere
tests_faults_shim_la_LIBADD = -ldl
SH_TESTS += tests/faults/compare.sh tests/faults/keep_going.sh tests/faults/matrix.sh tests/faults/limits.sh tests/faults/torture.sh tests/faults/report.sh tests/faults/folders.sh tests/faults/changing.sh tests/faults/check.sh tests/faults/rename.sh tests/faults/endless.sh
EXTRA_DIST += tests/faults/faults.sh
