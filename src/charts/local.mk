# SPDX-License-Identifier: GPL-3.0-or-later
# Each chart that fidlio draws, of runs, pairs, logs and steps.
noinst_LTLIBRARIES += libcharts.la
libcharts_la_SOURCES = \
  src/charts/activity.c \
  src/charts/answer_curve.c \
  src/charts/html_page.c \
  src/charts/html_page.h \
  src/charts/pair_figure.c \
  src/charts/pair_figure.h \
  src/charts/run_figure.c \
  src/charts/run_figure.h \
  src/charts/run_histograms.c \
  src/charts/time_map.c \
  src/charts/time_range.c
