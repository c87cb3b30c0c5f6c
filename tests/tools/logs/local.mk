# tests of src/tools/logs
C_TESTS += tests/tools/logs/test_parse.t tests/tools/logs/test_read.t tests/tools/logs/test_summary.t
tests_tools_logs_test_parse_t_SOURCES = tests/tools/logs/test_parse.c tests/tools/logs/job.h
tests_tools_logs_test_read_t_SOURCES = tests/tools/logs/test_read.c tests/tools/logs/job.h
tests_tools_logs_test_summary_t_SOURCES = tests/tools/logs/test_summary.c tests/tools/logs/job.h \
  tests/readers/mutate.c tests/readers/mutate.h
