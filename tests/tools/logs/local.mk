# SPDX-License-Identifier: GPL-3.0-or-later
# tests of tools/logs
C_TESTS += tests/tools/logs/test_read_text.t tests/tools/logs/test_read_json.t tests/tools/logs/test_summary.t
tests_tools_logs_test_read_text_t_SOURCES = tests/tools/logs/test_read_text.c tests/tools/logs/training_log.h
tests_tools_logs_test_read_json_t_SOURCES = tests/tools/logs/test_read_json.c tests/tools/logs/training_log.h
tests_tools_logs_test_summary_t_SOURCES = tests/tools/logs/test_summary.c tests/tools/logs/training_log.h \
  tests/readers/mutate.c tests/readers/mutate.h
C_TESTS += tests/tools/logs/test_log_figure.t
tests_tools_logs_test_log_figure_t_SOURCES = tests/tools/logs/test_log_figure.c
