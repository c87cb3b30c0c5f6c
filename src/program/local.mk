# SPDX-License-Identifier: GPL-3.0-or-later
# What all programs share.
noinst_LTLIBRARIES += libprogram.la
libprogram_la_SOURCES = \
  src/program/cmd.h \
  src/program/common.c \
  src/program/common.h \
  src/program/figure_output.c \
  src/program/figure_output.h \
  src/program/must.c \
  src/program/must.h \
  src/program/option.c \
  src/program/option.h \
  src/program/program.c \
  src/program/program.h \
  src/program/run_options.c \
  src/program/run_options.h \
  src/program/signals.c
