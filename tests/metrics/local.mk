# SPDX-License-Identifier: GPL-3.0-or-later
# One test a measure, test_<name>.c; tests/tree/docs.sh asks for it.
C_TESTS += \
  tests/metrics/test_ratio.t \
  tests/metrics/test_dtw.t \
  tests/metrics/test_dtw_active.t \
  tests/metrics/test_isa.t \
  tests/metrics/test_dtw_nearest.t \
  tests/metrics/test_w1.t \
  tests/metrics/test_w1_log2.t \
  tests/metrics/test_w1_log10.t \
  tests/metrics/test_w1_tv.t \
  tests/metrics/test_temporal_w1.t \
  tests/metrics/test_spectral_w1.t \
  tests/metrics/test_period.t \
  tests/metrics/test_coupling.t \
  tests/metrics/test_spans_iou.t \
  tests/metrics/test_spans_share.t \
  tests/metrics/test_spans_edit.t \
  tests/metrics/test_spans_kinds.t \
  tests/metrics/test_difference.t \
  tests/metrics/test_lag.t \
  tests/metrics/test_rng.t \
  tests/metrics/test_aggregate.t \
  tests/metrics/test_holm.t \
  tests/metrics/test_moderated.t \
  tests/metrics/test_changepoint.t \
  tests/metrics/test_metric.t
EXTRA_DIST += tests/metrics/metric_test.h

tests_metrics_test_ratio_t_SOURCES = tests/metrics/test_ratio.c
C_TESTS += tests/metrics/test_dtw_bounds.t
tests_metrics_test_dtw_bounds_t_SOURCES = tests/metrics/test_dtw_bounds.c
tests_metrics_test_dtw_t_SOURCES = tests/metrics/test_dtw.c
tests_metrics_test_dtw_active_t_SOURCES = tests/metrics/test_dtw_active.c
tests_metrics_test_dtw_nearest_t_SOURCES = tests/metrics/test_dtw_nearest.c
tests_metrics_test_isa_t_SOURCES = tests/metrics/test_isa.c \
  tests/metrics/dtw_plain.c tests/metrics/dtw_plain.h
tests_metrics_test_w1_t_SOURCES = tests/metrics/test_w1.c
tests_metrics_test_w1_log2_t_SOURCES = tests/metrics/test_w1_log2.c
tests_metrics_test_w1_log10_t_SOURCES = tests/metrics/test_w1_log10.c
tests_metrics_test_w1_tv_t_SOURCES = tests/metrics/test_w1_tv.c
tests_metrics_test_temporal_w1_t_SOURCES = tests/metrics/test_temporal_w1.c
tests_metrics_test_spectral_w1_t_SOURCES = tests/metrics/test_spectral_w1.c
tests_metrics_test_period_t_SOURCES = tests/metrics/test_period.c
tests_metrics_test_coupling_t_SOURCES = tests/metrics/test_coupling.c
tests_metrics_test_spans_iou_t_SOURCES = tests/metrics/test_spans_iou.c
tests_metrics_test_spans_share_t_SOURCES = tests/metrics/test_spans_share.c
tests_metrics_test_spans_kinds_t_SOURCES = tests/metrics/test_spans_kinds.c
tests_metrics_test_spans_edit_t_SOURCES = tests/metrics/test_spans_edit.c
tests_metrics_test_difference_t_SOURCES = tests/metrics/test_difference.c
tests_metrics_test_lag_t_SOURCES = tests/metrics/test_lag.c
tests_metrics_test_rng_t_SOURCES = tests/metrics/test_rng.c
tests_metrics_test_aggregate_t_SOURCES = tests/metrics/test_aggregate.c
tests_metrics_test_holm_t_SOURCES = tests/metrics/test_holm.c
tests_metrics_test_moderated_t_SOURCES = tests/metrics/test_moderated.c
tests_metrics_test_changepoint_t_SOURCES = tests/metrics/test_changepoint.c
tests_metrics_test_metric_t_SOURCES = tests/metrics/test_metric.c
C_TESTS += tests/metrics/test_ols.t tests/metrics/test_nomem.t tests/metrics/test_fft_nomem.t
tests_metrics_test_fft_nomem_t_SOURCES = tests/metrics/test_fft_nomem.c
tests_metrics_test_nomem_t_SOURCES = tests/metrics/test_nomem.c
tests_metrics_test_ols_t_SOURCES = tests/metrics/test_ols.c
