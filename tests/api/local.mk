# tests of src/api: C_TESTS += and SH_TESTS +=
C_TESTS += tests/api/test_api.t
tests_api_test_api_t_SOURCES = tests/api/test_api.c
