C_TESTS += tests/derive/test_made_files.t
tests_derive_test_made_files_t_SOURCES = tests/derive/test_made_files.c
