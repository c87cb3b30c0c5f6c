# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/report: C_TESTS += and SH_TESTS +=
C_TESTS += \
  tests/report/test_answer_words.t \
  tests/report/test_html.t \
  tests/report/test_rank.t \
  tests/report/test_result.t \
  tests/report/test_scale.t \
  tests/report/test_seen.t \
  tests/report/test_series.t \
  tests/report/test_sparkline.t \
  tests/report/test_table.t
tests_report_test_answer_words_t_SOURCES = tests/report/test_answer_words.c
tests_report_test_html_t_SOURCES = tests/report/test_html.c
tests_report_test_rank_t_SOURCES = tests/report/test_rank.c
tests_report_test_result_t_SOURCES = tests/report/test_result.c tests/report/made_results.h
tests_report_test_scale_t_SOURCES = tests/report/test_scale.c
tests_report_test_seen_t_SOURCES = tests/report/test_seen.c tests/report/made_results.h
tests_report_test_series_t_SOURCES = tests/report/test_series.c
tests_report_test_sparkline_t_SOURCES = tests/report/test_sparkline.c
tests_report_test_table_t_SOURCES = tests/report/test_table.c tests/report/made_results.h
EXTRA_DIST += tests/data/result
SH_TESTS += tests/report/history.sh tests/report/html.sh tests/report/schema.sh
EXTRA_DIST += tests/report/page.py tests/report/validate.py
