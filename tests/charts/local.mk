# SPDX-License-Identifier: GPL-3.0-or-later
# tests of src/charts: C_TESTS += and SH_TESTS +=
C_TESTS += tests/charts/test_activity.t tests/charts/test_run_figure.t \
  tests/charts/test_run_histograms.t \
  tests/charts/test_time_range.t
tests_charts_test_activity_t_SOURCES = tests/charts/test_activity.c
tests_charts_test_time_range_t_SOURCES = tests/charts/test_time_range.c
tests_charts_test_run_figure_t_SOURCES = tests/charts/test_run_figure.c
tests_charts_test_run_histograms_t_SOURCES = tests/charts/test_run_histograms.c
C_TESTS += tests/charts/test_pair_charts.t
tests_charts_test_pair_charts_t_SOURCES = tests/charts/test_pair_charts.c
C_TESTS += tests/charts/test_time_map.t
tests_charts_test_time_map_t_SOURCES = tests/charts/test_time_map.c
