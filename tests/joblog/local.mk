# tests of src/joblog
C_TESTS += tests/joblog/test_parse.t tests/joblog/test_read.t tests/joblog/test_summary.t
tests_joblog_test_parse_t_SOURCES = tests/joblog/test_parse.c tests/joblog/job.h
tests_joblog_test_read_t_SOURCES = tests/joblog/test_read.c tests/joblog/job.h
tests_joblog_test_summary_t_SOURCES = tests/joblog/test_summary.c tests/joblog/job.h \
  tests/readers/mutate.c tests/readers/mutate.h
