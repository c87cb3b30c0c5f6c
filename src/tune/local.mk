# SPDX-License-Identifier: GPL-3.0-or-later
# Recording, comparing and changing a configuration, until it is as near as it gets.
noinst_LTLIBRARIES += libtune.la
libtune_la_SOURCES = \
  src/tune/history.c \
  src/tune/history.h \
  src/tune/moves.c \
  src/tune/moves.h \
  src/tune/page.c \
  src/tune/tune.c \
  src/tune/tune.h
