# tests of src/batch: C_TESTS += and SH_TESTS +=
C_TESTS += tests/batch/test_batch.t
tests_batch_test_batch_t_SOURCES = tests/batch/test_batch.c
