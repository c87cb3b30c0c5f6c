C_TESTS += tests/metrics/test_ratio.t
tests_metrics_test_ratio_t_SOURCES = tests/metrics/test_ratio.c
