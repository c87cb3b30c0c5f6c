# One file = one format; file foo.c defines reader_foo.
READERS =

# One file = one command; file cmd_foo.c defines cmd_foo.
COMMANDS =

noinst_LTLIBRARIES += libcore.la
libcore_la_SOURCES = $(READERS) \
  src/base/error.c src/base/error.h
libcore_la_LIBADD = libmetrics.la

lib_LTLIBRARIES += libfidlio.la
include_HEADERS += src/fidlio.h
libfidlio_la_SOURCES =
libfidlio_la_LIBADD = libcore.la
libfidlio_la_LDFLAGS = -version-info 0:0:0 -export-symbols-regex '^fid_' -no-undefined
