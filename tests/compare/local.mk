# tests of src/compare: C_TESTS += and SH_TESTS +=

# whole run directories, made up
C_TESTS += tests/compare/test_rundir.t
EXTRA_DIST += tests/compare/rundir.h
tests_compare_test_rundir_t_SOURCES = tests/compare/test_rundir.c
