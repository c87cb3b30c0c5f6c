# SPDX-License-Identifier: GPL-3.0-or-later
# One pair of runs, and calibration.
noinst_LTLIBRARIES += libcompare.la
libcompare_la_SOURCES = \
  src/compare/calibration.c \
  src/compare/calibration.h \
  src/compare/causes.c \
  src/compare/causes.h \
  src/compare/compare.c \
  src/compare/compare.h \
  src/compare/comparison.h \
  src/compare/extract.c \
  src/compare/extract.h \
  src/compare/findings.c \
  src/compare/found.def \
  src/compare/grade.c \
  src/compare/grade.h \
  src/compare/measures.c \
  src/compare/measures.h \
  src/compare/measures_events.c \
  src/compare/measures_job.c \
  src/compare/measures_samples.c \
  src/compare/pair.c \
  src/compare/pair.h \
  src/compare/plan.c \
  src/compare/reasons.def \
  src/compare/repeats.c \
  src/compare/resource_result.h \
  src/compare/result_make.c \
  src/compare/series.c \
  src/compare/series.h \
  src/compare/series_curves.c \
  src/compare/series_values.c
# measures.h names every metric
src/compare/plan.lo src/compare/measures.lo src/compare/measures_events.lo src/compare/measures_samples.lo \
  src/compare/measures_job.lo: metrics/registry.inc
