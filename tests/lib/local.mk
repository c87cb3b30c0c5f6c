# SPDX-License-Identifier: GPL-3.0-or-later
# tests of the installed library: its functions, as a host program sees them, and what it exports
C_TESTS += tests/lib/test_api.t tests/lib/test_many_runs.t tests/lib/test_measures.t tests/lib/test_host.t
tests_lib_test_api_t_SOURCES = tests/lib/test_api.c tests/lib/library.h
tests_lib_test_api_t_LDADD = libfidlio.la
tests_lib_test_many_runs_t_SOURCES = tests/lib/test_many_runs.c tests/lib/library.h
tests_lib_test_many_runs_t_LDADD = libfidlio.la
tests_lib_test_measures_t_SOURCES = tests/lib/test_measures.c
tests_lib_test_measures_t_LDADD = libfidlio.la
tests_lib_test_host_t_SOURCES = tests/lib/test_host.c
tests_lib_test_host_t_LDADD = libfidlio.la
C_TESTS += tests/lib/test_null.t
tests_lib_test_null_t_SOURCES = tests/lib/test_null.c
tests_lib_test_null_t_LDADD = libfidlio.la
SH_TESTS += tests/lib/abi.sh
EXTRA_DIST += tests/lib/abi.txt
