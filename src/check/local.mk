# SPDX-License-Identifier: GPL-3.0-or-later
# The regression gate, on result files and baselines.
noinst_LTLIBRARIES += libcheck.la
libcheck_la_SOURCES = \
  src/check/baseline.c \
  src/check/check.c \
  src/check/check.h \
  src/check/comparable.c \
  src/check/estimate.c \
  src/check/gate_input.c \
  src/check/gate_input.h \
  src/check/gate_text.c \
  src/check/gate_text.h \
  src/check/gather.c \
  src/check/guards.c \
  src/check/history.c \
  src/check/history.h \
  src/check/limits.c \
  src/check/rows.c \
  src/check/thresholds.c \
  src/check/verdict.c \
  src/check/verdict.h
