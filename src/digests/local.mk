# SPDX-License-Identifier: GPL-3.0-or-later
# Digests: made, and searched for the nearest.
noinst_LTLIBRARIES += libdigests.la
libdigests_la_SOURCES = \
  src/digests/nearest.c \
  src/digests/nearest.h \
  src/digests/summary.c \
  src/digests/summary.h
