# SPDX-License-Identifier: GPL-3.0-or-later
# The earlier tools: programs of their own over the libraries of src, in the package fidlio-tools.
# `fidlio NAME' starts fidlio-NAME (src/cli/tools.c).
noinst_LTLIBRARIES += libtools.la
libtools_la_SOURCES = \
  tools/logs/json.c \
  tools/logs/load.c \
  tools/logs/log_figure.c \
  tools/logs/log_files.c \
  tools/logs/logs.h \
  tools/logs/read_text.c \
  tools/logs/summary.c \
  tools/logs/training_log.c \
  tools/prepare/about.c \
  tools/prepare/events.c \
  tools/prepare/log.c \
  tools/prepare/monitors.c \
  tools/prepare/prepare.c \
  tools/prepare/prepare.h \
  tools/prepare/processes.c \
  tools/prepare/state.c \
  tools/prepare/tree.c \
  tools/prepare/utc.c \
  tools/python_json.c \
  tools/python_json.h \
  tools/steps/config_name.c \
  tools/steps/find.c \
  tools/steps/read.c \
  tools/steps/stats.c \
  tools/steps/steps.c \
  tools/steps/steps.h \
  tools/steps/steps_figure.c \
  tools/steps/write.c \
  tools/trace/dag.c \
  tools/trace/dag.h \
  tools/trace/dag_gml.c \
  tools/trace/op_compare.c \
  tools/trace/op_write.c \
  tools/trace/rebuild.c \
  tools/trace/worker.c \
  tools/whatif/align.c \
  tools/whatif/job.c \
  tools/whatif/plan.c \
  tools/whatif/ranks.c \
  tools/whatif/simulate.c \
  tools/whatif/tables.c \
  tools/whatif/whatif.h
libtools_la_LIBADD = $(IGRAPH_LIBS)

TOOLS = fidlio-logs fidlio-prepare fidlio-steps fidlio-trace fidlio-whatif
# what --help is made from
HELP_FILES = $(fidlio_SOURCES) $(libprogram_la_SOURCES) $(fidlio_logs_SOURCES) $(fidlio_prepare_SOURCES) \
  $(fidlio_steps_SOURCES) $(fidlio_trace_SOURCES) $(fidlio_whatif_SOURCES)
bin_PROGRAMS += $(TOOLS)
fidlio_logs_SOURCES = tools/logs/cmd_logs.c
fidlio_logs_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
fidlio_logs_LDADD = libfolders.la
fidlio_prepare_SOURCES = tools/prepare/cmd_prepare.c
fidlio_prepare_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
fidlio_prepare_LDADD = libfolders.la
fidlio_steps_SOURCES = tools/steps/cmd_steps.c
fidlio_steps_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
fidlio_steps_LDADD = libfolders.la
fidlio_trace_SOURCES = \
  tools/trace/cmd_trace.c \
  tools/trace/trace.h \
  tools/trace/trace_3dcompare.c \
  tools/trace/trace_collect.c \
  tools/trace/trace_combine.c \
  tools/trace/trace_compare.c \
  tools/trace/trace_critical.c \
  tools/trace/trace_graph.c \
  tools/trace/trace_replay.c \
  tools/trace/trace_sheets.c \
  tools/trace/trace_statistic.c \
  tools/trace/trace_verbs.def
fidlio_trace_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
fidlio_trace_LDADD = libfolders.la
fidlio_whatif_SOURCES = tools/whatif/cmd_whatif.c
fidlio_whatif_LDFLAGS = $(AM_LDFLAGS) $(PIE_LDFLAGS)
fidlio_whatif_LDADD = libfolders.la

# a folder as on a slow storage, for scripts/slow-storage; not installed
if HAVE_FUSE
noinst_PROGRAMS = slow-storage
endif
slow_storage_SOURCES = tools/slow_storage.c
slow_storage_CFLAGS = $(AM_CFLAGS) $(FUSE_CFLAGS)
slow_storage_LDADD = $(FUSE_LIBS)
