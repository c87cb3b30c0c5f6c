# SPDX-License-Identifier: GPL-3.0-or-later
# The installed library: everything below the drawing of charts and reports.
lib_LTLIBRARIES += libfidlio.la
include_HEADERS += src/fidlio.h
libfidlio_la_SOURCES = \
  src/lib/arrays.c \
  src/lib/batch.c \
  src/lib/border.c \
  src/lib/border.h \
  src/lib/documents.c \
  src/lib/measures.c \
  src/lib/runs.c
libfidlio_la_LIBADD = $(LIBRARY_LIBS)
EXTRA_libfidlio_la_DEPENDENCIES = $(LIBRARY_LIBS)
libfidlio_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 -no-undefined -Wl,-z,defs \
  -export-symbols-regex '^fid_'
