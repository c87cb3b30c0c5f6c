C_TESTS += tests/job/test_rhythm.t tests/job/test_find.t
tests_job_test_rhythm_t_SOURCES = tests/job/test_rhythm.c
tests_job_test_find_t_SOURCES = tests/job/test_find.c
C_TESTS += tests/job/test_made_files.t
tests_job_test_made_files_t_SOURCES = tests/job/test_made_files.c
C_TESTS += tests/job/test_of_config.t
tests_job_test_of_config_t_SOURCES = tests/job/test_of_config.c
