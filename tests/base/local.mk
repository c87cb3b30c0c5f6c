# tests of src/base: C_TESTS += and SH_TESTS +=
C_TESTS += tests/base/test_decimal.t
tests_base_test_decimal_t_SOURCES = tests/base/test_decimal.c
C_TESTS += tests/base/test_gunzip.t
tests_base_test_gunzip_t_SOURCES = tests/base/test_gunzip.c
C_TESTS += tests/base/test_json.t
tests_base_test_json_t_SOURCES = tests/base/test_json.c
C_TESTS += tests/base/test_jsonread.t
tests_base_test_jsonread_t_SOURCES = tests/base/test_jsonread.c
C_TESTS += tests/base/test_jsontext.t
tests_base_test_jsontext_t_SOURCES = tests/base/test_jsontext.c

C_TESTS += tests/base/test_span.t tests/base/test_text.t
tests_base_test_span_t_SOURCES = tests/base/test_span.c
tests_base_test_text_t_SOURCES = tests/base/test_text.c
C_TESTS += tests/base/test_parallel.t
tests_base_test_parallel_t_SOURCES = tests/base/test_parallel.c
C_TESTS += tests/base/test_jsonbuild.t
tests_base_test_jsonbuild_t_SOURCES = tests/base/test_jsonbuild.c
C_TESTS += tests/base/test_scan.t
tests_base_test_scan_t_SOURCES = tests/base/test_scan.c
C_TESTS += tests/base/test_repr.t
tests_base_test_repr_t_SOURCES = tests/base/test_repr.c
C_TESTS += tests/base/test_jsonitems.t
tests_base_test_jsonitems_t_SOURCES = tests/base/test_jsonitems.c
C_TESTS += tests/base/test_quanta.t
tests_base_test_quanta_t_SOURCES = tests/base/test_quanta.c
