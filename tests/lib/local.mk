# tests of src/lib
C_TESTS += tests/lib/test_api.t
tests_lib_test_api_t_SOURCES = tests/lib/test_api.c
tests_lib_test_api_t_LDADD = libfidlio.la
