C_TESTS += tests/storage/test_storage.t
tests_storage_test_storage_t_SOURCES = tests/storage/test_storage.c
