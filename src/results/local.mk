# SPDX-License-Identifier: GPL-3.0-or-later
# Result, series and index files: reading and writing.
noinst_LTLIBRARIES += libresults.la
libresults_la_SOURCES = \
  src/results/answer.h \
  src/results/answer_words.c \
  src/results/answer_words.h \
  src/results/hold.c \
  src/results/hold.h \
  src/results/result.c \
  src/results/result.h \
  src/results/result_record.c \
  src/results/results.c \
  src/results/results.h \
  src/results/seen.c \
  src/results/seen.h \
  src/results/series.c \
  src/results/series.h \
  src/results/series_record.c

# What the files look like.
dist_pkgdata_DATA = src/results/pair.schema.json src/results/index.schema.json \
  src/results/series.schema.json src/results/baseline.schema.json src/results/calibration.schema.json \
  src/results/whatif.schema.json src/results/nearest.schema.json
