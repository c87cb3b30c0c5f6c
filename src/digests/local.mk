# Digests: made, and searched for the nearest.
noinst_LTLIBRARIES += libdigests.la
libdigests_la_SOURCES = \
  src/digests/make.c \
  src/digests/make.h
