# SPDX-License-Identifier: GPL-3.0-or-later
# One pair of runs, and calibration.
noinst_LTLIBRARIES += libcompare.la
libcompare_la_SOURCES = \
  src/compare/answers.c \
  src/compare/answers.h \
  src/compare/attribution.c \
  src/compare/attribution.h \
  src/compare/calibrate.c \
  src/compare/calibration.c \
  src/compare/calibration.h \
  src/compare/cause_rules.c \
  src/compare/cause_rules.h \
  src/compare/causes.c \
  src/compare/causes_derived.c \
  src/compare/compare.c \
  src/compare/compare.h \
  src/compare/compare_runs.c \
  src/compare/comparison.c \
  src/compare/comparison.h \
  src/compare/extract.c \
  src/compare/extract.h \
  src/compare/findings.c \
  src/compare/findings.h \
  src/compare/found.def \
  src/compare/grade.c \
  src/compare/grade.h \
  src/compare/judge.c \
  src/compare/measures.c \
  src/compare/measures.h \
  src/compare/measures_access.c \
  src/compare/measures_coupling.c \
  src/compare/measures_gauge.c \
  src/compare/measures_job.c \
  src/compare/measures_stream.c \
  src/compare/options.c \
  src/compare/options.h \
  src/compare/pair.c \
  src/compare/pair.h \
  src/compare/plan.c \
  src/compare/plan.h \
  src/compare/pool.c \
  src/compare/pool.h \
  src/compare/reason.c \
  src/compare/reason.h \
  src/compare/reasons.def \
  src/compare/repeats.c \
  src/compare/repeats.h \
  src/compare/resource_result.c \
  src/compare/resource_result.h \
  src/compare/scales.c \
  src/compare/scales.h \
  src/compare/making.c \
  src/compare/result_make.c \
  src/compare/result_make.h \
  src/compare/result_make_resources.c \
  src/compare/series.c \
  src/compare/series.h \
  src/compare/series_access.c \
  src/compare/series_cells.c \
  src/compare/series_dist.c \
  src/compare/series_numbers.c \
  src/compare/series_spectra.c \
  src/compare/series_time.c \
  src/compare/series_warp.c \
  src/compare/shape.c \
  src/compare/shape.h \
  src/compare/thinned.c \
  src/compare/thinned.h \
  src/compare/units.c \
  src/compare/units.h \
  src/compare/warp.c
# measures.h names every metric
src/compare/plan.lo src/compare/measures_stream.lo src/compare/measures_gauge.lo \
  src/compare/measures_access.lo src/compare/measures_job.lo src/compare/measures_coupling.lo: metrics/registry.inc
