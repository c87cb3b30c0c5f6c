# SPDX-License-Identifier: GPL-3.0-or-later
# From recorded runs to a configuration of DLIO that emulates them.
noinst_LTLIBRARIES += libderive.la
libderive_la_SOURCES = \
  src/derive/analysis.h \
  src/derive/claims.c \
  src/derive/claims.h \
  src/derive/dataset.c \
  src/derive/derive.c \
  src/derive/derive.h \
  src/derive/reader_keys.c \
  src/derive/replay.c \
  src/derive/schedule.c
