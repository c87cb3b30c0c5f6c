# tests of src/base: C_TESTS += and SH_TESTS +=
C_TESTS += tests/base/test_json.t
tests_base_test_json_t_SOURCES = tests/base/test_json.c
C_TESTS += tests/base/test_jsontext.t
tests_base_test_jsontext_t_SOURCES = tests/base/test_jsontext.c
