# One file a measure; file foo.c defines metric_foo.
METRICS = \
  metrics/ratio.c

noinst_LTLIBRARIES += libmetrics.la
libmetrics_la_SOURCES = $(METRICS) \
  metrics/metric.c metrics/metric.h
nodist_libmetrics_la_SOURCES = metrics/registry.inc
BUILT_SOURCES += metrics/registry.inc
CLEANFILES += metrics/registry.inc
EXTRA_DIST += metrics/template.c $(METRICS:.c=.h)

metrics/registry.inc: metrics/local.mk
	@$(MKDIR_P) metrics
	$(AM_V_GEN)for f in $(METRICS); do b=$${f##*/}; echo "FID_METRIC (metric_$${b%.c})"; done >$@.tmp && mv $@.tmp $@
