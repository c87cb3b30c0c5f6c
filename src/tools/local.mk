# What the earlier Python tools did: prepared trees, step statistics, training logs.
noinst_LTLIBRARIES += libtools.la
libtools_la_SOURCES = \
  src/tools/logs/log_files.c \
  src/tools/logs/log_files.h \
  src/tools/logs/read_json.c \
  src/tools/logs/read_run.c \
  src/tools/logs/read_text.c \
  src/tools/logs/summary.c \
  src/tools/logs/summary.h \
  src/tools/logs/training_log.c \
  src/tools/logs/training_log.h \
  src/tools/logs/write.c \
  src/tools/python_json.c \
  src/tools/python_json.h \
  src/tools/prepare/events.c \
  src/tools/prepare/gpu.c \
  src/tools/prepare/histograms.c \
  src/tools/prepare/log.c \
  src/tools/prepare/processes.c \
  src/tools/prepare/prepare.c \
  src/tools/prepare/prepare.h \
  src/tools/prepare/sorter.c \
  src/tools/prepare/sorter.h \
  src/tools/prepare/state.h \
  src/tools/prepare/strace.c \
  src/tools/prepare/sysstat.c \
  src/tools/prepare/tree.c \
  src/tools/prepare/tree.h \
  src/tools/prepare/utc.c \
  src/tools/steps/config_name.c \
  src/tools/steps/config_name.h \
  src/tools/steps/dlio_config.c \
  src/tools/steps/dlio_config.h \
  src/tools/steps/find.c \
  src/tools/steps/fit.c \
  src/tools/steps/fit.h \
  src/tools/steps/read.c \
  src/tools/steps/recording.h \
  src/tools/steps/steps.c \
  src/tools/steps/steps.h \
  src/tools/steps/workloads.c \
  src/tools/steps/write.c \
  src/tools/steps/write.h
