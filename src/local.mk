# One file = one format; file foo.c defines reader_foo.
READERS = \
  src/readers/bpftrace_bio.c \
  src/readers/bpftrace_close.c \
  src/readers/bpftrace_create_del.c \
  src/readers/bpftrace_openat.c \
  src/readers/bpftrace_read.c \
  src/readers/bpftrace_write.c \
  src/readers/cpu_all.c \
  src/readers/csv.c \
  src/readers/csv_utc.c \
  src/readers/dftracer.c \
  src/readers/dlio_epoch_stats.c \
  src/readers/dlio_log.c \
  src/readers/dlio_output.c \
  src/readers/dlio_summary.c \
  src/readers/gpu_avg.c \
  src/readers/hydra_config.c \
  src/readers/iostat_csv.c \
  src/readers/iostat_json.c \
  src/readers/meta_json.c \
  src/readers/mllog.c \
  src/readers/mllog_array.c \
  src/readers/mpstat.c \
  src/readers/mpstat_json.c \
  src/readers/pids.c \
  src/readers/pmon.c \
  src/readers/processed_bio.c \
  src/readers/processed_cpu.c \
  src/readers/processed_gpu.c \
  src/readers/processed_openat.c \
  src/readers/processed_pid.c \
  src/readers/processed_read.c \
  src/readers/processed_timeline.c \
  src/readers/processed_write.c \
  src/readers/time_align.c

# One file = one command; file cmd_foo.c defines cmd_foo.
COMMANDS = \
  src/cli/cmd_inspect.c \
  src/cli/cmd_compare.c \
  src/cli/cmd_matrix.c \
  src/cli/cmd_calibrate.c \
  src/cli/cmd_report.c \
  src/cli/cmd_plot.c \
  src/cli/cmd_check.c \
  src/cli/cmd_baseline.c \
  src/cli/cmd_prepare.c \
  src/cli/cmd_logs.c \
  src/cli/cmd_steps.c \
  src/cli/cmd_list.c

noinst_LTLIBRARIES += libcore.la
libcore_la_LIBADD = libmetrics.la
libcore_la_SOURCES = $(READERS)
libcore_la_SOURCES += \
  src/base/ahead.c \
  src/base/ahead.h \
  src/base/array.c \
  src/base/array.h \
  src/base/error.c \
  src/base/error.h \
  src/base/decimal.c src/base/decimal.h \
  src/base/gunzip.c \
  src/base/gunzip.h \
  src/base/json.c \
  src/base/json.h \
  src/base/jsonbuild.c \
  src/base/jsonitems.c \
  src/base/jsonitems.h \
  src/base/jsonread.c \
  src/base/jsonread.h \
  src/base/jsontext.c \
  src/base/jsonbuild.h \
  src/base/jsontext.h \
  src/base/outfile.c \
  src/base/outfile.h \
  src/base/parallel.c \
  src/base/parallel.h \
  src/base/quanta.c \
  src/base/quanta.h \
  src/base/repr.c \
  src/base/repr.h \
  src/base/scan.h \
  src/base/span.c \
  src/base/span.h \
  src/base/text.c \
  src/base/text.h \
  src/base/timeparse.c \
  src/base/timeparse.h
libcore_la_SOURCES += \
  src/timeline/anchorfit.c \
  src/timeline/anchorfit.h \
  src/timeline/build.c \
  src/timeline/build.h \
  src/timeline/build_priv.h \
  src/timeline/bootclock.c \
  src/timeline/civil.c \
  src/timeline/clock.c \
  src/timeline/clock.h \
  src/timeline/clocksolve.h \
  src/timeline/collect.c \
  src/timeline/events.c \
  src/timeline/feed.c \
  src/timeline/finish.c \
  src/timeline/gauges.c \
  src/timeline/gauges.h \
  src/timeline/grid.c \
  src/timeline/grid.h \
  src/timeline/hourerror.c \
  src/timeline/hourerror.h \
  src/timeline/loganchor.c \
  src/timeline/loganchor.h \
  src/timeline/owner.c \
  src/timeline/owner.h \
  src/timeline/phases.c \
  src/timeline/phases.h \
  src/timeline/pidset.c \
  src/timeline/pidset.h \
  src/timeline/record.c \
  src/timeline/record.h \
  src/timeline/run.c \
  src/timeline/run.h \
  src/timeline/sink.h \
  src/timeline/watcher.h \
  src/timeline/sketch.c \
  src/timeline/sketch.h \
  src/timeline/zone.c \
  src/timeline/zone.h
libcore_la_SOURCES += \
  src/readers/bpf_columns.c \
  src/readers/bpf_fast.c \
  src/readers/bpf_line.c \
  src/readers/bpf_title.c \
  src/readers/bpf_line.h \
  src/readers/bpf_words.h \
  src/readers/cpu_rows.c \
  src/readers/cpu_rows.h \
  src/readers/choose.c \
  src/readers/choose.h \
  src/readers/cpushare.c \
  src/readers/cpushare.h \
  src/readers/csv_columns.c \
  src/readers/csv_columns.h \
  src/readers/csv_table.c \
  src/readers/csv_table.h \
  src/readers/discover.c \
  src/readers/discover.h \
  src/readers/dlio_text.c \
  src/readers/dftracer_item.c \
  src/readers/dlio_facts.c \
  src/readers/dlio_text.h \
  src/readers/dftracer_item.h \
  src/readers/dlio_facts.h \
  src/readers/hosttime.c \
  src/readers/hosttime.h \
  src/readers/intervals.c \
  src/readers/intervals.h \
  src/readers/json_line.h \
  src/readers/jsondoc.c \
  src/readers/jsondoc.h \
  src/readers/load.c \
  src/readers/load.h \
  src/readers/mllog_copy.c \
  src/readers/mllog_copy.h \
  src/readers/mllog_event.c \
  src/readers/mllog_event.h \
  src/readers/names.c \
  src/readers/names.h \
  src/readers/mpstat_row.c \
  src/readers/mpstat_row.h \
  src/readers/pmon_row.c \
  src/readers/pmon_row.h \
  src/readers/processed.c \
  src/readers/processed.h \
  src/readers/reader.c \
  src/readers/reader.h \
  src/readers/readpass.c \
  src/readers/readpass.h \
  src/readers/step_pairs.c \
  src/readers/step_pairs.h \
  src/readers/sysstat.c \
  src/readers/sysstat.h \
  src/readers/utc_rows.c \
  src/readers/utc_rows.h
libcore_la_SOURCES += \
  src/compare/attribution.c \
  src/compare/attribution.h \
  src/compare/calibrate.c src/compare/calibrate.h \
  src/compare/calibrate_levels.c src/compare/calibrate_pairs.c \
  src/compare/calibration.h \
  src/compare/calibration_json.c \
  src/compare/calibration_read.c \
  src/compare/card.c \
  src/compare/card.h \
  src/compare/causes.c src/compare/causes.h src/compare/causes_io.c src/compare/causes_phases.c \
  src/compare/compare.c \
  src/compare/compare_runs.c \
  src/compare/coupling.c \
  src/compare/compare.h \
  src/compare/disturb.c \
  src/compare/disturb.h \
  src/compare/draws.c \
  src/compare/draws.h \
  src/compare/findings.c \
  src/compare/gauge.c \
  src/compare/json.c \
  src/compare/json_attribution.c \
  src/compare/json_cards.c \
  src/compare/pool.c \
  src/compare/pool.h \
  src/compare/repeats.c \
  src/compare/repeats.h \
  src/compare/repeats_tell.c \
  src/compare/result.h \
  src/compare/scales.c \
  src/compare/scales.h \
  src/compare/score.c \
  src/compare/score.h \
  src/compare/scoring.c \
  src/compare/series.c \
  src/compare/series.h \
  src/compare/series_cells.c \
  src/compare/series_dist.c \
  src/compare/series_spectra.c \
  src/compare/series_time.c \
  src/compare/series_warp.c \
  src/compare/shape.c \
  src/compare/shape.h \
  src/compare/stream.c \
  src/compare/track.c \
  src/compare/track.h \
  src/compare/view.c \
  src/compare/view.h \
  src/compare/whole.c \
  src/compare/within.c \
  src/compare/within.h

# The processed tree of the earlier tools.
libcore_la_SOURCES += \
  src/prepare/cpu.c \
  src/prepare/disks.c \
  src/prepare/events.c \
  src/prepare/filters.c src/prepare/filters.h \
  src/prepare/gpu.c \
  src/prepare/histograms.c \
  src/prepare/log.c \
  src/prepare/mllog.c \
  src/prepare/pidlogs.c \
  src/prepare/pids.c \
  src/prepare/prepare.c src/prepare/prepare.h \
  src/prepare/priv.h \
  src/prepare/sorter.c src/prepare/sorter.h \
  src/prepare/stamps.c \
  src/prepare/strace.c \
  src/prepare/tree.c src/prepare/tree.h

# Statistics of instrumentation logs.
libcore_la_SOURCES += \
  src/steps/config_name.c src/steps/config_name.h \
  src/steps/documents.c src/steps/documents.h \
  src/steps/find.c \
  src/steps/fit.c src/steps/fit.h \
  src/steps/guess.c \
  src/steps/metrics.c \
  src/steps/pass.c \
  src/steps/priv.h \
  src/steps/raw_data.c \
  src/steps/read_dlio.c \
  src/steps/read_mllog.c \
  src/steps/read_timeline.c \
  src/steps/recordings.c \
  src/steps/steps.c src/steps/steps.h \
  src/steps/write.c src/steps/write.h

nodist_libcore_la_SOURCES = src/readers/registry.inc
BUILT_SOURCES += src/readers/registry.inc
CLEANFILES += src/readers/registry.inc
EXTRA_DIST += src/readers/template.c

src/readers/registry.inc: src/local.mk
	@$(MKDIR_P) src/readers
	$(AM_V_GEN)for f in $(READERS); do b=$${f##*/}; echo "FID_READER (reader_$${b%.c})"; done >$@.tmp && mv $@.tmp $@

lib_LTLIBRARIES += libfidlio.la
include_HEADERS += src/fidlio.h
libfidlio_la_SOURCES =
libfidlio_la_LIBADD = libcore.la
libfidlio_la_LDFLAGS = -version-info 0:0:0 -export-symbols-regex '^fid_' -no-undefined

# What reads result files only.
libcore_la_SOURCES += \
  src/report/cells.c src/report/cells.h \
  src/report/facets.c src/report/facets.h \
  src/report/gate.c src/report/gate.h \
  src/report/html.c src/report/html.h src/report/html_parts.h \
  src/report/html_assets.c src/report/html_causes.c src/report/html_heat.c \
  src/report/html_make.c src/report/html_make.h src/report/html_matrix.c \
  src/report/html_method.c src/report/html_pair.c src/report/html_pictures.c src/report/html_scores.c \
  src/report/html_overview.c src/report/html_levels.c \
  src/report/html_room.c \
  src/report/html_series.c \
  src/report/html_validity.c src/report/html_words.c \
  src/report/join.c src/report/join.h \
  src/report/picture.c src/report/picture.h src/report/picture_priv.h src/report/picture_time.c \
  src/report/rank.c src/report/rank.h \
  src/report/rating.c src/report/rating.h \
  src/report/report.c src/report/report.h \
  src/report/report_html.c src/report/report_index.c src/report/report_md.c src/report/report_tsv.c \
  src/report/result.c src/report/result.h \
  src/report/reweigh.c src/report/reweigh.h \
  src/report/results.c src/report/results.h \
  src/report/chrome.c src/report/chrome.h \
  src/report/series.c src/report/series.h \
  src/report/series_fine.c \
  src/report/series_read.c src/report/series_read.h src/report/series_stats.c \
  src/report/sparkline.c src/report/sparkline.h \
  src/report/tables.c src/report/tables.h \
  src/report/walk.c src/report/walk.h \
  src/report/xlsx.c \
  src/report/table.c src/report/table.h \
  src/report/table_runs.c src/report/table_runs.h \
  src/report/words.c src/report/words.h \
  src/report/wrap.c src/report/wrap.h

# What report.html is made with, as C: the bytes of each file.
HTML_ASSETS = \
  src/report/html/report.css \
  src/report/html/report.js \
  src/report/html/levels.js \
  src/report/html/plots.js \
  third_party/uplot/uPlot.min.css \
  third_party/uplot/uPlot.iife.min.js \
  third_party/uplot/LICENSE
HTML_INCS = \
  src/report/html/report.css.inc \
  src/report/html/report.js.inc \
  src/report/html/levels.js.inc \
  src/report/html/plots.js.inc \
  src/report/html/uPlot.min.css.inc \
  src/report/html/uPlot.iife.min.js.inc \
  src/report/html/LICENSE.inc
EXTRA_DIST += $(HTML_ASSETS) third_party/uplot/README
nodist_libcore_la_SOURCES += $(HTML_INCS)
BUILT_SOURCES += $(HTML_INCS)
CLEANFILES += $(HTML_INCS)
HTML_AS_C = | sed 's/[0-9][0-9]*/&,/g' >$@.tmp && mv $@.tmp $@

src/report/html/report.css.inc: src/report/html/report.css
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/src/report/html/report.css $(HTML_AS_C)
src/report/html/report.js.inc: src/report/html/report.js
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/src/report/html/report.js $(HTML_AS_C)
src/report/html/levels.js.inc: src/report/html/levels.js
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/src/report/html/levels.js $(HTML_AS_C)
src/report/html/plots.js.inc: src/report/html/plots.js
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/src/report/html/plots.js $(HTML_AS_C)
src/report/html/uPlot.min.css.inc: third_party/uplot/uPlot.min.css
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/third_party/uplot/uPlot.min.css $(HTML_AS_C)
src/report/html/uPlot.iife.min.js.inc: third_party/uplot/uPlot.iife.min.js
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/third_party/uplot/uPlot.iife.min.js $(HTML_AS_C)
src/report/html/LICENSE.inc: third_party/uplot/LICENSE
	$(AM_V_GEN)$(MKDIR_P) src/report/html && od -An -v -tu1 $(srcdir)/third_party/uplot/LICENSE $(HTML_AS_C)

include src/plot/local.mk
include src/picture/local.mk
include src/joblog/local.mk

# The gate, on result files and baselines.
libcore_la_SOURCES += \
  src/check/baseline.c \
  src/check/book.c src/check/book.h \
  src/check/check.c src/check/check.h \
  src/check/fits.c \
  src/check/gather.c \
  src/check/guards.c \
  src/check/history.c src/check/history.h \
  src/check/limits.c src/check/limits.h \
  src/check/reach.c \
  src/check/tell.c src/check/tell.h \
  src/check/tell_ci.c \
  src/check/verdict.c src/check/verdict.h

bin_PROGRAMS += fidlio
fidlio_SOURCES = $(COMMANDS) \
  src/cli/calibrating.c src/cli/calibrating.h \
  src/cli/cmd.h \
  src/cli/common.c src/cli/common.h \
  src/cli/companion.c src/cli/companion.h \
  src/cli/gating.c src/cli/gating.h \
  src/cli/inspect.h src/cli/inspect_json.c src/cli/inspect_table.c \
  src/cli/main.c \
  src/cli/joblogs.c src/cli/joblogs.h src/cli/joblogs_extract.c src/cli/joblogs_plot.c \
  src/cli/manifest.c src/cli/manifest.h \
  src/cli/options.c src/cli/options.h \
  src/cli/paper.c src/cli/paper.h \
  src/cli/plotting.c src/cli/plotting.h \
  src/cli/pairs.c src/cli/pairs.h \
  src/cli/progress.c src/cli/progress.h \
  src/cli/ranking.c src/cli/ranking.h \
  src/cli/signals.c src/cli/signals.h \
  src/cli/steps_plots.c src/cli/steps_plots.h
fidlio_LDADD = libcore.la
nodist_fidlio_SOURCES = src/cli/registry.inc
BUILT_SOURCES += src/cli/registry.inc
CLEANFILES += src/cli/registry.inc

src/cli/registry.inc: src/local.mk
	@$(MKDIR_P) src/cli
	$(AM_V_GEN)for f in $(COMMANDS); do b=$${f##*/}; echo "FID_CMD ($${b%.c})"; done >$@.tmp && mv $@.tmp $@

# What result files and index.json look like.
dist_pkgdata_DATA = src/report/pair.schema.json src/report/index.schema.json
dist_pkgdata_DATA += src/check/baseline.schema.json
dist_pkgdata_DATA += src/report/calibration.schema.json
dist_pkgdata_DATA += src/compare/series.schema.json

# The installed interface.
libcore_la_SOURCES += src/api/api.c
