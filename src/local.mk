# Each folder is a library.  FID_LIBS lists them from the top down: a folder may use
# those behind it.  layer-*.la are not installed: linking each without undefined symbols
# fails the build where a folder uses one that BELOW_* does not grant it.
FID_LIBS = libtune.la libreport.la libcharts.la libcheck.la libplot.la libdigests.la libbatch.la libtools.la libresults.la \
  libpredict.la libcompare.la libderive.la libjob.la libreaders.la librun.la libmodel.la libmetrics.la libbase.la

include src/base/local.mk
include src/model/local.mk
include src/run/local.mk
include src/readers/local.mk
include src/job/local.mk
include src/derive/local.mk
include src/compare/local.mk
include src/predict/local.mk
include src/digests/local.mk
include src/results/local.mk
include src/batch/local.mk
include src/check/local.mk
include src/plot/local.mk
include src/tools/local.mk
include src/charts/local.mk
include src/report/local.mk
include src/tune/local.mk
include src/lib/local.mk
include src/mpi/local.mk
include src/cli/local.mk

BELOW_metrics =
BELOW_base =
BELOW_model = libmetrics.la libbase.la
BELOW_run = libmetrics.la libmodel.la libbase.la
BELOW_readers = librun.la $(BELOW_run)
BELOW_job = librun.la $(BELOW_run)
BELOW_derive = libjob.la libreaders.la $(BELOW_readers)
BELOW_compare = libjob.la librun.la $(BELOW_run)
BELOW_predict = libcompare.la $(BELOW_compare)
BELOW_digests = libcompare.la libreaders.la $(BELOW_readers)
BELOW_results = libmetrics.la libmodel.la libbase.la
BELOW_batch = libtools.la libresults.la libpredict.la libcompare.la libreaders.la $(BELOW_readers)
BELOW_check = libresults.la $(BELOW_results)
BELOW_plot = libbase.la
BELOW_tools = libreaders.la $(BELOW_readers)
BELOW_charts = libtools.la libplot.la libresults.la libcompare.la $(BELOW_tools)
BELOW_report = libcharts.la libcheck.la $(BELOW_charts)
BELOW_tune = libreport.la libpredict.la libderive.la libbatch.la $(BELOW_report)

if !SANITIZERS
LAYERS = layer-metrics.la layer-base.la layer-model.la layer-run.la layer-readers.la layer-job.la layer-derive.la layer-compare.la layer-predict.la layer-digests.la layer-results.la \
  layer-batch.la layer-check.la layer-plot.la layer-tools.la layer-charts.la layer-report.la layer-tune.la
noinst_LTLIBRARIES += $(LAYERS)
LAYER_LDFLAGS = -module -avoid-version -rpath /nonexistent -no-undefined -Wl,-z,defs
layer_metrics_la_SOURCES =
layer_metrics_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_metrics_la_LIBADD = libmetrics.la $(BELOW_metrics)
layer_base_la_SOURCES =
layer_base_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_base_la_LIBADD = libbase.la $(BELOW_base)
layer_model_la_SOURCES =
layer_model_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_model_la_LIBADD = libmodel.la $(BELOW_model)
layer_run_la_SOURCES =
layer_run_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_run_la_LIBADD = librun.la $(BELOW_run)
layer_readers_la_SOURCES =
layer_readers_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_readers_la_LIBADD = libreaders.la $(BELOW_readers)
layer_job_la_SOURCES =
layer_job_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_job_la_LIBADD = libjob.la $(BELOW_job)
layer_derive_la_SOURCES =
layer_derive_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_derive_la_LIBADD = libderive.la $(BELOW_derive)
layer_compare_la_SOURCES =
layer_compare_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_compare_la_LIBADD = libcompare.la $(BELOW_compare)
layer_predict_la_SOURCES =
layer_predict_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_predict_la_LIBADD = libpredict.la $(BELOW_predict)
layer_digests_la_SOURCES =
layer_digests_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_digests_la_LIBADD = libdigests.la $(BELOW_digests)
layer_results_la_SOURCES =
layer_results_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_results_la_LIBADD = libresults.la $(BELOW_results)
layer_batch_la_SOURCES =
layer_batch_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_batch_la_LIBADD = libbatch.la $(BELOW_batch)
layer_check_la_SOURCES =
layer_check_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_check_la_LIBADD = libcheck.la $(BELOW_check)
layer_plot_la_SOURCES =
layer_plot_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_plot_la_LIBADD = libplot.la $(BELOW_plot)
layer_tools_la_SOURCES =
layer_tools_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_tools_la_LIBADD = libtools.la $(BELOW_tools)
layer_charts_la_SOURCES =
layer_charts_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_charts_la_LIBADD = libcharts.la $(BELOW_charts)
layer_report_la_SOURCES =
layer_report_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_report_la_LIBADD = libreport.la $(BELOW_report)
layer_tune_la_SOURCES =
layer_tune_la_LDFLAGS = $(LAYER_LDFLAGS)
layer_tune_la_LIBADD = libtune.la $(BELOW_tune)
endif
