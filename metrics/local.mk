# SPDX-License-Identifier: GPL-3.0-or-later
# One file a measure; file foo.c defines metric_foo.
METRICS = \
  metrics/ratio.c \
  metrics/dtw.c \
  metrics/dtw_active.c \
  metrics/w1.c \
  metrics/w1_log2.c \
  metrics/w1_log10.c \
  metrics/w1_tv.c \
  metrics/temporal_w1.c \
  metrics/spectral_w1.c \
  metrics/period.c \
  metrics/coupling.c \
  metrics/spans_iou.c \
  metrics/spans_share.c \
  metrics/spans_edit.c \
  metrics/spans_kinds.c \
  metrics/difference.c

noinst_LTLIBRARIES += libmetrics.la
libmetrics_la_SOURCES = $(METRICS) \
  metrics/metric.c metrics/metric.h metrics/value.c metrics/ratio.h \
  metrics/signal.c metrics/signal.h \
  metrics/isa.c metrics/isa.h \
  metrics/dtw_core.c metrics/dtw.h \
  metrics/dtw_table.c metrics/dtw_table.h \
  metrics/dtw_path.c metrics/dtw_path.h \
  metrics/dtw_portable.c metrics/dtw_neon.c metrics/dtw_strip.h metrics/dtw_kernel.h \
  metrics/dtw_narrow.h \
  metrics/dtw_bounds.c metrics/dtw_bounds.h \
  metrics/dist.c metrics/dist.h metrics/w1.h \
  metrics/fft.c metrics/fft.h \
  metrics/welch.c metrics/welch.h metrics/spectral_w1.h \
  metrics/period_find.c metrics/period.h \
  metrics/spans.c metrics/spans.h \
  metrics/lag.c metrics/lag.h \
  metrics/rng.c metrics/rng.h \
  metrics/aggregate.c metrics/aggregate.h \
  metrics/ols.c metrics/ols.h \
  metrics/holm.c metrics/holm.h \
  metrics/moderated.c metrics/moderated.h \
  metrics/changepoint.c metrics/changepoint.h
libmetrics_la_LIBADD =
nodist_libmetrics_la_SOURCES = metrics/registry.inc
BUILT_SOURCES += metrics/registry.inc
CLEANFILES += metrics/registry.inc
EXTRA_DIST += metrics/template.c

metrics/registry.inc: metrics/local.mk
	@$(MKDIR_P) metrics
	$(AM_V_GEN)for f in $(METRICS); do b=$${f##*/}; echo "FID_METRIC (metric_$${b%.c})"; done >$@.tmp && mv $@.tmp $@
metrics/metric.lo: metrics/registry.inc

# The same kernels for wider vectors; isa.h chooses among them at run time.
if X86_KERNELS
noinst_LTLIBRARIES += libavx2.la libavx512.la
libavx2_la_SOURCES = metrics/dtw_avx2.c
libavx2_la_CFLAGS = $(AM_CFLAGS) $(AVX2_CFLAGS)
libavx512_la_SOURCES = metrics/dtw_avx512.c
libavx512_la_CFLAGS = $(AM_CFLAGS) $(AVX512_CFLAGS)
libmetrics_la_LIBADD += libavx2.la libavx512.la
else
EXTRA_DIST += metrics/dtw_avx2.c metrics/dtw_avx512.c
endif
