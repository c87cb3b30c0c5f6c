# Errors, text, JSON, files, threads.
noinst_LTLIBRARIES += libbase.la
libbase_la_SOURCES = \
  src/base/array.c \
  src/base/array.h \
  src/base/decimal.c \
  src/base/decimal.h \
  src/base/error.c \
  src/base/error.h \
  src/base/gunzip.c \
  src/base/gunzip.h \
  src/base/gzip_members.c \
  src/base/gzip_members.h \
  src/base/hash.c \
  src/base/hash.h \
  src/base/html.c \
  src/base/html.h \
  src/base/late.c \
  src/base/late.h \
  src/base/json.c \
  src/base/json.h \
  src/base/jsonbuild.c \
  src/base/jsonbuild.h \
  src/base/jsonread.c \
  src/base/jsonread.h \
  src/base/outfile.c \
  src/base/outfile.h \
  src/base/packed.c \
  src/base/packed.h \
  src/base/parallel.c \
  src/base/parallel.h \
  src/base/python_repr.c \
  src/base/python_repr.h \
  src/base/read_ahead.c \
  src/base/read_ahead.h \
  src/base/scan.h \
  src/base/span.c \
  src/base/span.h \
  src/base/table.c \
  src/base/table.h \
  src/base/text.c \
  src/base/text.h \
  src/base/timeparse.c \
  src/base/timeparse.h \
  src/base/units.c \
  src/base/units.h \
  src/base/wrap.c \
  src/base/wrap.h
