# The installed library.
lib_LTLIBRARIES += libfidlio.la
include_HEADERS += src/fidlio.h
libfidlio_la_SOURCES = src/lib/fidlio.c
libfidlio_la_LIBADD = libcompare.la libreaders.la libtimeline.la libmetrics.la libmodel.la libbase.la
libfidlio_la_LDFLAGS = -version-info 0:0:0 -export-symbols-regex '^fid_' -no-undefined
